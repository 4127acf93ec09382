/**
 * Lines of a pack's lists: which texts of a leaf are salted, so that they can be withheld while its hash stays
 * checkable. docs/evidence-pack.md, section 4, is the format.
 */
import { createHmac, hash } from "node:crypto";
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import type { PackLeaf } from "../../../core/report/pack-lists.ts";
import { ENTRY_FIELDS } from "../../../core/records/entry.ts";
import { CHANGE_RULES } from "../../../core/reconcile/input/rules.ts";
import type { RuleId } from "../../../core/reconcile/input/rules.ts";
import { wireFields } from "../../../core/records/fields.ts";
import { TRANSACTION_FIELDS } from "../../../core/records/transaction.ts";
import type { Withholdable } from "../../../core/words/pack.ts";

/** `digests` cover whole records, links or files without a salt: they go with any of the others. */
type SaltedClass = Withholdable | "digests";

/** Under this name a withheld text's commitment stands in its place. */
export const COMMITTED = "$withheld";

const CLASSES: ReadonlyMap<string, SaltedClass> = new Map<string, SaltedClass>([
  ...["by", "confirmedBy", "name", "providedBy", "to", "confirmTo", "how", "email"].map(
    (name) => [name, "names"] as const,
  ),
  ["phone", "phones"],
  ...["note", "message", "description", "text", "basis", "purpose", "policy", "procedures", "file"].map(
    (name) => [name, "notes"] as const,
  ),
  ...["taskname", "itemname", "terms", "project_name", "project_description", "unused"].map(
    (name) => [name, "notes"] as const,
  ),
]);

/** What is salted whole, whatever it is. */
const WHOLE: ReadonlyMap<string, SaltedClass> = new Map<string, SaltedClass>([
  ["address", "names"],
  ["changes", "notes"],
  ["copies", "notes"],
]);

/**
 * Members of links that cover texts without a salt: whoever guesses all texts under one could confirm the guess. Without that of the
 * ledger's salt nobody can compute the hashes of the links after it.
 */
const DIGESTS: ReadonlySet<string> = new Set([
  "hash",
  "sha256",
  "digest",
  "checkSha256",
  "decisionsSha256",
  "termsSha256",
  "signature",
  // Of a time stamp, with its hash.
  "token",
  // Of a restored backup.
  "head",
  "replaced",
]);

const { data, ...parts } = TRANSACTION_FIELDS;

/** Members of a record that the interface names, by list. */
const NAMED: Readonly<Record<string, ReadonlySet<string>>> = {
  entries: new Set(wireNames(ENTRY_FIELDS)),
  transactions: new Set([
    ...[...Object.values(parts), ...Object.values(data)].flatMap(wireNames),
    ..."transaction data customer fee list".split(" "),
  ]),
};

function wireNames(fields: Parameters<typeof wireFields>[0]): string[] {
  return wireFields(fields).map(({ wire }) => wire);
}

/** The lists whose work is numbers and sentences of ours. */
const PLAIN: ReadonlySet<string> = new Set(["entry-work", "transaction-work", "exceptions"]);

/** Where a salted value stands. */
interface SaltedPlace {
  readonly list: string;
  readonly path: string;
  readonly name: string;
  /** What it is a member of. */
  readonly parent: PackLeaf | readonly JsonValue[];
}

/** Whether a fingerprint covers whole contents of a record. An exception does not say its rule. */
function isOfContents(parent: SaltedPlace["parent"], value: JsonValue, ofContents: Prints): boolean {
  const { rule, finding } = parent as PackLeaf;
  const of = rule ?? (isObject(finding) ? finding["rule"] : undefined);
  return of === undefined ? ofContents.has(value) : CHANGE_RULES.has(of as RuleId);
}

/** Fingerprints of findings about records that changed or vanished. */
type Prints = { has(fingerprint: JsonValue): boolean };

/** An answer may quote any text, and what pins it down covers texts. */
const ANSWERED: ReadonlySet<string> = new Set(["answer", "sha256"]);

function classOf(
  { list, path, name, parent }: SaltedPlace,
  value: JsonValue,
  ofContents: Prints,
): SaltedClass | null {
  if (path.startsWith(IN_RECORD) && isUnnamed(list, name, { parent, value })) return "notes";
  if (name === FINGERPRINT) return isOfContents(parent, value, ofContents) ? "digests" : null;
  if (PLAIN.has(list)) return null;
  if (list === "questions") return ANSWERED.has(name) && typeof value === "string" ? "digests" : null;
  const whole = WHOLE.get(name);
  if (whole !== undefined && typeof value === "object" && value !== null) return whole;
  if (list === "links") {
    if (typeof value === "string" && DIGESTS.has(name)) return "digests";
    if (path === "/payload/subject/source") return "notes";
  }
  if (list === "month") {
    if (name === "fields" && typeof value === "object") return "notes";
    if (name === "sha256" && typeof value === "string") return "digests";
    if (name !== "by" && name !== "note") return null;
  }
  return typeof value === "string" ? (CLASSES.get(name) ?? null) : null;
}

