/** The rows that a window shows as one file, which comes in pieces. */
import { once } from "node:events";
import { finished } from "node:stream/promises";
import { TieoutError } from "../../../core/errors.ts";
import { publishOrDiscard, writePending } from "../../excel/output/pending.ts";

export interface TablePiece {
  readonly out: string;
  readonly text: string;
  /** From 0 on. */
  readonly piece: number;
  readonly isLast: boolean;
}

/** What came of one file; whoever begins another gives it up. */
let begun: { readonly out: string; readonly pieces: string[] } | null = null;

/**
 * Takes a piece of a file. With the last the file is written whole, over what was there.
 *
 * @returns whether the file is in its place
 * @throws TieoutError IPC_INVALID for a piece out of turn, EXPORT_TARGET when the place cannot be written to
 */
export async function writeTablePiece({ out, text, piece, isLast }: TablePiece): Promise<boolean> {
  if (piece === 0) begun = { out, pieces: [] };
  const current = begun;
  if (current === null || current.out !== out || current.pieces.length !== piece)
    throw new TieoutError("IPC_INVALID", "A piece of the table is missing", { field: "piece" });
  current.pieces.push(text);
  if (!isLast) return false;
  begun = null;
  const file = await writePending(out, async (sink) => {
    for (const one of current.pieces) if (!sink.write(one)) await once(sink, "drain");
    sink.end();
    await finished(sink);
  });
  await publishOrDiscard(file);
  return true;
}
