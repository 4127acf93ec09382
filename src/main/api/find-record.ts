/** Finds one record in a body, as the service wrote it. */
import { BlockReader, type RecordReader, idOf, parseList, splitRecords } from "./block-records.ts";
import type { Origin } from "./origin.ts";
import { type Block, ListScanner } from "./scan.ts";

const STORED: Origin = { name: "stored response", kind: "answer" };

/**
 * The texts of a body's records that have an id, in the body's order, each from its first to its last
 * character.
 *
 * @param pieces the body's bytes; not read further than the caller goes on
 * @throws TieoutError PAYLOAD_* when the body is not one that was ever kept
 */
export function* findRecordTexts<T>(
  pieces: Iterable<Uint8Array>,
  kind: RecordReader<T>,
  id: number,
): Generator<string, void, void> {
  const scanner = new ListScanner(STORED);
  // In a text its quotes are escaped.
  const said = new RegExp(String.raw`"${kind.idField}"\s*:\s*${id}(?![0-9])`, "u");
  let held = Buffer.alloc(0);
  let heldFrom = 0;
  let seen = 0;
  const found = function* (): Generator<string, void, void> {
    for (const { start, end } of scanner.blocks.slice(seen)) {
      const bytes = held.subarray(start - heldFrom, end - heldFrom);
      if (said.test(bytes.toString("latin1"))) yield* textsWith(bytes, said, kind, id);
      seen += 1;
    }
    const done = scanner.blocks.at(-1)?.end ?? heldFrom;
    held = held.subarray(done - heldFrom);
    heldFrom = done;
  };
  for (const piece of pieces) {
    held = Buffer.concat([held, piece]);
    scanner.push(piece);
    yield* found();
  }
  scanner.finish();
  yield* found();
}

/** Reads a record's text as a pull does. */
export function readRecordText<T extends object>(text: string, kind: RecordReader<T>): T | null {
  const block: Block = { start: 0, end: 0, records: 1, firstRecord: 0, colons: 0, roundable: true };
  return new BlockReader(kind, STORED).read(`[${text}]`, block)[0] ?? null;
}

function textsWith<T>(bytes: Buffer, said: RegExp, kind: RecordReader<T>, id: number): string[] {
  return splitRecords(`[${bytes.toString("utf8")}]`)
    .filter(({ text }) => said.test(text) && idOf(parseList(`[${text}]`)?.[0], kind) === id)
    .map(({ text }) => text.trim());
}
