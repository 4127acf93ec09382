/** The passphrase of an encrypted backup: from the environment, or typed where nobody can read it. */
import { Writable } from "node:stream";
import { usageError } from "../../core/errors.ts";
import type { Session } from "./terminal.ts";

/** Where the environment has the passphrase. */
export const PASSPHRASE_VARIABLE = "TIEOUT_PASSPHRASE";

/**
 * @param isNew whether it is typed twice, because nothing can be opened that was encrypted with a misspelt one
 * @throws TieoutError USAGE where there is none, and where the two differ
 */
export async function askPassphrase(
  { terminal, progress, signal }: Session,
  isNew: boolean,
): Promise<string> {
  const given = terminal.env[PASSPHRASE_VARIABLE];
  if (given !== undefined && given !== "") return given;
  if (!terminal.stdin.isTTY || !terminal.stderr.isTTY) {
    throw usageError(`There is no passphrase. Set ${PASSPHRASE_VARIABLE}, or run this on a terminal.`);
  }
  progress.clear();
  const { createInterface } = await import("node:readline/promises");
  // Nothing of what is typed is shown: the terminal itself shows none while it is read key by key.
  const unseen = new Writable({ write: (_piece, _encoding, done) => done() });
  const lines = createInterface({ input: terminal.stdin, output: unseen, terminal: true });
  const ask = async (question: string) => {
    terminal.stderr.write(question);
    const typed = await lines.question("", { signal }).catch(() => "");
    terminal.stderr.write("\n");
    return typed;
  };
  try {
    const typed = await ask("Passphrase: ");
    if (typed === "") throw usageError("No passphrase was typed.");
    if (isNew && typed !== (await ask("The same again: "))) throw usageError("The two passphrases differ.");
    return typed;
  } finally {
    lines.close();
  }
}
