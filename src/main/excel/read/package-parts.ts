/** The parts of a workbook's package, or of a pack: checked by the zip's directory, and again while each is inflated. */
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import yauzl from "yauzl";
import { TieoutError } from "../../../core/errors.ts";

// How much a workbook that comes back may hold before it is refused: more than any that Tieout writes, less
// than harms the machine.

export interface ReadLimits {
  readonly parts: number;
  /** Bytes of one part once it is inflated. */
  readonly partBytes: number;
  /** Bytes of all parts that are read, once inflated. */
  readonly allBytes: number;
  /** How many times larger than its compressed bytes a part may be, once it is larger than `smallBytes`. */
  readonly ratio: number;
  readonly smallBytes: number;
  readonly sharedTexts: number;
  /** Empty ones among the shared texts: programs share each text once. */
  readonly emptyTexts: number;
  /** UTF-16 units of one text of a cell: Excel's longest has 32,767. */
  readonly text: number;
  /** UTF-16 units of one formula, which bounds how deep its parentheses nest: Excel's longest has 8,192. */
  readonly formula: number;
  /** UTF-16 units of all texts of one row, and of all shared formulas of one sheet. */
  readonly rowText: number;
  readonly depth: number;
  readonly attributes: number;
  /** UTF-16 units of one tag with its attributes. */
  readonly tag: number;
  /** Elements of one part: so many, and `elementsPerByte` more per compressed byte (programs: under 0.5). */
  readonly elements: number;
  readonly elementsPerByte: number;
  readonly sheets: number;
}

const MEGABYTE = 1_048_576;

export const READ_LIMITS: ReadLimits = {
  parts: 5000,
  // A million entries take about 1 GB.
  partBytes: 4096 * MEGABYTE,
  allBytes: 8192 * MEGABYTE,
  ratio: 300,
  smallBytes: 32 * MEGABYTE,
  sharedTexts: 20_000_000,
  emptyTexts: 1000,
  text: 200_000,
  formula: 16_384,
  rowText: 32 * MEGABYTE,
  depth: 64,
  attributes: 256,
  tag: 262_144,
  elements: 50_000,
  elementsPerByte: 2,
  sheets: 1000,
};

/** What such a file is called. */
export type PackageThing = "workbook" | "pack";

/** The number of the field that names a part again, in Unicode. */
const UNICODE_NAME = 0x7075;

export class PackageParts {
  readonly file: string;
  /** SHA-256 of the file's bytes, 64 hex digits. */
  readonly sha256: string;
  readonly limits: ReadLimits;
  readonly #thing: PackageThing;
  readonly #zip: yauzl.ZipFile;
  /** By name in lower case: the format does not tell cases apart. */
  readonly #entries: ReadonlyMap<string, yauzl.Entry>;
  #bytesLeft: number;

  private constructor(
    file: string,
    sha256: string,
    limits: ReadLimits,
    thing: PackageThing,
    zip: yauzl.ZipFile,
    entries: ReadonlyMap<string, yauzl.Entry>,
  ) {
    this.file = file;
    this.#thing = thing;
    this.sha256 = sha256;
    this.limits = limits;
    this.#zip = zip;
    this.#entries = entries;
    this.#bytesLeft = limits.allBytes;
  }

  /** Close it in the end. @throws TieoutError FILE_UNREADABLE, IMPORT_FORMAT, IMPORT_TOO_LARGE */
  static async open(
    path: string,
    limits: ReadLimits = READ_LIMITS,
    thing: PackageThing = "workbook",
  ): Promise<PackageParts> {
    const file = basename(path);
    try {
      const { sha256, zip } = await openOnce(path, file, thing);
      try {
        const entries = await entriesOf(zip, { file, limits, thing });
        return new PackageParts(file, sha256, limits, thing, zip, entries);
      } catch (error) {
        zip.close();
        throw error;
      }
    } catch (error) {
      throw readingError(error, file, thing);
    }
  }

