/**
 * One message of the bridge as bytes, for where it crosses a socket: JSON, with the typed arrays behind it as
 * they lie in memory. HeldNumbers that JSON does not carry (NaN, −0, the infinities) go with them, so that what
 * arrives is what was sent.
 *
 * Both ends run on one machine, so numbers keep its byte order. A frame is
 * `length of the head, 4 bytes | head, JSON in UTF-8 | pieces, end to end in the head's order`.
 */
import { TieoutError } from "../core/errors.ts";

// Every host has these two; no library of types that this folder compiles with does.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new (
  label: "utf-8",
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

/** The most characters of a piece of a table, which crosses the bridge in pieces, each well within a frame. */
export const TABLE_PIECE = 1_200_000;
/** The most pieces of a table. */
export const TABLE_PIECES = 40;

type TypedArray = Float64Array | Float32Array | Int32Array | Int8Array | Uint8Array;

/** A number by itself travels as a piece of one. */
const KINDS = {
  number: Float64Array,
  float64: Float64Array,
  float32: Float32Array,
  int32: Int32Array,
  int8: Int8Array,
  uint8: Uint8Array,
} as const;
type CodecKind = keyof typeof KINDS;

type Path = readonly (string | number)[];
/** Where a piece belongs in the message, what it is, and how many numbers it has. */
type EncodedColumn = readonly [path: Path, kind: CodecKind, count: number];

interface Piece {
  readonly place: EncodedColumn;
  readonly array: TypedArray;
}

const HEAD_LENGTH_BYTES = 4;
/** Messages of ours are flat, and the deepest record that is taken in at all nests 64 levels. */
const MAX_DEPTH = 200;

/**
 * The bytes of a message: null, texts, booleans, numbers, typed arrays (Float64Array,
 * Float32Array, Int32Array, Int8Array, Uint8Array), and arrays and plain objects of these. Members that are undefined are left out, as JSON does.
 *
 * @throws Error for anything else: that is a defect, every message is declared
 */
export function encodeMessage(message: unknown): Uint8Array<ArrayBuffer> {
  const pieces: Piece[] = [];
  const lifted = liftPieces(message, [], pieces);
  const head = new TextEncoder().encode(JSON.stringify([lifted, pieces.map(({ place }) => place)]));
  let at = HEAD_LENGTH_BYTES + head.length;
  const frame = new Uint8Array(pieces.reduce((sum, { array }) => sum + array.byteLength, at));
  new DataView(frame.buffer).setUint32(0, head.length, true);
  frame.set(head, HEAD_LENGTH_BYTES);
  for (const { array } of pieces) {
    frame.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += array.byteLength;
  }
  return frame;
}

/**
 * The value as JSON can carry it: null where a piece was lifted out; what holds none is not copied.
 *
 * @param path of the value, given back as it was
 */
function liftPieces(value: unknown, path: (string | number)[], pieces: Piece[]): unknown {
  if (isJson(value)) return value;
  if (typeof value === "number") return lift("number", Float64Array.of(value), path, pieces);
  if (value instanceof Float64Array) return lift("float64", value, path, pieces);
  if (value instanceof Float32Array) return lift("float32", value, path, pieces);
  if (value instanceof Int32Array) return lift("int32", value, path, pieces);
  if (value instanceof Int8Array) return lift("int8", value, path, pieces);
  if (value instanceof Uint8Array) return lift("uint8", value, path, pieces);
  if (path.length >= MAX_DEPTH) throw new Error("a message of the bridge nests too deep");
  if (Array.isArray(value)) return liftFromArray(value, path, pieces);
  if (isPlain(value)) return liftFromObject(value, path, pieces);
  throw new Error(`a message of the bridge cannot carry this: ${Object.prototype.toString.call(value)}`);
}

function lift(kind: CodecKind, array: TypedArray, path: Path, pieces: Piece[]): null {
  pieces.push({ place: [[...path], kind, array.length], array });
  return null;
}

function liftFromArray(
  items: readonly unknown[],
  path: (string | number)[],
  pieces: Piece[],
): readonly unknown[] {
  let copy: unknown[] | null = null;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (isJson(item)) continue;
    path.push(index);
    const lifted = liftPieces(item, path, pieces);
    path.pop();
    if (lifted === item) continue;
    copy ??= [...items];
    copy[index] = lifted;
  }
  return copy ?? items;
}

