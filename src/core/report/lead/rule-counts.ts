/** A: how often each rule was found, and how its exceptions stand in review. */
import { capitalised } from "../../sentence.ts";
import type { Finding } from "../../reconcile/result/findings.ts";
import { RULES, type Severity } from "../../reconcile/rules.ts";
import { REVIEW_STATUSES } from "../../review/decisions/review.ts";
import type { Figures } from "../figures.ts";
import type { Cell, Column, Row } from "../model.ts";
import type { TablePlace } from "../place.ts";

export const COUNT_COLUMNS: readonly Column[] = [
  { key: "rule", header: "Exceptions by rule", kind: "text" },
  { key: "severity", header: "Severity", kind: "text" },
  { key: "found", header: "Found", kind: "integer" },
  ...REVIEW_STATUSES.map((status) => ({
    key: status,
    header: capitalised(status),
    kind: "integer" as const,
  })),
  { key: "words", header: "In words", kind: "wrapped" },
];

/** How often a rule was found with a severity. */
export interface CountedRule {
  readonly rule: string;
  readonly severity: Severity;
  readonly found: number;
  readonly words: string;
}

/** Rule and severity pairs that occur, in the order of the rules, errors first within a rule. */
export function countedRules(findings: readonly Finding[]): CountedRule[] {
  const counts = new Map<string, number>();
  for (const { rule, severity } of findings) {
    const key = `${rule} ${severity}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return RULES.flatMap(({ id, words }) =>
    (["error", "warning", "info"] as const).flatMap((severity) => {
      const found = counts.get(`${id} ${severity}`);
      return found === undefined ? [] : [{ rule: id, severity, found, words }];
    }),
  );
}

export interface CountedLists {
  readonly counted: readonly CountedRule[];
  readonly exceptions: readonly Finding[];
}

/** @param exceptions where C1 lists them */
export function* countRows(
  { reviewing }: Figures,
  { counted, exceptions: listed }: CountedLists,
  place: TablePlace,
  exceptions: TablePlace,
): Generator<Row> {
  const byRule = Map.groupBy(listed, ({ rule, severity }) => `${rule} ${severity}`);
  for (const [at, { rule, severity, found, words }] of counted.entries()) {
    if (severity === "info") {
      yield { tone: "quiet", cells: [rule, severity, found, ...REVIEW_STATUSES.map(() => null), words] };
      continue;
    }
    const row = place.at(at).row;
    const count = (status: string): string =>
      exceptions.overParts(
        ["rule", "severity", "status"],
        (rules, severities, states) =>
          `COUNTIFS(${rules},$A${row},${severities},$B${row}${status && `,${states},"${status}"`})`,
      );
    const own = byRule.get(`${rule} ${severity}`) ?? [];
    const first = listed.findIndex((finding) => finding === own[0]);
    const standing = REVIEW_STATUSES.map((status) => ({
      value: own.filter((finding) => reviewing.of(finding).status === status).length,
      formula: count(status),
    }));
    yield {
      tone: "plain",
      cells: [
        { value: rule, link: exceptions.place("rule", first) },
        severity,
        { value: found, formula: count("") },
        ...standing,
        words,
      ],
    };
  }
  const sum = (key: string, value: number): Cell => ({
    value,
    formula: place.sum(key, 0, counted.length - 1),
  });
  const all = counted.reduce((total, { found }) => total + found, 0);
  const { byStatus } = reviewing.progress;
  const standing = REVIEW_STATUSES.map((status) => sum(status, byStatus[status]));
  yield { tone: "total", cells: ["All", null, sum("found", all), ...standing] };
}
