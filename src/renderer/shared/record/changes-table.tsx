/** What changed in a record since an earlier pull, field by field. */
import { type ValueWording, fieldLabel, sidesOf } from "../../../core/reconcile/input/field-words.ts";
import type { FieldChange } from "../../../core/reconcile/input/findings.ts";
import { type TableColumn, Table } from "../../ui/table.tsx";
import { type DisplayFormat, useDisplayFormat, whenText } from "../../ui/values.tsx";

export function ChangesTable({ changes }: { readonly changes: readonly FieldChange[] }) {
  const wording = changeWording(useDisplayFormat());
  return (
    <Table
      look="dense"
      caption="Changed fields"
      rows={changes}
      rowKey={({ field }) => field}
      columns={[
        FIELD_COLUMN,
        {
          title: "Before",
          className: "cell-value",
          cell: (change) => <del>{sidesOf(change, wording)[0]}</del>,
        },
        { title: "Now", className: "cell-value", cell: (change) => <ins>{sidesOf(change, wording)[1]}</ins> },
      ]}
    />
  );
}

/** Names the field of a row, as the service calls it where one points. */
export const FIELD_COLUMN: TableColumn<{ readonly field: string }> = {
  title: "Field",
  isRowHeader: true,
  cell: ({ field }) => <span title={field}>{fieldLabel(field)}</span>,
};

/** How both sides of a change are worded: amounts and times as everywhere in the window. */
export function changeWording({ decimals, timeZone }: DisplayFormat): ValueWording {
  return { decimals, sayTime: (atMs) => whenText(atMs, timeZone, true) };
}
