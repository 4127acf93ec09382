/** Where figures of a month lead: to the rows that they are the sum of, as of the moment that they are of. */
import type { ComparedFigures } from "../../../core/report/beside-frozen.ts";
import { RULES_VERSION } from "../../../core/options.ts";
import { type FigureName, statedFigure } from "../../../core/report/rollforward/figure-rows.ts";
import type { AskedMoment } from "../../../core/review/close/moment.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import { hrefOf, hrefOfMonth } from "../../app/use-route.ts";
import type { AskedFigure, AskedPeriod } from "../../bridge/protocol.ts";
import { RECORD_TABLES } from "../../bridge/rows.ts";
import { figureQuery } from "../../grid/grid-query.ts";
import type { Lead } from "../../ui/table.tsx";
import { frozenWordOf, standingOf } from "./close-words.ts";

/** @param asOf left out, the moment that is shown where it is of the month, else now */
export function hrefOfFigure(
  period: string | AskedPeriod,
  name: FigureName,
  of: AskedFigure["of"],
  asOf?: AskedMoment | null,
): string {
  const { place } = RECORD_TABLES[statedFigure(name).of];
  return hrefOfMonth(place, period, figureQuery(name, of), null, asOf);
}

/** The same of the period and moment that are shown. */
export function hrefOfShownFigure(
  name: FigureName,
  of: AskedFigure["of"],
  asOf?: AskedMoment | null,
): string {
  return hrefOf(RECORD_TABLES[statedFigure(name).of].place, null, figureQuery(name, of), asOf);
}

/** What moves a wallet from its opening to its closing, as tables of wallets head it. */
export const WALLET_FIGURES: readonly {
  readonly name: FigureName;
  readonly title: string;
  readonly value: (figures: ComparedFigures) => number;
  /** Whether it moves the balance, so that a plus says which way. */
  readonly isMove: boolean;
}[] = [
  { name: "opening", title: "Opening", value: ({ opening }) => opening, isMove: false },
  { name: "inflow", title: "In", value: ({ inflow }) => inflow, isMove: true },
  { name: "outflow", title: "Out", value: ({ outflow }) => 0 - outflow, isMove: true },
  { name: "breaks", title: "Breaks", value: ({ breakDifference }) => breakDifference, isMove: true },
  { name: "closing", title: "Closing", value: ({ closing }) => closing, isMove: false },
];

interface ShownFigure {
  readonly name: FigureName;
  readonly of: AskedFigure["of"];
  /** What is shown, and what the records of the moment that is shown come to; null for nothing. */
  readonly value: number | null;
  readonly now: number | null;
}

/** Leads figures of a month that are shown as they were frozen, or as they are now: nil leads nowhere. */
export function figureLeads(facts: MonthFacts): (figure: ShownFigure) => Lead | undefined {
  return ({ name, of, value, now }) => {
    if (value === null || value === 0) return undefined;
    if (value === now) return hrefOfFigure(facts.month, name, of);
    return asSignedLead(facts, (asOf) => hrefOfFigure(facts.month, name, of, asOf));
  };
}

/** Leads a figure as it was frozen to its rows as signed; where none come to it, says why. */
export function asSignedLead(
  facts: Pick<MonthFacts, "month" | "state" | "steps">,
  hrefAsOf: (asOf: "signed") => string,
): Lead {
  return hasSignedRows(facts) ? hrefAsOf("signed") : { why: whyNot(facts) };
}

/** Whether the records as signed, checked today, come to the figures that were signed. */
export function hasSignedRows(facts: Pick<MonthFacts, "month" | "steps">): boolean {
  return standingOf(facts).signed?.frozen.rulesVersion === RULES_VERSION;
}

export const NO_SIGNED_ROWS = "Signed under earlier rules, by which no rows can be shown";

function whyNot(facts: Pick<MonthFacts, "state">): string {
  return facts.state === "signed-off"
    ? NO_SIGNED_ROWS
    : `Records changed since: no rows come to the figure ${frozenWordOf(facts)}`;
}
