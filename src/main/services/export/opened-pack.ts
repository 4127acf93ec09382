/** An evidence pack that somebody handed over: its files, each held against the manifest, and the lines of its lists. */
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import { TieoutError } from "../../../core/errors.ts";
import type { PackLeaf } from "../../../core/report/pack-lists.ts";
import { PACK_CLAIMS, PACK_FORMAT, PACK_LISTS, WITHHOLDABLE } from "../../../core/words/pack.ts";
import {
  type Shaped,
  anyObject,
  count,
  exactly,
  id,
  listOf,
  mapOf,
  oneOf,
  strictly,
  text,
} from "../../../schema/parts.ts";
import { isStored } from "../../../schema/stored.ts";
import { month, sha256Text } from "../../../schema/values.ts";
import { sha256OfParts } from "../../ledger/file/pieces.ts";
import { PackageParts, READ_LIMITS } from "../../excel/read/package-parts.ts";
import { type ReadLine, hidesElsewhere, readLine, isUnlike, withholding } from "../proof/leaves.ts";
import { GrowingTree, leafHash } from "../proof/merkle.ts";

const MANIFEST = {
  claims: listOf(strictly({ at: listOf(anyObject), claim: oneOf(PACK_CLAIMS), says: text })),
  files: mapOf(exactly<{ bytes: number; sha256: string }>({ bytes: count, sha256: sha256Text })),
  format: text,
  head: exactly<{ hash: string; sequence: number }>({ hash: sha256Text, sequence: id }),
  ledger: text,
  month,
  prepared: id,
  signed: id,
  withheld: listOf(oneOf(WITHHOLDABLE)),
};
type Manifest = Shaped<typeof MANIFEST>;

const manifestShape = strictly(MANIFEST);

/** What `seal.json` says, and nothing else. */
export const sealShape = strictly({
  ledger: text,
  lists: strictly(
    Object.fromEntries(PACK_LISTS.map((list) => [list, strictly({ root: sha256Text, size: count })])),
  ),
  month,
  saltRun: id,
  schema: oneOf(["tieout.seal/1"]),
});

const MANIFEST_NAME = "manifest.json";

/** The files that every pack has. */
const ALWAYS = ["checkpoint.txt", "seal.json", ...PACK_LISTS.map((list) => `${list}.jsonl`)] as const;

/** The files that a pack has where nothing is withheld, as `month.jsonl` lists them. */
export const WHOLE_FILES = ["check.json", "workbook.xlsx", "binder.html"] as const;

/** The other files that a pack of nothing withheld may have, and those that any may have. */
const WHOLE_OTHERS = /^(?:attachments\/[0-9a-f]{64}|anchors\/link-[1-9]\d*\.tst)$/u;
const ANY_OTHERS = /^(?:verify\.html|excerpts\/link-[1-9]\d*\.json|anchors\/head\.(?:json|tst))$/u;

interface PackLine {
  readonly number: number;
  readonly text: string;
  readonly read: ReadLine | null;
}

export class OpenedPack {
  readonly manifest: Manifest;
  /** What is not as the manifest says, one sentence each; nothing else of such a pack is looked at. */
  readonly faults: readonly string[];
  readonly #paths: ReadonlyMap<string, string>;

  private constructor(manifest: Manifest, faults: readonly string[], paths: ReadonlyMap<string, string>) {
    this.manifest = manifest;
    this.faults = faults;
    this.#paths = paths;
  }

  /**
   * Unpacks a pack into a folder.
   *
   * @throws TieoutError FILE_UNREADABLE; IMPORT_TOO_LARGE; IMPORT_FORMAT for a file that is no pack of this format
   */
  static async open(path: string, folder: string): Promise<OpenedPack> {
    const parts = await PackageParts.open(path, { ...READ_LIMITS, parts: MOST_FILES }, "pack");
    try {
      const manifest = await readManifest(parts);
      const { faults, paths } = await unpack(parts, manifest, folder);
      return new OpenedPack(manifest, faults, paths);
    } finally {
      parts.close();
    }
  }