const FINGERPRINT = "fingerprint";
const IN_RECORD = "/record/";

function isUnnamed(
  list: string,
  name: string,
  { parent, value }: Pick<SaltedPlace, "parent"> & { readonly value: JsonValue },
): boolean {
  return Array.isArray(parent) ? typeof value !== "object" : NAMED[list]?.has(name) !== true;
}

interface SaltedLeaf {
  readonly list: string;
  /** Of the findings of the month; none where the leaf tells their rules. */
  readonly ofContents?: Prints;
}

/** Calls back for each salted member, and puts what that gives in its place. */
function mapSalted(
  about: SaltedLeaf,
  value: JsonValue,
  replace: (path: string, of: SaltedClass, value: JsonValue) => JsonValue,
  path = "",
): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  const { list, ofContents = NONE } = about;
  const parent = value as PackLeaf | readonly JsonValue[];
  const within = (name: string, member: JsonValue): JsonValue => {
    const own = `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const of = classOf({ list, path: own, name, parent }, member, ofContents);
    return of === null ? mapSalted(about, member, replace, own) : replace(own, of, member);
  };
  if (Array.isArray(value)) return value.map((item: JsonValue, at) => within(String(at), item));
  const members = Object.entries(value as PackLeaf).flatMap(([name, member]) =>
    member === undefined ? [] : [[name, within(name, member)] as const],
  );
  return Object.fromEntries(members);
}

const NONE: Prints = new Set<JsonValue>();

function commitmentOf(salt: Uint8Array, value: JsonValue): string {
  return hash("sha256", Buffer.concat([salt, Buffer.from(canonicalJson(value))]), "hex");
}

/** A leaf in the form that is hashed, and as a line of a pack. */
export interface DressedLeaf {
  /** Canonical JSON. */
  readonly sealed: string;
  readonly line: string;
  /** Whether something of it is withheld. */
  readonly isCut: boolean;
}

/**
 * @param secret the ledger's 32 bytes @param number of the line, from 1 on
 * @param isWithheld whether a member of a class, at a path, is left out
 */
export function dressLeaf(
  secret: Uint8Array,
  { number, leaf, ...about }: SaltedLeaf & { readonly number: number; readonly leaf: PackLeaf },
  isWithheld: (of: SaltedClass, path: string) => boolean,
): DressedLeaf {
  const salts: Record<string, string> = {};
  const committed = new Map<string, JsonValue>();
  let isCut = false;
  const shown = mapSalted(about, leaf, (path, of, value) => {
    // What is found or compared by a digest is so by its commitment: a digest has one wherever it stands.
    const isDigest = of === "digests" && typeof value === "string";
    const place = isDigest ? `digest\0${value}` : `${about.list}\0${number}\0${path}`;
    const salt = createHmac("sha256", secret).update(place).digest();
    const commitment = { [COMMITTED]: commitmentOf(salt, value) };
    committed.set(path, commitment);
    if (isWithheld(of, path)) {
      isCut = true;
      return commitment;
    }
    salts[path] = salt.toString("hex");
    return value;
  });
  const sealed = mapSalted(about, leaf, (path) => committed.get(path) ?? null);
  const hasSalts = Object.keys(salts).length > 0;
  return {
    sealed: canonicalJson(sealed),
    line: canonicalJson(hasSalts ? { leaf: shown, salts } : { leaf: shown }),
    isCut,
  };
}

/** Whether any of some classes is withheld; what digests cover goes with all of them. */
export function withholding(withheld: readonly Withholdable[]): (of: SaltedClass) => boolean {
  const left = new Set<SaltedClass>(withheld);
  return (of) => (of === "digests" ? left.size > 0 : left.has(of));
}

/**
 * A record of a pack whose withheld texts are those of another content of the same record, where that has any there: what
 * cannot be compared is taken for the same.
 *
 * @returns how many texts were taken, too
 */
export function withTextsOf(
  {
    list,
    record,
    isWithheld,
  }: {
    readonly list: string;
    readonly record: JsonValue;
    readonly isWithheld: (of: SaltedClass) => boolean;
  },
  other: JsonValue,
): { readonly record: JsonValue; readonly texts: number } {
  const given = new Map<string, JsonValue>();
  mapSalted({ list }, { record: other }, (path, _, value) => {
    given.set(path, value);
    return value;
  });
  let texts = 0;
  const filled = mapSalted({ list }, { record }, (path, of, value) => {
    if (!isWithheld(of)) return value;
    const own = given.get(path);
    if (own === undefined) return UNKNOWN_TEXT;
    texts += 1;
    return own;
  });
  return { record: (filled as PackLeaf)["record"] ?? null, texts };
}

/** What is said of a withheld text where the other content has none. */
const UNKNOWN_TEXT = "(withheld)";

/** A line as it is read back: its leaf, and the form that is hashed. */
export interface ReadLine {
  readonly leaf: PackLeaf;
  readonly sealed: string;
  /** The paths of what is salted and given. */
  readonly salted: readonly string[];
}

/** @returns null where it is no line of a list */
export function readLine(text: string): ReadLine | null {
  try {
    return lineOf(text);
  } catch {
    // No JSON, or nested deeper than anything that Tieout writes.
    return null;
  }
}

const DIGEST_NAMES: ReadonlySet<string> = new Set([...DIGESTS, ...ANSWERED, FINGERPRINT]);

/** Members that may be withheld; of a record what is needed is read as it stands. */
const MAY_BE_WITHHELD: ReadonlySet<string> = new Set([
  ...CLASSES.keys(),
  ...WHOLE.keys(),
  ...DIGEST_NAMES,
  "fields",
  "source",
  "record",
]);

/** Whether something is withheld that no pack withholds. */
export function hidesElsewhere(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Object.hasOwn(value, COMMITTED)) return true;
  return Object.entries(value).some(
    ([name, member]) => !MAY_BE_WITHHELD.has(name) && hidesElsewhere(member as JsonValue),
  );
}

/** Whether a line of a list gives what a pack withholds, or withholds what it gives, by the names of members. */
export function isUnlike(
  list: string,
  { leaf, salted }: ReadLine,
  isWithheld: (of: SaltedClass) => boolean,
): boolean {
  const isLeftOut = (name: string, isOfRecord: boolean) =>
    isWithheld(isOfRecord ? classInRecord(list, name) : classNamed(name));
  const withholdsOther = (value: JsonValue, name: string, isOfRecord: boolean): boolean => {
    if (typeof value !== "object" || value === null) return false;
    if (Object.hasOwn(value, COMMITTED)) return !isLeftOut(name, isOfRecord);
    const isWithin = isOfRecord || name === "record";
    return Object.entries(value).some(([own, one]) => withholdsOther(one as JsonValue, own, isWithin));
  };
  // Hashes of links are given up to the first that cannot be.
  const isGiven = (path: string) =>
    path !== "/hash" && isLeftOut(path.slice(path.lastIndexOf("/") + 1), path.startsWith(IN_RECORD));
  return withholdsOther(leaf, "", false) || salted.some(isGiven);
}

/** No member of a record is a digest, whatever its name is. */
function classInRecord(list: string, name: string): SaltedClass {
  return (NAMED[list]?.has(name) === true ? CLASSES.get(name) : undefined) ?? "notes";
}

function classNamed(name: string): SaltedClass {
  return DIGEST_NAMES.has(name) ? "digests" : (WHOLE.get(name) ?? CLASSES.get(name) ?? "notes");
}

function lineOf(text: string): ReadLine | null {
  const line = JSON.parse(text) as JsonValue;
  if (!isObject(line) || canonicalJson(line) !== text) return null;
  const { leaf, salts, ...others } = line;
  if (!isObject(leaf) || Object.keys(others).length > 0) return null;
  if (salts === undefined) return { leaf, sealed: canonicalJson(leaf), salted: [] };
  if (!isObject(salts)) return null;
  const sealed = structuredClone(leaf);
  for (const [path, salt] of Object.entries(salts)) {
    if (typeof salt !== "string" || !/^[0-9a-f]{64}$/u.test(salt)) return null;
    if (!commitAt(sealed, path, Buffer.from(salt, "hex"))) return null;
  }
  return { leaf, sealed: canonicalJson(sealed), salted: Object.keys(salts) };
}

export function isObject(value: JsonValue | undefined): value is PackLeaf {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Place = { [member: string]: JsonValue };

/** @returns whether the path leads somewhere */
function commitAt(root: Place, path: string, salt: Uint8Array): boolean {
  const names = path.split("/").map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (names.shift() !== "" || names.length === 0) return false;
  const last = names.pop() as string;
  let at: JsonValue | undefined = root;
  for (const name of names) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return false;
    at = (at as Place)[name];
  }
  if (typeof at !== "object" || at === null || !Object.hasOwn(at, last)) return false;
  const place = at as Place;
  place[last] = { [COMMITTED]: commitmentOf(salt, place[last] as JsonValue) };
  return true;
}
