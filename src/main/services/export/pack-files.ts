/** The files of an evidence pack while it is made: lists that are hashed as they grow, documents, and the zip of all. */
import { createHash } from "node:crypto";
import { closeSync, createReadStream, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import type { PackLeaf } from "../../../core/report/pack-lists.ts";
import type { Withholdable } from "../../../core/words/pack.ts";
import { TIMELESS_ENTRY } from "../../../core/zip-entry.ts";
import { type WrittenFile, publishOrDiscard, writePending } from "../../excel/output/pending.ts";
import { type DressedLeaf, dressLeaf, withholding } from "../proof/leaves.ts";
import { GrowingTree, leafHash } from "../proof/merkle.ts";

/** A file that is written piece by piece, counted and hashed. */
class GrowingFile {
  readonly #descriptor: number;
  readonly #hash = createHash("sha256");
  #bytes = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;

  constructor(path: string) {
    this.#descriptor = openSync(path, "wx", 0o600);
  }

  write(piece: Uint8Array): void {
    this.#hash.update(piece);
    this.#bytes += piece.length;
    this.#waiting.push(Buffer.from(piece));
    this.#waitingBytes += piece.length;
    if (this.#waitingBytes >= AT_ONCE) this.#flush();
  }

  finish(): WrittenFile {
    this.#flush();
    closeSync(this.#descriptor);
    return { sha256: this.#hash.digest("hex"), bytes: this.#bytes };
  }

  #flush(): void {
    const all = Buffer.concat(this.#waiting);
    for (let at = 0; at < all.length;) at += writeSync(this.#descriptor, all, at);
    [this.#waiting, this.#waitingBytes] = [[], 0];
  }
}

const AT_ONCE = 262_144;

/** What a pack is dressed with. */
export interface Dress {
  /** The ledger's 32 bytes. */
  readonly secret: Uint8Array;
  readonly withheld: readonly Withholdable[];
  /** Fingerprints of the month's findings that cover whole contents of a record. */
  readonly ofContents?: ReadonlySet<JsonValue>;
}

/** A list of a pack on its way into its file. */
export class GrowingList {
  readonly tree = new GrowingTree();
  readonly #file: GrowingFile;
  readonly #list: string;
  readonly #dress: Dress;
  readonly #isLeftOut: ReturnType<typeof withholding>;
  /** From the first link that says less than it did on, no hash of a link is given. */
  #isCut = false;
  #lines = 0;

  constructor(folder: string, list: string, dress: Dress) {
    this.#file = new GrowingFile(join(folder, `${list}.jsonl`));
    this.#list = list;
    this.#dress = dress;
    this.#isLeftOut = withholding(dress.withheld);
  }

  /** @returns the hash of the leaf, and its line */
  add(leaf: PackLeaf): { readonly hash: Buffer; readonly line: string } {
    const dressed = this.#dressed(leaf);
    const hash = leafHash(dressed.sealed);
    this.tree.add(hash);
    this.addLine(dressed.line);
    return { hash, line: dressed.line };
  }

  /** Adds a line that is no leaf of the tree. */
  addLine(line: string): void {
    this.#lines += 1;
    this.#file.write(Buffer.from(`${line}\n`));
  }

  finish(): WrittenFile {
    return this.#file.finish();
  }

  #dressed(leaf: PackLeaf): DressedLeaf {
    const { secret, ofContents } = this.#dress;
    const about = {
      list: this.#list,
      number: this.#lines + 1,
      leaf,
      ...(ofContents === undefined ? {} : { ofContents }),
    };
    if (this.#list !== "links") return dressLeaf(secret, about, this.#isLeftOut);
    const dressed = dressLeaf(secret, about, (of, path) => path !== HASH && this.#isLeftOut(of));
    this.#isCut ||= dressed.isCut;
    if (!this.#isCut) return dressed;
    return dressLeaf(secret, about, (of, path) => path === HASH || this.#isLeftOut(of));
  }
}

/** What a pack says of its links, as transparency logs do. @param root 64 hex digits */
export function checkpointText(
  ledger: string,
  { size, root }: { readonly size: number; readonly root: string },
): string {
  return `tieout/${ledger}\n${size}\n${Buffer.from(root, "hex").toString("base64")}\n`;
}

/** One link with what leads from it to the head. @param hashes its inclusion proof */
export function excerptText(
  {
    checkpoint,
    last,
    seal,
  }: { readonly checkpoint: string; readonly last: PackLeaf; readonly seal: JsonValue },
  line: string,
  hashes: readonly Buffer[],
): string {
  const proof = hashes.map((one) => one.toString("hex"));
  const given = JSON.parse(line) as JsonValue;
  return canonicalJson({ checkpoint, hashes: proof, last: { leaf: last }, line: given, seal });
}

/** The page that verifies packs, where it is built: beside the folder of what runs. */
export const VERIFY_PAGE = join(import.meta.dirname, "../verify.html");

/** Where a link has its hash. */
const HASH = "/hash";

/** The files of a pack in a folder, in the order in which they are zipped. */
export class PackFiles {
  readonly folder: string;
  readonly #files = new Map<string, WrittenFile & { readonly path: string }>();
  #next = 0;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Notes a file that is whole. */
  note(name: string, path: string, written: WrittenFile): void {
    this.#files.set(name, { path, ...written });
  }

  /** Writes a file. */
  add(name: string, pieces: Iterable<Uint8Array>): WrittenFile {
    this.#next += 1;
    const path = join(this.folder, `part-${this.#next}`);
    const file = new GrowingFile(path);
    for (const piece of pieces) file.write(piece);
    const written = file.finish();
    this.note(name, path, written);
    return written;
  }

  addText(name: string, text: string): WrittenFile {
    return this.add(name, [Buffer.from(text)]);
  }

  list(): Record<string, WrittenFile> {
    return Object.fromEntries(
      Array.from(this.#files, ([name, { bytes, sha256 }]) => [name, { bytes, sha256 }]),
    );
  }

  /**
   * Zips all of them in their order, the given one first, and puts the zip in its place when it is whole.
   *
   * @throws TieoutError EXPORT_TARGET
   */
  async zip(out: string, first: { readonly name: string; readonly text: string }): Promise<WrittenFile> {
    const pending = await writePending(out, async (sink) => {
      const zip = new ZipFile();
      const output = zip.outputStream as Readable;
      zip.on("error", (error) => output.destroy(error));
      zip.addBuffer(Buffer.from(first.text), first.name, TIMELESS_ENTRY);
      for (const [name, { path }] of this.#files) {
        zip.addReadStreamLazy(name, TIMELESS_ENTRY, (take) => take(null, createReadStream(path)));
      }
      zip.end();
      await pipeline(output, sink);
    });
    return publishOrDiscard(pending);
  }
}
