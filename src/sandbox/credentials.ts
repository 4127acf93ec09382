/** Credentials of the sandbox's one caller, derived from its seed, so that scripts can rely on them. */
import { hash } from "node:crypto";

export interface MadeUpCredentials {
  /** The Appid header. */
  readonly appId: string;
  /** What the Authorization header carries. */
  readonly secretKey: string;
  readonly password: string;
  /** The user token that user records carry. */
  readonly token: string;
}

/** A seed's credentials: always the same, and plain to see that they open nothing but the sandbox. */
export function credentialsOf(seed: number): MadeUpCredentials {
  const made = (what: string, digits: number): string =>
    `sandbox-${what}-${hash("sha256", `tieout sandbox ${what} ${seed}`, "hex").slice(0, digits)}`;
  return {
    appId: made("app", 8),
    secretKey: made("key", 32),
    password: made("password", 12),
    token: made("token", 32),
  };
}
