/** How much of the wallet is tied to transactions, and how the transactions stand. */
import { Section } from "../../ui/layout/part.tsx";
import { formatAmount } from "../../../core/money.ts";
import { SETTLEMENT, type Settlement } from "../../../core/reconcile/result/result.ts";
import { STANDING } from "../../../core/words/finding.ts";
import { hrefOf } from "../../app/use-route.ts";
import type { CheckSummary } from "../../check/protocol.ts";
import { Defined } from "../../ui/overlays/defined.tsx";
import { MEANINGS, SETTLEMENT_MEANINGS } from "./meanings.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { NowBesideThen } from "./now-beside-then.tsx";

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
        <ul className="below-3 plain-links edge-above matched-standing">
          {standing.map((settlement: Settlement) => (
            <li key={settlement}>
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
