/**
 * An auditor's own pull held against what a month was signed on: what of it is identical, what differs, and whether
 * the ledger says so by itself. PCAOB AS 2310 calls it direct access to the source; ISA 500 asks how the evidence was got.
 */
import type { PackFacts } from "../../words/pack.ts";
import { formatAmount, formatCount } from "../../money.ts";
import type { FieldChange } from "../../reconcile/input/findings.ts";
import { type ChangeWording, changeWords } from "../../reconcile/input/field-words.ts";
import { monthTitle } from "../../words/month.ts";
import type { Month } from "../close/close.ts";
import type { Provenance } from "./provenance.ts";

/** `vanished`: the service no longer has it. `appeared`: the month was signed without it. */
type DifferenceKind = "changed" | "vanished" | "appeared";

export interface OwnPullDifference {
  readonly record: "entry" | "transaction";
  /** walletID or payID. */
  readonly id: number;
  readonly kind: DifferenceKind;
  /** Field by field; empty unless it changed. */
  readonly changes: readonly FieldChange[];
  /** Whether it is dated in the month; else before it. */
  readonly isOfMonth: boolean;
  /** Whether the ledger says the same now, by a pull since the signature; null where a pack does not tell. */
  readonly isStated: boolean | null;
}

/** The pack that the month was read from, instead of its ledger. None of its claims is broken. */
export interface AuditedPack extends PackFacts {
  readonly claims: number;
  readonly proven: number;
  /** Of what was compared, the texts that the pack withholds, and the records that have any. */
  readonly notCompared: { readonly records: number; readonly texts: number };
}

/** Records of one kind that a month was signed on: all that were there then, dated up to the month's end. */
export interface OwnPullCounts {
  readonly signedOn: number;
  readonly identical: number;
  /** What moves in a payment's normal life: that it was paid, completed, became inactive. */
  readonly movedOn: number;
  readonly changed: number;
  readonly vanished: number;
  /** Older than what the service gave, which says nothing of them. */
  readonly notReached: number;
  /** Dated up to the month's end, and not there when it was signed. */
  readonly appeared: number;
}

export interface OwnPullReport {
  readonly schema: "tieout.audit/1";
  readonly month: Month;
  /** Name and link are null where a pack withholds them. */
  readonly signed: { readonly by: string | null; readonly atMs: number; readonly linkSha256: string | null };
  readonly ledger: { readonly id: string; readonly userID: number | null };
  /** null where the month was read from its ledger. */
  readonly pack: AuditedPack | null;
  readonly ownPull: {
    readonly startedAtMs: number;
    readonly finishedAtMs: number | null;
    readonly baseUrl: string | null;
    /** The newest link of the auditor's own file. */
    readonly head: string;
    readonly responses: readonly (Pick<
      Provenance,
      "request" | "status" | "serverAtMs" | "certificateSha256"
    > & { readonly sha256: string; readonly bytes: number })[];
  };
  readonly entries: OwnPullCounts;
  readonly transactions: OwnPullCounts;
  /** Entries by walletID, then transactions by payID. */
  readonly differences: readonly OwnPullDifference[];
  readonly decimals: number;
}

/** What the page to sign is called. */
export function ownPullTitle(month: Month): string {
  return `${monthTitle(month)}: the auditor's own pull, compared with what was signed`;
}

/** Where the auditor signs it. */
export const OWN_PULL_SIGNATURE = "Pulled and compared by: ____________________________   Date: ____________";

/** Whether the service says what was signed, or whatever differs stands in the ledger by itself. */
export function standsByOwnPull({ entries, transactions, differences }: OwnPullReport): boolean {
  const isReached = entries.notReached + transactions.notReached === 0;
  return isReached && differences.every(({ isStated }) => isStated === true);
}

