/** Transactions that may explain a finding, by their payrefs, with the way to each. */
import { useEffect, useState } from "react";
import { hrefOf } from "../../app/use-route.ts";
import type { TransactionRow } from "../../check/protocol.ts";
import { Amount } from "../../ui/values/amount.tsx";
import { When } from "../../ui/values/when.tsx";
import "./record-table.css";

/** Looks transactions up by their payrefs; what has none is left out. */
export type CandidateCall = (payrefs: readonly string[]) => Promise<readonly TransactionRow[]>;

export interface CandidateTableProps {
  /** Best first. */
  readonly payrefs: readonly string[];
  readonly find: CandidateCall;
  readonly decimals: number;
  readonly timeZone: string;
}

export function CandidateTable({ payrefs, find, decimals, timeZone }: CandidateTableProps) {
  const [found, setFound] = useState<readonly TransactionRow[]>([]);
  const named = payrefs.join("\n");
  useEffect(() => {
    let isCurrent = true;
    const take = (rows: readonly TransactionRow[]) => {
      if (isCurrent) setFound(rows);
    };
    find(named.split("\n")).then(take, () => take([]));
    return () => {
      isCurrent = false;
    };
  }, [find, named]);
  return (
    <div className="record-scroll">
      <table className="record-table">
        <caption className="only-spoken">Transactions that may explain it, most likely first</caption>
        <thead>
          <tr>
            <th scope="col">Payref</th>
            <th scope="col">payID</th>
            <th scope="col">Customer</th>
            <th scope="col">Paid</th>
            <th scope="col" className="number">
              Expected
            </th>
          </tr>
        </thead>
        <tbody>
          {payrefs.map((payref) => {
            const row = found.find((one) => one.payref === payref) ?? null;
            return (
              <tr key={payref}>
                <th scope="row">{payref}</th>
                <td>{row === null ? null : <a href={hrefOf("transactions", row.payID)}>{row.payID}</a>}</td>
                <td className="record-words">{row?.customer}</td>
                <td>
                  {row === null || row.datePaidAtMs === null ? null : (
                    <When atMs={row.datePaidAtMs} timeZone={timeZone} />
                  )}
                </td>
                <td className="number">
                  <Amount value={row?.expected ?? null} decimals={decimals} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
