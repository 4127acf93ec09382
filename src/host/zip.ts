/** A folder as one file: a page can fetch nothing else. */
import { createReadStream, readdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

/** Names are UTF-8; lengths and checksum stand behind the file, when they are known. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** The version of the format that a reader needs. */
const VERSION = 20;
/** 1 January 1980, the first day there is: the same tables give the same bytes. */
const DAY = 0x21;
/** The format's older form, which every system opens, counts to here. */
const MOST_BYTES = 0xff_ff_ff_ff;

interface Packed {
  readonly name: Buffer;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Where its header stands in the whole. */
  readonly at: number;
}

/**
 * The files of a folder, in the order of their names; folders in it are left out.
 *
 * @throws Error past four gigabytes: no export has that much
 */
export async function* zipOf(folder: string): AsyncGenerator<Uint8Array> {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const packed: Packed[] = [];
  let at = 0;
  for (const { name } of files.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const header = localHeader(Buffer.from(name));
    yield header;
    const counts = yield* deflated(join(folder, name));
    packed.push({ ...counts, name: Buffer.from(name), at });
    yield fields(0x08_07_4b_50, ["u32", counts.crc], ["u32", counts.packedBytes], ["u32", counts.bytes]);
    at += header.length + counts.packedBytes + 16;
    if (at > MOST_BYTES) throw new Error("the tables are larger than a zip file may be");
  }
  const directory = Buffer.concat(packed.map(centralHeader));
  yield directory;
  const count = packed.length;
  yield fields(
    0x06_05_4b_50,
    ...shorts(0, 0, count, count),
    ["u32", directory.length],
    ["u32", at],
    ...shorts(0),
  );
}

async function* deflated(
  file: string,
): AsyncGenerator<Uint8Array, { crc: number; packedBytes: number; bytes: number }> {
  let [crc, bytes, packedBytes] = [0, 0, 0];
  const counted = async function* () {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      crc = crc32(chunk, crc);
      bytes += chunk.length;
      yield chunk;
    }
  };
  const source = Readable.from(counted());
  const packing = createDeflateRaw({ level: 1 });
  source.on("error", (error) => packing.destroy(error));
  for await (const chunk of source.pipe(packing) as AsyncIterable<Buffer>) {
    packedBytes += chunk.length;
    yield chunk;
  }
  return { crc, packedBytes, bytes };
}

function localHeader(name: Buffer): Buffer {
  const sizes: Field[] = [
    ["u32", 0],
    ["u32", 0],
    ["u32", 0],
  ];
  const head = fields(
    0x04_03_4b_50,
    ...shorts(VERSION, FLAGS, DEFLATED, 0, DAY),
    ...sizes,
    ...shorts(name.length, 0),
  );
  return Buffer.concat([head, name]);
}

function centralHeader({ name, crc, packedBytes, bytes, at }: Packed): Buffer {
  const head = fields(
    0x02_01_4b_50,
    ...shorts(VERSION, VERSION, FLAGS, DEFLATED, 0, DAY),
    ["u32", crc],
    ["u32", packedBytes],
    ["u32", bytes],
    ...shorts(name.length, 0, 0, 0, 0),
    ["u32", 0],
    ["u32", at],
  );
  return Buffer.concat([head, name]);
}

type Field = readonly [size: "u16" | "u32", value: number];

function shorts(...values: readonly number[]): Field[] {
  return values.map((value) => ["u16", value]);
}

/** A signature and the fields behind it, each with its low byte first. */
function fields(signature: number, ...list: readonly Field[]): Buffer {
  const all: readonly Field[] = [["u32", signature], ...list];
  const bytes = Buffer.alloc(all.reduce((sum, [size]) => sum + (size === "u16" ? 2 : 4), 0));
  let at = 0;
  for (const [size, value] of all)
    at = size === "u16" ? bytes.writeUInt16LE(value, at) : bytes.writeUInt32LE(value, at);
  return bytes;
}
