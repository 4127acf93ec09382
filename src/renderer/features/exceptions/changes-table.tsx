/** What changed in a record since an earlier pull, field by field. */
import type { JsonValue } from "../../../core/canonical.ts";
import type { FieldChange } from "../../../core/reconcile/findings.ts";
import "./record-table.css";

export function ChangesTable({ changes }: { readonly changes: readonly FieldChange[] }) {
  return (
    <div className="record-scroll">
      <table className="record-table">
        <caption className="only-spoken">Fields that changed</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td className="record-changed">
                <del>{valueText(before)}</del>
              </td>
              <td className="record-changed">
                <ins>{valueText(after)}</ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** As the interface has it, in full; a text without its quotes. */
export function valueText(value: JsonValue): string {
  if (value === "") return '""';
  return typeof value === "string" ? value : JSON.stringify(value);
}
