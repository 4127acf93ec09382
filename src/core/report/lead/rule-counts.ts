/** A: how often each rule was found, and how its exceptions stand in review. */
import { capitalised } from "../../sentence.ts";
import type { Finding } from "../../reconcile/input/findings.ts";
import { RULES, type Severity, SEVERITIES } from "../../reconcile/input/rules.ts";
import { REVIEW_STATUSES, type ReviewStatus } from "../../review/decisions/review.ts";
import type { ExceptionTable } from "../exceptions/exceptions.ts";
import type { Figures } from "../sheet/figures.ts";
import type { Cell } from "../sheet/model.ts";
import { type ColumnDeclaration, type CurrentRow, ReportTable, columnsOf, head } from "../sheet/table.ts";

interface CountedRule {
  readonly rule: string;
  readonly severity: Severity;
  readonly found: number;
  readonly words: string;
}

/** Rule and severity pairs that occur, in the order of the rules, errors first within a rule. */
function countedRules(findings: readonly Finding[]): CountedRule[] {
  const counts = new Map<string, number>();
  for (const { rule, severity } of findings) {
    const key = `${rule} ${severity}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return RULES.flatMap(({ id, words }) =>
    SEVERITIES.flatMap((severity) => {
      const found = counts.get(`${id} ${severity}`);
      return found === undefined ? [] : [{ rule: id, severity, found, words }];
    }),
  );
}

interface CountLine extends CountedRule {
  readonly figures: Figures;
  /** C1, where its findings are listed. */
  readonly exceptions: ExceptionTable;
  /** Its exceptions, and where C1 lists the first; none of an info. */
  readonly own: readonly Finding[];
  readonly first: number;
}

const COUNTS = columnsOf<CountLine>()({
  rule: {
    ...head("text", "Exceptions by rule"),
    value: ({ rule, first, exceptions }) =>
      first === -1 ? rule : { value: rule, link: exceptions.link("rule", first) },
  },
  severity: { ...head("text", "Severity"), value: ({ severity }) => severity },
  found: {
    ...head("integer", "Found"),
    value: ({ found, severity, exceptions }, here) =>
      severity === "info" ? found : { value: found, formula: countOf(exceptions, here, null) },
  },
  open: standing("open", 10),
  explained: standing("explained", 11),
  accepted: standing("accepted", 11),
  raised: standing("raised", 9),
  reopened: standing("reopened", 11),
  words: { ...head("wrapped", "In words", 46), value: ({ words }) => words },
});

function standing(status: ReviewStatus, width: number): ColumnDeclaration<CountLine, "rule" | "severity"> {
  return {
    header: capitalised(status),
    kind: "integer",
    width,
    value: ({ severity, own, figures: { reviewing } }) =>
      severity === "info" ? null : own.filter((finding) => reviewing.of(finding).status === status).length,
    formula: ({ exceptions }, here) => countOf(exceptions, here, status),
  };
}

/** @param status null for all of them */
function countOf(
  exceptions: ExceptionTable,
  here: CurrentRow<"rule" | "severity">,
  status: ReviewStatus | null,
): string {
  return exceptions.overParts(["rule", "severity", "status"], (rules, severities, states) => {
    const own = status === null ? "" : `,${states},"${status}"`;
    return `COUNTIFS(${rules},$${here.cell("rule")},${severities},$${here.cell("severity")}${own})`;
  });
}

/** Each rule that was found, then all of them. */
export function countTable(figures: Figures, listed: readonly Finding[], exceptions: ExceptionTable) {
  const counted = countedRules(figures.input.check.findings);
  const byRule = Map.groupBy(listed, ({ rule, severity }) => `${rule} ${severity}`);
  return new ReportTable(figures, {
    id: "counts",
    columns: COUNTS,
    count: counted.length + 1,
    *lines(table, here) {
      for (const one of counted) {
        const own = byRule.get(`${one.rule} ${one.severity}`) ?? [];
        const first = listed.findIndex((finding) => finding === own[0]);
        yield { ...one, figures, exceptions, own, first };
      }
      const sum = (key: ReviewStatus | "found", value: number): Cell => ({
        value,
        formula: table.sum(key, 0, here.index - 1),
      });
      const all = counted.reduce((total, { found }) => total + found, 0);
      const { byStatus } = figures.reviewing.progress;
      const cells: Partial<Record<ReviewStatus, Cell>> = {};
      for (const status of REVIEW_STATUSES) cells[status] = sum(status, byStatus[status]);
      yield here.row("total", { rule: "All", found: sum("found", all), ...cells });
    },
    tone: ({ severity }) => (severity === "info" ? "quiet" : "plain"),
  });
}
