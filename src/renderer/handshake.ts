/**
 * The page's side of coming in: it names what it has, has the host prove that it knows it, and proves it in
 * turn.
 */
import { type Nonces, SIGNED, type FromHost, type ToHost } from "../ipc/socket.ts";
import { pageMac, pageRandomText } from "./mac.ts";

type Challenge = Extract<FromHost, { is: "challenge" }>;

/** What the page can come in by. */
export interface EntranceSecrets {
  readonly token: string | null;
  readonly session: string | null;
}

export class Handshake {
  readonly #secrets: EntranceSecrets;
  readonly #nonce = pageRandomText();
  #answered: { readonly by: Challenge["by"]; readonly secret: string; readonly nonces: Nonces } | null = null;

  constructor(secrets: EntranceSecrets) {
    this.#secrets = secrets;
  }

  async hello(): Promise<ToHost> {
    const { token, session } = this.#secrets;
    return { is: "hello", token: await nameOf(token), session: await nameOf(session), nonce: this.#nonce };
  }

  /** @returns the page's own proof; null where whoever answers is not the host, and must hear nothing more */
  async answer({ by, nonce, proof }: Challenge): Promise<ToHost | null> {
    const secret = this.#secrets[by];
    if (secret === null || secret === "" || this.#answered !== null) return null;
    const nonces = { window: this.#nonce, host: nonce };
    if ((await pageMac(secret, SIGNED.hostProof(nonces))) !== proof) return null;
    this.#answered = { by, secret, nonces };
    return { is: "prove", proof: await pageMac(secret, SIGNED.windowProof(nonces)) };
  }

  /** @returns the session that the page has from now on; null where nobody proved to be the host before */
  async session(): Promise<string | null> {
    if (this.#answered === null) return null;
    const { by, secret, nonces } = this.#answered;
    return by === "session" ? secret : pageMac(secret, SIGNED.session(nonces));
  }
}

async function nameOf(secret: string | null): Promise<string | null> {
  return secret === null || secret === "" ? null : pageMac(secret, SIGNED.name);
}
