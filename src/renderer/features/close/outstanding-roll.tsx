/** Outstanding items by kind: brought forward, new, cleared, reclassified, carried forward and their age; the items beneath. */
import { useState } from "react";
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { MonthReport, OutstandingItemFacts, OutstandingRoll as Roll } from "../../../ipc/closing.ts";
import { hrefOfMonth } from "../../app/use-route.ts";
import { Amount } from "../../ui/amount.tsx";
import { Button } from "../../ui/button.tsx";
import { When } from "../../ui/when.tsx";
import { WideTable } from "./wide-table.tsx";

type Amounts = Pick<Roll, "broughtForward" | "added" | "cleared" | "reclassified" | "carriedForward">;

interface AmountColumn {
  readonly title: string;
  readonly value: (of: Amounts) => number;
}

const RECLASSIFIED: AmountColumn = { title: "Reclassified", value: ({ reclassified }) => reclassified };
const AMOUNTS: readonly AmountColumn[] = [
  { title: "Brought forward", value: ({ broughtForward }) => broughtForward },
  { title: "New", value: ({ added }) => added },
  { title: "Cleared", value: ({ cleared }) => 0 - cleared },
  RECLASSIFIED,
  { title: "Carried forward", value: ({ carriedForward }) => carriedForward },
];

/** Hardly ever is anything reclassified; where nothing is, its column is left out. */
function columnsFor(lines: readonly Amounts[]): readonly AmountColumn[] {
  return AMOUNTS.filter(
    (column) => column !== RECLASSIFIED || lines.some((line) => column.value(line) !== 0),
  );
}

const AGES = ["0–30 days", "31–60 days", "61–90 days", "over 90 days"];

/** Items that are listed until one asks for all. */
const FIRST = 20;

export interface OutstandingRollProps {
  readonly report: Pick<MonthReport, "facts" | "outstanding" | "outstandingItems">;
  readonly decimals: number;
  readonly timeZone: string;
}

export function OutstandingRoll({ report, decimals, timeZone }: OutstandingRollProps) {
  const { outstanding, outstandingItems } = report;
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
        <div className="outstanding-tables">
          <RollTable rolls={rolls} decimals={decimals} />
          <AgeTable rolls={rolls} decimals={decimals} />
        </div>
      )}
      {outstandingItems.length === 0 ? null : (
        <Items month={report.facts.month} items={outstandingItems} decimals={decimals} timeZone={timeZone} />
      )}
    </section>
  );
}

interface RollsProps {
  readonly rolls: readonly Roll[];
  readonly decimals: number;
}

function RollTable({ rolls, decimals }: RollsProps) {
  const columns = columnsFor(rolls);
  return (
    <WideTable caption="Outstanding items by kind">
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col" className="number">
            Items
          </th>
          <AmountHeads columns={columns} />
        </tr>
      </thead>
      <tbody>
        {rolls.map((roll) => (
          <tr key={roll.kind}>
            <th scope="row">{roll.kind}</th>
            <td className="number">{formatAmount(roll.items)}</td>
            <AmountCells columns={columns} of={roll} decimals={decimals} />
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}

function AgeTable({ rolls, decimals }: RollsProps) {
  return (
    <WideTable caption="Age of what is carried forward">
      <thead>
        <tr>
          <th scope="col">Age</th>
          {AGES.map((age) => (
            <th key={age} scope="col" className="number">
              {age}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rolls.map((roll) => (
          <tr key={roll.kind}>
            <th scope="row">{roll.kind}</th>
            {AGES.map((age, at) => (
              <td key={age} className="number">
                <Amount value={roll.ageing[at] ?? 0} decimals={decimals} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}

function AmountHeads({ columns }: { readonly columns: readonly AmountColumn[] }) {
  return columns.map(({ title }) => (
    <th key={title} scope="col" className="number">
      {title}
    </th>
  ));
}

interface AmountCellsProps {
  readonly columns: readonly AmountColumn[];
  readonly of: Amounts;
  readonly decimals: number;
}

function AmountCells({ columns, of, decimals }: AmountCellsProps) {
  return columns.map(({ title, value }) => (
    <td key={title} className={title === "Carried forward" ? "number close-strong" : "number"}>
      <Amount value={value(of)} decimals={decimals} />
    </td>
  ));
}

interface ItemsProps {
  readonly month: string;
  readonly items: readonly OutstandingItemFacts[];
  readonly decimals: number;
  readonly timeZone: string;
}

function Items({ month, items, decimals, timeZone }: ItemsProps) {
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
