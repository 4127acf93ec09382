/** Evidence out of the ledger and into a file again. */
import { existsSync, statSync, chmodSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import { type Evidence, evidenceIn } from "../../../core/review/file/attachment.ts";
import { HEAD_BYTES, assertOpenable } from "../../../core/review/file/openable.ts";
import { publishOrDiscard, writePending } from "../../excel/output/pending.ts";
import { closeLedger, type ReadableLedger } from "../../ledger/file/connection.ts";
import { openForReading } from "../../ledger/file/open.ts";
import { listAttachments, readAttachment } from "../../ledger/acts/attachment.ts";
import { refuseForged } from "../../ledger/proof/rows.ts";
import { plainName } from "../shared/places.ts";
import { readLedger } from "../shared/use-ledger.ts";
import { getEvidence } from "./attach.ts";
import { tmpdir } from "node:os";
import { makeOwnFolder, ownFolderPrefix } from "../../excel/output/own-folder.ts";

interface SaveRequest {
  readonly ledger: string;
  /** Of the evidence, withdrawn or not. */
  readonly id: number;
  /** The file, or an existing folder, in which it gets its own name. */
  readonly out: string;
  /** Whether a file that is there is replaced. */
  readonly replace?: boolean;
}

/**
 * Writes the bytes that were attached to a file, whole or not at all.
 *
 * @throws TieoutError EVIDENCE_NOT_FOUND; AUDIT_MISMATCH, LEDGER_CORRUPT for bytes that are not those that
 *   were attached; EXPORT_TARGET where it cannot be written, or a file is there; when the ledger cannot be
 *   read
 */
export async function saveEvidence({
  ledger,
  id,
  out,
  replace = false,
}: SaveRequest): Promise<{ readonly evidence: Evidence; readonly path: string }> {
  const db = openForReading(ledger);
  try {
    const evidence = provenEvidence(db, id);
    const path = replace ? out : targetOf(out, evidence.name);
    await writeAttached(db, evidence, path);
    return { evidence, path };
  } finally {
    closeLedger(db);
  }
}

/**
 * The first bytes of evidence, as many as tell what kind of file it is, with its name.
 *
 * @throws TieoutError EVIDENCE_NOT_FOUND, LEDGER_CORRUPT; when the ledger cannot be read
 */
export function headOfEvidence(ledger: string, id: number): { readonly name: string; readonly head: Buffer } {
  return readLedger(ledger, (db) => {
    const evidence = provenEvidence(db, id);
    const [head = Buffer.alloc(0)] = readAttachment(db, evidence);
    return { name: evidence.name, head: head.subarray(0, HEAD_BYTES) };
  });
}

function provenEvidence(db: ReadableLedger, id: number): Evidence {
  refuseForged(db);
  return getEvidence(evidenceIn(listAttachments(db)), id, db.name);
}

function targetOf(out: string, name: string): string {
  // A stranger named it: no folder of any system gives such a name a meaning.
  const path =
    statSync(out, { throwIfNoEntry: false })?.isDirectory() === true ? join(out, plainName(name)) : out;
  if (!existsSync(path)) return path;
  throw new TieoutError("EXPORT_TARGET", "There is a file of this name already", { file: path });
}

async function writeAttached(db: ReadableLedger, evidence: Evidence, path: string): Promise<void> {
  const pending = await writePending(path, async (sink) => {
    for (const piece of readAttachment(db, evidence)) {
      await new Promise<void>((resolve, reject) => {
        sink.write(piece, (error) => {
          if (error) reject(error);
          else resolve();
        });
      });
    }
  });
  await publishOrDiscard(pending, async ({ sha256 }) => {
    if (sha256 === evidence.sha256) return Promise.resolve();
    const facts = { file: db.name, record: `evidence ${evidence.id}` };
    const error = new TieoutError("AUDIT_MISMATCH", "The file differs from what was attached", facts);
    return Promise.reject(error);
  });
}

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
