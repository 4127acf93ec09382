/** A private copy of evidence, for the system's viewer. */
import { chmodSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assertOpenable } from "../../../core/review/file/openable.ts";
import { makeOwnFolder, ownFolderPrefix } from "../../excel/output/own-folder.ts";
import { headOfEvidence, saveEvidence } from "./save-evidence.ts";

/**
 * Copies evidence into a folder of its own among the system's temporary files, for reading only. The copy has
 * a name of ours: of its own name only the ending is kept, and only one that a viewer opens.
 *
 * @returns the copy's path
 * @throws TieoutError EVIDENCE_NOT_OPENED for other kinds, and what is not of the kind that its name says;
 *   otherwise as `saveEvidence`
 */
export async function copyToOpen(ledger: string, id: number): Promise<string> {
  const { name, head } = headOfEvidence(ledger, id);
  const ending = assertOpenable(name, head);
  const folder = makeOwnFolder("opened");
  const out = join(folder, `evidence ${id}${ending}`);
  try {
    await saveEvidence({ ledger, id, out });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  // What is changed in a copy is lost: a viewer may say so.
  if (process.platform !== "win32") chmodSync(out, 0o400);
  return out;
}

/** Removes the copies that this process made; what a viewer still holds is left to the next start. */
export function removeOpenedCopies(): void {
  const prefix = ownFolderPrefix("opened");
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(prefix))) {
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // `removeAbandonedFolders` tries again.
    }
  }
}
