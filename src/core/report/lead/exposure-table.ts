/** A: what exceptions come to in money, by what they are about and what became of them; each currency by itself. */
import { capitalised } from "../../sentence.ts";
import type { ReviewClass } from "../../review/decisions/review.ts";
import { labelAt, moneyWords } from "../sheet/currencies.ts";
import type { ExceptionKey, ExceptionTable } from "../exceptions/exceptions.ts";
import { CLASS_RANK, type ClassTotals, addClassTotals } from "../exceptions/exception-amounts.ts";
import { type Exposure, type ExposureKind, totalsByKind } from "../exceptions/exposures.ts";
import type { Figures } from "../sheet/figures.ts";
import { type Condition, sumWhere } from "../sheet/sums.ts";
import {
  type ColumnDeclaration,
  type CurrentRow,
  ReportTable,
  columnsOf,
  head,
  PROVEN_CURRENCY,
} from "../sheet/table.ts";

interface ExposureLine {
  readonly figures: Figures;
  readonly exceptions: ExceptionTable;
  readonly block: number;
  /** null for the total. */
  readonly kind: ExposureKind | null;
  readonly totals: ClassTotals;
  /** How many lines above the total it adds up. */
  readonly above: number;
}

type ExposureKey = "kind" | ReviewClass | "items" | "ref" | "currency";

const EXPOSURE = columnsOf<ExposureLine>()<ExposureKey>({
  kind: { ...head("text", "Exceptions in money"), value: ({ kind }) => kind ?? "All exceptions" },
  undecided: ofClass("undecided"),
  raised: ofClass("raised"),
  accepted: ofClass("accepted"),
  explained: ofClass("explained"),
  items: {
    ...head("integer", "Not explained"),
    value: ({ totals: { undecided, raised, accepted } }) => undecided.items + raised.items + accepted.items,
    formula: (line, here) =>
      line.kind === null
        ? sumAbove("items", line.above, here)
        : sumOf(line, null, [["rank", `>${CLASS_RANK.explained}`]], here),
  },
  ref: {
    ...head("text", "Workpaper"),
    value: ({ exceptions }) => ({ value: "C1", link: exceptions.link("counted", 0) }),
  },
  currency: { ...PROVEN_CURRENCY, value: ({ figures, block }) => labelAt(figures.currencies, block) },
});

function ofClass(name: ReviewClass): ColumnDeclaration<ExposureLine, ExposureKey> {
  return {
    header: capitalised(name),
    kind: "amount",
    value: ({ totals }) => totals[name].amount,
    formula: (line, here) =>
      line.figures.round(
        line.kind === null
          ? sumAbove(name, line.above, here)
          : sumOf(line, "counted", [["rank", `=${CLASS_RANK[name]}`]], here),
      ),
  };
}

/** Σ over C1 of the line's kind and currency. */
function sumOf(
  { exceptions }: ExposureLine,
  amount: "counted" | null,
  also: readonly Condition<ExceptionKey>[],
  here: CurrentRow<ExposureKey>,
): string {
  const ofKind = ["kind", `=$${here.cell("kind")}`] as const;
  return sumWhere<ExceptionKey>(exceptions, amount, [ofKind, ...also], `$${here.cell("currency")}`);
}

function sumAbove(key: ReviewClass | "items", above: number, here: CurrentRow<ExposureKey>): string {
  return above === 0 ? "0" : here.table.sum(key, here.index - above, here.index - 1);
}

export type ExposureTable = ReportTable<ExposureLine, ExposureKey>;

/** One row per kind that has exceptions, then their total; each currency by itself. */
export function exposureTable(
  figures: Figures,
  exposures: readonly Exposure[],
  exceptions: ExceptionTable,
): ExposureTable {
  const lines = totalsByKind(figures, exposures).flatMap((kinds, block): ExposureLine[] => {
    const of = { figures, exceptions, block, above: kinds.size };
    return [
      ...[...kinds].map(([kind, totals]) => ({ ...of, kind, totals })),
      { ...of, kind: null, totals: addClassTotals(kinds.values()) },
    ];
  });
  return new ReportTable(figures, {
    id: "exposure",
    title: `What became of the exceptions; an event that several of them report counts once${moneyWords(figures)}`,
    columns: EXPOSURE,
    lines: lines,
    tone: ({ kind }) => (kind === null ? "total" : "plain"),
  });
}

/** By block: which row of the table is its total. */
export function exposureTotals(figures: Figures, exposures: readonly Exposure[]): number[] {
  let row = -1;
  return totalsByKind(figures, exposures).map(({ size }) => (row += size + 1));
}
