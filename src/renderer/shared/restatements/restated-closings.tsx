/** The closing of each wallet as it was signed, as the ledger says it now, and the difference. */
import type { RestatedClosing } from "../../../ipc/closing.ts";
import { Amount } from "../../ui/values/amount.tsx";
import { monthName } from "../months/close-words.ts";
import { walletName } from "../months/wallet-name.ts";
import { WideTable } from "../months/wide-table.tsx";

export interface RestatedClosingsProps {
  readonly closings: readonly RestatedClosing[];
  /** Whether the month is named, too. */
  readonly ofAllMonths: boolean;
  readonly decimals: number;
}

export function RestatedClosings({ closings, ofAllMonths, decimals }: RestatedClosingsProps) {
  if (closings.length === 0) return <p className="quiet">Every wallet still has its signed closing.</p>;
  return (
    <WideTable caption="Signed and current closings">
      <thead>
        <tr>
          {ofAllMonths ? <th scope="col">Month</th> : null}
          <th scope="col">Wallet</th>
          <th scope="col" className="number">
            Signed closing
          </th>
          <th scope="col" className="number">
            Closing now
          </th>
          <th scope="col" className="number">
            Difference
          </th>
        </tr>
      </thead>
      <tbody>
        {closings.map((closing) => (
          <tr key={`${closing.month} ${walletName(closing)}`}>
            {ofAllMonths ? <td>{monthName(closing.month)}</td> : null}
            <th scope="row">{walletName(closing)}</th>
            <td className="number">
              <Amount value={closing.signed} decimals={decimals} zero="0" />
            </td>
            <td className="number">
              <Amount value={closing.now} decimals={decimals} zero="0" />
            </td>
            <td className="number close-strong">
              <Amount value={closing.now - closing.signed} decimals={decimals} sign />
            </td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}
