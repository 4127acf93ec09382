/** C3: what a later pull changed in records seen before, field by field. */
import type { JsonValue } from "../canonical.ts";
import type { Finding } from "../reconcile/findings.ts";
import type { RuleId } from "../reconcile/rules.ts";
import { severityCell } from "./exceptions.ts";
import type { Column, Row } from "./model.ts";

export const CHANGE_COLUMNS: readonly Column[] = [
  { key: "rule", header: "Rule", kind: "text" },
  { key: "severity", header: "Severity", kind: "text" },
  { key: "walletID", header: "walletID", kind: "id" },
  { key: "payID", header: "payID", kind: "id" },
  { key: "payref", header: "Payref", kind: "text" },
  { key: "field", header: "Field", kind: "text" },
  { key: "before", header: "Before", kind: "wrapped" },
  { key: "after", header: "After", kind: "wrapped" },
  { key: "afterSignOff", header: "After sign-off", kind: "text" },
  { key: "message", header: "What was found", kind: "wrapped" },
];

export const CHANGE_WIDTHS = [20, 9, 11, 11, 20, 24, 30, 30, 13, 60];

const CHANGE_RULES: ReadonlySet<RuleId> = new Set([
  "entry-changed",
  "entry-approved",
  "entry-vanished",
  "transaction-changed",
  "transaction-vanished",
]);

/** A field of a changed record, or a whole record that vanished. */
export interface ChangeLine {
  readonly finding: Finding;
  readonly field: string;
  readonly before: string | number | null;
  readonly after: string | number | null;
}

export function changesOf(findings: readonly Finding[]): ChangeLine[] {
  return findings
    .filter(({ rule }) => CHANGE_RULES.has(rule))
    .flatMap((finding) =>
      finding.changes === undefined
        ? [{ finding, field: "(whole record)", before: "there", after: "gone" }]
        : finding.changes.map(({ field, before, after }) => ({
            finding,
            field,
            before: shown(before),
            after: shown(after),
          })),
    );
}

function shown(value: JsonValue): string | number | null {
  return value === null || typeof value === "string" || typeof value === "number"
    ? value
    : JSON.stringify(value);
}

export function* changeRows(changes: readonly ChangeLine[]): Generator<Row> {
  for (const { finding, field, before, after } of changes) {
    yield {
      tone: "plain",
      cells: [
        finding.rule,
        severityCell(finding),
        finding.walletID,
        finding.payID,
        finding.payref === "" ? null : finding.payref,
        field,
        before,
        after,
        null,
        finding.message,
      ],
    };
  }
}
