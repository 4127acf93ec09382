/** Entries in their chain, the one in question marked; a balance that does not follow has the expected one beside it. */
import type { WalletRow } from "../../check/protocol.ts";
import { hrefOf } from "../../app/use-route.ts";
import { Amount } from "../../ui/values/amount.tsx";
import { When } from "../../ui/values/when.tsx";
import "./record-table.css";

export interface EntryTableProps {
  readonly rows: readonly WalletRow[];
  /** walletID of the row in question, null where there is none. */
  readonly own: number | null;
  readonly decimals: number;
  readonly timeZone: string;
  readonly caption: string;
}

export function EntryTable({ rows, own, decimals, timeZone, caption }: EntryTableProps) {
  return (
    <div className="record-scroll record-chain-frame">
      <table className="record-table record-chain">
        <caption className="only-spoken">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">walletID</th>
            <th scope="col">Date</th>
            <th scope="col">Description</th>
            <th scope="col" className="number">
              In
            </th>
            <th scope="col" className="number">
              Out
            </th>
            <th scope="col" className="number">
              Stated
            </th>
            <th scope="col" className="number">
              Expected
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <EntryLine key={row.walletID} {...{ row, decimals, timeZone }} isOwn={row.walletID === own} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface EntryLineProps {
  readonly row: WalletRow;
  readonly isOwn: boolean;
  readonly decimals: number;
  readonly timeZone: string;
}

function EntryLine({ row, isOwn, decimals, timeZone }: EntryLineProps) {
  const isOff = row.difference !== 0;
  const words = row.description ?? row.action ?? row.payref;
  return (
    <tr className={isOwn ? "record-own" : undefined} {...(isOwn ? { "aria-current": "true" } : {})}>
      <td>
        <a href={hrefOf("wallet", row.walletID)}>{row.walletID}</a>
      </td>
      <td>
        <When atMs={row.dateCreatedAtMs} timeZone={timeZone} />
      </td>
      <td className="record-words" title={words}>
        <bdi>{words}</bdi>
      </td>
      <td className="number">
        <Amount value={row.inflow} decimals={decimals} />
      </td>
      <td className="number">
        <Amount value={row.outflow} decimals={decimals} />
      </td>
      <td className="number">
        <Amount value={row.stated} decimals={decimals} zero="0" />
      </td>
      <td className={isOff ? "number record-off" : "number"}>
        {isOff ? (
          <Amount value={row.expected} decimals={decimals} zero="0" />
        ) : (
          <span title="follows">✓</span>
        )}
      </td>
    </tr>
  );
}
