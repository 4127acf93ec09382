/** Zips made by hand, so that they can also be wrong in every way a file can be. */
import { readFileSync, writeFileSync } from "node:fs";
import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";

export interface ZipPart {
  readonly name: string;
  readonly bytes: Buffer;
  /** The same deflated, where that is at hand. */
  readonly deflated?: Buffer;
  /** What the directory says of it, where that is not so. */
  readonly says?: {
    readonly size?: number;
    readonly compressedSize?: number;
    readonly flags?: number;
    readonly method?: number;
    /** Its name in the field of Unicode names. */
    readonly unicodeName?: string;
  };
}

/** A zip of parts, each deflated. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, deflated, says = {} } of parts) {
    const compressed = deflated ?? deflateRawSync(bytes, { level: 6 });
    const named = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(says.flags ?? 0, 2);
    common.writeUInt16LE(says.method ?? 8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(says.compressedSize ?? compressed.length, 14);
    common.writeUInt32LE(says.size ?? bytes.length, 18);
    common.writeUInt16LE(named.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, named, compressed]);
    const entry = Buffer.alloc(46);
    entry.write("PK\u0001\u0002", 0, "latin1");
    entry.writeUInt16LE(20, 4);
    common.copy(entry, 6, 0, 24);
    const field = says.unicodeName === undefined ? Buffer.alloc(0) : nameField(named, says.unicodeName);
    entry.writeUInt16LE(field.length, 30);
    entry.writeUInt32LE(offset, 42);
    files.push(local);
    directory.push(entry, named, field);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", 0, "latin1");
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, central, end]);
}

/** The directory's field that names a part again. */
function nameField(named: Buffer, name: string): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt16LE(0x7075, 0);
  head.writeUInt16LE(5 + Buffer.byteLength(name), 2);
  head.writeUInt8(1, 4);
  head.writeUInt32LE(crc32(named), 5);
  return Buffer.concat([head, Buffer.from(name)]);
}

/** The parts of a zip that a program wrote, by its directory. */
export function partsOf(zip: Buffer): ZipPart[] {
  const end = zip.lastIndexOf(Buffer.from("PK\u0005\u0006"));
  const parts: ZipPart[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const lengths = [28, 30, 32].map((from) => zip.readUInt16LE(at + from));
    const name = zip.toString("utf8", at + 46, at + 46 + lengths[0]!);
    const offset = zip.readUInt32LE(at + 42);
    const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
    const raw = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    const isDeflated = zip.readUInt16LE(at + 10) !== 0;
    parts.push(isDeflated ? { name, bytes: inflateRawSync(raw), deflated: raw } : { name, bytes: raw });
    at += 46 + lengths[0]! + lengths[1]! + lengths[2]!;
  }
  return parts;
}

/** Changes parts of a zip as text; what gives null takes the part away. */
export function changeParts(
  path: string,
  to: string,
  change: (name: string, text: string) => string | null,
): void {
  const parts = partsOf(readFileSync(path)).flatMap((part) => {
    const text = part.bytes.toString("utf8");
    const changed = change(part.name, text);
    if (changed === null) return [];
    return [changed === text ? part : { name: part.name, bytes: Buffer.from(changed) }];
  });
  writeFileSync(to, zipOf(parts));
}
