/**
 * The parts of a workbook's package, looked at before any is read: what the zip's directory says, and while a
 * part is being inflated what it really comes to.
 */
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import yauzl from "yauzl";
import { TieoutError } from "../../../../core/errors.ts";
import { READ_LIMITS, type ReadLimits } from "./limits.ts";
import { notAWorkbook, readingError, tooLarge } from "../refusal.ts";

/** The number of the field that names a part again, in Unicode. */
const UNICODE_NAME = 0x7075;

export class PackageParts {
  readonly file: string;
  /** SHA-256 of the file's bytes, 64 hex digits. */
  readonly sha256: string;
  readonly limits: ReadLimits;
  readonly #zip: yauzl.ZipFile;
  /** By name in lower case: the format does not tell cases apart. */
  readonly #entries: ReadonlyMap<string, yauzl.Entry>;
  #bytesLeft: number;

  private constructor(
    file: string,
    sha256: string,
    limits: ReadLimits,
    zip: yauzl.ZipFile,
    entries: ReadonlyMap<string, yauzl.Entry>,
  ) {
    this.file = file;
    this.sha256 = sha256;
    this.limits = limits;
    this.#zip = zip;
    this.#entries = entries;
    this.#bytesLeft = limits.allBytes;
  }

  /**
   * Opens a file and looks at its directory. Close it in the end.
   *
   * @throws TieoutError FILE_UNREADABLE, IMPORT_FORMAT, IMPORT_TOO_LARGE
   */
  static async open(path: string, limits: ReadLimits = READ_LIMITS): Promise<PackageParts> {
    const file = basename(path);
    try {
      const { sha256, zip } = await openOnce(path, file);
      try {
        return new PackageParts(file, sha256, limits, zip, await entriesOf(zip, file, limits));
      } catch (error) {
        zip.close();
        throw error;
      }
    } catch (error) {
      throw readingError(error, file);
    }
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
    if (entry === undefined) throw notAWorkbook(this.file, "A part of the workbook is missing", name);
    try {
      const stream = await this.#zip.openReadStreamPromise(entry);
      for await (const piece of stream as AsyncIterable<Buffer>) {
        this.#bytesLeft -= piece.length;
        if (this.#bytesLeft < 0) throw tooLarge(this.file, "The workbook is too large", name);
        yield piece;
      }
    } catch (error) {
      throw readingError(error, this.file, name);
    }
  }

  /** To be called when nothing is being read any more. */
  close(): void {
    this.#zip.close();
  }
}

/**
 * Hashes a file and opens it as a zip by the same handle: whoever replaces it meanwhile changes nothing of
 * what is read.
 */
async function openOnce(path: string, file: string): Promise<{ sha256: string; zip: yauzl.ZipFile }> {
  // A pipe would be waited for otherwise, until somebody writes into it.
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(descriptor).isFile()) {
      throw new TieoutError("FILE_UNREADABLE", "A workbook is a file", { file });
    }
    const sha256 = sha256Of(descriptor, file);
    // From here on the zip closes the handle.
    const options = { autoClose: false, lazyEntries: true, validateEntrySizes: true };
    return { sha256, zip: await yauzl.fromFdPromise(descriptor, options) };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Hashes a file, whose first bytes say whether it can be a workbook at all. */
function sha256Of(descriptor: number, file: string): string {
  const hash = createHash("sha256");
  const piece = Buffer.allocUnsafe(1_048_576);
  for (let at = 0; ;) {
    const length = readSync(descriptor, piece, 0, piece.length, at);
    if (at === 0) refuseOther(piece.subarray(0, Math.min(length, 8)), file);
    if (length === 0) return hash.digest("hex");
    hash.update(piece.subarray(0, length));
    at += length;
  }
}

function refuseOther(start: Buffer, file: string): void {
  if (start.length === 0) throw notAWorkbook(file, "The file is empty");
  if (start.toString("hex") === "d0cf11e0a1b11ae1") {
    throw notAWorkbook(
      file,
      "The workbook has a password or the old .xls format. Save it as .xlsx without a password",
    );
  }
  if (start.toString("latin1", 0, 2) !== "PK") throw notAWorkbook(file, "The file is not an .xlsx workbook");
}

async function entriesOf(
  zip: yauzl.ZipFile,
  file: string,
  limits: ReadLimits,
): Promise<Map<string, yauzl.Entry>> {
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
    if (entry.isEncrypted()) throw notAWorkbook(file, "The workbook is protected by a password", fileName);
    bytes += entry.uncompressedSize;
    refuseBomb(entry, file, limits);
    if (bytes > limits.allBytes) throw tooLarge(file, "The workbook is too large", fileName);
    entries.set(name, entry);
  }
  return entries;
}

function refuseBomb(
  { fileName, uncompressedSize, compressedSize }: yauzl.Entry,
  file: string,
  limits: ReadLimits,
): void {
  const grows = uncompressedSize > limits.smallBytes && uncompressedSize > compressedSize * limits.ratio;
  if (!grows && uncompressedSize <= limits.partBytes) return;
  throw tooLarge(
    file,
    grows
      ? "A part of the workbook unpacks to far more than a workbook holds"
      : "A part of the workbook is too large",
    fileName,
  );
}
