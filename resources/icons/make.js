// Makes every size and container of the icon from icon.svg: `node resources/icons/make.js`. It draws with rsvg-convert, which
// need only be there when the drawing changes; what it makes is kept beside it.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = import.meta.dirname;
const SIZES = [16, 32, 48, 64, 128, 256, 512, 1024];

/** Of a picture with so many pixels a side, in a macOS icon; the doubled ones are for screens of twice the density. */
const ICNS_KINDS = [
  ["ic11", 32],
  ["ic12", 64],
  ["ic07", 128],
  ["ic08", 256],
  ["ic13", 256],
  ["ic09", 512],
  ["ic14", 512],
  ["ic10", 1024],
];
const ICO_SIZES = [16, 32, 48, 64, 128, 256];

const draw = (size) =>
  execFileSync("rsvg-convert", ["--width", `${size}`, "--height", `${size}`, join(FOLDER, "icon.svg")]);

const pictures = new Map(SIZES.map((size) => [size, draw(size)]));

/** A Windows icon: a directory of fixed records, then the PNGs as they are. 256 is written as 0. */
function ico() {
  const head = Buffer.alloc(6 + 16 * ICO_SIZES.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(ICO_SIZES.length, 4);
  let offset = head.length;
  for (const [index, size] of ICO_SIZES.entries()) {
    const { length } = pictures.get(size);
    const at = 6 + 16 * index;
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += length;
  }
  return Buffer.concat([head, ...ICO_SIZES.map((size) => pictures.get(size))]);
}

/** A macOS icon: chunks of kind, whole length and PNG. */
function icns() {
  const chunks = ICNS_KINDS.map(([kind, size]) => chunk(kind, pictures.get(size)));
  return chunk("icns", Buffer.concat(chunks));
}

function chunk(kind, body) {
  const head = Buffer.alloc(8);
  head.write(kind, 0, "latin1");
  head.writeUInt32BE(head.length + body.length, 4);
  return Buffer.concat([head, body]);
}

for (const [size, picture] of pictures) writeFileSync(join(FOLDER, `${size}x${size}.png`), picture);
writeFileSync(join(FOLDER, "icon.ico"), ico());
writeFileSync(join(FOLDER, "icon.icns"), icns());