function liftFromObject(members: object, path: (string | number)[], pieces: Piece[]): object {
  let copy: object | null = null;
  for (const key of Object.keys(members)) {
    const member: unknown = members[key as keyof typeof members];
    if (member === undefined || isJson(member)) continue;
    path.push(key);
    const lifted = liftPieces(member, path, pieces);
    path.pop();
    if (lifted === member) continue;
    copy ??= withSameMembers(members);
    setMember(copy, key, lifted);
  }
  return copy ?? members;
}

/** Most values by far: JSON carries them as they are, and nothing needs to know where they stand. */
function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  return value === null || typeof value === "string" || typeof value === "boolean";
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null || "toJSON" in value) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A copy in which `__proto__` is a name like any other. */
function withSameMembers(members: object): object {
  return Object.defineProperties({}, Object.getOwnPropertyDescriptors(members));
}

function setMember(target: object, key: string | number, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/**
 * The message that a frame carries. Each typed array has memory of its own, and may be handed on to a thread.
 *
 * @throws TieoutError IPC_INVALID when the frame is not one that `encodeMessage` makes
 */
export function decodeMessage(frame: Uint8Array): unknown {
  if (frame.length < HEAD_LENGTH_BYTES) throw malformed("it is too short");
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const headEnd = HEAD_LENGTH_BYTES + view.getUint32(0, true);
  if (headEnd > frame.length) throw malformed("its head is cut off");
  const { message, places } = parseHead(frame.subarray(HEAD_LENGTH_BYTES, headEnd));
  // The message itself may be a piece: as a member of this one it has a place like all others.
  const whole = [message];
  let at = headEnd;
  for (const place of places) {
    const [path, kind, count] = parsePlace(place);
    const end = at + count * KINDS[kind].BYTES_PER_ELEMENT;
    if (end > frame.length) throw malformed("a list of numbers is cut off");
    // Not `slice`: of a Buffer, which a socket gives, it is a view of the same memory.
    const array = new KINDS[kind](new Uint8Array(frame.subarray(at, end)).buffer);
    putPiece(whole, [0, ...path], kind === "number" ? array[0] : array);
    at = end;
  }
  if (at !== frame.length) throw malformed("something follows its end");
  return whole[0];
}

function parseHead(bytes: Uint8Array): { message: unknown; places: readonly unknown[] } {
  let head: unknown;
  try {
    head = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw malformed("its head is not JSON");
  }
  if (!Array.isArray(head) || head.length !== 2 || !Array.isArray(head[1])) {
    throw malformed("its head is not a message with its lists of numbers");
  }
  return { message: head[0], places: head[1] };
}

function parsePlace(place: unknown): EncodedColumn {
  if (!Array.isArray(place) || place.length !== 3) throw malformed("a list of numbers has no place");
  const [path, kind, count] = place as unknown[];
  const isPath =
    Array.isArray(path) && path.every((key) => typeof key === "string" || Number.isSafeInteger(key));
  const isKind = typeof kind === "string" && Object.hasOwn(KINDS, kind);
  const isCount = Number.isSafeInteger(count) && (kind === "number" ? count === 1 : Number(count) >= 0);
  if (!isPath || !isKind || !isCount) throw malformed("a list of numbers has no place");
  return place as unknown as EncodedColumn;
}

function putPiece(whole: unknown[], path: Path, piece: unknown): void {
  let target: object = whole;
  for (const [depth, key] of path.entries()) {
    if (!Object.hasOwn(target, key)) throw malformed("a list of numbers has no place");
    const member = (target as Record<string | number, unknown>)[key];
    if (depth === path.length - 1) {
      if (member !== null) throw malformed("a list of numbers has no place");
      setMember(target, key, piece);
    } else {
      if (typeof member !== "object" || member === null) throw malformed("a list of numbers has no place");
      target = member;
    }
  }
}

function malformed(why: string): TieoutError {
  return new TieoutError("IPC_INVALID", `A message between window and program is malformed: ${why}`);
}
