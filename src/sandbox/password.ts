/** Passwords as the service stores them, encrypted with AES-256-CBC ("Authentication", rule 2). */
import { createCipheriv, createDecipheriv, hash, randomBytes, timingSafeEqual } from "node:crypto";

const ALGORITHM = "aes-256-cbc";
const KEY_BYTES = 32;
const IV_BYTES = 16;

/** A password at rest; the IV is its own. */
export interface StoredPassword {
  readonly iv: Uint8Array;
  readonly ciphertext: Uint8Array;
}

/** Encrypts and compares passwords under a key that lives as long as the process. */
export class PasswordVault {
  readonly #key = randomBytes(KEY_BYTES);

  store(password: string): StoredPassword {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, iv);
    return { iv, ciphertext: Buffer.concat([cipher.update(password, "utf8"), cipher.final()]) };
  }

  matches(stored: StoredPassword, password: string): boolean {
    const decipher = createDecipheriv(ALGORITHM, this.#key, stored.iv);
    const plain = Buffer.concat([decipher.update(stored.ciphertext), decipher.final()]);
    return sameText(plain.toString("utf8"), password);
  }
}

/** Whether two texts are the same, in a time that tells neither where they differ nor how long they are. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(hash("sha256", one, "buffer"), hash("sha256", other, "buffer"));
}
