/** Outstanding items by kind: brought forward, new, cleared, reclassified, carried forward and their age; the items beneath. */
import { type ReactNode, useState } from "react";
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { MonthReport, OutstandingItemFacts, OutstandingRoll as Roll } from "../../../ipc/closing.ts";
import { hrefOfMonth } from "../../app/use-route.ts";
import { Amount } from "../../ui/amount.tsx";
import { Button } from "../../ui/button.tsx";
import { When } from "../../ui/when.tsx";
import { CurrencyTitle } from "./currency-title.tsx";
import { WideTable } from "./wide-table.tsx";

type Amounts = Pick<Roll, "broughtForward" | "added" | "cleared" | "reclassified" | "carriedForward">;

/** A column of amounts, of whatever stands in the rows. */
interface AmountColumn<Of> {
  readonly title: string;
  readonly value: (of: Of) => number;
  readonly isStrong?: boolean;
}

const RECLASSIFIED: AmountColumn<Amounts> = {
  title: "Reclassified",
  value: ({ reclassified }) => reclassified,
};
const AMOUNTS: readonly AmountColumn<Amounts>[] = [
  { title: "Brought forward", value: ({ broughtForward }) => broughtForward },
  { title: "New", value: ({ added }) => added },
  { title: "Cleared", value: ({ cleared }) => 0 - cleared },
  RECLASSIFIED,
  { title: "Carried forward", value: ({ carriedForward }) => carriedForward, isStrong: true },
];

/** Hardly ever is anything reclassified; where nothing is, its column is left out. */
function columnsFor(lines: readonly Amounts[]): readonly AmountColumn<Amounts>[] {
  return AMOUNTS.filter(
    (column) => column !== RECLASSIFIED || lines.some((line) => column.value(line) !== 0),
  );
}

const AGES: readonly AmountColumn<Roll>[] = ["0–30 days", "31–60 days", "61–90 days", "over 90 days"].map(
  (title, at) => ({ title, value: ({ ageing }) => ageing[at] ?? 0 }),
);

/** Items that are listed until one asks for all. */
const FIRST = 20;

export interface OutstandingRollProps {
  readonly report: Pick<MonthReport, "facts" | "outstanding" | "outstandingItems" | "proofs">;
  readonly decimals: number;
  readonly timeZone: string;
}

export function OutstandingRoll({ report, decimals, timeZone }: OutstandingRollProps) {
  const { outstanding, outstandingItems, proofs } = report;
  const isSplit = proofs.length > 1;
  const rolls = outstanding.filter(
    (roll) => roll.items > 0 || AMOUNTS.some(({ value }) => value(roll) !== 0),
  );
  return (
    <section className="close-part" aria-labelledby="outstanding-title">
      <h3 id="outstanding-title">Outstanding items</h3>
      {rolls.length === 0 ? (
        <p className="quiet">
          Nothing is outstanding at the end of the month, and nothing was cleared in it.
        </p>
      ) : (
        proofs.map(({ currency, wallets }) => (
          <CurrencyRolls
            key={currency ?? ""}
            title={isSplit ? <CurrencyTitle currency={currency} wallets={wallets} /> : null}
            suffix={isSplit ? (currency === null ? ", no currency stated" : ` in ${currency}`) : ""}
            rolls={rolls.filter((roll) => roll.currency === currency)}
            decimals={decimals}
          />
        ))
      )}
      {outstandingItems.length === 0 ? null : (
        <Items
          month={report.facts.month}
          items={outstandingItems}
          isSplit={isSplit}
          decimals={decimals}
          timeZone={timeZone}
        />
      )}
    </section>
  );
}

interface CurrencyRollsProps {
  /** Which currency it is; null where there is one. */
  readonly title: ReactNode;
  /** The same, after what a table shows. */
  readonly suffix: string;
  readonly rolls: readonly Roll[];
  readonly decimals: number;
}

