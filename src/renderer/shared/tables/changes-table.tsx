/** What changed in a record since an earlier pull, field by field. */
import { type ValueWording, fieldLabel, sidesOf } from "../../../core/field-words.ts";
import type { FieldChange } from "../../../core/reconcile/result/findings.ts";
import { whenText } from "../../ui/values/when-text.ts";
import { useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import "./record-table.css";

export function ChangesTable({ changes }: { readonly changes: readonly FieldChange[] }) {
  const { settings } = useOpenLedger();
  return (
    <div className="record-scroll">
      <table className="record-table">
        <caption className="only-spoken">Changed fields</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => {
            const [before, after] = sidesOf(change, changeWording(settings));
            return (
              <tr key={change.field}>
                <th scope="row" title={change.field}>
                  {fieldLabel(change.field)}
                </th>
                <td className="record-changed">
                  <del>{before}</del>
                </td>
                <td className="record-changed">
                  <ins>{after}</ins>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** How both sides of a change are worded: amounts and times as everywhere in the window. */
export function changeWording({
  decimals,
  timeZone,
}: {
  readonly decimals: number;
  readonly timeZone: string;
}): ValueWording {
  return { decimals, sayTime: (atMs) => whenText(atMs, timeZone, true) };
}
