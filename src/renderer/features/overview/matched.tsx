/** How much of the wallet is tied to transactions, and how the transactions stand. */
import { SETTLEMENT, type Settlement } from "../../../core/reconcile/input/result.ts";
import type { ReviewStatus } from "../../../core/review/decisions/review.ts";
import { Section } from "../../ui/part.tsx";
import { formatAmount } from "../../../core/money.ts";
import { TRANSACTIONS_OF_PERIOD } from "../../../core/words/month.ts";
import { STANDING } from "../../../core/words/finding.ts";
import { hrefOf } from "../../app/use-route.ts";
import type { CheckSummary } from "../../bridge/protocol.ts";
import { Defined } from "../../ui/defined.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import type { ReactNode } from "react";

// What each number of the Overview is, in a sentence or two.

export const MEANINGS = {
  verdict:
    "Too high or too low: the differences at wrong balances added up, each currency separately. " +
    "A balance is wrong where it does not follow from the row before and its own movement, and rows are not only listed in another order. " +
    "The causes are those of the smallest explanation that explain these rows. " +
    "Errors and warnings are findings by severity. Reviewed: those with a decision that holds.",
  rollForward:
    "Opening plus inflows less outflows plus break differences is the closing. Each check makes sure of that, wallet by wallet.",
  opening:
    "The balance stated at the last entry before the period. Without one, the first balance less its movement.",
  inflows: "The sum of the movements that raise the balance.",
  outflows: "The sum of the movements that lower the balance.",
  breaks:
    "Stated balance less expected balance, added up over balances that do not follow, unapproved entries that are not in the balance yet, and gaps between pulls. In brackets: how many rows.",
  closing: "The balance stated at the last entry of the period. Without one, that before it.",
  records:
    "Entries of the period: one dated earlier than those before it counts with them. " +
    `Transactions ${TRANSACTIONS_OF_PERIOD}.`,
  breakDifference: "What the row states less what follows from the row before and its own movement.",
  balance: "The balance as the service states it after each entry. Breaks are marked where they begin.",
  causes:
    "A cause is an event of the smallest explanation: the fewest events that explain every fact once. " +
    "A fact is a break, an orphan payref, a payment without entry or with another amount, or a duplicate. " +
    "A cause is a reading of the numbers, not evidence.",
  causeAmount:
    "The largest amount at stake among the findings of a cause. It ranks causes: they may be about the same money, so it is not added up to a difference.",
  causeReviewed: "How many findings of the cause have a decision.",
  exceptions: "Findings that are errors or warnings. Reviewed: those with a decision that holds.",
  found: "How many findings the rule reports.",
  ruleReviewed: "How many of them have a decision that holds. Notices need none.",
  ruleDifference:
    "The differences that the rule states, added up, each currency separately. Rules count the same money again, so their sums are not added up to a total.",
  matched:
    "Entries of the period that carry a payref or are matched by hand, and how many of them belong to a transaction. Below: the transactions of the period by what reached the wallet.",
  pull: "What the newest pull or import brought, counted when it came in.",
  checked: "Which reading of the records these numbers hold under, and how many records agree with it.",
} as const;

export const STATUS_MEANINGS: Readonly<Record<ReviewStatus, string>> = {
  open: "Nobody has decided yet.",
  explained: "The difference is understood.",
  accepted: "The difference stays, and the note says why that is acceptable.",
  raised: "The provider was asked.",
  reopened: "It was decided, and its figures or records have changed since.",
};

const SETTLEMENT_MEANINGS: Readonly<Record<Settlement, string>> = {
  [SETTLEMENT.notDue]: "Nothing is expected and nothing came: unpaid, deleted, or not due yet.",
  [SETTLEMENT.settled]: "The entries of the payment add up to what is expected.",
  [SETTLEMENT.under]: "The entries add up to less than expected.",
  [SETTLEMENT.over]: "The entries add up to more than expected.",
  [SETTLEMENT.direction]: "The entries add up to the expected amount with the opposite sign.",
  [SETTLEMENT.unsettled]: "Paid, but no entry in the wallet.",
  [SETTLEMENT.inTransit]: "Paid so shortly before the end that an entry may still come.",
  [SETTLEMENT.reversed]: "Entered and reversed: the entries add up to zero.",
  [SETTLEMENT.duplicated]: "The same movement was entered again; without the repeats the amount is right.",
  [SETTLEMENT.entryForUnpaid]: "Entries for a transaction that is not paid.",
  [SETTLEMENT.notJudged]:
    "Its amount cannot be judged, for example because its cycle or currency is unknown.",
  [SETTLEMENT.settledTogether]: "Settled with another payment of a manual match, which stands for it.",
};

/** How many actions without a payref are named. */
const NAMED_ACTIONS = 4;

interface MatchedProps {
  readonly summary: CheckSummary;
  /** How they stand now, while an earlier state is shown; else null. */
  readonly now: CheckSummary | null;
}

export function Matched({ summary, now }: MatchedProps) {
  const { matched, counts, settlements } = summary;
  const { withPayref, tied } = matched;
  const without = Object.entries(counts.noPayref).toSorted(([, a], [, b]) => b - a);
  const standing = Object.values(SETTLEMENT).filter(
    (settlement) => (settlements[settlement] ?? 0) + (now?.settlements[settlement] ?? 0) > 0,
  );
  return (
    <Section title="Matched" level={2} meaning={MEANINGS.matched}>
      {withPayref === 0 ? (
        <p className="quiet">No entry of the period has a payref.</p>
      ) : (
        <>
          <p>
            <strong>{formatAmount(tied)}</strong> of {formatAmount(withPayref)} entries with a payref have
            their transaction
            {now === null
              ? ""
              : `; now ${formatAmount(now.matched.tied)} of ${formatAmount(now.matched.withPayref)}`}
          </p>
          <ProgressBar done={tied} total={withPayref} label="Entries with their transaction" />
        </>
      )}
      {without.length === 0 ? null : (
        <p className="quiet">
          {formatAmount(without.reduce((sum, [, count]) => sum + count, 0))} without one:{" "}
          {without
            .slice(0, NAMED_ACTIONS)
            .map(([action, count]) => `${action === "" ? "no action" : action} ${formatAmount(count)}`)
            .join(", ")}
          {without.length > NAMED_ACTIONS ? " …" : ""}
        </p>
      )}
      {standing.length === 0 ? null : (
        <ul className="below-3 plain-links edge-above">
          {standing.map((settlement: Settlement) => (
            <li key={settlement} className="row gap-2 edge-below pad-y-1">
              <span className="faint sign" aria-hidden="true">
                {STANDING[settlement].mark}
              </span>
              <Defined
                meaning={SETTLEMENT_MEANINGS[settlement]}
                href={hrefOf("transactions", null, `in.settlement=${settlement}`)}
              >
                {STANDING[settlement].words}
              </Defined>
              <span className="number to-end">
                {formatAmount(settlements[settlement] ?? 0)}
                {now === null ? null : (
                  <>
                    <span className="quiet">, </span>
                    <NowBesideThen then={settlements[settlement] ?? 0} now={now.settlements[settlement] ?? 0}>
                      now {formatAmount(now.settlements[settlement] ?? 0)}
                    </NowBesideThen>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

interface NowBesideThenProps {
  readonly then: number | string;
  readonly now: number | string;
  /** As it is shown. */
  readonly children: ReactNode;
}

/** `<NowBesideThen then={…} now={…}>`: a value now beside the signed one, in bold where they differ. */
export function NowBesideThen({ then, now, children }: NowBesideThenProps) {
  return then === now ? <span className="quiet">{children}</span> : <b>{children}</b>;
}
