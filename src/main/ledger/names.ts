/** How long the name of a ledger may be, so that what stands beside it has a name, too. In bytes, as file systems count them. */
import { basename } from "node:path";
import { type ErrorCode, TieoutError } from "../../core/errors.ts";

/** Of every file system that programs work on. */
const LONGEST_BYTES = 255;
/** Of one that is opened: a lock stands beside it, and SQLite's own files. */
const LONGEST_OPENED = LONGEST_BYTES - "-lock-journal".length;
/** Of a copy: until it is whole it has a longer name, and is opened under that. */
const LONGEST_COPY = LONGEST_OPENED - ".00000000-0000-0000-0000-000000000000.new".length;
/** Of a new ledger: copies are named after it, that of what stood there before a restore at the greatest length. */
const LONGEST_NEW = LONGEST_COPY - " before restore 2026-01-01 000000".length;

/** @throws TieoutError EXPORT_TARGET */
export function refuseLongNew(path: string): void {
  refuseLonger(path, LONGEST_NEW, "EXPORT_TARGET");
}

/** @throws TieoutError EXPORT_TARGET */
export function refuseLongCopy(path: string): void {
  refuseLonger(path, LONGEST_COPY, "EXPORT_TARGET");
}

/** @throws TieoutError FILE_UNREADABLE */
export function refuseLongOpened(path: string): void {
  refuseLonger(path, LONGEST_OPENED, "FILE_UNREADABLE");
}

function refuseLonger(path: string, longest: number, code: ErrorCode): void {
  const bytes = Buffer.byteLength(basename(path));
  if (bytes <= longest) return;
  const sentence = `The name is too long, ${bytes} bytes where ${longest} leave room for the files that stand beside it`;
  throw new TieoutError(code, sentence, { file: path });
}
