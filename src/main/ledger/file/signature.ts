/**
 * Signatures of links, Ed25519. A key signs the text that docs/audit-trail.md gives: a domain, and the hash that the
 * link would have without its signature, in which its place, its content and the hash before it are.
 */
import {
  type KeyObject,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from "node:crypto";
import type { LinkSignature } from "../../../core/review/close/keys.ts";
import type { WritableLedger } from "./connection.ts";

/** A key that can sign. Nothing that prints, logs or serialises shows the private part. */
export interface SigningKey {
  /** 64 hex digits. */
  readonly key: string;
  readonly secret: KeyObject;
}

const DOMAIN = "tieout.signature/1";

/** What comes before the 32 bytes of a public key in its DER (RFC 8410). */
const PUBLIC_KEY_HEAD = Buffer.from("302a300506032b6570032100", "hex");

export function newSigningKey(): SigningKey {
  return signingKeyOf(generateKeyPairSync("ed25519").privateKey);
}

/** @param text PEM, as `exportedKey` gives it; null for any other text */
export function importedKey(text: string): SigningKey | null {
  try {
    const secret = createPrivateKey(text);
    return secret.asymmetricKeyType === "ed25519" ? signingKeyOf(secret) : null;
  } catch {
    // What the library says could quote a secret.
    return null;
  }
}

/** The private key as PEM (PKCS #8), for whoever encrypts it and nobody else. */
export function exportedKey({ secret }: SigningKey): string {
  return secret.export({ format: "pem", type: "pkcs8" }) as string;
}

function signingKeyOf(secret: KeyObject): SigningKey {
  const known = createPublicKey(secret).export({ format: "der", type: "spki" });
  return { key: known.subarray(PUBLIC_KEY_HEAD.length).toString("hex"), secret };
}

function signedText(unsignedHash: string): Buffer {
  return Buffer.from(`${DOMAIN}\n${unsignedHash}`);
}

/** Signs a link. @param unsignedHash the hash that it would have without a signature */
export function signLink(unsignedHash: string, { key, secret }: SigningKey): LinkSignature {
  return { key, signature: sign(null, signedText(unsignedHash), secret).toString("hex") };
}

/** Whether a link's signature was made with the key that it names, for this link. @param unsignedHash as of `signLink` */
export function isSignatureOf(unsignedHash: string, { key, signature }: LinkSignature): boolean {
  const known = publicKeyOf(key);
  return known !== null && verify(null, signedText(unsignedHash), known, Buffer.from(signature, "hex"));
}

/** null for what is no point of the curve. */
function publicKeyOf(key: string): KeyObject | null {
  try {
    const der = Buffer.concat([PUBLIC_KEY_HEAD, Buffer.from(key, "hex")]);
    return createPublicKey({ key: der, format: "der", type: "spki" });
  } catch {
    return null;
  }
}

/** The keys that a process has, to sign with. */
export interface HeldKeys {
  readonly keys: readonly SigningKey[];
  /** Whether somebody asked for what is done to be signed with them, so that it is refused under any other name. */
  readonly isAsked: boolean;
}

const held = new WeakMap<WritableLedger, HeldKeys>();

/** From now on acts that are written through this handle are signed with these keys, where their names hold one of them. */
export function signWith(db: WritableLedger, keys: HeldKeys | undefined): void {
  if (keys !== undefined) held.set(db, keys);
}

/** The keys that acts are signed with that are written through this handle. */
export function keysOf(db: WritableLedger): HeldKeys {
  return held.get(db) ?? { keys: [], isAsked: false };
}
