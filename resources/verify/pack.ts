/** The files of a pack, read and held against its manifest (docs/evidence-pack.md, sections 2 to 4). */
import { commitment, leafHash } from "./hash.ts";
import * as json from "./json.ts";
import { type Json, type Members, Wrong } from "./json.ts";
import { CLAIMS, type Findings, must } from "./report.ts";
import { readEntry, zipEntries } from "./zip.ts";

export const LISTS = [
  "links",
  "entries",
  "transactions",
  "findings",
  "entry-work",
  "transaction-work",
  "exceptions",
  "questions",
  "month",
] as const;
export type ListName = (typeof LISTS)[number];

export interface Line {
  /** From 1 on. */
  readonly number: number;
  readonly leaf: Members;
  /** Of its sealed form, as a leaf of the list's tree. */
  readonly hash: string;
}

export interface Manifest {
  readonly ledger: string;
  readonly month: string;
  readonly head: { readonly hash: string; readonly sequence: number };
  readonly prepared: number;
  readonly signed: number;
  readonly withheld: readonly string[];
}

export interface Pack {
  readonly manifest: Manifest;
  readonly lists: Readonly<Record<ListName, readonly Line[]>>;
  /** Every file but the manifest. */
  readonly files: ReadonlyMap<string, { readonly bytes: number; readonly sha256: string }>;
  /** What is read whole: `seal.json`, `checkpoint.txt`, `check.json` and the excerpts. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Of section 2, with when they are there. */
const ENTRIES: readonly (readonly [name: RegExp, when: "always" | "whole" | "built"])[] = [
  [/^manifest\.json$/u, "always"],
  [/^checkpoint\.txt$/u, "always"],
  [/^seal\.json$/u, "always"],
  ...LISTS.map((list) => [new RegExp(`^${list}\\.jsonl$`, "u"), "always"] as const),
  [/^check\.json$/u, "whole"],
  [/^workbook\.xlsx$/u, "whole"],
  [/^binder\.html$/u, "whole"],
  [/^attachments\/[0-9a-f]{64}$/u, "built"],
  [/^excerpts\/link-[1-9][0-9]*\.json$/u, "always"],
  [/^anchors\/(?:link-[1-9][0-9]*\.tst|head\.(?:json|tst))$/u, "built"],
  [/^verify\.html$/u, "built"],
];
const WITHHELD_CLASSES = ["names", "phones", "notes"];

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads a pack. What is wrong is said of the claim `files`.
 *
 * @param onFile called before each file with the share of the bytes that were read, 0 to 1
 * @returns null where it cannot be read
 */
export async function readPack(
  zip: Blob,
  findings: Findings,
  onFile: (share: number) => void,
): Promise<Pack | null> {
  try {
    const entries = await zipEntries(zip);
    const [first] = entries;
    if (first?.name !== "manifest.json") throw new Wrong("the zip does not begin with manifest.json");
    const manifestText = decode("manifest.json", (await readEntry(zip, first)).bytes);
    const { manifest, stated } = readManifest(manifestText);
    checkNames(
      entries.map(({ name }) => name),
      manifest,
      stated,
    );
    const all = entries.reduce((sum, { bytes }) => sum + bytes, 1);
    const files = new Map<string, { bytes: number; sha256: string }>();
    const texts = new Map<string, string>();
    const lists = Object.fromEntries(LISTS.map((list) => [list, [] as Line[]])) as Record<ListName, Line[]>;
    let done = 0;
    for (const entry of entries.slice(1)) {
      const { name } = entry;
      onFile(done / all);
      done += entry.bytes;
      const { bytes, sha256 } = await readEntry(zip, entry);
      const says = json.object(stated, name);
      if (json.member(says, "sha256") !== sha256 || json.member(says, "bytes") !== bytes.length)
        findings.broken("files", "it is another file than the manifest states", { file: name });
      files.set(name, { bytes: bytes.length, sha256 });
      const list = LISTS.find((one) => name === `${one}.jsonl`);
      if (list !== undefined) lists[list] = readList(name, bytes, manifest, findings);
      else if (/^(?:excerpts\/|seal\.json|check\.json|checkpoint\.txt|anchors\/head\.json)/u.test(name))
        texts.set(name, decode(name, bytes));
    }
    return { manifest, lists, files, texts };
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    findings.broken("files", error.message);
    return null;
  }
}

function decode(name: string, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Wrong(`${name} is not UTF-8`);
  }
}

