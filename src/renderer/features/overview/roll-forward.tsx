/** The roll-forward as an accountant writes it: opening, what came and went, breaks, closing under a double rule. */
import type { ReactNode } from "react";
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { WalletResult } from "../../../core/reconcile/result/result.ts";
import type { CurrencyRoll } from "../../../core/report/rollforward/currency-roll.ts";
import { hrefOf } from "../../app/use-route.ts";
import type { CheckSummary, ReviewSummary } from "../../check/protocol.ts";
import { Amount } from "../../ui/values/amount.tsx";
import { Button } from "../../ui/button.tsx";
import { BREAK_FILTER } from "./break-filter.ts";
import { breakPartsOf } from "./break-parts.ts";
import { type SignedMonth, breaksIn, movedCurrencies } from "./signed-month.ts";

export interface RollForwardProps {
  readonly summary: CheckSummary;
  /** Of the same check; null until it is known. */
  readonly review: ReviewSummary | null;
  /** What was signed: where it differs from now, both are shown; null where the month is not signed. */
  readonly signed: SignedMonth | null;
  readonly decimals: number;
  /** What stands under the statement: the breaks it sums up. */
  readonly children: ReactNode;
  /** Whether the statement is shown wallet by wallet, too. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

export type Flow = Pick<WalletResult, "opening" | "inflow" | "outflow" | "breakDifference" | "closing">;

export function RollForward({ summary, review, signed, decimals, children, ...folding }: RollForwardProps) {
  const { isOpen, onOpen } = folding;
  const { wallets, period, counts } = summary;
  const columns = columnsOf(summary, signed);
  const [now, then] = [breaksIn(summary), signed?.breaks ?? null];
  // Beside signed figures that moved, they would be parts of one of two columns.
  const parts =
    review === null || signed?.hasMoved === true ? [] : breakPartsOf(review.rules, summary.rollForward);
  const several = wallets.length > 1;
  return (
    <section className="overview-part roll" aria-labelledby="roll-title">
      <div className="overview-head">
        <h2 id="roll-title">Roll-forward</h2>
        {several ? (
          <Button variant="quiet" size="s" aria-expanded={isOpen} onPress={() => onOpen(!isOpen)}>
            {isOpen ? "Show totals only" : `Show ${formatCount(wallets.length, "wallet")}`}
          </Button>
        ) : null}
      </div>
      {columns.length === 0 ? <p className="quiet">No wallet has entries to roll forward.</p> : null}
      <div className="roll-scroll" hidden={columns.length === 0}>
        <table className="roll-table">
          <thead>
            <tr>
              <th scope="col">
                <span className="only-spoken">Line</span>
              </th>
              {columns.map(({ currency, wallets: of, aside }) => (
                <th key={`${currency} ${aside}`} scope="col" className="number">
                  {currency ?? "Unknown currency"}
                  {aside === "" ? null : <span className="quiet">, {aside}</span>}
                  {of > 1 ? <span className="quiet"> · {formatCount(of, "wallet")}</span> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Line
              title={<OnDay of="Opening" day={period?.from} />}
              of={columns}
              value={({ opening }) => opening}
              decimals={decimals}
              kind="opening"
            />
            <Line title="Inflows" of={columns} value={({ inflow }) => inflow} decimals={decimals} sign />
            <Line
              title="Outflows"
              of={columns}
              value={({ outflow }) => 0 - outflow}
              decimals={decimals}
              sign
            />
            <Line
              title={
                now === 0 && (then ?? 0) === 0 ? (
                  "Break differences"
                ) : (
                  <a href={hrefOf("exceptions", null, BREAK_FILTER)}>
                    Break differences ({breakCount(now, then)})
                  </a>
                )
              }
              of={columns}
              value={({ breakDifference }) => breakDifference}
              decimals={decimals}
              sign
              kind={now > 0 ? "broken" : undefined}
            />
            {parts.map((part) => (
              <Line
                key={part.title}
                title={part.title}
                of={columns}
                value={({ currency }) => part.in(currency)}
                decimals={decimals}
                sign
                kind="part"
              />
            ))}
            <Line
              title={<OnDay of="Closing" day={period?.to} />}
              of={columns}
              value={({ closing }) => closing}
              decimals={decimals}
              kind="closing"
            />
          </tbody>
        </table>
      </div>
      {children}
      <p className="roll-note quiet">
        {signed?.hasMoved === true ? "Now " : ""}
        {formatAmount(counts.entries)} {counts.entries === 1 ? "entry" : "entries"} and{" "}
        {formatCount(counts.transactions, "transaction")} {period === null ? "in all" : "in the period"}.
      </p>
    </section>
  );
}

interface Column extends CurrencyRoll {
  /** Which of two columns of one currency it is; '' where there is one. */
  readonly aside: "" | "as signed" | "now";
}

/** A column per currency; where what was signed is not what the records say now, one for each. */
function columnsOf({ rollForward }: CheckSummary, signed: SignedMonth | null): Column[] {
  if (signed === null) return rollForward.map((roll) => ({ ...roll, aside: "" }));
  const moved = movedCurrencies(rollForward, signed.rollForward);
  const currencies = new Set([...signed.rollForward, ...rollForward].map(({ currency }) => currency));
  const columns = (rolls: readonly CurrencyRoll[], of: string | null, aside: Column["aside"]): Column[] =>
    rolls.filter(({ currency }) => currency === of).map((roll) => ({ ...roll, aside }));
  return [...currencies].flatMap((currency) =>
    moved.has(currency)
      ? [...columns(signed.rollForward, currency, "as signed"), ...columns(rollForward, currency, "now")]
      : // What came later with nothing in it is no column of a month that was signed without it.
        columns(signed.rollForward, currency, ""),
  );
}

/** @param then how many there were at signing; null where the month is not signed */
function breakCount(now: number, then: number | null): string {
  if (then === null || then === now) return formatAmount(now);
  return `${formatAmount(then)} as signed, ${formatAmount(now)} now`;
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
  readonly of: readonly Column[];
  readonly value: (flow: Column) => number;
  readonly decimals: number;
  readonly sign?: boolean;
  readonly kind?: "opening" | "broken" | "part" | "closing" | undefined;
}

function Line({ title, of, value, decimals, sign = false, kind }: LineProps) {
  return (
    <tr className={kind === undefined ? undefined : `roll-${kind}`}>
      <th scope="row">{title}</th>
      {of.map((flow) => (
        <td
          key={`${flow.currency} ${flow.aside}`}
          className={value(flow) === 0 ? "number roll-nil" : "number"}
        >
          <Amount value={value(flow)} decimals={decimals} sign={sign} />
        </td>
      ))}
    </tr>
  );
}
