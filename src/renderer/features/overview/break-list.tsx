/**
 * The breaks of the balance as links: to the row in the wallet, and to what was found and decided about it.
 */
import { formatCount } from "../../../core/money.ts";
import { hrefOf } from "../../app/use-route.ts";
import type { BalanceHistory } from "../../check/protocol.ts";
import { SeverityMark } from "../../ui/marks.tsx";
import { Table } from "../../ui/layout/table.tsx";
import { ruleName } from "../../../core/words/rule.ts";
import { Defined } from "../../ui/overlays/defined.tsx";
import { MEANINGS } from "./meanings.ts";
import { BREAK_FILTER } from "./break-filter.ts";

type LargestBreak = BalanceHistory["largest"][number];

interface BreakListProps {
  readonly history: Pick<BalanceHistory, "breaks" | "largest">;
}

export function BreakList({ history: { breaks, largest } }: BreakListProps) {
  if (breaks === 0) return null;
  const isAll = breaks === largest.length;
  return (
    <div className="small below-2 break-list">
      <Table
        look="dense"
        caption="Balance breaks"
        rows={largest}
        rowKey={({ fingerprint }) => fingerprint}
        columns={[
          { title: isAll ? "Break" : "Largest breaks", cell: (found) => <BreakLink of={found} /> },
          { title: "walletID", cell: ({ walletID }) => <EntryLink walletID={walletID} /> },
          { title: "Date", className: "quiet", at: ({ atMs }) => atMs },
          {
            title: "Difference",
            heading: <Defined meaning={MEANINGS.breakDifference}>Difference</Defined>,
            amount: ({ difference }) => difference,
            sign: true,
          },
        ]}
      />
      {isAll ? null : (
        <p>
          <a href={hrefOf("exceptions", null, BREAK_FILTER)}>All {formatCount(breaks, "break")}</a>
        </p>
      )}
    </div>
  );
}

function BreakLink({ of: { rule, severity, fingerprint, message } }: { readonly of: LargestBreak }) {
  return (
    <>
      <SeverityMark severity={severity} bare />
      <a href={hrefOf("exceptions", fingerprint)} title={message}>
        {ruleName(rule)}
      </a>
    </>
  );
}

function EntryLink({ walletID }: Pick<LargestBreak, "walletID">) {
  return (
    <a href={hrefOf("wallet", walletID)} aria-label={`walletID ${walletID}`}>
      {walletID}
    </a>
  );
}
