/** The roll-forward: opening, what came and went, breaks, closing under a double rule. */
import { BREAK_RULES, type RuleId } from "../../../core/reconcile/input/rules.ts";
import { Section } from "../../ui/part.tsx";
import type { ReactNode } from "react";
import { formatAmount, formatCount } from "../../../core/money.ts";
import { type CurrencyRoll, rollByCurrency } from "../../../core/review/close/currency-roll.ts";
import { hrefOf } from "../../app/use-route.ts";
import type { CheckSummary, ReviewSummary } from "../../bridge/protocol.ts";
import { type TableColumn, Table } from "../../ui/table.tsx";
import { Button } from "../../ui/button.tsx";
import { Defined } from "../../ui/defined.tsx";
import { MEANINGS } from "./meanings.ts";
import { currencyTitle } from "../../../core/words/currency.ts";
import { type RollPart, rollParts } from "../../../core/words/break-parts.ts";
import type { FrozenWallet } from "../../../core/review/close/close.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import { filterTextOf } from "../../shared/decide/queue-filters.ts";
import { hasSignedRows, hrefOfShownFigure, NO_SIGNED_ROWS } from "../../shared/months/figure-links.ts";
import { standingOf } from "../../shared/months/close-words.ts";
import type { AskedMoment } from "../../../core/review/close/moment.ts";
import type { FigureName } from "../../../core/report/rollforward/figure-rows.ts";

