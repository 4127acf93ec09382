/**
 * The host's name and port. A name that was never used before separates this host's page from every page
 * served earlier on the same port, because browsers assign storage, service workers and channels to names,
 * not to programs. Names under `localhost` never leave the machine; browsers do not look them up.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type Server, createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import { listeningError } from "../core/system/listening-error.ts";

/** Browsers try both for a name under `localhost`: a program at the other one could pass for this host. */
const LOOPBACK = "127.0.0.1";
const LOOPBACK_6 = "::1";
/** The system's errors for an address that it lacks, where no other program can listen either. */
const NO_ADDRESS = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);

/** @returns a name that is unknown before it is printed */
export function newHostName(): string {
  return `tieout-${randomBytes(10).toString("hex")}.localhost`;
}

/**
 * Listens at both loopback addresses.
 *
 * @param port 0 takes a free one
 * @returns the port
 * @throws TieoutError PORT_UNAVAILABLE
 */
export async function listenOnLoopback(app: FastifyInstance, port: number): Promise<number> {
  try {
    await app.listen({ port, host: LOOPBACK });
  } catch (error) {
    throw listeningError(error, LOOPBACK, port);
  }
  const address = app.server.address();
  const taken = typeof address === "object" && address !== null ? address.port : port;
  const other = createServer((socket) => app.server.emit("connection", socket));
  await listenBeside(other, taken);
  app.server.once("close", () => other.close());
  return taken;
}

async function listenBeside(server: Server, port: number): Promise<void> {
  server.listen(port, LOOPBACK_6);
  try {
    await once(server, "listening");
  } catch (error) {
    if (!NO_ADDRESS.has((error as NodeJS.ErrnoException).code ?? "")) {
      throw listeningError(error, LOOPBACK_6, port);
    }
  }
}