  /** Of all parts, as the file has them, in its order. */
  get names(): readonly string[] {
    return Array.from(this.#entries.values(), ({ fileName }) => fileName);
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** How many bytes a part takes in the file; 0 of one that is missing. */
  compressedBytes(name: string): number {
    return this.#entries.get(name.toLowerCase())?.compressedSize ?? 0;
  }

  /**
   * A part's bytes, inflated piece by piece.
   *
   * @throws TieoutError IMPORT_FORMAT when it is missing, damaged or not of the size that the directory says;
   *   IMPORT_TOO_LARGE
   */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined) throw notAWorkbook(this.file, `A part of the ${this.#thing} is missing`, name);
    try {
      const stream = await this.#zip.openReadStreamPromise(entry);
      for await (const piece of stream as AsyncIterable<Buffer>) {
        this.#bytesLeft -= piece.length;
        if (this.#bytesLeft < 0) throw tooLarge(this.file, `The ${this.#thing} is too large`, name);
        yield piece;
      }
    } catch (error) {
      throw readingError(error, this.file, this.#thing, name);
    }
  }

  /** To be called when nothing is being read any more. */
  close(): void {
    this.#zip.close();
  }
}

/** Hashes a file and opens it as a zip by the same handle: whoever replaces it meanwhile changes nothing. */
async function openOnce(
  path: string,
  file: string,
  thing: PackageThing,
): Promise<{ sha256: string; zip: yauzl.ZipFile }> {
  // A pipe would be waited for otherwise, until somebody writes into it.
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(descriptor).isFile()) {
      throw new TieoutError("FILE_UNREADABLE", `A ${thing} is a file`, { file });
    }
    const sha256 = sha256Of(descriptor, file, thing);
    // From here on the zip closes the handle.
    const options = { autoClose: false, lazyEntries: true, validateEntrySizes: true };
    return { sha256, zip: await yauzl.fromFdPromise(descriptor, options) };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Hashes a file, whose first bytes say whether it can be one at all. */
function sha256Of(descriptor: number, file: string, thing: PackageThing): string {
  const hash = createHash("sha256");
  const piece = Buffer.allocUnsafe(1_048_576);
  for (let at = 0; ;) {
    const length = readSync(descriptor, piece, 0, piece.length, at);
    if (at === 0) refuseOther(piece.subarray(0, Math.min(length, 8)), file, thing);
    if (length === 0) return hash.digest("hex");
    hash.update(piece.subarray(0, length));
    at += length;
  }
}

function refuseOther(start: Buffer, file: string, thing: PackageThing): void {
  if (start.length === 0) throw notAWorkbook(file, "The file is empty");
  if (start.toString("hex") === "d0cf11e0a1b11ae1") {
    throw notAWorkbook(
      file,
      "The workbook has a password or the old .xls format. Save it as .xlsx without a password",
    );
  }
  if (start.toString("latin1", 0, 2) !== "PK")
    throw notAWorkbook(file, `The file is not an ${thing === "pack" ? "evidence pack" : ".xlsx workbook"}`);
}

interface PackageReading {
  readonly file: string;
  readonly limits: ReadLimits;
  readonly thing: PackageThing;
}

async function entriesOf(zip: yauzl.ZipFile, reading: PackageReading): Promise<Map<string, yauzl.Entry>> {
  const { file, limits, thing } = reading;
  if (zip.entryCount > limits.parts) throw tooLarge(file, `The file holds ${zip.entryCount} parts`);
  const entries = new Map<string, yauzl.Entry>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry;
    // A second name in another alphabet, which some programs go by and others pass over.
    if (
      entry.fileNameRaw.toString("utf8").replaceAll("\\", "/") !== fileName &&
      entry.extraFields.some(({ id }) => id === UNICODE_NAME)
    ) {
      throw notAWorkbook(file, "A part of the file has two names", fileName);
    }
    const name = fileName.toLowerCase();
    if (entries.has(name)) throw notAWorkbook(file, "The file holds two parts with the same name", fileName);
    if (entry.isEncrypted()) throw notAWorkbook(file, `The ${thing} is protected by a password`, fileName);
    bytes += entry.uncompressedSize;
    refuseBomb(entry, reading);
    if (bytes > limits.allBytes) throw tooLarge(file, `The ${thing} is too large`, fileName);
    entries.set(name, entry);
  }
  return entries;
}

function refuseBomb(
  { fileName, uncompressedSize, compressedSize }: yauzl.Entry,
  { file, limits, thing }: PackageReading,
): void {
  const grows = uncompressedSize > limits.smallBytes && uncompressedSize > compressedSize * limits.ratio;
  if (!grows && uncompressedSize <= limits.partBytes) return;
  throw tooLarge(
    file,
    grows
      ? `A part of the ${thing} unpacks to far more than a ${thing} holds`
      : `A part of the ${thing} is too large`,
    fileName,
  );
}

// Why a file is not read as a workbook, as one sentence and one code.

/** @param file its name, for people */
export function notAWorkbook(file: string, sentence: string, part?: string, cause?: unknown): TieoutError {
  return new TieoutError("IMPORT_FORMAT", sentence, placeOf(file, part), cause);
}

export function tooLarge(file: string, sentence: string, part?: string): TieoutError {
  return new TieoutError("IMPORT_TOO_LARGE", sentence, placeOf(file, part));
}

/** What the zip's or the file system's own error means; a TieoutError as it is. */
function readingError(error: unknown, file: string, thing: PackageThing, part?: string): unknown {
  if (error instanceof TieoutError || !(error instanceof Error)) return error;
  const { code = "" } = error as NodeJS.ErrnoException;
  // zlib's codes begin with Z_; those of the file system with E and no ERR.
  if (/^E(?!RR)[A-Z0-9]+$/u.test(code)) {
    return new TieoutError("FILE_UNREADABLE", "The file cannot be read", { file }, error);
  }
  return notAWorkbook(file, `The file is damaged, or not a ${thing}`, part, error);
}

function placeOf(file: string, part: string | undefined): { file: string; record?: string } {
  return part === undefined ? { file } : { file, record: `part ${part}` };
}
