/** The roll-forward as an accountant writes it: opening, what came and went, breaks, closing under a double rule. */
import type { ReactNode } from "react";
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { WalletResult } from "../../../core/reconcile/result.ts";
import { hrefOf } from "../../app/use-route.ts";
import type { CheckSummary } from "../../check/protocol.ts";
import { Amount } from "../../ui/amount.tsx";
import { Button } from "../../ui/button.tsx";
import { BREAK_RULES } from "./break-rules.ts";

export interface RollForwardProps {
  readonly summary: CheckSummary;
  readonly decimals: number;
  /** What stands under the statement: the breaks it sums up. */
  readonly children: ReactNode;
  /** Whether the statement is shown wallet by wallet, too. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

export type Flow = Pick<WalletResult, "opening" | "inflow" | "outflow" | "breakDifference" | "closing">;

export function RollForward({ summary, decimals, children, isOpen, onOpen }: RollForwardProps) {
  const { rollForward, wallets, period, counts } = summary;
  const { findings } = counts;
  const breaks = findings["chain-break"] + findings["pending-entry"] + findings["history-gap"];
  const several = wallets.length > 1;
  return (
    <section className="overview-part roll" aria-labelledby="roll-title">
      <div className="overview-head">
        <h2 id="roll-title">Roll-forward</h2>
        {several ? (
          <Button variant="quiet" size="s" aria-expanded={isOpen} onPress={() => onOpen(!isOpen)}>
            {isOpen ? "Only the sums" : `Show ${formatCount(wallets.length, "wallet")}`}
          </Button>
        ) : null}
      </div>
      {rollForward.length === 0 ? <p className="quiet">No wallet has entries to roll forward.</p> : null}
      <div className="roll-scroll" hidden={rollForward.length === 0}>
        <table className="roll-table">
          <thead>
            <tr>
              <th scope="col">
                <span className="only-spoken">Line</span>
              </th>
              {rollForward.map(({ currency, wallets: of }) => (
                <th key={currency} scope="col" className="number">
                  {currency ?? "Unknown currency"}
                  {of > 1 ? <span className="quiet"> · {formatCount(of, "wallet")}</span> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Line
              title={<OnDay of="Opening" day={period?.from} />}
              of={rollForward}
              value={({ opening }) => opening}
              decimals={decimals}
              kind="opening"
            />
            <Line title="Inflows" of={rollForward} value={({ inflow }) => inflow} decimals={decimals} sign />
            <Line
              title="Outflows"
              of={rollForward}
              value={({ outflow }) => 0 - outflow}
              decimals={decimals}
              sign
            />
            <Line
              title={
                breaks === 0 ? (
                  "Break differences"
                ) : (
                  <a href={hrefOf("exceptions", null, BREAK_RULES)}>
                    Break differences ({formatAmount(breaks)})
                  </a>
                )
              }
              of={rollForward}
              value={({ breakDifference }) => breakDifference}
              decimals={decimals}
              sign
              kind={breaks > 0 ? "broken" : undefined}
            />
            <Line
              title={<OnDay of="Closing" day={period?.to} />}
              of={rollForward}
              value={({ closing }) => closing}
              decimals={decimals}
              kind="closing"
            />
          </tbody>
        </table>
      </div>
      {children}
      <p className="roll-note quiet">
        {formatAmount(counts.entries)} {counts.entries === 1 ? "entry" : "entries"} and{" "}
        {formatCount(counts.transactions, "transaction")} {period === null ? "in all" : "in the period"}.
      </p>
    </section>
  );
}

/** A balance and its day, which is never broken in two. */
function OnDay({ of, day }: { readonly of: string; readonly day: string | undefined }) {
  if (day === undefined) return of;
  return (
    <>
      {of}, <span className="roll-day">{day}</span>
    </>
  );
}

interface LineProps {
  readonly title: ReactNode;
  readonly of: readonly (Flow & { readonly currency: string | null })[];
  readonly value: (flow: Flow) => number;
  readonly decimals: number;
  readonly sign?: boolean;
  readonly kind?: "opening" | "broken" | "closing" | undefined;
}

function Line({ title, of, value, decimals, sign = false, kind }: LineProps) {
  return (
    <tr className={kind === undefined ? undefined : `roll-${kind}`}>
      <th scope="row">{title}</th>
      {of.map((flow) => (
        <td key={flow.currency} className={value(flow) === 0 ? "number roll-nil" : "number"}>
          <Amount value={value(flow)} decimals={decimals} sign={sign} />
        </td>
      ))}
    </tr>
  );
}
