/** The figures of each wallet beside those of the month before, and why they moved. */
import type { ComparedFigure } from "../../../../core/review/file/marks.ts";
import type { Fluctuation } from "../../../../core/review/file/month-file.ts";
import { walletName } from "../../../../core/words/wallet.ts";
import { Button } from "../../../ui/button.tsx";
import { Table } from "../../../ui/layout/table.tsx";
import { SaidBy } from "./said-by.tsx";

export const FIGURE_WORDS: Readonly<Record<ComparedFigure, string>> = {
  inflow: "In",
  outflow: "Out",
  closing: "Closing",
};

interface FluctuationTableProps {
  readonly fluctuations: readonly Fluctuation[];
  /** Writes down why a figure moved; null where nobody can. */
  readonly onExplain: ((fluctuation: Fluctuation) => void) | null;
}

export function FluctuationTable({ fluctuations, onExplain }: FluctuationTableProps) {
  return (
    <Table
      caption="Compared with the month before"
      rows={fluctuations}
      rowKey={({ wallet, figure }) => `${walletName(wallet)} ${figure}`}
      columns={[
        {
          title: "Figure",
          isRowHeader: true,
          cell: ({ wallet, figure }) => `${walletName(wallet)}: ${FIGURE_WORDS[figure]}`,
        },
        { title: "Month before", amount: ({ before }) => before },
        { title: "This month", amount: ({ now }) => now },
        { title: "Change", amount: ({ before, now }) => now - before, sign: true },
        { title: "Why", className: "breaks", cell: (row) => <Why of={row} /> },
        onExplain !== null && {
          title: "Explain",
          isTitleSpoken: true,
          cell: (row) => (
            <Button
              size="s"
              variant={row.asks && row.note === null ? "plain" : "quiet"}
              aria-label={`Explain ${walletName(row.wallet)}: ${FIGURE_WORDS[row.figure]}`}
              onPress={() => onExplain(row)}
            >
              Explain…
            </Button>
          ),
        },
      ]}
    />
  );
}

function Why({ of: { asks, note } }: { readonly of: Fluctuation }) {
  if (note !== null) return <SaidBy said={note} />;
  return asks ? <span className="tone-warning">needs a note</span> : null;
}