/** What came, went and is left, and how old that is, in one currency; nothing where nothing is outstanding in it. */
function CurrencyRolls({ title, suffix, rolls, decimals }: CurrencyRollsProps) {
  if (rolls.length === 0) return null;
  return (
    <>
      {title}
      <div className="outstanding-tables">
        <KindTable
          caption={`Outstanding items by kind${suffix}`}
          first="Kind"
          columns={columnsFor(rolls)}
          rolls={rolls}
          decimals={decimals}
          withCount
        />
        <KindTable
          caption={`Age of what is carried forward${suffix}`}
          first="Age"
          columns={AGES}
          rolls={rolls}
          decimals={decimals}
        />
      </div>
    </>
  );
}

interface KindTableProps {
  readonly caption: string;
  /** What heads the kinds. */
  readonly first: string;
  readonly columns: readonly AmountColumn<Roll>[];
  readonly rolls: readonly Roll[];
  readonly decimals: number;
  /** Whether it says how many items are open. */
  readonly withCount?: boolean;
}

/** A row for each kind of items, and amounts of it. */
function KindTable({ caption, first, columns, rolls, decimals, withCount = false }: KindTableProps) {
  return (
    <WideTable caption={caption}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {withCount ? (
            <th scope="col" className="number">
              Items
            </th>
          ) : null}
          <AmountHeads columns={columns} />
        </tr>
      </thead>
      <tbody>
        {rolls.map((roll) => (
          <tr key={roll.kind}>
            <th scope="row">{roll.kind}</th>
            {withCount ? <td className="number">{formatAmount(roll.items)}</td> : null}
            <AmountCells columns={columns} of={roll} decimals={decimals} />
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}

function AmountHeads({ columns }: { readonly columns: readonly { readonly title: string }[] }) {
  return columns.map(({ title }) => (
    <th key={title} scope="col" className="number">
      {title}
    </th>
  ));
}

interface AmountCellsProps<Of> {
  readonly columns: readonly AmountColumn<Of>[];
  readonly of: Of;
  readonly decimals: number;
}

function AmountCells<Of>({ columns, of, decimals }: AmountCellsProps<Of>) {
  return columns.map(({ title, value, isStrong }) => (
    <td key={title} className={isStrong === true ? "number close-strong" : "number"}>
      <Amount value={value(of)} decimals={decimals} />
    </td>
  ));
}

interface ItemsProps {
  readonly month: string;
  readonly items: readonly OutstandingItemFacts[];
  /** Whether there are several currencies. */
  readonly isSplit: boolean;
  readonly decimals: number;
  readonly timeZone: string;
}

function Items({ month, items, isSplit, decimals, timeZone }: ItemsProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, FIRST);
  const columns = columnsFor(items);
  return (
    <>
      <WideTable caption="Outstanding items one by one">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Who</th>
            <th scope="col">Since</th>
            <th scope="col" className="number">
              Days
            </th>
            {isSplit ? <th scope="col">Currency</th> : null}
            <AmountHeads columns={columns} />
          </tr>
        </thead>
        <tbody>
          {shown.map((item) => (
            <tr key={`${item.kind} ${item.walletID ?? ""} ${item.payID ?? ""} ${item.payref}`}>
              <th scope="row">
                <ItemLink month={month} item={item} />
                <span className="outstanding-kind">{item.kind}</span>
              </th>
              <td className="close-who">{item.who}</td>
              <td>{item.atMs === null ? null : <When atMs={item.atMs} timeZone={timeZone} />}</td>
              <td className="number">{item.days === null ? "cleared" : formatAmount(item.days)}</td>
              {isSplit ? <td>{item.currency ?? "not stated"}</td> : null}
              <AmountCells columns={columns} of={item} decimals={decimals} />
            </tr>
          ))}
        </tbody>
      </WideTable>
      {items.length > FIRST ? (
        <p>
          <Button size="s" variant="quiet" aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
            {isWhole ? "Only the first" : `All ${formatCount(items.length, "item")}`}
          </Button>
        </p>
      ) : null}
    </>
  );
}

function ItemLink({ month, item }: { readonly month: string; readonly item: OutstandingItemFacts }) {
  const { walletID, payID, payref } = item;
  if (payID !== null)
    return (
      <a href={hrefOfMonth("transactions", month, "", payID)}>{payref === "" ? `payID ${payID}` : payref}</a>
    );
  if (walletID !== null) return <a href={hrefOfMonth("wallet", month, "", walletID)}>walletID {walletID}</a>;
  return payref;
}
