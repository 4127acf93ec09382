/** The transaction of a finding: what it is, what it charges, how it stands, and the entries that settle it. */
import type { ReactNode } from "react";
import { STANDING } from "../../../../core/report/words/sheet-words.ts";
import { hrefOf } from "../../../app/use-route.ts";
import type { TransactionContext } from "../../../check/protocol.ts";
import { Amount } from "../../../ui/values/amount.tsx";
import { When } from "../../../ui/values/when.tsx";
import { EntryTable } from "../../../shared/tables/entry-table.tsx";
import "../../../shared/tables/record-table.css";

export interface TransactionFactsProps {
  readonly context: TransactionContext;
  /** walletID of the entry in question, null where the finding is about the transaction. */
  readonly own: number | null;
  readonly decimals: number;
  readonly timeZone: string;
}

export function TransactionFacts({ context, own, decimals, timeZone }: TransactionFactsProps) {
  const { row, entries } = context;
  const amount = (value: number | null) => <Amount value={value} decimals={decimals} zero="0" />;
  const when = (atMs: number | null) => (atMs === null ? "–" : <When atMs={atMs} timeZone={timeZone} time />);
  const standing = STANDING[row.settlement];
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      "payID",
      <a key="payID" href={hrefOf("transactions", row.payID)}>
        {row.payID}
      </a>,
    ],
    ["Payref", row.payref],
    ["Cycle", row.cycle],
    ["Role", row.role ?? "–"],
    ["Customer", row.customer ?? "–"],
    ["Created", when(row.dateCreatedAtMs)],
    ["Paid", when(row.datePaidAtMs)],
    ["Charged", amount(row.charged)],
    ["Escrow fee", amount(row.escrowFee)],
    ["Tax", amount(row.tax)],
    ["Payable", amount(row.payable)],
    ["Expected", row.expected === null ? "not judged" : amount(row.expected)],
    ["Settled", amount(row.settled)],
    ["Status", `${standing.mark} ${standing.words}`],
  ];
  return (
    <>
      <dl className="finding-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd title={typeof value === "string" ? value : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      {entries.length === 0 ? (
        <p className="quiet">No wallet entry has its payref.</p>
      ) : (
        <EntryTable
          rows={entries}
          own={own}
          decimals={decimals}
          timeZone={timeZone}
          caption="Entries that settle it"
        />
      )}
      {row.entries > entries.length ? (
        <p className="quiet">
          The first {entries.length} of {row.entries} entries.
        </p>
      ) : null}
    </>
  );
}
