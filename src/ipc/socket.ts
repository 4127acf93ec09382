/** What crosses the browser host's socket, both ways, and how both sides prove who they are; `codec.ts` makes bytes of it. */
import type { Envelope } from "./envelope.ts";
import type { EventMessage } from "./events.ts";

export type ToHost =
  /**
   * The first message: the names of what this window may come in by. The session holds for reloads, the token
   * once.
   */
  | {
      readonly is: "hello";
      readonly token: string | null;
      readonly session: string | null;
      readonly nonce: string;
    }
  /** The second, once the host has proven who it is. */
  | { readonly is: "prove"; readonly proof: string }
  | { readonly is: "call"; readonly id: number; readonly method: string; readonly input: unknown }
  /** Asks for an address that lets one more window in; the reply's value is that address. */
  | { readonly is: "invite"; readonly id: number };

export type FromHost =
  /** The host's proof that it knows what the hello named, and which of both. */
  | {
      readonly is: "challenge";
      readonly by: "token" | "session";
      readonly nonce: string;
      readonly proof: string;
    }
  | { readonly is: "welcome" }
  | { readonly is: "reply"; readonly id: number; readonly reply: Envelope<unknown> }
  | { readonly is: "event"; readonly message: EventMessage };

/** Where the socket is, and where files are handed over and fetched. */
export const SOCKET_PATH = "/bridge";
export const FILES_PATH = "/files";
/** Where records are read, by `check.read`'s input as the query: faster in browsers than by the socket. */
export const RECORDS_PATH = "/records";

/** The header that names an uploaded file, URI-encoded. */
export const FILE_NAME_HEADER = "x-file-name";
/** The only kind of body that is taken: no form and no script of another page can send it unasked. */
export const UPLOAD_TYPE = "application/octet-stream";

/** Largest file that is taken, bytes: twice the largest answer that an import reads; ledgers are smaller. */
export const MAX_UPLOAD_BYTES = 4 * 1024 * 1024 * 1024;

/** The largest frame a window may send, bytes; a decision on everything there is takes less. */
export const MAX_FRAME_BYTES = 16 * 1024 * 1024;

/** The token in the address's fragment, which browsers send nowhere. */
export const TOKEN_MARK = "#token=";

/** Why the host closes a socket, besides the protocol's own reasons. */
export const CLOSE = {
  /** The program ends. */
  goingAway: 1001,
  /** A frame that is no message. */
  malformed: 1007,
  tooLarge: 1009,
  /** Others wait to come in; it may try again. */
  crowded: 1013,
  /** Neither token nor session holds; as 401 over HTTP. */
  unauthorized: 4401,
} as const;

/** Random numbers that both sides use once, base64url. */
export interface Nonces {
  readonly window: string;
  readonly host: string;
}

/**
 * How a window and the host prove to each other that both know a secret, which neither of them says. Whoever
 * took the port over when the host ended learns nothing from a window, and cannot pass for the host. Each
 * side brings its own HMAC-SHA-256; this is what goes into it, each under a heading of its own.
 */
export const SIGNED = {
  /** What a secret is called where others may hear it. */
  name: "tieout/entrance/1 name",
  /** By what files are handed over and fetched. */
  files: "tieout/entrance/1 files",
  hostProof: ({ window, host }: Nonces) => `tieout/entrance/1 host ${window} ${host}`,
  windowProof: ({ window, host }: Nonces) => `tieout/entrance/1 window ${window} ${host}`,
  /** The session that a token is exchanged for. */
  session: ({ window, host }: Nonces) => `tieout/entrance/1 session ${window} ${host}`,
} as const;
