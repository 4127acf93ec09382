/** A: what is not corrected, against the materiality; each currency by itself. The conclusion reads it. */
import { labelAt, moneyWords, amountFormula, textLiteral } from "../sheet/currencies.ts";
import type { ExceptionTable } from "../exceptions/exceptions.ts";
import type { Figures } from "../sheet/figures.ts";
import { CLASS_RANK } from "../exceptions/exception-amounts.ts";
import type { Exposure } from "../exceptions/exposures.ts";
import {
  type Misstatements,
  misstatementsOf,
  uncorrectedParts,
  uncorrectedWords,
} from "../exceptions/misstatements.ts";
import { sumWhere } from "../sheet/sums.ts";
import { ReportTable, columnsOf, head, PROVEN_CURRENCY } from "../sheet/table.ts";
import { type ExposureTable, exposureTotals } from "./exposure-table.ts";

interface UncorrectedLine {
  readonly figures: Figures;
  readonly block: number;
  readonly of: Misstatements;
  readonly exceptions: ExceptionTable;
  readonly exposure: ExposureTable;
  /** Its row in the table of what became of the exceptions. */
  readonly at: number;
}

type UncorrectedKey =
  | "text"
  | "total"
  | "materiality"
  | "performance"
  | "trivial"
  | "errors"
  | "within"
  | "undecided"
  | "waiting"
  | "currency";

const UNCORRECTED = columnsOf<UncorrectedLine>()<UncorrectedKey>({
  text: {
    ...head("text", "Uncorrected misstatements"),
    value: ({ of, figures }) => uncorrectedWords(of, figures.input.decimals),
    formula: wordsFormula,
  },
  total: {
    ...head("amount", "Together"),
    value: ({ of }) => of.uncorrected,
    formula: ({ figures, exposure, at }) =>
      figures.round((["raised", "accepted"] as const).map((key) => exposure.cell(key, at)).join("+")),
  },
  materiality: { ...head("amount", "Materiality"), value: ({ of }) => of.materiality?.amount ?? null },
  performance: {
    ...head("amount", "Performance materiality"),
    value: ({ of }) => of.materiality?.performance ?? null,
  },
  trivial: { ...head("amount", "Clearly trivial"), value: ({ of }) => of.materiality?.trivial ?? null },
  errors: {
    ...head("integer", "Errors"),
    value: ({ of }) => of.errors,
    formula: ({ exceptions }, here) =>
      sumWhere(
        exceptions,
        null,
        [
          ["severity", '="error"'],
          ["rank", `>${CLASS_RANK.explained}`],
          ["rank", `<${CLASS_RANK.undecided}`],
        ],
        `$${here.cell("currency")}`,
      ),
  },
  within: {
    ...head("truth", "Within"),
    value: ({ of }) => ({ value: of.isWithin, tone: of.isWithin ? "good" : "bad" }),
    formula: (_, here) => {
      const [total, materiality] = [here.cell("total"), here.cell("materiality")];
      return `IF(${materiality}="",AND(${total}=0,${here.cell("errors")}=0),${total}<=${materiality})`;
    },
  },
  undecided: {
    ...head("amount", "Undecided, not counted"),
    value: ({ of }) => of.totals.undecided.amount,
    formula: ({ exposure, at }) => exposure.cell("undecided", at),
  },
  currency: { ...PROVEN_CURRENCY, value: ({ figures, block }) => labelAt(figures.currencies, block) },
  waiting: {
    ...head("integer", "Exceptions undecided", 12),
    value: ({ of }) => of.totals.undecided.items,
    formula: ({ exceptions }, here) =>
      sumWhere(exceptions, null, [["rank", `=${CLASS_RANK.undecided}`]], `$${here.cell("currency")}`),
  },
});

/** As `uncorrectedWords`, by the totals of the exceptions. */
function wordsFormula({ of, figures, exposure, at }: UncorrectedLine): string {
  const parts = uncorrectedParts(of.currency);
  const say = (key: "raised" | "accepted") => amountFormula(exposure.cell(key, at), figures.input.decimals);
  return [
    textLiteral(parts.before),
    say("raised"),
    textLiteral(parts.raised),
    say("accepted"),
    textLiteral(parts.accepted),
  ].join("&");
}

export type UncorrectedTable = ReportTable<UncorrectedLine, UncorrectedKey>;

/** One row per currency. */
export function uncorrectedTable(
  figures: Figures,
  exposures: readonly Exposure[],
  sources: { readonly exceptions: ExceptionTable; readonly exposure: ExposureTable },
): UncorrectedTable {
  const totals = exposureTotals(figures, exposures);
  const lines = misstatementsOf(figures, exposures).map((of, block): UncorrectedLine => {
    return { ...sources, figures, block, of, at: totals[block] ?? 0 };
  });
  return new ReportTable(figures, {
    id: "uncorrected",
    title: `What was raised or accepted is not corrected: it counts against the materiality${moneyWords(figures)}`,
    columns: UNCORRECTED,
    lines: lines,
  });
}
