/** ServiceConnections to the service: one at a time, so that the certificate seen last is that of the response. */
import { hash } from "node:crypto";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { Agent, type Dispatcher, buildConnector } from "undici";
import { MAX_HEADER_BYTES } from "../limits.ts";

export class ServiceConnections {
  readonly #agent: Agent;
  #certificateSha256: string | null = null;

  /** @param ca certificates to trust beside the runtime's own, PEM */
  constructor(connectMs: number, ca?: string) {
    const connect = buildConnector({
      allowH2: false,
      timeout: connectMs,
      // Said outright, it is above NODE_TLS_REJECT_UNAUTHORIZED.
      rejectUnauthorized: true,
      // A connection that takes up a session of an earlier one shows no certificate.
      maxCachedSessions: 0,
      ...(ca === undefined ? {} : { ca }),
    });
    this.#agent = new Agent({
      allowH2: false,
      connections: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      connect: (options, callback) => {
        connect(options, (...connected) => {
          if (connected[1] !== null) this.#certificateSha256 = certificateOf(connected[1]);
          callback(...connected);
        });
      },
    });
  }

  get dispatcher(): Dispatcher {
    return this.#agent;
  }

  /** Of the TLS certificate shown last, 64 hex digits; null on plain HTTP. */
  get certificateSha256(): string | null {
    return this.#certificateSha256;
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

function certificateOf(socket: Socket): string | null {
  if (!(socket instanceof TLSSocket)) return null;
  return hash("sha256", socket.getPeerCertificate().raw, "hex");
}
