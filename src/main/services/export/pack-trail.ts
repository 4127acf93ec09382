/** The audit trail of an evidence pack: its hashes, its seal, its rules, and the links that are handed out alone. */
import { type JsonValue, canonicalJson, sameJson } from "../../../core/canonical.ts";
import type { PackLeaf } from "../../../core/report/pack-lists.ts";
import { SIGNATURE_FIELD } from "../../../schema/acts.ts";
import { isStored } from "../../../schema/stored.ts";
import { sha256 } from "../../ledger/file/sha256.ts";
import { matchesNotUndone } from "../../../core/review/decisions/manual-match.ts";
import type { Month } from "../../../core/review/close/close.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { linksOf, listActs } from "../../ledger/trail/acts.ts";
import { type Link, type LinkKind, linkHash } from "../../ledger/file/audit.ts";
import { Replay } from "../../ledger/proof/replay.ts";
import type { RecordedRow, RecordedTable } from "../../ledger/proof/small-tables.ts";
import { COMMITTED, isObject } from "../proof/leaves.ts";
import { inclusionProof } from "../proof/merkle.ts";
import { type OpenedPack, ReadTree, parsed, sealShape } from "./opened-pack.ts";
import { checkpointText, excerptText } from "./pack-files.ts";

/** A link as a pack gives it. */
export interface PackedLink extends Link {
  /** Whether a text of its payload is withheld; `hash` is '' where that is. */
  readonly isCut: boolean;
  /** Whether a rule of docs/evidence-pack.md, section 6, reads one that is. */
  readonly isUnsure: boolean;
  /** Whether what stands for texts may break a rule that the texts do not. */
  readonly mayMislead: boolean;
}

/** A row that a link records, with the link. */
interface PackedRow {
  readonly table: RecordedTable;
  readonly row: RecordedRow;
  readonly sequence: number;
}

export interface PackTrail {
  readonly links: readonly PackedLink[];
  /** The hash of the link before the last one, which is never withheld. */
  readonly beforeHead: string;
  readonly rows: readonly PackedRow[];
  readonly seal: PackLeaf;
  /** Faults by claim, one sentence each. */
  readonly files: readonly string[];
  readonly trail: readonly string[];
  readonly sealed: readonly string[];
  readonly rules: readonly string[];
  /** Why a claim is not proven all the same; null where it is. */
  readonly whyNotTrail: string | null;
  readonly whyNotRules: string | null;
}

/** What stands for a withheld text: its commitment, which is a text like any other. */
export function withCommitments(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => withCommitments(item));
  if (isCommitment(value)) return value[COMMITTED];
  const kept = Object.entries(value as PackLeaf).flatMap(([name, member]) =>
    // The whole of it is withheld, and it is optional.
    OPTIONAL.has(name) && isCommitment(member) ? [] : [[name, withCommitments(member)] as const],
  );
  return Object.fromEntries(kept);
}

const OPTIONAL: ReadonlySet<string> = new Set(["address", "unused"]);

function isCommitment(value: JsonValue): value is { readonly [COMMITTED]: string } {
  return isObject(value) && Object.keys(value).length === 1 && typeof value[COMMITTED] === "string";
}

function hasCommitment(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isCommitment(value) || Object.values(value).some((member) => hasCommitment(member as JsonValue));
}

/** Reads the trail of a pack and holds it against its own rules. @param head a hash that was kept elsewhere */
export async function readPackTrail(pack: OpenedPack, head: string | null): Promise<PackTrail> {
  const { manifest } = pack;
  const seal = await pack.document("seal.json");
  const sealSha256 = pack.sha256Of("seal.json");
  const [trail, sealed, rules, files]: string[][] = [[], [], [], []];
  const tree = new ReadTree(true);
  const links: PackedLink[] = [];
  const alone = new Map<number, string>();
  let last: PackLeaf = {};
  for (const { number, text, read } of pack.lines("links")) {
    const link = read === null ? null : linkOf(read.leaf, links.at(-1));
    if (read === null || link === null || link.sequence !== number) {
      const fault = `links.jsonl, line ${number}: this is no ${read === null ? "line of a list" : "link of this place"}`;
      (read === null ? files : trail)?.push(fault);
      break;
    }
    links.push(link);
    if (pack.has(`excerpts/link-${number}.json`)) alone.set(number, text);
    last = read.leaf;
    if (number < manifest.head.sequence) tree.add(read);
  }
  trail?.push(...chainFaults(links, last, manifest, head));
  sealed?.push(...sealFaults(manifest, { seal, sealSha256, links, tree: tree.root }));
  sealed?.push(
    ...(await excerptFaults(pack, { last, seal, root: tree.root, hashes: tree.hashes ?? [], alone })),
  );
  const rows: PackedRow[] = [];
  const passedOver = new Set<number>();
  const replay = new Replay((table, row, sequence) => rows.push({ table, row, sequence }));
  for (const link of links) {
    const refusal = replay.take(link);
    if (refusal === null) continue;
    if (link.mayMislead) passedOver.add(link.sequence);
    else rules?.push(`link ${link.sequence}: ${refusal}`);
  }
  const [created] = links;
  const { ledgerId } = (parsed(created?.payload ?? "") ?? {}) as PackLeaf;
  if (ledgerId !== manifest.ledger) rules?.push("link 1: it creates another ledger than the manifest names");
  const unsure = links.filter(({ isUnsure, sequence }) => isUnsure || passedOver.has(sequence)).length;
  const isCut = links.some((link) => link.isCut);
  const { previous } = last;
  return {
    links,
    beforeHead: typeof previous === "string" ? previous : "",
    rows,
    seal: isObject(seal) ? seal : {},
    files: files ?? [],
    trail: trail ?? [],
    sealed: sealed ?? [],
    rules: rules ?? [],
    whyNotTrail: isCut
      ? "Texts of links are withheld, which their hashes cover; what the links say is sealed"
      : null,
    whyNotRules: unsure === 0 ? null : `Rules of ${unsure} links read texts that are withheld`,
  };
}

