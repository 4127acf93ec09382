/** The unresolved exceptions in money. An event that several exceptions report counts once. */
import type { Finding } from "../../reconcile/result/findings.ts";
import { BREAK_RULES, type RuleId } from "../../reconcile/rules.ts";
import { type ReviewStatus, isResolved } from "../../review/decisions/review.ts";
import { rowOf } from "../../sorted.ts";
import { UNLIKE } from "../record-currencies.ts";
import type { Figures } from "../figures.ts";

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

/** What an exception adds to what is unresolved. */
export interface Exposure {
  readonly kind: ExposureKind;
  /** Index of the block that its record is in. */
  readonly block: number;
  readonly status: ReviewStatus;
  /** In the service's unit, 0 or more: what is at stake while it is unresolved, 0 once it is not. */
  readonly amount: number;
  /** By how much the balance breaks there, signed; 0 where it does not. */
  readonly breakDifference: number;
  /** The exception of the same event that counts instead, by its index; null where none does. */
  readonly countedIn: number | null;
}

/**
 * Of each exception, in their order. Of those that one cause explains, the unresolved one with the most at
 * stake counts; one without a cause counts by itself.
 */
export function exposuresOf(figures: Figures, exceptions: readonly Finding[]): Exposure[] {
  const statuses = exceptions.map((finding) => figures.reviewing.of(finding).status);
  const causes = causesOf(figures, exceptions);
  const counted = new Map<number, number>();
  for (const [at, finding] of exceptions.entries()) {
    const cause = causes[at];
    if (cause === undefined || isResolved(statuses[at])) continue;
    const most = exceptions[counted.get(cause) ?? -1]?.atStake ?? -1;
    if (finding.atStake > most) counted.set(cause, at);
  }
  return exceptions.map((finding, at) => {
    const status = statuses[at] ?? "open";
    const resolved = isResolved(status);
    const first = resolved ? at : (counted.get(causes[at] ?? -1) ?? at);
    return {
      kind: kindOf(finding),
      block: blockOf(figures, finding),
      status,
      amount: resolved || first !== at ? 0 : finding.atStake,
      breakDifference: BREAK_RULES.has(finding.rule) ? (finding.difference ?? 0) : 0,
      countedIn: first === at ? null : first,
    };
  });
}

/** By exception: the number of the cause that explains it; undefined where none does. */
function causesOf({ input: { check } }: Figures, exceptions: readonly Finding[]): (number | undefined)[] {
  const cause = new Map(
    check.causes.items.flatMap(({ findings }, at) => findings.map((print) => [print, at] as const)),
  );
  return exceptions.map(({ fingerprint }) => cause.get(fingerprint));
}

function kindOf({ rule, severity }: Finding): ExposureKind {
  return KIND_OF_RULE.get(rule) ?? (severity === "error" ? "Other errors" : "Other warnings");
}

/** The block of the record that a finding is about; of one that is gone, that of its owner's wallet. */
function blockOf({ currencies, input: { check, records } }: Figures, finding: Finding): number {
  if (!currencies.isSplit) return 0;
  const { walletID, payID, userID, businessID } = finding;
  const row =
    walletID === null
      ? rowOf(records.transactions.payID, payID ?? -1)
      : rowOf(records.entries.walletID, walletID);
  if (row !== -1) {
    if (walletID !== null) return currencies.ofEntry(row);
    const lies = currencies.ofTransaction(row);
    return lies === UNLIKE ? currencies.ofPayment(row) : lies;
  }
  const wallet = check.wallets.findIndex(
    (one) => one.userID === userID && (one.businessID === null || one.businessID === businessID),
  );
  return currencies.ofWallet[wallet] ?? currencies.blocks.length - 1;
}

/** What is unresolved of a group of exceptions; amounts end at the largest safe integer. */
export interface Unresolved {
  readonly items: number;
  readonly amount: number;
  /** What of the amount was raised; the rest nobody decided on. */
  readonly raised: number;
}

export const NOTHING_UNRESOLVED: Unresolved = { items: 0, amount: 0, raised: 0 };

/**
 * By block, in their order: what is unresolved of each kind that has something, in the order of the kinds.
 */
export function unresolvedKinds(
  { currencies }: Figures,
  exposures: readonly Exposure[],
): ReadonlyMap<ExposureKind, Unresolved>[] {
  const found = currencies.blocks.map(() => new Map<ExposureKind, Unresolved>());
  for (const { kind, block, status, amount } of exposures) {
    if (isResolved(status)) continue;
    const of = found[block];
    of?.set(
      kind,
      plus(of.get(kind) ?? NOTHING_UNRESOLVED, {
        items: 1,
        amount,
        raised: status === "raised" ? amount : 0,
      }),
    );
  }
  return found.map(
    (kinds) =>
      new Map(
        EXPOSURE_KINDS.flatMap((kind) => {
          const own = kinds.get(kind);
          return own === undefined ? [] : [[kind, own] as const];
        }),
      ),
  );
}

/** Both together. */
export function plus(a: Unresolved, b: Unresolved): Unresolved {
  return {
    items: a.items + b.items,
    amount: atMost(a.amount + b.amount),
    raised: atMost(a.raised + b.raised),
  };
}

function atMost(amount: number): number {
  return Math.min(amount, Number.MAX_SAFE_INTEGER);
}

/** What the kinds of a block come to. */
export function unresolvedOf(kinds: ReadonlyMap<ExposureKind, Unresolved>): Unresolved {
  return [...kinds.values()].reduce(plus, NOTHING_UNRESOLVED);
}
