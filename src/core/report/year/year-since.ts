/** By month: who closed it, what later pulls changed of a signed closing, and what is unresolved. */
import { ZoneClock } from "../../time.ts";
import { NOT_STATED } from "../../words/currency.ts";
import { monthTitle } from "../../words/month.ts";
import { type CurrentRow, type KeyedRow, ReportTable, type TableSetting, columnsOf } from "../table.ts";
import { type YearRollTable, rollRowAt } from "./year-roll.ts";
import { monthStateWords } from "./year-words.ts";
import {
  type StepTaken,
  type YearFigures,
  type YearMonth,
  type YearReport,
  isYearFigureAsSigned,
  restatedBy,
} from "./year.ts";

const SINCE = columnsOf<KeyedRow<string>>()({
  month: { header: "Month", kind: "text" },
  currency: { header: "Currency", kind: "text", ofCurrency: "close up" },
  state: { header: "State of the close", kind: "text" },
  undecided: { header: "Undecided", kind: "integer", width: 12 },
  changes: { header: "Changes since", kind: "integer", width: 12 },
  signedClosing: { header: "Closing signed", kind: "amount" },
  closingNow: { header: "Closing now", kind: "amount" },
  restated: { header: "Closing restated by", kind: "amount" },
  movementsNow: { header: "Movements now", kind: "amount" },
  movements: { header: "Movements restated by", kind: "amount" },
  same: { header: "Same", kind: "truth" },
  unresolved: { header: "Unresolved", kind: "amount" },
  raised: { header: "Of it raised", kind: "amount" },
  unresolvedNow: { header: "Unresolved now", kind: "amount" },
  // A column this wide would push the closings above it apart.
  prepared: { header: "Prepared", kind: "text", width: 28, skip: 1 },
  signed: { header: "Signed off", kind: "text", width: 28 },
});
type SinceKey = keyof typeof SINCE;
export type YearSinceTable = ReportTable<never, SinceKey>;

export function sinceTable(year: YearReport, setting: TableSetting, roll: YearRollTable): YearSinceTable {
  const { months, totals } = year;
  return new ReportTable<never, SinceKey>(setting, {
    id: "since",
    title:
      "Who closed each month, what changed since, and what is unresolved at its end; signed months as they were signed",
    empty: "No record reaches these months.",
    columns: SINCE,
    count: totals.length * months.length,
    lines: (_, here) => sinceRows(year, roll, here),
  });
}

function* sinceRows(
  year: YearReport,
  roll: YearRollTable,
  here: CurrentRow<SinceKey>,
): Generator<KeyedRow<SinceKey>> {
  const clock = new ZoneClock(year.timeZone);
  for (const block of year.totals.keys()) {
    for (const [at, month] of year.months.entries()) {
      const of = month.figures[block];
      const known = {
        month: monthTitle(month.month),
        state: monthStateWords(month),
        // What is of the month as a whole is said once.
        ...(block === 0 ? closeOf(month, clock) : {}),
      };
      yield of === undefined
        ? here.row("quiet", known)
        : here.row(isYearFigureAsSigned(of) ? "plain" : "break", {
            ...known,
            ...figuresOf(of, (key) => roll.cell(key, rollRowAt(year, block, at)), here),
          });
    }
  }
}

/** @param signed the cell of the roll-forward that has a figure as it was signed */
function figuresOf(
  of: YearFigures,
  signed: (key: "closing" | "inflow" | "outflow") => string,
  here: CurrentRow<SinceKey>,
) {
  const { closing, currency, unresolved, now } = of;
  const shown = {
    currency: currency ?? NOT_STATED,
    unresolved: unresolved.amount,
    raised: unresolved.raised,
  };
  if (now === null) return shown;
  const restated = restatedBy(of);
  return {
    ...shown,
    signedClosing: { value: closing, formula: signed("closing") },
    closingNow: now.closing,
    restated: {
      value: restated.closing,
      formula: `${here.cell("closingNow")}-${here.cell("signedClosing")}`,
    },
    movementsNow: now.inflow - now.outflow,
    movements: {
      value: restated.movements,
      formula: `${here.cell("movementsNow")}-(${signed("inflow")}-${signed("outflow")})`,
    },
    same: {
      value: isYearFigureAsSigned(of),
      formula: `AND(${here.cell("restated")}=0,${here.cell("movements")}=0)`,
    },
    unresolvedNow: now.unresolved.amount,
  };
}

/** Undecided errors and warnings, changes since the signature, and who took the steps. */
function closeOf({ undecided, figures, restatements, prepared, signed }: YearMonth, clock: ZoneClock) {
  return {
    undecided: figures.length === 0 ? null : undecided.errors + undecided.warnings,
    changes: signed === null ? null : restatements,
    prepared: takenWords(prepared, clock),
    signed: takenWords(signed, clock),
  };
}

/** @example `Ada Obi, 2026-09-03` */
function takenWords(step: StepTaken | null, clock: ZoneClock): string | null {
  return step === null ? null : `${step.by}, ${clock.day(step.atMs)}`;
}
