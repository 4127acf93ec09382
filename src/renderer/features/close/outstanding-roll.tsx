/** Outstanding items by kind: brought forward, new, cleared, reclassified, carried forward and their age; the items beneath. */
import { useState } from "react";
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { MonthReport, OutstandingItemFacts, OutstandingRoll as Roll } from "../../../ipc/closing.ts";
import { hrefOfMonth } from "../../app/use-route.ts";
import { Amount } from "../../ui/amount.tsx";
import { Button } from "../../ui/button.tsx";
import { When } from "../../ui/when.tsx";

type Amounts = Pick<Roll, "broughtForward" | "added" | "cleared" | "reclassified" | "carriedForward">;

const AMOUNTS: readonly { readonly title: string; readonly value: (of: Amounts) => number }[] = [
  { title: "Brought forward", value: ({ broughtForward }) => broughtForward },
  { title: "New", value: ({ added }) => added },
  { title: "Cleared", value: ({ cleared }) => 0 - cleared },
  { title: "Reclassified", value: ({ reclassified }) => reclassified },
  { title: "Carried forward", value: ({ carriedForward }) => carriedForward },
];

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
        <RollTable rolls={rolls} decimals={decimals} />
      )}
      {outstandingItems.length === 0 ? null : (
        <Items month={report.facts.month} items={outstandingItems} decimals={decimals} timeZone={timeZone} />
      )}
    </section>
  );
}

function RollTable({ rolls, decimals }: { readonly rolls: readonly Roll[]; readonly decimals: number }) {
  return (
    <div className="close-scroll">
      <table className="close-table">
        <caption className="only-spoken">Outstanding items by kind, and their age</caption>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col" className="number">
              Items
            </th>
            {[...AMOUNTS.map(({ title }) => title), ...AGES].map((title) => (
              <th key={title} scope="col" className="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rolls.map((roll) => (
            <tr key={roll.kind}>
              <th scope="row">{roll.kind}</th>
              <td className="number">{formatAmount(roll.items)}</td>
              {AMOUNTS.map(({ title, value }) => (
                <td key={title} className={title === "Carried forward" ? "number close-strong" : "number"}>
                  <Amount value={value(roll)} decimals={decimals} />
                </td>
              ))}
              {AGES.map((age, at) => (
                <td key={age} className="number">
                  <Amount value={roll.ageing[at] ?? 0} decimals={decimals} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
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
  return (
    <>
      <div className="close-scroll">
        <table className="close-table">
          <caption className="only-spoken">Outstanding items one by one</caption>
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col">Kind</th>
              <th scope="col">Who</th>
              <th scope="col">Since</th>
              <th scope="col" className="number">
                Days
              </th>
              {AMOUNTS.map(({ title }) => (
                <th key={title} scope="col" className="number">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((item) => (
              <tr key={`${item.kind} ${item.walletID ?? ""} ${item.payID ?? ""} ${item.payref}`}>
                <th scope="row">
                  <ItemLink month={month} item={item} />
                </th>
                <td>{item.kind}</td>
                <td className="close-who">{item.who}</td>
                <td>{item.atMs === null ? null : <When atMs={item.atMs} timeZone={timeZone} />}</td>
                <td className="number">{item.days === null ? "cleared" : formatAmount(item.days)}</td>
                {AMOUNTS.map(({ title, value }) => (
                  <td key={title} className="number">
                    <Amount value={value(item)} decimals={decimals} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
