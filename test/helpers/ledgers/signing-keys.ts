/** Keys of tests, which are nobody's secret, and their files. */
import { createPrivateKey } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Encrypter } from "age-encryption";
import { type SigningKey, exportedKey, importedKey } from "../../../src/main/ledger/file/signature.ts";

/** What comes before the seed of a private key in its DER. */
const HEAD = "302e020100300506032b657004220420";

/** The key whose seed is 32 times this byte. */
export function testKey(byte: number): SigningKey {
  const seed = byte.toString(16).padStart(2, "0").repeat(32);
  const der = { key: Buffer.from(`${HEAD}${seed}`, "hex"), format: "der", type: "pkcs8" } as const;
  const found = importedKey(createPrivateKey(der).export({ format: "pem", type: "pkcs8" }) as string);
  if (found === null) throw new Error("a seed makes a key");
  return found;
}

export const PASSPHRASE = "five words that nobody guesses";

/** Tests open many files: scrypt takes a thousandth of what it takes for a file of the program's own. */
const WORK_FACTOR = 8;

/** Writes the file of a key, as `tieout key new` does. @returns its path */
export async function testKeyFile(folder: string, key: SigningKey, text = exportedKey(key)): Promise<string> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(WORK_FACTOR);
  encrypter.setPassphrase(PASSPHRASE);
  const path = join(folder, `${key.key.slice(0, 8)}.tieout-key`);
  writeFileSync(path, await encrypter.encrypt(text), { mode: 0o600 });
  return path;
}
