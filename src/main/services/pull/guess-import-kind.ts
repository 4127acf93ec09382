/** Guesses the kind of a saved response from its beginning, for dropped files. */
import { readSync } from "node:fs";
import { TieoutError } from "../../../core/errors.ts";
import { OpenFile } from "../../api/list-body.ts";
import { ListScanner } from "../../api/scan.ts";

interface AnswersLook {
  /** The file's size. */
  readonly bytes: number;
  /** null where it is unknown. */
  readonly kind: "wallet" | "transactions" | "user" | "business" | null;
  /** Why it cannot be imported at all, as an import would say; null where its beginning is in order. */
  readonly problem: string | null;
}

/** A record begins well within it, whatever surrounds the list. */
const FIRST_BYTES = 64 * 1024;

/** Reads only the beginning of a file. @throws TieoutError FILE_UNREADABLE */
export function lookAtAnswers(path: string): AnswersLook {
  using file = new OpenFile(path, path);
  const start = firstBytes(file);
  return { bytes: file.bytes, ...lookAtStart(start, start.length === file.bytes, path) };
}

function firstBytes({ descriptor, bytes }: OpenFile): Buffer {
  const buffer = Buffer.alloc(Math.min(FIRST_BYTES, bytes));
  let length = 0;
  while (length < buffer.length) {
    const read = readSync(descriptor, buffer, length, buffer.length - length, length);
    if (read === 0) break;
    length += read;
  }
  return buffer.subarray(0, length);
}

/** A quote in a text is escaped, so that what looks like a field's name is one. */
const LISTED = /"(?<id>walletID|payID)"\s*:/u;
const WRAPPED = /"(?<name>user|business)"\s*:\s*\{/u;
const BARE = /"(?<name>businessname|default_currency)"\s*:/u;

function lookAtStart(start: Buffer, isWhole: boolean, path: string): Pick<AnswersLook, "kind" | "problem"> {
  const hasList = listBegins(start, isWhole, path);
  if (hasList instanceof TieoutError) return { kind: null, problem: hasList.message };
  return { kind: kindOf(start.toString("utf8"), hasList), problem: null };
}

function kindOf(text: string, hasList: boolean): AnswersLook["kind"] {
  if (hasList) {
    const id = LISTED.exec(text)?.groups?.["id"];
    if (id === undefined) return null;
    return id === "walletID" ? "wallet" : "transactions";
  }
  const name = (WRAPPED.exec(text) ?? BARE.exec(text))?.groups?.["name"];
  if (name === undefined) return null;
  return name === "business" || name === "businessname" ? "business" : "user";
}

/** Whether a list of records begins in it; what is wrong where it is no response. */
function listBegins(start: Buffer, isWhole: boolean, path: string): boolean | TieoutError {
  const scanner = new ListScanner({ name: path, kind: "file" });
  try {
    scanner.push(start);
    if (isWhole) scanner.finish();
    return scanner.listBegun;
  } catch (error) {
    if (error instanceof TieoutError) return error;
    throw error;
  }
}
