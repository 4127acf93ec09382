/** The closing of each wallet as it was signed, as the ledger says it now, and the difference. */
import type { RestatedClosing } from "../../../core/review/restate/restatements.ts";
import { useNowWord } from "../../app/moment/moment-provider.tsx";
import { Table } from "../../ui/layout/table.tsx";
import { monthName } from "../months/close-words.ts";
import { walletName } from "../../../core/words/wallet.ts";

interface RestatedClosingsProps {
  readonly closings: readonly RestatedClosing[];
  /** Whether the month is named, too. */
  readonly ofAllMonths: boolean;
}

export function RestatedClosings({ closings, ofAllMonths }: RestatedClosingsProps) {
  const nowWord = useNowWord();
  return (
    <Table
      caption="Signed and current closings"
      empty="Every wallet still has its signed closing."
      rows={closings}
      rowKey={(closing) => `${closing.month} ${walletName(closing)}`}
      columns={[
        ofAllMonths && { title: "Month", cell: ({ month }) => monthName(month) },
        { title: "Wallet", isRowHeader: true, cell: walletName },
        { title: "Signed closing", amount: ({ signed }) => signed, zero: "0" },
        { title: `Closing ${nowWord}`, amount: ({ now }) => now, zero: "0" },
        {
          title: "Difference",
          className: "cell-strong",
          amount: ({ now, signed }) => now - signed,
          sign: true,
        },
      ]}
    />
  );
}