function linkOf(
  { atMs, hash, kind, payload, sequence }: PackLeaf,
  before: PackedLink | undefined,
): PackedLink | null {
  if (typeof atMs !== "number" || typeof kind !== "string" || typeof sequence !== "number") return null;
  if (!isObject(payload) || (typeof hash !== "string" && !hides(hash))) return null;
  const [isCut, isSigned] = [hasCommitment(payload), payload[SIGNATURE_FIELD] !== undefined];
  return {
    atMs,
    kind: kind as LinkKind,
    sequence,
    payload: shownPayload(payload),
    hash: typeof hash === "string" ? hash : "",
    isCut,
    isUnsure: hidesFromRules(kind, payload) || (isSigned && (isCut || before?.hash === "")),
    mayMislead: isCut && (isSigned || OF_TEXTS.has(kind) || hidesCompared(payload)),
  };
}

/** Kinds of links with further rules for their texts. */
const OF_TEXTS: ReadonlySet<string> = new Set(["anchor", "letter", "books", "terms", "mark", "point", "key"]);

/** Whether something is withheld that rules compare with what stands elsewhere in other bytes. */
function hidesCompared({ undoes, finding, name, frozen, step }: PackLeaf): boolean {
  return (
    (typeof undoes === "number" && (hidesMessage(finding) || hides(name))) ||
    (step === "prepare" && isObject(frozen) && hides(frozen["termsSha256"]))
  );
}

/** What a payload says, its commitments as texts that are as long as what they stand for. */
function shownPayload(payload: PackLeaf): string {
  const shown = withCommitments(payload) as PackLeaf;
  const { [SIGNATURE_FIELD]: signed } = shown;
  const isCut = hides(payload[SIGNATURE_FIELD]);
  if (!isCut || !isObject(signed) || typeof signed["signature"] !== "string") return canonicalJson(shown);
  const signature = signed["signature"].repeat(2);
  return canonicalJson({ ...shown, [SIGNATURE_FIELD]: { ...signed, signature } });
}

function hides(member: JsonValue | undefined): boolean {
  return hasCommitment(member ?? null);
}

/** Whether a rule of a link reads what is withheld of it. */
function hidesFromRules(kind: string, { by, note, undoes, ...said }: PackLeaf): boolean {
  if (hides(by)) return true;
  // Digests are compared by their commitments, texts are not.
  if (typeof undoes === "number") return hidesMessage(said["finding"]);
  if (kind === "anchor") return hides(said["hash"]);
  if (kind === "match" || (kind === "decision" && said["status"] !== "open")) return hides(note);
  if (kind !== "close") return false;
  const { frozen = null, step } = said;
  const overridden = isObject(frozen) ? frozen["overridden"] : undefined;
  const hasReason = step === "reopen" || (Array.isArray(overridden) && overridden.length > 0);
  const hidesTerms = step === "prepare" && isObject(frozen) && hides(frozen["termsSha256"]);
  return hidesTerms || (step !== "sign-off" && hasReason && hides(note));
}

function hidesMessage(finding: JsonValue | undefined): boolean {
  return isObject(finding) && hides(finding["message"]);
}