  get names(): readonly string[] {
    return [...this.#paths.keys()];
  }

  has(name: string): boolean {
    return this.#paths.has(name);
  }

  /** A document that is there; null of what is none, or larger than any that Tieout writes. */
  async document(name: string): Promise<JsonValue> {
    const path = this.#pathOf(name);
    if ((this.manifest.files[name]?.bytes ?? 0) > MOST_DOCUMENT_BYTES) return null;
    return parsed(await readFile(path, "utf8")) as JsonValue;
  }

  /** A short text that is there; '' of a longer one. */
  async text(name: string): Promise<string> {
    const path = this.#pathOf(name);
    return (this.manifest.files[name]?.bytes ?? 0) > MOST_DOCUMENT_BYTES ? "" : readFile(path, "utf8");
  }

  /** The bytes of a file that is there, piece by piece. */
  *pieces(name: string): Generator<Uint8Array> {
    const descriptor = openSync(this.#pathOf(name), "r");
    try {
      for (;;) {
        const piece = Buffer.alloc(PIECE);
        const length = readSync(descriptor, piece, 0, PIECE, null);
        if (length === 0) return;
        yield piece.subarray(0, length);
      }
    } finally {
      closeSync(descriptor);
    }
  }

  /** SHA-256 of a file that is there, 64 hex digits. */
  sha256Of(name: string): string {
    return sha256OfParts(this.pieces(name));
  }

  /** The lines of a list with their numbers; null of one that is none, with which it ends. */
  *lines(list: string): Generator<PackLine> {
    const isWithheld = withholding(this.manifest.withheld);
    let number = 0;
    let waiting: Buffer[] = [];
    let length = 0;
    for (const piece of this.pieces(`${list}.jsonl`)) {
      let from = 0;
      for (let end = piece.indexOf(LINE_END); end !== -1; end = piece.indexOf(LINE_END, from)) {
        const bytes = Buffer.concat([...waiting, piece.subarray(from, end)]);
        [waiting, length, from] = [[], 0, end + 1];
        number += 1;
        const said = bytes.toString();
        const found = readLine(said);
        const fits = found !== null && !hidesElsewhere(found.leaf) && !isUnlike(list, found, isWithheld);
        const read = fits ? found : null;
        yield { number, text: said, read };
        if (read === null) return;
      }
      waiting.push(Buffer.from(piece.subarray(from)));
      length += piece.length - from;
      if (length > LONGEST_LINE) break;
    }
    // Each line ends with a line end.
    if (length > 0) yield { number: number + 1, text: "", read: null };
  }

  #pathOf(name: string): string {
    const path = this.#paths.get(name);
    if (path === undefined) throw new Error(`a pack without ${name} is looked at no further`);
    return path;
  }
}

const MOST_FILES = 100_000;
/** Bytes; a preparation of many wallets is the longest line. */
const LONGEST_LINE = 64 * 1_048_576;
const LINE_END = 10;
/** A seal or an excerpt has a line and a few hashes. */
const MOST_DOCUMENT_BYTES = 2 * LONGEST_LINE;
const PIECE = 262_144;

async function readManifest(parts: PackageParts): Promise<Manifest> {
  const wrong = (sentence: string) => new TieoutError("IMPORT_FORMAT", sentence, { file: parts.file });
  if (!parts.has(MANIFEST_NAME)) throw wrong("The file is no evidence pack: it has no manifest.json");
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of parts.read(MANIFEST_NAME)) {
    bytes += piece.length;
    if (bytes > MOST_DOCUMENT_BYTES) throw wrong("The manifest of the evidence pack is too large");
    pieces.push(piece);
  }
  const said = Buffer.concat(pieces).toString();
  const found = parsed(said);
  const format = (found as { format?: unknown } | null)?.format;
  if (typeof format === "string" && format !== PACK_FORMAT)
    throw wrong("The evidence pack is of a format that this version does not know");
  if (!isStored(manifestShape, found) || canonicalJson(found as unknown as JsonValue) !== said)
    throw wrong("The manifest of the evidence pack is not what one says");
  return found;
}

/** null of what is no JSON, or nested deeper than anything that Tieout writes. */
export function parsed(said: string): unknown {
  try {
    const found = JSON.parse(said) as JsonValue;
    canonicalJson(found);
    return found;
  } catch {
    return null;
  }
}

async function unpack(parts: PackageParts, manifest: Manifest, folder: string) {
  const faults: string[] = [];
  const paths = new Map<string, string>();
  const { files, withheld } = manifest;
  const due: readonly string[] = [...ALWAYS, ...(withheld.length === 0 ? WHOLE_FILES : [])];
  const names = new Set(parts.names.filter((name) => name !== MANIFEST_NAME));
  for (const name of due) if (!Object.hasOwn(files, name)) faults.push(`${name} is not in the pack`);
  for (const name of Object.keys(files)) {
    const isOfWhole = WHOLE_OTHERS.test(name) || WHOLE_FILES.some((one) => one === name);
    if (isOfWhole && withheld.length > 0) faults.push(`${name} is in the pack though texts are withheld`);
    else if (!isOfWhole && !due.includes(name) && !ANY_OTHERS.test(name))
      faults.push(`${name} is no file of an evidence pack`);
  }
  if (manifest.claims.map(({ claim }) => claim).join() !== PACK_CLAIMS.join())
    faults.push("The claims of the manifest are not those of the format, in their order");
  if (withheld.join() !== WITHHOLDABLE.filter((one) => withheld.includes(one)).join())
    faults.push("What the manifest says is withheld is not in the order of the format");
  for (const name of names)
    if (!Object.hasOwn(files, name)) faults.push(`The manifest does not name ${name}`);
  for (const [name, { sha256, bytes }] of Object.entries(files)) {
    if (!names.has(name) || /^\/|\\|(?:^|\/)\.\.(?:\/|$)/u.test(name)) {
      faults.push(`${name} is not in the pack`);
      continue;
    }
    const path = join(folder, `file-${paths.size}`);
    const hash = createHash("sha256");
    let size = 0;
    const file = await open(path, "wx", 0o600);
    try {
      for await (const piece of parts.read(name)) {
        hash.update(piece);
        size += piece.length;
        await file.write(piece);
      }
    } finally {
      await file.close();
    }
    if (size !== bytes || hash.digest("hex") !== sha256)
      faults.push(`${name} is not the file that was packed`);
    paths.set(name, path);
  }
  return { faults, paths };
}

/** A list that is read to its end: its tree, and whether each of its lines is one. */
export class ReadTree {
  readonly #tree = new GrowingTree();
  readonly hashes: Buffer[] | null;

  /** @param isKept whether the hashes of leaves are asked for afterwards */
  constructor(isKept: boolean) {
    this.hashes = isKept ? [] : null;
  }

  add({ sealed }: ReadLine): void {
    const hash = leafHash(sealed);
    this.#tree.add(hash);
    this.hashes?.push(hash);
  }

  get root(): PackLeaf {
    return { root: this.#tree.root, size: this.#tree.size };
  }
}