/** @example `August 2026 was signed on 65 records. 64 are identical in this pull. 1 record differs; the ledger says so since.` */
export function ownPullSentence(report: OwnPullReport): string {
  const { month, entries, transactions, differences, pack } = report;
  const sum = (of: keyof OwnPullCounts) => entries[of] + transactions[of];
  const signedOn = formatCount(sum("signedOn"), "record");
  const same = sum("identical");
  const told = [
    same === sum("signedOn")
      ? `${monthTitle(month)} was signed on ${signedOn}, all of them identical in this pull.`
      : `${monthTitle(month)} was signed on ${signedOn}, ${formatAmount(same)} of them identical in this pull.`,
  ];
  const moved = sum("movedOn");
  if (moved > 0) told.push(`${formatCount(moved, "payment")} went on as payments do, and no amount moved.`);
  const unreached = sum("notReached");
  if (unreached > 0)
    told.push(`${formatCount(unreached, "record")} could not be compared: the service gave none so old.`);
  if (differences.length > 0) told.push(`${differsWords(differences)}.`);
  if (pack !== null && pack.notCompared.texts > 0) told.push(`${notComparedWords(pack, sum("signedOn"))}.`);
  return told.join(" ");
}

/** @example `Withheld, not compared: 130 texts of 65 of 65 records` */
function notComparedWords({ notCompared: { texts, records } }: AuditedPack, signedOn: number): string {
  return `Withheld, not compared: ${formatCount(texts, "text")} of ${formatAmount(records)} of ${formatCount(signedOn, "record")}`;
}

/** Which pack was read, how it was proven, and what it withholds; a line each. */
export function packFacts({ head, claims, proven, withheld, sha256 }: AuditedPack): [string, string][] {
  return [
    ["Its SHA-256", sha256],
    ["Its head", `${head.hash} (link ${head.sequence})`],
    ["Its proof", `${proven} of ${claims} claims are proven, none is broken`],
    ["Withheld", withheld.length === 0 ? "nothing" : withheld.join(", ")],
  ];
}

/** Where a pack withholds a name or a hash. */
export const WITHHELD_WORD = "withheld";

function differsWords(differences: readonly OwnPullDifference[]): string {
  const count = differences.length;
  const unstated = differences.filter(({ isStated }) => isStated === false).length;
  const untold = differences.filter(({ isStated }) => isStated === null).length;
  const many = `${formatCount(count, "record")} ${count === 1 ? "differs" : "differ"}`;
  if (untold > 0) {
    const said = unstated === 0 ? "" : `; of ${formatAmount(unstated)} the ledger does not say so`;
    return `${many}${said}; of ${formatAmount(untold)} the pack does not tell whether the ledger says so`;
  }
  if (unstated === 0) return `${many}; the ledger says so since`;
  if (unstated === count) return `${many}; the ledger does not say so`;
  return `${many}; of ${formatAmount(unstated)} the ledger does not say so`;
}

/** What is counted of the records, and its words. */
export const COUNTED = [
  ["signedOn", "signed on"],
  ["identical", "identical"],
  ["movedOn", "went on as payments do"],
  ["changed", "changed"],
  ["vanished", "vanished"],
  ["notReached", "not reached"],
  ["appeared", "not there then"],
] as const satisfies readonly (readonly [keyof OwnPullCounts, string])[];

/** @example `3 signed on, 2 identical, 1 changed` */
export function countsWords(counts: OwnPullCounts): string {
  return COUNTED.filter(([key]) => key === "signedOn" || counts[key] > 0)
    .map(([key, words]) => `${formatAmount(counts[key])} ${words}`)
    .join(", ");
}

/** @example `walletID 7, of the month: Stated balance from 100 to 90. The ledger says so since.` */
export function differenceWords(difference: OwnPullDifference, wording: ChangeWording): string {
  const { record, id, kind, changes, isOfMonth, isStated } = difference;
  const which = `${record === "entry" ? "walletID" : "payID"} ${id}, ${isOfMonth ? "of the month" : "before the month"}`;
  const what = {
    changed: changes.map((change) => changeWords(change, wording)).join("; "),
    vanished: "the service no longer has it",
    appeared: "not there when the month was signed",
  }[kind];
  return `${which}: ${what}. ${statedWords(isStated)}`;
}

function statedWords(isStated: boolean | null): string {
  if (isStated === null) return "The pack does not tell whether the ledger says so.";
  return isStated ? "The ledger says so since." : "The ledger does not say so.";
}
