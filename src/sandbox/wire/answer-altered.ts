/** Faults on the wire that alter the response. */
import { setTimeout as sleepFor } from "node:timers/promises";
import { type SuccessBody, piecesOf } from "../answer.ts";
import { duplicateKey, editedField, markedText, nestedField, numberAsText } from "./edit-record.ts";
import type { AlteredFault } from "./wire-plan.ts";

/** The bytes of a faulty response, and how it ends: as it should, by a closed connection, or not at all. */
export interface AlteredAnswer {
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  readonly ending: "whole" | "cut" | "open";
}

const NOT_UTF8 = 0xff;

/** @param stopping ends the waits of a response that drips */
export function alterAnswer(fault: AlteredFault, answer: SuccessBody, stopping: AbortSignal): AlteredAnswer {
  const whole = bytesOf(piecesOf(answer));
  switch (fault.fault) {
    case "truncate":
      return { pieces: firstBytes(whole, fault.afterBytes), ending: "cut" };
    case "stall":
      return { pieces: firstBytes(whole, fault.afterBytes), ending: "open" };
    case "drip":
      return { pieces: dripping(whole, fault.everyMs, stopping), ending: "whole" };
    case "oversize":
      return { pieces: padded(whole, fault.bytes), ending: "whole" };
    case "bad-utf8":
      return { pieces: spoilt(rewritten(answer, fault.record, markedText)), ending: "whole" };
    case "field":
    case "wrong-type":
    case "duplicate-key":
    case "nested":
      return { pieces: rewritten(answer, fault.record, writerOf(fault)), ending: "whole" };
  }
}

type RecordFault = Extract<AlteredFault, { fault: "field" | "wrong-type" | "duplicate-key" | "nested" }>;
type WriteRecord = (record: Readonly<Record<string, unknown>>) => string;

function writerOf(fault: RecordFault): WriteRecord {
  switch (fault.fault) {
    case "field":
      return (record) => editedField(record, fault.path, fault.put);
    case "wrong-type":
      return (record) => numberAsText(record, fault.key);
    case "duplicate-key":
      return (record) => duplicateKey(record, fault.key);
    case "nested":
      return (record) => nestedField(record, fault.depth);
  }
}

/** The response with the record at one place written in another way. */
function rewritten(answer: SuccessBody, at: number, write: WriteRecord): Iterable<Uint8Array> {
  return bytesOf(
    piecesOf(answer, (record, place) => (place === at ? write(record) : JSON.stringify(record))),
  );
}

function* bytesOf(pieces: Iterable<string>): Generator<Uint8Array, void, void> {
  for (const piece of pieces) yield Buffer.from(piece, "utf8");
}

function* firstBytes(pieces: Iterable<Uint8Array>, count: number): Generator<Uint8Array, void, void> {
  let left = count;
  for (const piece of pieces) {
    yield piece.subarray(0, left);
    left -= piece.length;
    if (left <= 0) return;
  }
}

async function* dripping(
  pieces: Iterable<Uint8Array>,
  everyMs: number,
  stopping: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  for (const piece of pieces) {
    for (const byte of piece) {
      yield Uint8Array.of(byte);
      await sleepFor(everyMs, undefined, { signal: stopping });
    }
  }
}

function* padded(pieces: Iterable<Uint8Array>, bytes: number): Generator<Uint8Array, void, void> {
  let left = bytes;
  for (const piece of pieces) {
    yield piece;
    left -= piece.length;
  }
  const blanks = Buffer.alloc(64 * 1024, " ");
  for (; left > 0; left -= blanks.length) yield blanks.subarray(0, left);
}

/** Turns each raw NUL, which JSON never holds, into a byte that UTF-8 never holds. */
function* spoilt(pieces: Iterable<Uint8Array>): Generator<Uint8Array, void, void> {
  for (const piece of pieces) yield piece.map((byte) => (byte === 0 ? NOT_UTF8 : byte));
}
