/** A check on A Lead: a formula that gives TRUE or FALSE, and what the application itself makes of it. */
import type { Figures } from "../figures.ts";
import type { CellPlace } from "../model.ts";
import { type ColumnDeclaration, ReportTable, columnsOf } from "../table.ts";

export interface Proof {
  readonly words: string;
  readonly holds: boolean;
  readonly formula: () => string;
  /** The workpaper that it is about, and the cell of it to look at. */
  readonly ref: string;
  readonly link: () => CellPlace;
}

/** One test as it stands, or all of several. */
export function allOf(tests: readonly string[]): string {
  return tests.length === 1 ? (tests[0] ?? "") : `AND(${tests.join(",")})`;
}

const HOLDS: ColumnDeclaration<Proof, never> = {
  header: "Holds",
  kind: "truth",
  value: ({ holds }) => ({ value: holds, tone: holds ? "good" : "bad" }),
  formula: ({ formula }) => formula(),
};
const REF: ColumnDeclaration<Proof, never> = {
  header: "Workpaper",
  kind: "text",
  value: ({ ref, link }) => ({ value: ref, link: link() }),
};

const PROOFS = columnsOf<Proof>()({
  proof: { header: "Proof", kind: "text", value: ({ words }) => words },
  holds: HOLDS,
  ref: REF,
});
export type ProofsTable = ReportTable<Proof, keyof typeof PROOFS>;

/** Each proof, then all of them at once. */
export function proofsTable(figures: Figures, proofs: readonly Proof[]): ProofsTable {
  return new ReportTable(figures, {
    id: "proofs",
    columns: PROOFS,
    count: proofs.length + 1,
    *lines(table, here) {
      yield* proofs;
      const value = proofs.every(({ holds }) => holds);
      const formula = `AND(${table.ranges("holds", 0, here.index - 1).join(",")})`;
      const holds = { value, formula, tone: value ? "total" : "bad" } as const;
      yield here.row("total", { proof: "All proofs hold", holds });
    },
  });
}

const CHECKS = columnsOf<Proof>()({
  check: { header: "Close of the month", kind: "text", value: ({ words }) => words },
  holds: HOLDS,
  ref: REF,
});
export type ChecksTable = ReportTable<Proof, keyof typeof CHECKS>;

/** What a month has to fulfil to be signed off, and to stay as it was signed. */
export function checksTable(figures: Figures, checks: readonly Proof[]): ChecksTable {
  return new ReportTable(figures, {
    id: "close",
    columns: CHECKS,
    count: checks.length,
    lines: () => checks,
  });
}