interface RollForwardProps {
  readonly summary: CheckSummary;
  readonly review: ReviewSummary | null;
  /** What was signed: where it differs from now, both are shown; null where the month is not signed. */
  readonly signed: SignedMonth | null;
  /** Which of two columns of a currency is of what the other places show. */
  readonly shows: "now" | "then";
  readonly children: ReactNode;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

export function RollForward({ summary, review, signed, shows, children, ...folding }: RollForwardProps) {
  const { isOpen, onOpen } = folding;
  const { wallets, period, counts } = summary;
  const columns = columnsOf(summary, signed);
  const now = breaksIn(summary);
  // Beside signed figures that moved, they would be parts of one of two columns.
  const parts =
    review === null || signed?.hasMoved === true ? [] : breakPartsOf(review.rules, summary.rollForward);
  const isSum = hasSeveral(wallets);
  return (
    <Section
      title="Roll-forward"
      level={2}
      meaning={MEANINGS.rollForward}
      className="roll"
      aside={
        isSum ? (
          <Button variant="quiet" size="s" aria-expanded={isOpen} onPress={() => onOpen(!isOpen)}>
            {isOpen ? "Show totals only" : `Show ${formatCount(wallets.length, "wallet")}`}
          </Button>
        ) : null
      }
    >
      <Table
        look="statement"
        className="roll-table"
        caption="Roll-forward"
        empty="No wallet has entries to roll forward."
        rows={columns.length === 0 ? [] : linesOf(summary, parts, breakWords(now, signed))}
        rowKey={({ name }) => name}
        lineClass={({ kind }) => `roll-${kind ?? "line"}`}
        columns={[
          { title: "Line", isTitleSpoken: true, isRowHeader: true, cell: ({ title }) => title },
          ...columns.map((column): TableColumn<ShownLine> => ({
            title: `${column.currency ?? ""} ${column.aside}`,
            heading: <ColumnTitle of={column} />,
            amount: ({ value }) => value(column),
            sign: ({ isMove }) => isMove === true,
            href: ({ value, lead }) => {
              const asOf = momentOf(column, { shows, signed });
              if (value(column) === 0) return undefined;
              return typeof asOf === "object" && asOf !== null ? asOf : lead(column.currency, asOf);
            },
            amountClass: ({ name, value }) =>
              name === "break" && now > 0 && value(column) !== 0 ? "roll-broken" : undefined,
          })),
        ]}
      />
      {children}
      <p className="small below-3 quiet">
        {signed?.hasMoved === true ? "Now " : ""}
        <Defined meaning={MEANINGS.records}>
          {formatCount(counts.entries, "entry")} and {formatCount(counts.transactions, "transaction")}{" "}
          {period === null ? "in all" : "in the period"}
        </Defined>
        .
      </p>
    </Section>
  );
}

/** Whether a currency's figures add up several wallets that have any. */
function hasSeveral(wallets: CheckSummary["wallets"]): boolean {
  const own = wallets.filter(
    ({ entries, opening, closing }) => entries > 0 || opening !== 0 || closing !== 0,
  );
  return new Set(own.map(({ currency }) => currency)).size < own.length;
}

/** The moment that a column is of, undefined where it is the one shown; or why its rows cannot be shown. */
function momentOf(
  { aside }: Pick<RollColumn, "aside">,
  { shows, signed }: Pick<RollForwardProps, "shows" | "signed">,
): AskedMoment | null | undefined | { readonly why: string } {
  if (aside === "" || (aside === "now") === (shows === "now")) return undefined;
  if (aside === "now") return null;
  return signed?.unshown === null ? "signed" : { why: signed?.unshown ?? "" };
}

interface RollColumn extends CurrencyRoll {
  /** Which of two columns of one currency it is, e.g. `as signed` and `now`; '' where there is one. */
  readonly aside: string;
}

/** A column per currency; where what was signed is not what the records say now, one for each. */
function columnsOf({ rollForward }: CheckSummary, signed: SignedMonth | null): RollColumn[] {
  if (signed === null) return rollForward.map((roll) => ({ ...roll, aside: "" }));
  const moved = movedCurrencies(rollForward, signed.rollForward);
  const currencies = new Set([...signed.rollForward, ...rollForward].map(({ currency }) => currency));
  const columns = (
    rolls: readonly CurrencyRoll[],
    of: string | null,
    aside: RollColumn["aside"],
  ): RollColumn[] => rolls.filter(({ currency }) => currency === of).map((roll) => ({ ...roll, aside }));
  return [...currencies].flatMap((currency) =>
    moved.has(currency)
      ? [...columns(signed.rollForward, currency, signed.title), ...columns(rollForward, currency, "now")]
      : // What came later with nothing in it is no column of a month that was signed without it.
        columns(signed.rollForward, currency, ""),
  );
}

function breakWords(now: number, signed: SignedMonth | null): ReactNode {
  const then = signed?.breaks ?? now;
  if (now === 0 && then === 0) return <Defined meaning={MEANINGS.breaks}>Break differences</Defined>;
  const isOfNow = signed !== null && signed.hasMoved && signed.breaks !== now;
  const before = signed === null || then === now ? "" : `${formatAmount(then)} ${signed.title}, `;
  const count = `${before}${formatAmount(now)}${isOfNow ? " now" : ""}`;
  return (
    <Defined meaning={MEANINGS.breaks}>
      Break differences <span className="unbroken">({count})</span>
    </Defined>
  );
}

/** A balance and its day, on one line. */
function OnDay(props: { readonly of: string; readonly meaning: string; readonly day: string | undefined }) {
  const { of, meaning, day } = props;
  const balance = <Defined meaning={meaning}>{of}</Defined>;
  if (day === undefined) return balance;
  return (
    <span className="unbroken">
      {balance}, {day}
    </span>
  );
}

interface ShownLine {
  readonly name: string;
  readonly title: ReactNode;
  readonly value: (flow: RollColumn) => number;
  readonly isMove?: true;
  /** The address of the rows that its figure is the sum of. @param asOf undefined as of the moment shown */
  readonly lead: (currency: string | null, asOf: AskedMoment | null | undefined) => string;
  readonly kind?: "opening" | "part" | "closing";
}

function linesOf(
  { period }: CheckSummary,
  parts: ReturnType<typeof breakPartsOf>,
  breaks: ReactNode,
): ShownLine[] {
  return [
    {
      name: "opening",
      title: <OnDay of="Opening" meaning={MEANINGS.opening} day={period?.from} />,
      value: ({ opening }) => opening,
      lead: leadOf("opening"),
      kind: "opening",
    },
    {
      name: "in",
      title: <Defined meaning={MEANINGS.inflows}>Inflows</Defined>,
      value: ({ inflow }) => inflow,
      isMove: true,
      lead: leadOf("inflow"),
    },
    {
      name: "out",
      title: <Defined meaning={MEANINGS.outflows}>Outflows</Defined>,
      value: ({ outflow }) => 0 - outflow,
      isMove: true,
      lead: leadOf("outflow"),
    },
    {
      name: "break",
      title: breaks,
      value: ({ breakDifference }) => breakDifference,
      isMove: true,
      lead: leadOfRules([...BREAK_RULES]),
    },
    ...parts.map((part): ShownLine => ({
      name: part.title,
      title: part.title,
      value: part.in,
      isMove: true,
      lead: leadOfRules([part.rule]),
      kind: "part",
    })),
    {
      name: "closing",
      title: <OnDay of="Closing" meaning={MEANINGS.closing} day={period?.to} />,
      value: ({ closing }) => closing,
      lead: leadOf("closing"),
      kind: "closing",
    },
  ];
}

function leadOf(name: FigureName): ShownLine["lead"] {
  return (currency, asOf) => hrefOfShownFigure(name, { currency }, asOf);
}

function leadOfRules(rules: readonly RuleId[]): ShownLine["lead"] {
  return (currency, asOf) => hrefOf("exceptions", null, filterTextOf({ rules }, currency), asOf);
}

function ColumnTitle({ of: { currency, aside, wallets } }: { readonly of: RollColumn }) {
  return (
    <>
      {currencyTitle(currency)}
      {aside === "" ? null : <span className="quiet">, {aside}</span>}
      {wallets > 1 ? <span className="quiet"> · {formatCount(wallets, "wallet")}</span> : null}
    </>
  );
}

// What the break differences of a currency consist of, so that the verdict and the roll-forward can be
// followed from one to the other.

interface CurrencyBreaks {
  readonly currency: string | null;
  readonly breakDifference: number;
}

/** @returns none where there is one kind of break alone, or where the parts do not add up */
export function breakPartsOf(
  rules: ReviewSummary["rules"],
  breakDifferences: readonly CurrencyBreaks[],
): RollPart<CurrencyBreaks>[] {
  return rollParts(breakDifferences, (rule) => {
    const lines = rules.filter((one) => one.rule === rule);
    const sums = lines.flatMap(({ differences }) => differences);
    return {
      rows: lines.reduce((total, { findings }) => total + findings, 0),
      in: ({ currency }) =>
        sums
          .filter((one) => one.currency === currency)
          .reduce((total, { sum }) => total + (sum ?? Number.NaN), 0),
    };
  });
}

/** What a month was at an earlier moment, beside what it is now. */
interface SignedMonth {
  /** @example `as signed`, `after pull 14` */
  readonly title: string;
  readonly breaks: number | null;
  /** Why no rows come to its figures; null where they do. */
  readonly unshown: string | null;
  readonly rollForward: readonly CurrencyRoll[];
  readonly hasMoved: boolean;
}

/** A month with its figures as they were signed; null where it is not signed. */
export function signedMonthOf(
  facts: Pick<MonthFacts, "month" | "steps"> | null,
  now: SignedFigures,
): SignedMonth | null {
  const signed = facts === null ? null : standingOf(facts).signed;
  if (signed === null || facts === null) return null;
  const unshown = hasSignedRows(facts) ? null : NO_SIGNED_ROWS;
  return beside({ title: "as signed", breaks: null, unshown, wallets: signed.frozen.wallets }, now);
}

type SignedFigures = Pick<CheckSummary, "rollForward" | "counts">;

/** A check as of an earlier moment, as what was signed is shown. @param now the check of now */
export function earlierMonthOf(then: CheckSummary, title: string, now: SignedFigures): SignedMonth {
  return beside({ title, breaks: breaksIn(then), unshown: null, wallets: then.wallets }, now);
}

interface FiguresThen extends Pick<SignedMonth, "title" | "breaks" | "unshown"> {
  readonly wallets: readonly FrozenWallet[];
}

function beside({ wallets, ...then }: FiguresThen, now: SignedFigures): SignedMonth {
  const rollForward = rollByCurrency(wallets);
  const { breaks } = then;
  const hasMoved =
    (breaks !== null && breaks !== breaksIn(now)) || movedCurrencies(now.rollForward, rollForward).size > 0;
  return { ...then, rollForward, hasMoved };
}

function breaksIn({ counts: { findings } }: Pick<CheckSummary, "counts">): number {
  return [...BREAK_RULES].reduce((sum, rule) => sum + findings[rule], 0);
}

/** Currencies with any other figure now than was signed, those included that came or went. */
export function movedCurrencies(
  now: readonly CurrencyRoll[],
  signed: readonly CurrencyRoll[],
): Set<string | null> {
  const all = [...now, ...signed].map(({ currency }) => currency);
  return new Set(all.filter((currency) => figuresIn(now, currency) !== figuresIn(signed, currency)));
}

/** Nothing moved by a wallet that came with nothing in it. */
function figuresIn(rolls: readonly CurrencyRoll[], currency: string | null): string {
  const roll = rolls.find((one) => one.currency === currency);
  const { opening = 0, inflow = 0, outflow = 0, breakDifference = 0, closing = 0 } = roll ?? {};
  return [opening, inflow, outflow, breakDifference, closing].join(" ");
}
