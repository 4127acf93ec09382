/** Reads a zip file by its central directory (docs/evidence-pack.md, section 2). Nothing is inflated beyond what it states. */
import { growingSha256 } from "./hash.ts";
import { Wrong } from "./json.ts";

/** What section 2 allows: more is refused before it is read. */
const MOST_ENTRIES = 65_534;
const MOST_BYTES = 2 ** 30;
const MOST_BYTES_OF_ALL = 2 ** 31;

const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;

export interface ZipEntry {
  readonly name: string;
  /** As the zip states it. */
  readonly bytes: number;
  readonly packed: number;
  readonly method: number;
  readonly at: number;
}

export interface ReadEntry {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** The entries in their order. @throws Wrong */
export async function zipEntries(file: Blob): Promise<ZipEntry[]> {
  const tailAt = Math.max(0, file.size - END_BYTES - LONGEST_COMMENT);
  const tail = await viewOf(file, tailAt, file.size);
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new Wrong("it is not a zip file");
  const count = tail.getUint16(end + 10, true);
  const [size, at] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  if (count > MOST_ENTRIES) throw new Wrong(`it has more than ${MOST_ENTRIES} entries`);
  if (at + size !== tailAt + end) throw new Wrong("the directory of the zip is not at its end");
  const entries = readDirectory(await viewOf(file, at, at + size), count);
  checkNames(entries);
  const all = entries.reduce((bytes, entry) => bytes + entry.bytes, 0);
  if (all > MOST_BYTES_OF_ALL || entries.some(({ bytes }) => bytes > MOST_BYTES))
    throw new Wrong("it unpacks to more than a pack may have");
  return entries;
}

function readDirectory(view: DataView, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let left = count; left > 0; left -= 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50)
      throw new Wrong("the directory of the zip is cut");
    const lengths = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const [nameLength = 0] = lengths;
    const next = at + lengths.reduce((all, length) => all + length, 46);
    if (next > view.byteLength) throw new Wrong("the directory of the zip is cut");
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength));
    if ((view.getUint16(at + 8, true) & 1) === 1) throw new Wrong(`${name} is encrypted`);
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    });
    at = next;
  }
  if (at !== view.byteLength) throw new Wrong("the directory of the zip has more entries than it states");
  return entries;
}

function checkNames(entries: readonly ZipEntry[]): void {
  const seen = new Set<string>();
  for (const { name } of entries) {
    if (name === "" || /^\/|\\|^[A-Za-z]:|\/$/u.test(name) || name.split("/").includes(".."))
      throw new Wrong(`the zip has an entry with the name "${name}"`);
    if (seen.has(name)) throw new Wrong(`the zip has ${name} twice`);
    seen.add(name);
  }
}

/** Inflates an entry. @throws Wrong where it is not what the zip states */
export async function readEntry(file: Blob, entry: ZipEntry): Promise<ReadEntry> {
  const { name, at, packed, bytes, method } = entry;
  const local = at + 30 <= file.size ? await viewOf(file, at, at + 30) : null;
  if (local?.getUint32(0, true) !== 0x04034b50) throw new Wrong(`${name} is not where the zip says`);
  const nameAt = at + 30;
  const nameEnd = nameAt + local.getUint16(26, true);
  const named = new TextDecoder().decode(await file.slice(nameAt, nameEnd).arrayBuffer());
  if (named !== name) throw new Wrong(`${name} has another name where it begins`);
  const from = nameEnd + local.getUint16(28, true);
  if (from + packed > file.size) throw new Wrong(`${name} is cut`);
  if (method !== 0 && method !== 8) throw new Wrong(`${name} is packed in a way that packs do not use`);
  const stored = file.slice(from, from + packed).stream();
  const stream = method === 0 ? stored : stored.pipeThrough(new DecompressionStream("deflate-raw"));
  const whole = new Uint8Array(bytes);
  const hash = growingSha256();
  let filled = 0;
  const reader = stream.getReader();
  for (;;) {
    const piece = await reader.read().catch(() => {
      throw new Wrong(`${name} cannot be unpacked`);
    });
    if (piece.done) break;
    if (filled + piece.value.length > bytes) {
      await reader.cancel();
      throw new Wrong(`${name} unpacks to more than the zip states`);
    }
    whole.set(piece.value, filled);
    hash.add(piece.value);
    filled += piece.value.length;
  }
  if (filled < bytes) throw new Wrong(`${name} is shorter than the zip states`);
  return { bytes: whole, sha256: hash.hex() };
}

async function viewOf(file: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await file.slice(from, to).arrayBuffer());
}
