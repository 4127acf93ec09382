/** The identity of an open ledger and its file. Another file may appear under the same name at any moment. */
import { statSync } from "node:fs";
import { TieoutError } from "../../../core/errors.ts";
import { ledgerIdOf } from "../trail/audit.ts";
import type { ReadableLedger } from "./connection.ts";

export interface OpenedLedger {
  /** As it was opened. */
  readonly path: string;
  readonly ledgerId: string;
  /** The file's own number on its disk. */
  readonly file: string;
}

/** What is open at a path. */
export function openedAt(path: string, ledgerId: string): OpenedLedger {
  return { path, ledgerId, file: fileAt(path) };
}

/** The number of a path's file on its disk, the same for all names of the file; empty where nothing is there. */
function fileAt(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.dev}:${stats.ino}`;
}

/**
 * Refuses another ledger, or another copy of it, than the one that was open under this name.
 *
 * @param expected what was open; of another path, or undefined, everything passes
 * @throws TieoutError LEDGER_REPLACED; LEDGER_NOT_FOUND where nothing has its name any more
 */
export function refuseReplaced(now: OpenedLedger, expected: OpenedLedger | undefined): void {
  if (expected === undefined || expected.path !== now.path) return;
  if (expected.ledgerId === now.ledgerId && expected.file === now.file) return;
  if (now.file === "") throw goneError(now.path);
  const what = expected.ledgerId === now.ledgerId ? "Another copy of the ledger" : "Another ledger";
  throw new TieoutError("LEDGER_REPLACED", `${what} has taken this file's place since it was opened`, {
    file: now.path,
  });
}

/** The error for a ledger that was open and has no file under its name any more. */
export function goneError(path: string): TieoutError {
  return new TieoutError("LEDGER_NOT_FOUND", "The open ledger is no longer there", { file: path });
}

/** As `refuseReplaced`, of an open handle. */
export function refuseOther(db: ReadableLedger, path: string, expected: OpenedLedger | undefined): void {
  if (expected !== undefined) refuseReplaced(openedAt(path, ledgerIdOf(db)), expected);
}
