/** Outstanding items one by one: which record, whose, since when, and its amounts. */
import { formatAmount } from "../../../../core/money.ts";
import type { MonthItem } from "../../../../core/report/month-report.ts";
import { hrefOfMonth } from "../../../app/use-route.ts";
import { Table } from "../../../ui/layout/table.tsx";
import { useOutstandingLetters } from "./outstanding-letter.ts";
import { outstandingAmounts } from "./outstanding-columns.ts";
import { NOT_STATED } from "../../../../core/words/currency.ts";

interface OutstandingItemsProps {
  readonly month: string;
  readonly items: readonly MonthItem[];
  /** Whether there are several currencies. */
  readonly isSplit: boolean;
}

export function OutstandingItems({ month, items, isSplit }: OutstandingItemsProps) {
  const letterOf = useOutstandingLetters();
  return (
    <Table
      caption="Outstanding items one by one"
      rows={items}
      rowKey={({ kind, walletID, payID, payref }) => `${kind} ${walletID ?? ""} ${payID ?? ""} ${payref}`}
      fold={{ first: 20, noun: "item" }}
      columns={[
        {
          title: "Item",
          isRowHeader: true,
          cell: (item) => (
            <>
              <ItemLink month={month} item={item} />
              <span className="cell-more">{item.kind}</span>
              <WaitsFor letter={item.days === null ? null : letterOf(item)} />
            </>
          ),
        },
        { title: "Who", className: "ellipsis close-who", cell: ({ who }) => who },
        { title: "Since", at: ({ atMs }) => atMs },
        {
          title: "Days",
          isNumber: true,
          cell: ({ days }) => (days === null ? "cleared" : formatAmount(days)),
        },
        isSplit && { title: "Currency", cell: ({ currency }) => currency ?? NOT_STATED },
        ...outstandingAmounts(items),
      ]}
    />
  );
}

function WaitsFor({ letter }: { readonly letter: string | null }) {
  return letter === null ? null : <span className="cell-more">waits for {letter}</span>;
}

function ItemLink({ month, item }: { readonly month: string; readonly item: MonthItem }) {
  const { walletID, payID, payref } = item;
  if (payID !== null)
    return (
      <a href={hrefOfMonth("transactions", month, "", payID)}>{payref === "" ? `payID ${payID}` : payref}</a>
    );
  if (walletID !== null) return <a href={hrefOfMonth("wallet", month, "", walletID)}>walletID {walletID}</a>;
  return payref;
}
