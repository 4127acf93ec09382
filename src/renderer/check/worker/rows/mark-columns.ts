/** The columns of flags and status: what was found of a row, and how it stands. */
import { RULES } from "../../../../core/reconcile/rules.ts";
import type { Flag } from "../../protocol.ts";
import { BY_URGENCY, rowStatus } from "../../row-status.ts";
import type { RowFindings } from "../finding-index.ts";
import { type HeldCheck, flagsOf } from "../held-check.ts";
import type { MarkColumn } from "./row-table.ts";

const RULE_RANK = new Map<string, number>(RULES.map(({ id }, at) => [id, at]));
const SEVERITY_RANK: Readonly<Record<Flag["severity"], number>> = { error: 0, warning: 1, info: 2 };

/** Sorted by the gravest of the flags, and by what waits most for a decision. */
export function markColumns(
  held: HeldCheck,
  findings: RowFindings,
): { flags: MarkColumn; status: MarkColumn } {
  const statusOf = (row: number) => (findings.has(row) ? rowStatus(flagsOf(held, findings, row)) : null);
  return {
    flags: {
      is: "marks",
      at: (row) => (findings.has(row) ? flagsOf(held, findings, row).map(({ rule }) => rule) : []),
      rank: (row) => (findings.has(row) ? gravest(flagsOf(held, findings, row)) : Number.NaN),
    },
    status: {
      is: "marks",
      at: (row) => {
        const status = statusOf(row);
        return status === null ? [] : [status];
      },
      rank: (row) => {
        const status = statusOf(row);
        return status === null ? Number.NaN : BY_URGENCY.indexOf(status);
      },
    },
  };
}

function gravest(flags: readonly Flag[]): number {
  const ranks = flags.map(
    ({ severity, rule }) => SEVERITY_RANK[severity] * RULES.length + (RULE_RANK.get(rule) ?? 0),
  );
  return Math.min(...ranks);
}