function readManifest(text: string): { manifest: Manifest; stated: Members } {
  try {
    const value = json.parseCanonical(text);
    const format = json.member(value, "format");
    must(format === "tieout.pack/1", `its format is ${JSON.stringify(format)}, and not tieout.pack/1`);
    const head = json.object(value, "head");
    const withheld = json.listOf(value, "withheld", "string");
    const claims = json.objects(value, "claims").map((claim) => json.text(claim, "claim"));
    must(claims.join(" ") === CLAIMS.join(" "), "its claims are not those of the format, in their order");
    must(
      withheld.join(" ") === WITHHELD_CLASSES.filter((name) => withheld.includes(name)).join(" "),
      `"withheld" is not a list of ${WITHHELD_CLASSES.join(", ")}`,
    );
    const manifest = {
      ledger: json.text(value, "ledger"),
      month: json.text(value, "month"),
      head: { hash: json.text(head, "hash"), sequence: json.number(head, "sequence") },
      prepared: json.number(value, "prepared"),
      signed: json.number(value, "signed"),
      withheld,
    };
    must(/^\d{4}-(?:0[1-9]|1[0-2])$/u.test(manifest.month), '"month" is not a month');
    return { manifest, stated: json.object(value, "files") };
  } catch (error) {
    throw error instanceof Wrong ? new Wrong(`manifest.json: ${error.message}`) : error;
  }
}

function checkNames(names: readonly string[], { withheld }: Manifest, stated: Members): void {
  for (const name of names) {
    const own = ENTRIES.find(([pattern]) => pattern.test(name));
    if (own === undefined) throw new Wrong(`a pack has no file ${name}`);
    if (name !== "manifest.json" && !Object.hasOwn(stated, name))
      throw new Wrong(`the manifest does not name ${name}`);
    const isOfWhole = own[1] === "whole" || /^(?:attachments\/|anchors\/link-)/u.test(name);
    if (isOfWhole && withheld.length > 0) throw new Wrong(`${name} is there though texts are withheld`);
  }
  for (const name of Object.keys(stated))
    if (!names.includes(name)) throw new Wrong(`${name} is missing, which the manifest names`);
  for (const [pattern, when] of ENTRIES) {
    const isNeeded = when === "always" || (when === "whole" && withheld.length === 0);
    if (isNeeded && !names.some((name) => pattern.test(name)))
      throw new Wrong(`a file is missing that every pack has: ${pattern.source.replaceAll(/[\\^$]/gu, "")}`);
  }
}

const LINE_END = 10;

function readList(file: string, bytes: Uint8Array, manifest: Manifest, findings: Findings): Line[] {
  const lines: Line[] = [];
  let at = 0;
  while (at < bytes.length) {
    const line = lines.length + 1;
    const end = bytes.indexOf(LINE_END, at);
    if (end === -1) {
      findings.broken("files", "its last line has no end", { file, line });
      break;
    }
    const piece = bytes.subarray(at, end);
    const read = findings.at("files", { file, line }, () => readLine(decode("it", piece), manifest));
    // What cannot be read keeps its place, so that lines after it have their numbers.
    lines.push({ number: line, leaf: {}, hash: "", ...read });
    at = end + 1;
  }
  return lines;
}

/** @throws Wrong */
export function readLine(text: string, manifest: Pick<Manifest, "withheld">): Omit<Line, "number"> {
  return sealLine(json.parseCanonical(text), manifest.withheld);
}

