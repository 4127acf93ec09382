/**
 * What became of a month's exceptions, in money: one bar for each currency, and under it undecided, raised,
 * accepted and explained, each with amount and count, as a link to its rows in Exceptions.
 *
 *     <ResolveBars amounts={review.amounts} />
 *     <ResolveBars amounts={stated} month={statement.month} />
 *
 * The first is of what `useCheck()` shows, the second of the statement of any month, whose amounts are
 * `statement.currencies.map(({ currency, exceptions }) => ({ currency, totals: exceptions }))`. Above it goes the
 * headline, `review.headline` or `statement.headline`: its `lead` in large letters, its `rest` below. Nothing is
 * drawn where there are no exceptions.
 */
import {
  CLASS_WORDS,
  type ClassAmounts,
  amountWords,
  exceptionsIn,
} from "../../../core/report/exceptions/class-words.ts";
import type { ClassTotal } from "../../../core/report/exceptions/exception-amounts.ts";
import type { MonthStatement } from "../../../core/report/month-statement.ts";
import { REVIEW_CLASSES, type ReviewClass } from "../../../core/review/decisions/review.ts";
import { formatAmount } from "../../../core/money.ts";
import { currencyName, currencyTitle } from "../../../core/words/currency.ts";
import { hrefOf, hrefOfMonth } from "../../app/use-route.ts";
import type { Tone } from "../../ui/badge.tsx";
import { STATUS_MARKS } from "../../ui/marks.tsx";
import { useDisplayFormat } from "../../ui/values.tsx";
import { filterOfClass } from "./queue-filters.ts";

/** The signs of the decisions. What waits is what one looks for. */
const TONES: Readonly<Record<ReviewClass, Tone>> = {
  undecided: "warning",
  raised: STATUS_MARKS.raised.tone,
  accepted: STATUS_MARKS.accepted.tone,
  explained: STATUS_MARKS.explained.tone,
};

interface ResolveBarsProps {
  /** In their order; those without exceptions are left out. */
  readonly amounts: readonly ClassAmounts[];
  /** Whose exceptions the links lead to; left out, those of the period that is shown. */
  readonly month?: MonthStatement["month"];
}

export function ResolveBars({ amounts, month }: ResolveBarsProps) {
  const shown = amounts.filter((one) => exceptionsIn(one) > 0);
  return (
    <div className="gap-2 across-3 resolve-bars">
      {shown.map(({ currency, totals }) => {
        const of = shown.length > 1 ? currency : undefined;
        const hrefTo = (name: ReviewClass) =>
          month === undefined
            ? hrefOf("exceptions", null, filterOfClass(name, of))
            : hrefOfMonth("exceptions", month, filterOfClass(name, of));
        return <Bar key={currency} of={{ currency, totals }} hrefTo={hrefTo} />;
      })}
    </div>
  );
}

interface BarProps {
  readonly of: ClassAmounts;
  readonly hrefTo: (name: ReviewClass) => string;
}

function Bar({ of: { currency, totals }, hrefTo }: BarProps) {
  return (
    <section className="across-all resolve-bar" aria-label={`Exceptions, ${currencyName(currency)}`}>
      <span className="strong">{currencyTitle(currency)}</span>
      <div className="beside gap-half rounded resolve-track" aria-hidden="true">
        {REVIEW_CLASSES.filter((name) => totals[name].amount > 0).map((name) => (
          <span key={name} className={`tone-${TONES[name]}`} style={{ flexGrow: totals[name].amount }} />
        ))}
      </div>
      <ul className="cluster baseline gap-2 across-4 plain-links">
        {REVIEW_CLASSES.map((name) => (
          <li key={name} className="unbroken">
            <ClassPart name={name} of={totals[name]} unit={currency ?? ""} href={hrefTo(name)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ClassPartProps {
  readonly name: ReviewClass;
  readonly of: ClassTotal;
  readonly unit: string;
  readonly href: string;
}

function ClassPart({ name, of: { amount, items }, unit, href }: ClassPartProps) {
  const { decimals } = useDisplayFormat();
  const words = (
    <>
      <span className={`mark-sign tone-${TONES[name]}`} aria-hidden="true">
        {STATUS_MARKS[name === "undecided" ? "open" : name].sign}
      </span>{" "}
      {CLASS_WORDS[name].name} <b className="figures">{amountWords(amount, decimals)}</b>
    </>
  );
  if (items === 0) return <span className="faint">{words}</span>;
  return (
    <a href={href} title={CLASS_WORDS[name].meaning}>
      {words}
      <span className="only-spoken"> {unit} in </span> ({formatAmount(items)})
    </a>
  );
}
