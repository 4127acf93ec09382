/** D1: tickmarks, fills and rules in words. */
import { RULES } from "../reconcile/rules.ts";
import type { CheckResult } from "../reconcile/result.ts";
import type { Cell, Column, Row, Tone } from "./model.ts";

export const TICK_COLUMNS: readonly Column[] = [
  { key: "tick", header: "Tick", kind: "mark" },
  { key: "", header: "", kind: "text" },
  { key: "", header: "", kind: "text" },
  { key: "meaning", header: "Meaning", kind: "wrapped" },
];

export const RULE_COLUMNS: readonly Column[] = [
  { key: "rule", header: "Rule", kind: "text" },
  { key: "severity", header: "Severity", kind: "text" },
  { key: "found", header: "Found", kind: "integer" },
  { key: "words", header: "In words", kind: "wrapped" },
];

export const RULE_COUNT = RULES.length;

export const LEGEND_WIDTHS = [26, 11, 9, 100];

const TICKS: readonly (readonly [mark: string, meaning: string, tone?: Tone])[] = [
  [
    "√",
    "B1: the stated balance follows from the row above and the movement. B2: settled exactly as expected.",
  ],
  ["×", "B1: the chain breaks here. B2: not settled as expected; the status says how.", "break"],
  ["▲", "An exception of another kind; the flags name the rules and link to C1.", "flag"],
  ["○", "B1: a note without consequence. B2: in transit, a timing difference."],
  ["–", "B2: nothing due, or amounts not judged."],
];

const NOTES: readonly string[] = [
  "Movement is what raises (+) or lowers (−) the balance under the convention that A Lead states.",
  "Expected balance: the stated balance of the row above plus the movement. After a break the chain goes on from the stated balance, so that one shift is one break.",
  "Period day: the latest day among the entry and all before it in its wallet; it decides the period an entry belongs to.",
  "Expected (B2): what the payment should bring into the wallet under the settlement basis that A Lead states; empty where amounts are not judged.",
  "Settled in period: SUMIFS over B1 by payID, because payrefs match letter by letter and SUMIFS folds case and takes * for any text. In very large workbooks it looks only at the rows that carry the payID.",
  "Text longer than 32,767 characters is cut and ends in … [cut]; characters that a workbook cannot hold show as \uFFFD.",
  "Excel keeps at most 65,530 links on a sheet; rows beyond have none.",
];

export function tickCount(decimals: number): number {
  return TICKS.length + notesOf(decimals).length;
}

function notesOf(decimals: number): readonly string[] {
  if (decimals === 0) return NOTES;
  const shift = `Amounts are the service's integers divided by ${10 ** decimals} for reading; every formula over them is rounded to ${decimals} digits.`;
  return [...NOTES, shift];
}

export function* tickRows(decimals: number): Generator<Row> {
  for (const [mark, meaning, tone] of TICKS) {
    const cell: Cell = tone === undefined ? mark : { value: mark, tone };
    yield { tone: "plain", cells: [cell, null, null, meaning] };
  }
  for (const note of notesOf(decimals)) yield { tone: "plain", cells: [null, null, null, note] };
}

export function* ruleRows({ counts }: CheckResult): Generator<Row> {
  for (const { id, severity, words } of RULES) {
    yield { tone: "plain", cells: [id, severity, counts.findings[id], words] };
  }
}
