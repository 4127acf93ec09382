/** A: how often each rule was found, and how many of its exceptions are open. */
import type { Finding } from "../reconcile/findings.ts";
import { RULES, type Severity } from "../reconcile/rules.ts";
import type { Cell, Column, Row } from "./model.ts";
import type { TablePlace } from "./place.ts";

export const COUNT_COLUMNS: readonly Column[] = [
  { key: "rule", header: "Exceptions by rule", kind: "text" },
  { key: "severity", header: "Severity", kind: "text" },
  { key: "found", header: "Found", kind: "integer" },
  { key: "open", header: "Open", kind: "integer" },
  { key: "decided", header: "Decided", kind: "integer" },
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

export function* countRows(
  {
    counted,
    exceptions: listed,
  }: { readonly counted: readonly CountedRule[]; readonly exceptions: readonly Finding[] },
  place: TablePlace,
  exceptions: TablePlace,
): Generator<Row> {
  let errors = 0;
  for (const [at, { rule, severity, found, words }] of counted.entries()) {
    if (severity === "info") {
      yield { tone: "quiet", cells: [rule, severity, found, null, null, words] };
      continue;
    }
    const row = place.at(at).row;
    const count = (status: string): string =>
      exceptions.overParts(
        ["rule", "severity", "status"],
        (rules, severities, states) =>
          `COUNTIFS(${rules},$A${row},${severities},$B${row}${status && `,${states},${status}`})`,
      );
    errors += found;
    const first = listed.findIndex((finding) => finding.rule === rule && finding.severity === severity);
    const name = { value: rule, link: exceptions.place("rule", first) };
    const open = { value: found, formula: count('"open"') };
    const decided = { value: 0, formula: `C${row}-D${row}` };
    yield {
      tone: "plain",
      cells: [name, severity, { value: found, formula: count("") }, open, decided, words],
    };
  }
  const last = counted.length - 1;
  const sum = (key: string, value: number): Cell => ({ value, formula: place.sum(key, 0, last) });
  const all = counted.reduce((total, { found }) => total + found, 0);
  yield { tone: "total", cells: ["All", null, sum("found", all), sum("open", errors), sum("decided", 0)] };
}
