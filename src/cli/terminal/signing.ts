/** The key that signs what a command writes by name, from its file. */
import { askPassphrase } from "./passphrase.ts";
import type { Session } from "./terminal.ts";

/** Where the environment names the key's file; where a ledger does not know its key, names alone sign there. */
const KEY_FILE_VARIABLE = "TIEOUT_KEY_FILE";

/**
 * @param given the file that an option names
 * @param isAsked whether what is done under any other name is refused
 * @returns undefined where no file is named
 * @throws TieoutError KEY_FILE, KEY_SEALED; USAGE without a passphrase
 */
export async function heldKeys(
  session: Session,
  given: string | undefined,
  isAsked = given !== undefined,
): Promise<Session["context"]["keys"]> {
  const file = given ?? session.terminal.env[KEY_FILE_VARIABLE];
  if (file === undefined || file === "") return undefined;
  const { unlockKeyFile } = await import("../../main/services/backup/key-file.ts");
  const passphrase = await askPassphrase(session, false);
  return { keys: [await unlockKeyFile(file, passphrase)], isAsked };
}
