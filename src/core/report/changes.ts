/** C3: what a later pull changed in records seen before, field by field. */
import type { JsonValue } from "../canonical.ts";
import type { Finding } from "../reconcile/findings.ts";
import type { RuleId } from "../reconcile/rules.ts";
import { type IdLinks, severityCell } from "./exceptions.ts";
import type { Cell, Column, Row } from "./model.ts";
import type { FindLink } from "./wallet.ts";

export function changeColumns(zone: string): readonly Column[] {
  return [
    { key: "rule", header: "Rule", kind: "text" },
    { key: "severity", header: "Severity", kind: "text" },
    { key: "walletID", header: "walletID", kind: "id" },
    { key: "payID", header: "payID", kind: "id" },
    { key: "payref", header: "Payref", kind: "text" },
    { key: "field", header: "Field", kind: "text" },
    { key: "before", header: `Before (times in ${zone})`, kind: "wrapped" },
    { key: "after", header: `After (times in ${zone})`, kind: "wrapped" },
    { key: "afterSignOff", header: "After sign-off", kind: "text" },
    { key: "message", header: "What was found", kind: "wrapped" },
  ];
}

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
  readonly before: Cell;
  readonly after: Cell;
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
            before: shown(field, before),
            after: shown(field, after),
          })),
    );
}

/** An instant as the engine writes it: RFC 3339 in UTC. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u;

/** The interface's fields that hold money. */
const MONEY =
  /(?:^|\.)(?:(?:credit_|debit_)?balance|(?:charged|payable|item|task)?amount|scrowfee|taxfee|escrow_charge|project_goal|current_raised)$/u;

/** Whether a field of the interface, by its path, holds money. */
export function isMoney(field: string): boolean {
  return MONEY.test(field);
}

function shown(field: string, value: JsonValue): Cell {
  if (value === null) return null;
  if (typeof value === "number") return { value, kind: isMoney(field) ? "amount" : "id" };
  if (typeof value !== "string") return JSON.stringify(value);
  return /date/iu.test(field) && INSTANT.test(value) ? { value: Date.parse(value), kind: "instant" } : value;
}

export function* changeRows(
  changes: readonly ChangeLine[],
  links: IdLinks,
  linkOf: FindLink,
): Generator<Row> {
  for (const { finding, field, before, after } of changes) {
    const link = linkOf(finding);
    yield {
      tone: "plain",
      cells: [
        link === null ? finding.rule : { value: finding.rule, link },
        severityCell(finding),
        links.entry(finding.walletID),
        links.transaction(finding.payID),
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
