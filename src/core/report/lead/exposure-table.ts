/** A: what is unresolved, in money: by what the exceptions are about, each currency by itself. */
import type { ReviewStatus } from "../../review/decisions/review.ts";
import { labelAt, moneyWords } from "../currencies.ts";
import type { ExceptionKey, ExceptionTable } from "../exceptions/exceptions.ts";
import {
  type Exposure,
  type ExposureKind,
  type Unresolved,
  unresolvedKinds,
  unresolvedOf,
} from "../exceptions/exposure.ts";
import type { Figures } from "../figures.ts";
import { type Condition, sumWhere } from "../sums.ts";
import { type ColumnDeclaration, type Here, ReportTable, columnsOf } from "../table.ts";

/** A kind in a currency, or the total of one. */
interface ExposureLine extends Unresolved {
  readonly figures: Figures;
  readonly exceptions: ExceptionTable;
  readonly block: number;
  /** null for the total. */
  readonly kind: ExposureKind | null;
  /** How many lines above the total it adds up. */
  readonly above: number;
}

type ExposureKey = "kind" | "amount" | "raised" | "undecided" | "items" | "ref" | "currency";

const UNRESOLVED = ["open", "raised", "reopened"] as const satisfies readonly ReviewStatus[];

const EXPOSURE = columnsOf<ExposureLine>()<ExposureKey>({
  kind: {
    header: "Unresolved exposure",
    kind: "text",
    value: ({ kind }) => kind ?? "All that is unresolved",
  },
  amount: summed("Unresolved", "amount", []),
  raised: summed("Of it raised", "raised", [["status", '="raised"']]),
  undecided: {
    header: "Of it undecided",
    kind: "amount",
    value: ({ amount, raised }) => amount - raised,
    formula: ({ figures }, here) => figures.round(`${here.cell("amount")}-${here.cell("raised")}`),
  },
  items: {
    header: "Exceptions",
    kind: "integer",
    value: ({ items }) => items,
    formula: (line, here) =>
      line.kind === null
        ? sumAbove("items", line.above, here)
        : UNRESOLVED.map((status) => sumOf(line, null, [["status", `="${status}"`]], here)).join("+"),
  },
  ref: {
    header: "Workpaper",
    kind: "text",
    value: ({ exceptions }) => ({ value: "C1", link: exceptions.link("unresolved", 0) }),
  },
  currency: {
    header: "Currency",
    kind: "text",
    ofCurrency: true,
    value: ({ figures, block }) => labelAt(figures.currencies, block),
  },
});

function summed(
  header: string,
  key: "amount" | "raised",
  also: readonly Condition<ExceptionKey>[],
): ColumnDeclaration<ExposureLine, ExposureKey> {
  return {
    header,
    kind: "amount",
    value: (line) => line[key],
    formula: (line, here) =>
      line.figures.round(
        line.kind === null ? sumAbove(key, line.above, here) : sumOf(line, "unresolved", also, here),
      ),
  };
}

/** Σ over C1 of the line's kind and currency. */
function sumOf(
  { exceptions }: ExposureLine,
  amount: "unresolved" | null,
  also: readonly Condition<ExceptionKey>[],
  here: Here<ExposureKey>,
): string {
  const ofKind = ["kind", `=$${here.cell("kind")}`] as const;
  return sumWhere<ExceptionKey>(exceptions, amount, [ofKind, ...also], `$${here.cell("currency")}`);
}

function sumAbove(key: "amount" | "raised" | "items", above: number, here: Here<ExposureKey>): string {
  return above === 0 ? "0" : here.table.sum(key, here.index - above, here.index - 1);
}

export type ExposureTable = ReportTable<ExposureLine, ExposureKey>;

/** One row per kind of which something is unresolved, then their total; each currency by itself. */
export function exposureTable(
  figures: Figures,
  exposures: readonly Exposure[],
  exceptions: ExceptionTable,
): ExposureTable {
  const lines = unresolvedKinds(figures, exposures).flatMap((kinds, block) => {
    const of = { figures, exceptions, block, above: kinds.size };
    return [
      ...[...kinds].map(([kind, unresolved]) => ({ ...of, kind, ...unresolved })),
      { ...of, kind: null, ...unresolvedOf(kinds) },
    ];
  });
  return new ReportTable(figures, {
    id: "exposure",
    title: `Exceptions that are raised, open or reopened; an event that several of them report counts once${moneyWords(figures)}`,
    columns: EXPOSURE,
    count: lines.length,
    lines: () => lines,
    tone: ({ kind }) => (kind === null ? "total" : "plain"),
  });
}

/** By block: which row of the table is its total. */
export function exposureTotals(figures: Figures, exposures: readonly Exposure[]): number[] {
  let row = -1;
  return unresolvedKinds(figures, exposures).map(({ size }) => (row += size + 1));
}
