/**
 * A key that signs, in a file of its own: its PEM, encrypted with a passphrase in the format of age, which derives what
 * it encrypts with by scrypt. The one secret that may be in a file.
 */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { TieoutError } from "../../../core/errors.ts";
import { type SigningKey, exportedKey, importedKey, newSigningKey } from "../../ledger/file/signature.ts";
import { readPrivateFile, refuserOf } from "../shared/private-file.ts";
import { assertPassphrase, sealText, unsealText } from "./sealed-copy.ts";

/**
 * Makes a key and keeps it in a new file, readable by its owner alone.
 *
 * @throws TieoutError PASSPHRASE_INVALID; KEY_FILE where the file is there already or cannot be written
 */
export async function makeKeyFile(file: string, passphrase: string): Promise<SigningKey> {
  assertPassphrase(passphrase);
  const made = newSigningKey();
  const sealed = await sealText(exportedKey(made), passphrase);
  try {
    writeNew(file, sealed);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown";
    throw code === "EEXIST"
      ? refusing(file)("is there already", "Choose another name: no file is replaced.")
      : refusing(file)(`cannot be written: ${code}`, "Choose another place.");
  }
  return made;
}

// For the backend, which reads no ledger itself: a key of the app's own is in a keychain and not in a file.
export { type SigningKey, exportedKey, importedKey, newSigningKey } from "../../ledger/file/signature.ts";

function writeNew(file: string, bytes: Uint8Array): void {
  const handle = openSync(file, "wx", 0o600);
  try {
    writeSync(handle, bytes);
    fsyncSync(handle);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

/**
 * Reads the key of a file.
 *
 * @throws TieoutError KEY_FILE where the file cannot be read, is not its owner's alone, is cut short or holds something
 *   else; KEY_SEALED where the passphrase does not open it
 */
export async function unlockKeyFile(file: string, passphrase: string): Promise<SigningKey> {
  const refuse = refusing(file);
  const text = await unsealText(readPrivateFile(file, refuse), passphrase, {
    unopened: (cause) =>
      new TieoutError("KEY_SEALED", "The passphrase does not open the key", { file }, cause),
    damaged: () => refuse("is no file of tieout key new, is cut short, or was changed"),
  });
  const found = importedKey(text);
  if (found === null) throw refuse("holds no Ed25519 key");
  return found;
}

const refusing = (file: string) => refuserOf("KEY_FILE", "The key's file", file);
