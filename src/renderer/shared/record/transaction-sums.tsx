/**
 * What a transaction charges, what of it should have come under the basis in use, what came, and by which
 * entries.
 */
import { STANDING } from "../../../core/words/finding.ts";
import { foldCase } from "../../../core/text/text.ts";
import { useCheck } from "../../check/check-provider.tsx";
import type { TransactionContext } from "../../check/protocol.ts";
import { EntryTable } from "../tables/entry-table.tsx";
import { SumTable } from "../tables/sum-table.tsx";
import { BASIS_WORDS } from "../../../core/words/options.ts";
import { SOURCE_WORDS } from "../options/option-words.ts";
import { feeSum, settlementSum } from "./settlement-sums.ts";
import "./record.css";

interface TransactionSumsProps {
  readonly context: TransactionContext;
  /** walletID of the entry in question, null where it is about the transaction itself. */
  readonly own: number | null;
  /** The ledger's. */
  readonly currency: string | null;
}

export function TransactionSums({ context, own, currency }: TransactionSumsProps) {
  const { row } = context;
  const { summary } = useCheck();
  const named = row.currency ?? currency;
  const standing = STANDING[row.settlement];
  const isSeller = foldCase(row.role ?? "") === "seller";
  const basis = summary?.settlementBasis;
  return (
    <>
      <div className="wrap gap-3 across-6 record-sums">
        <SumTable lines={feeSum(row)} currency={named} caption="Charges" />
        <SumTable lines={settlementSum(row)} currency={named} caption="Settlement" />
      </div>
      <p className="small quiet breaks record-sentence">
        <b>
          {standing.mark} {standing.words}
        </b>
        {basis === undefined ? null : (
          <>
            .{" "}
            {isSeller
              ? `Due to a seller: ${BASIS_WORDS[basis.used].toLowerCase()}, ${SOURCE_WORDS[basis.source]}.`
              : `Due from a payer: ${BASIS_WORDS.payable.toLowerCase()}.`}
          </>
        )}
      </p>
      <SettlingEntries context={context} own={own} />
    </>
  );
}

/** The entries that settle a transaction, so many as the check gives. */
export function SettlingEntries({ context: { row, entries }, own }: Omit<TransactionSumsProps, "currency">) {
  if (entries.length === 0) return <p className="quiet">No wallet entry has its payref.</p>;
  return (
    <>
      <EntryTable rows={entries} own={own} caption="Entries that settle it" />
      {row.entries > entries.length ? (
        <p className="quiet">
          The first {entries.length} of {row.entries} entries.
        </p>
      ) : null}
    </>
  );
}
