/** The closing balance of each wallet beside what the provider confirmed. */
import { lapsedWords } from "../../../../core/review/file/confirmation-words.ts";
import type { ConfirmedBalance } from "../../../../core/review/file/month-file.ts";
import { walletName } from "../../../../core/words/wallet.ts";
import { Button } from "../../../ui/button.tsx";
import { Table } from "../../../ui/layout/table.tsx";
import { SaidBy } from "./said-by.tsx";

interface BalanceTableProps {
  readonly balances: readonly ConfirmedBalance[];
  /** Writes down or takes back a confirmation; null where nobody can. */
  readonly onConfirm: ((balance: ConfirmedBalance) => void) | null;
}

export function BalanceTable({ balances, onConfirm }: BalanceTableProps) {
  return (
    <Table
      caption="Closing balances, as the provider confirms them"
      rows={balances}
      rowKey={({ wallet }) => walletName(wallet)}
      columns={[
        { title: "Wallet", isRowHeader: true, cell: ({ wallet }) => walletName(wallet) },
        { title: "Closing", amount: ({ closing }) => closing, zero: "0" },
        { title: "Confirmed", amount: ({ confirmation }) => confirmation?.balance ?? null, zero: "0" },
        {
          title: "Difference",
          amount: ({ confirmation }) => confirmation?.difference ?? null,
          amountClass: ({ confirmation }) =>
            (confirmation?.difference ?? 0) === 0 ? undefined : "tone-error",
        },
        { title: "Source", className: "breaks", cell: (row) => <Source of={row} /> },
        onConfirm !== null && {
          title: "Confirm",
          isTitleSpoken: true,
          cell: (row) => (
            <Button
              size="s"
              variant={row.confirmation === null ? "plain" : "quiet"}
              aria-label={`${row.confirmation === null ? "Confirm" : "Change"} ${walletName(row.wallet)}`}
              onPress={() => onConfirm(row)}
            >
              {row.confirmation === null ? "Confirm…" : "Change…"}
            </Button>
          ),
        },
      ]}
    />
  );
}

function Source({ of: { confirmation: of, lapsed } }: { readonly of: ConfirmedBalance }) {
  if (lapsed !== null) return <span className="tone-error">{lapsedWords(lapsed)}</span>;
  if (of === null) return <span className="quiet">not confirmed</span>;
  const { source, evidence } = of;
  const shown = [source, evidence === null ? "" : `evidence ${evidence}`].filter((text) => text !== "");
  return (
    <>
      <bdi>{shown.join(", ")}</bdi> <SaidBy said={of} />
    </>
  );
}
