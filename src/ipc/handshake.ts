/**
 * How a window and the host prove to each other that both know a secret, which neither of them says. Whoever
 * took the port over when the host ended learns nothing from a window, and cannot pass for the host. Each
 * side brings its own HMAC-SHA-256; this is what goes into it, each under a heading of its own.
 */

/** Random numbers that both sides use once, base64url. */
export interface Nonces {
  readonly window: string;
  readonly host: string;
}

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
