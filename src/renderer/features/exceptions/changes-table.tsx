/** What changed in a record since an earlier pull, field by field. */
import type { JsonValue } from "../../../core/canonical.ts";
import { formatAmount } from "../../../core/money.ts";
import type { FieldChange } from "../../../core/reconcile/findings.ts";
import { isMoney } from "../../../core/report/changes.ts";
import { useOpenLedger } from "../../app/ledger-provider.tsx";
import "./record-table.css";

export function ChangesTable({ changes }: { readonly changes: readonly FieldChange[] }) {
  const { decimals } = useOpenLedger().settings;
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
                <del>{valueText(field, before, decimals)}</del>
              </td>
              <td className="record-changed">
                <ins>{valueText(field, after, decimals)}</ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Money as amounts stand everywhere; all else as the interface has it, in full, a text without its quotes. */
export function valueText(field: string, value: JsonValue | undefined, decimals: number): string {
  if (value === undefined) return "(no such field)";
  if (value === "") return '""';
  if (Number.isSafeInteger(value) && isMoney(field)) return formatAmount(Number(value), decimals);
  return typeof value === "string" ? value : JSON.stringify(value);
}
