/** The exceptions of a check as C1 lists them: what each is about, in which currency, and what it adds. */
import type { Finding } from "../../reconcile/input/findings.ts";
import { BREAK_RULES, type RuleId } from "../../reconcile/input/rules.ts";
import { rowOf } from "../../sorted.ts";
import type { Figures } from "../sheet/figures.ts";
import {
  type ClassTotals,
  type CountedException,
  type JudgedException,
  addClassTotals,
  countExceptions,
  totalsBy,
} from "./exception-amounts.ts";

/** What exceptions are about, in the order in which the Lead adds them up. */
export const EXPOSURE_KINDS = [
  "Breaks of the balance",
  "Entries without payment",
  "Payments without entry",
  "Other amounts than expected",
  "Other errors",
  "Other warnings",
] as const;
export type ExposureKind = (typeof EXPOSURE_KINDS)[number];

const KIND_OF_RULE: ReadonlyMap<RuleId, ExposureKind> = new Map([
  ...[...BREAK_RULES].map((rule) => [rule, EXPOSURE_KINDS[0]] as const),
  ["orphan-payref", "Entries without payment"],
  ["paid-without-entry", "Payments without entry"],
  ["amount-mismatch", "Other amounts than expected"],
]);

export interface Exposure extends JudgedException, CountedException {
  readonly kind: ExposureKind;
  /** Index of the block that its record is in. */
  readonly block: number;
  /** By how much the balance breaks there, signed; 0 where it does not. */
  readonly breakDifference: number;
}

/** Of each exception, in their order. */
export function exposuresOf(figures: Figures, exceptions: readonly Finding[]): Exposure[] {
  const judged = exceptions.map((finding) => ({ finding, status: figures.reviewing.of(finding).status }));
  const counted = countExceptions(judged, figures.input.check.causes);
  return exceptions.map((finding, at) => ({
    ...(judged[at] as JudgedException),
    ...(counted[at] as CountedException),
    kind:
      KIND_OF_RULE.get(finding.rule) ?? (finding.severity === "error" ? "Other errors" : "Other warnings"),
    block: blockOfFinding(figures, finding),
    breakDifference: BREAK_RULES.has(finding.rule) ? (finding.difference ?? 0) : 0,
  }));
}

/** What says in which currency a finding is: all of it is known without the texts of the records. */
interface CurrencyGround extends Pick<Figures, "currencies"> {
  readonly input: Pick<Figures["input"], "check" | "records">;
}

/** Rules about what came of a transaction; whatever else is amiss with one is amiss with what it states. */
const OF_WHAT_CAME: ReadonlySet<RuleId> = new Set<RuleId>([
  "amount-mismatch",
  "reversed",
  "currency-mismatch",
  "settled-deleted",
  "settled-flagged",
  "duplicate-payref",
]);

/** The block of the record that a finding is about; of one that is gone, that of its owner's wallet. */
export function blockOfFinding(
  { currencies, input: { check, records } }: CurrencyGround,
  finding: Finding,
): number {
  if (!currencies.isSplit) return 0;
  const { walletID, payID, userID, businessID } = finding;
  const row =
    walletID === null
      ? rowOf(records.transactions.payID, payID ?? -1)
      : rowOf(records.entries.walletID, walletID);
  if (row !== -1) {
    if (walletID !== null) return currencies.ofEntry(row);
    return OF_WHAT_CAME.has(finding.rule) ? currencies.ofDifference(row) : currencies.ofStated(row);
  }
  const wallet = check.wallets.findIndex(
    (one) => one.userID === userID && (one.businessID === null || one.businessID === businessID),
  );
  return currencies.ofWallet[wallet] ?? currencies.blocks.length - 1;
}

/** By block, in their order: the totals of each kind that has exceptions, in the order of the kinds. */
export function totalsByKind(
  { currencies }: Pick<Figures, "currencies">,
  exposures: readonly Exposure[],
): ReadonlyMap<ExposureKind, ClassTotals>[] {
  return currencies.blocks.map((_, block) => {
    const own = exposures.filter((one) => one.block === block);
    const totals = totalsBy(own, own, (at) => (own[at] as Exposure).kind);
    return new Map(
      EXPOSURE_KINDS.flatMap((kind) => {
        const of = totals.get(kind);
        return of === undefined ? [] : [[kind, of] as const];
      }),
    );
  });
}

/** By block, in their order. */
export function totalsByBlock(
  figures: Pick<Figures, "currencies">,
  exposures: readonly Exposure[],
): ClassTotals[] {
  return totalsByKind(figures, exposures).map((kinds) => addClassTotals(kinds.values()));
}