/** Hashes what can be hashed. */
function chainFaults(
  links: readonly PackedLink[],
  last: PackLeaf,
  { ledger, head: own }: OpenedPack["manifest"],
  head: string | null,
): string[] {
  const faults: string[] = [];
  const end = links.at(-1);
  let previous: string | null = "";
  for (const link of links) {
    const before: string | null =
      link === end && typeof last["previous"] === "string" ? last["previous"] : previous;
    if (previous !== null && previous !== before)
      faults.push(`link ${link.sequence}: it names another link before it`);
    const isKnown = before !== null && !link.isCut;
    if (isKnown && link.hash !== "" && linkHash(ledger, before, link) !== link.hash)
      faults.push(`link ${link.sequence}: its hash is another`);
    if (isKnown && link.hash === "" && previous !== null && link.sequence === 1)
      faults.push("link 1: its hash is withheld for no reason");
    previous = link.hash === "" ? null : link.hash;
  }
  // Without its own hash nothing would bind the seal to the head.
  if (end?.isCut !== false || typeof last["previous"] !== "string")
    faults.push("The last link cannot be hashed");
  if (end?.sequence !== own.sequence || end.hash !== own.hash)
    faults.push("The trail does not end with the head of the manifest");
  const isSomewhere = links.some(({ hash }) => hash === head) || last["previous"] === head;
  // It may be one of those that are withheld.
  const isWhole = links.every(({ hash }) => hash !== "");
  if (head !== null && !isSomewhere && isWhole) faults.push("The head that was given is not in the trail");
  return faults;
}

function keepsSalt(payload: string, saltRun: number): boolean {
  const { run, holds } = (parsed(payload) ?? {}) as PackLeaf;
  return run === saltRun && holds === "salt";
}

function sealFaults(
  { ledger, month }: OpenedPack["manifest"],
  {
    seal,
    sealSha256,
    links,
    tree,
  }: {
    readonly seal: JsonValue;
    readonly sealSha256: string;
    readonly links: readonly PackedLink[];
    readonly tree: PackLeaf;
  },
): string[] {
  const last = links.at(-1);
  const said = parsed(last?.payload ?? "") as PackLeaf | null;
  const faults: string[] = [];
  if (last?.kind !== "run" || said?.["holds"] !== "seal" || said["sha256"] !== sealSha256)
    faults.push("The last link does not seal the pack");
  if (!isStored(sealShape, seal) || sha256(canonicalJson(seal)) !== sealSha256)
    return [...faults, "seal.json: it is not what a seal says"];
  const { lists, saltRun } = seal;
  if (seal.ledger !== ledger || seal.month !== month) faults.push("The seal is of another ledger or month");
  if (!links.some(({ kind, payload }) => kind === "run" && keepsSalt(payload, saltRun)))
    faults.push("seal.json: no link keeps the salt that it names");
  if (!isSameRoot(lists, "links", tree)) faults.push("The links are not those that were sealed");
  return faults;
}

/**
 * Links that are handed out alone: decisions on the month's exceptions, matches in force, steps of its close.
 *
 * @param db as of the signature
 */
export function actsAlone(db: ReadableLedger, exceptions: Iterable<PackLeaf>, month: Month): number[] {
  const links = {
    decision: linksOf(db, "decision"),
    match: linksOf(db, "match"),
    close: linksOf(db, "close"),
  };
  const decisions = [...exceptions].flatMap(({ decision }) =>
    typeof decision === "number" ? [decision] : [],
  );
  const matches = matchesNotUndone(listActs(db, "match")).standing.map(({ id }) => id);
  const steps = listActs(db, "close").filter((step) => step.month === month);
  const found = [
    ...decisions.map((id) => links.decision.get(id)),
    ...matches.map((id) => links.match.get(id)),
    ...steps.map(({ id }) => links.close.get(id)),
  ];
  return [...new Set(found.filter((link) => link !== undefined))].toSorted((a, b) => a - b);
}

/** Whether a list has the size and root that the seal states. */
export function isSameRoot(lists: JsonValue | undefined, name: string, root: PackLeaf): boolean {
  const stated = isObject(lists) ? lists[name] : undefined;
  return isObject(stated) && sameJson(stated, root);
}

async function excerptFaults(
  pack: OpenedPack,
  whole: {
    readonly last: PackLeaf;
    readonly seal: JsonValue;
    readonly root: PackLeaf;
    readonly hashes: readonly Buffer[];
    /** By the number of each link that is handed out alone, its line. */
    readonly alone: ReadonlyMap<number, string>;
  },
): Promise<string[]> {
  const faults: string[] = [];
  const { size, root } = whole.root as { readonly size: number; readonly root: string };
  const checkpoint = checkpointText(pack.manifest.ledger, { size, root });
  const stated = await pack.text("checkpoint.txt");
  // Signatures may follow an empty line.
  if (stated !== checkpoint && !stated.startsWith(`${checkpoint}\n`))
    faults.push("checkpoint.txt: it is not that of the links");
  const proofOf = inclusionProof(whole.hashes);
  for (const [sequence, line] of whole.alone) {
    const name = `excerpts/link-${sequence}.json`;
    const due = excerptText({ ...whole, checkpoint }, line, proofOf(sequence - 1));
    if ((await pack.text(name)) !== due) faults.push(`${name}: it does not lead to the seal`);
  }
  return faults;
}
