/** The handshake of a socket before it is a window: a hello, then the proof of knowing what it names. */
import { type Nonces, SIGNED } from "../ipc/handshake.ts";
import type { FromHost, ToHost } from "../ipc/socket.ts";
import type { Access, Known } from "./access.ts";
import { isSame, mac, randomText } from "./mac.ts";

export class Entrance {
  readonly #access: Access;
  #challenged: { readonly known: Known; readonly nonces: Nonces } | null = null;

  constructor(access: Access) {
    this.#access = access;
  }

  /** @returns what to answer; null where the window may not come in */
  hear(message: ToHost | null): Extract<FromHost, { is: "challenge" | "welcome" }> | null {
    if (message?.is === "hello" && this.#challenged === null) return this.#challenge(message);
    if (message?.is === "prove" && this.#challenged !== null) return this.#welcome(message.proof);
    return null;
  }

  #challenge({ token, session, nonce }: Extract<ToHost, { is: "hello" }>) {
    const known = this.#access.find({ token, session });
    if (known === null) return null;
    const nonces = { window: nonce, host: randomText() };
    this.#challenged = { known, nonces };
    const proof = mac(known.secret, SIGNED.hostProof(nonces));
    return { is: "challenge", by: known.by, nonce: nonces.host, proof } as const;
  }

  #welcome(proof: string) {
    if (this.#challenged === null) return null;
    const { known, nonces } = this.#challenged;
    if (!isSame(proof, mac(known.secret, SIGNED.windowProof(nonces)))) return null;
    return this.#access.admit(known, mac(known.secret, SIGNED.session(nonces)))
      ? ({ is: "welcome" } as const)
      : null;
  }
}
