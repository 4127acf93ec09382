/**
 * C3: copies of one record that came in one pull with different contents, side by side, the copy used first.
 */
import type { JsonValue } from "../../canonical.ts";
import { fieldLabel } from "../../fields/field-words.ts";
import type { CopiedField, Finding } from "../../reconcile/result/findings.ts";
import { severityCell } from "../exceptions/exceptions.ts";
import type { SubjectLinks } from "../exceptions/subject-links.ts";
import type { Figures } from "../figures.ts";
import type { Cell } from "../model.ts";
import type { FindLink } from "../records/flags.ts";
import { ReportTable, columnsOf } from "../table.ts";
import { changedValue, valueText } from "./shown-value.ts";

interface CopiedLine {
  readonly finding: Finding;
  readonly copied: CopiedField;
  readonly links: SubjectLinks;
  readonly linkOf: FindLink;
}

const COPIES = columnsOf<CopiedLine>()({
  rule: {
    header: "Copies",
    kind: "text",
    value: ({ finding, linkOf }) => {
      const value = finding.rule.replace(/^conflicting-/u, "");
      const link = linkOf(finding);
      return link === null ? value : { value, link };
    },
  },
  walletID: {
    skip: 2,
    header: "walletID",
    kind: "id",
    value: ({ finding, links }) => links.entry(finding.walletID),
  },
  payID: { header: "payID", kind: "id", value: ({ finding, links }) => links.transaction(finding.payID) },
  payref: { header: "Payref", kind: "text", value: ({ finding }) => finding.payref || null },
  field: { skip: 1, header: "Field", kind: "wrapped", value: ({ copied }) => fieldLabel(copied.field) },
  used: {
    header: "Copy used",
    kind: "wrapped",
    value: ({ copied: { field, values } }) => changedValue(field, values[0]),
  },
  others: { header: "Other copies", kind: "wrapped", value: othersCell },
  severity: {
    skip: 4,
    header: "Severity",
    kind: "text",
    value: ({ finding }) => severityCell(finding),
  },
});

/** The one other copy; of several each in its order. */
function othersCell({ copied: { field, values } }: CopiedLine): Cell {
  const [other, ...more]: readonly JsonValue[] = values.slice(1);
  if (more.length === 0) return changedValue(field, other);
  return values
    .slice(1)
    .map((value) => valueText(field, value))
    .join(" | ");
}

/** @param links asked for when the rows are made */
export function copiesTable(figures: Figures, links: () => SubjectLinks, linkOf: FindLink) {
  const found = figures.input.check.findings.flatMap((finding) =>
    (finding.copies ?? []).map((copied) => ({ finding, copied })),
  );
  return new ReportTable(figures, {
    id: "copies",
    title: "Copies of one record in one pull that differ, field by field",
    empty: "None: no record came twice with different contents.",
    columns: COPIES,
    count: found.length,
    *lines() {
      const ways = links();
      for (const one of found) yield { ...one, links: ways, linkOf };
    },
  });
}
