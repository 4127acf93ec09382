/** How a record's findings show in its row: its tone, its tickmark, its flags with the way to C1. */
import type { Finding } from "../../reconcile/result/findings.ts";
import type { Cell, CellTone, CellPlace } from "../model.ts";
import { columnsOf } from "../table.ts";

/** Where a finding is listed on C1; null for notices. */
export type FindLink = (finding: Finding) => CellPlace | null;

/** The findings of a record that has none. */
export const NO_FINDINGS: readonly Finding[] = [];

/** Of a row without an exception that a person tied. */
export const HAND_TICK = "◊";

/** What stands out in a row: nothing, an info, an exception, a break of the chain. */
export function toneOf(findings: readonly Finding[]): CellTone {
  if (findings.some(({ rule }) => rule === "chain-break")) return "break";
  return findings.some(({ severity }) => severity !== "info") ? "flag" : "plain";
}

/** The rule ids of a row, linked to where the first that is an exception is listed. */
function flagsCell(findings: readonly Finding[], linkOf: FindLink): Cell {
  if (findings.length === 0) return null;
  const value = [...new Set(findings.map(({ rule }) => rule))].join(", ");
  for (const finding of findings) {
    const link = linkOf(finding);
    if (link !== null) return { value, link };
  }
  return value;
}

/** What is shown of a record's findings and of the decisions on them. */
export interface JudgedLine {
  readonly linkOf: FindLink;
  readonly findings: readonly Finding[];
  readonly decided: readonly [decision: string | null, note: string | null];
}

/** The columns of it, the same on B1 and B2. */
export const JUDGED = columnsOf<JudgedLine>()({
  flags: {
    header: "Flags",
    kind: "wrapped",
    width: 22,
    value: ({ findings, linkOf }) => flagsCell(findings, linkOf),
  },
  decision: { header: "Decision", kind: "text", width: 11, value: ({ decided }) => decided[0] },
  note: { header: "Note", kind: "text", width: 16, value: ({ decided }) => decided[1] },
});