/** The sealed form of a line (section 4). @param withheld the classes; null where that is not known @throws Wrong */
export function sealLine(line: Members, withheld: readonly string[] | null): Omit<Line, "number"> {
  const { leaf, salts, ...more } = line;
  must(json.isObject(leaf) && Object.keys(more).length === 0, "it is not a leaf with its salts");
  const sealed = structuredClone(leaf) as Place;
  if (salts !== undefined) {
    if (!json.isObject(salts)) throw new Wrong("its salts are not an object");
    for (const path of Object.keys(salts)) commitAt(sealed, path, salts[path]);
  }
  must(!hidesElsewhere(leaf), "it withholds what no pack withholds");
  if (withheld !== null) {
    // Hashes of links are given up to the first that cannot be.
    const given = Object.keys(salts ?? {}).filter((path) => path !== "/hash");
    const isLeftOut = leavesOut(leaf as Members, withheld);
    must(
      !given.some((path) => isLeftOut(path.slice(path.lastIndexOf("/") + 1), path.startsWith("/record/"))),
      "it gives a text that the manifest says is withheld",
    );
    must(!withholdsOther(leaf as Json, isLeftOut), "it withholds a text that the manifest does not say is");
  }
  // A record may have members of its own that the interface does not name.
  const { record: _record, ...others } = leaf as Members;
  json.mustBeExact(others);
  return {
    leaf: (withheld?.length === 0 ? leaf : withPrints(leaf as Json)) as Members,
    hash: leafHash(json.canonical(sealed)),
  };
}

/** A finding is found by its fingerprint: what stands for one that is withheld is the same everywhere. */
function withPrints(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (json.isList(value)) return value.map(withPrints);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === "fingerprint" && json.isWithheld(one) ? json.committed(one) : withPrints(one),
    ]),
  );
}

/** Members that may be withheld, or have what may be in them (section 4), by class; of a record what is needed is read as it stands. */
const CLASS_OF = new Map(
  Object.entries({
    names: "by confirmedBy name providedBy to confirmTo how email address",
    phones: "phone",
    notes:
      "note message description text texts basis purpose policy procedures source file taskname itemname terms changes fields copies unused record",
    digests:
      "hash token sha256 digest checkSha256 decisionsSha256 termsSha256 signature head replaced fingerprint answer",
  }).flatMap(([of, names]) => names.split(" ").map((name) => [name, of] as const)),
);

/** Members of the record of a transaction that the interface names, and that are no notes. */
const OF_TRANSACTION = new Map([
  ["name", "names"],
  ["phone", "phones"],
]);

const NO_CLASSES: ReadonlyMap<string, string> = new Map();

type LeftOut = (name: string, isOfRecord: boolean) => boolean;

/** Whether a member of a leaf is withheld; what the interface does not name is a note. */
function leavesOut(leaf: Members, withheld: readonly string[]): LeftOut {
  const inRecord = Object.hasOwn(leaf, "payID") ? OF_TRANSACTION : NO_CLASSES;
  return (name, isOfRecord) => {
    const of = (isOfRecord ? inRecord : CLASS_OF).get(name) ?? "notes";
    return of === "digests" ? withheld.length > 0 : withheld.includes(of);
  };
}

function withholdsOther(value: Json, isLeftOut: LeftOut, name = "", isOfRecord = false): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (json.isWithheld(value)) return !isLeftOut(name, isOfRecord);
  const isWithin = isOfRecord || name === "record";
  return Object.entries(value).some(([own, one]) => withholdsOther(one, isLeftOut, own, isWithin));
}

function hidesElsewhere(value: Json | undefined): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (json.isWithheld(value)) return true;
  return Object.entries(value).some(([name, one]) => !CLASS_OF.has(name) && hidesElsewhere(one));
}

type Place = { [name: string]: Json };

function commitAt(root: Place, path: string, salt: Json | undefined): void {
  if (typeof salt !== "string" || !json.isDigest(salt))
    throw new Wrong(`the salt of ${path} is not 32 bytes`);
  const names = path.split("/").map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = names.pop() ?? "";
  let at: Json | undefined = root;
  for (const name of names.slice(1)) at = within(at, name);
  const value = within(at, last);
  if (names[0] !== "" || value === undefined) throw new Wrong(`the salt of ${path} leads nowhere`);
  (at as Place)[last] = json.withheld(commitment(salt, json.canonical(value)));
}

function within(value: Json | undefined, name: string): Json | undefined {
  if (json.isList(value)) return /^(?:0|[1-9]\d*)$/u.test(name) ? value[Number(name)] : undefined;
  return json.isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
