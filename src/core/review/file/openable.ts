/**
 * Which evidence the system's viewer may open. A ledger may come from anybody, and so may what is attached in
 * it: only kinds of files that viewers read and do not run, and only what is of the kind that its name says.
 */
import { TieoutError } from "../../errors.ts";

type OpenableKind = "pdf" | "png" | "jpeg" | "gif" | "bmp" | "tiff" | "webp" | "text";

const ENDINGS: Readonly<Record<string, OpenableKind>> = {
  ".pdf": "pdf",
  ".png": "png",
  ".jpg": "jpeg",
  ".jpeg": "jpeg",
  ".gif": "gif",
  ".bmp": "bmp",
  ".tif": "tiff",
  ".tiff": "tiff",
  ".webp": "webp",
  ".txt": "text",
  ".eml": "text",
};

/** What files of a kind begin with, one of these. */
const BEGINNINGS: Readonly<Record<Exclude<OpenableKind, "text">, readonly (readonly number[])[]>> = {
  // %PDF-
  pdf: [[0x25, 0x50, 0x44, 0x46, 0x2d]],
  png: [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  jpeg: [[0xff, 0xd8, 0xff]],
  // GIF8
  gif: [[0x47, 0x49, 0x46, 0x38]],
  // BM
  bmp: [[0x42, 0x4d]],
  // II*, MM*
  tiff: [
    [0x49, 0x49, 0x2a, 0x00],
    [0x4d, 0x4d, 0x00, 0x2a],
  ],
  // RIFF
  webp: [[0x52, 0x49, 0x46, 0x46]],
};

/** How many of the first bytes tell the kind. */
export const HEAD_BYTES = 4096;

/** The ending of a name that the viewer may open, with its dot, in lower case; null for any other. */
export function openableEnding(name: string): string | null {
  const ending = /\.[a-z]+$/u.exec(name.toLowerCase())?.[0] ?? "";
  return Object.hasOwn(ENDINGS, ending) ? ending : null;
}

/**
 * Refuses to open what is not of the kind that its ending says.
 *
 * @param head the file's first bytes, HEAD_BYTES or all
 * @returns the ending, with its dot
 * @throws TieoutError EVIDENCE_NOT_OPENED
 */
export function assertOpenable(name: string, head: Uint8Array): string {
  const ending = openableEnding(name);
  if (ending === null) {
    const sentence = "Tieout opens only PDF files, pictures, plain text and mail";
    throw new TieoutError("EVIDENCE_NOT_OPENED", sentence, { file: name });
  }
  const kind = ENDINGS[ending] ?? "text";
  if (kind === "text" ? isText(head) : beginsAs(kind, head)) return ending;
  throw new TieoutError("EVIDENCE_NOT_OPENED", "The file is not what its name says", { file: name });
}

function beginsAs(kind: Exclude<OpenableKind, "text">, head: Uint8Array): boolean {
  return BEGINNINGS[kind].some((beginning) => beginning.every((byte, at) => head[at] === byte));
}

/** No text has a zero byte, and none that is read as text begins like a program or a shortcut. */
function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false;
  const beginning = String.fromCharCode(...head.subarray(0, 64)).trimStart();
  return !/^(?:#!|MZ|\u007fELF|\[Desktop Entry\]|\[InternetShortcut\]|<\?xml|<!doctype|<html)/iu.test(
    beginning,
  );
}
