/** Outstanding items by kind: brought forward, new, cleared, reclassified, carried forward and their age; the items beneath. */
import { type ReactNode, useState } from "react";
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { FrozenMonth } from "../../../core/review/close/close.ts";
import type { MonthReport, OutstandingItemFacts } from "../../../ipc/closing.ts";
import { hrefOfMonth } from "../../app/use-route.ts";
import { Amount } from "../../ui/values/amount.tsx";
import { Button } from "../../ui/button.tsx";
import { When } from "../../ui/values/when.tsx";
import { type FrozenExtent, type ShownRoll, frozenExtent, shownRolls } from "./compared-outstanding.ts";
import { CurrencyTitle } from "./currency-title.tsx";
import { WideTable } from "../../shared/months/wide-table.tsx";
import type { FrozenWord } from "../../shared/months/close-words.ts";

type Amounts = Pick<ShownRoll, "broughtForward" | "added" | "cleared" | "reclassified" | "carriedForward">;

/** A column of amounts, of whatever stands in the rows. */
interface AmountColumn<Of> {
  readonly title: string;
  /** null where it was not frozen. */
  readonly value: (of: Of) => number | null;
  readonly isStrong?: boolean;
}

const RECLASSIFIED: AmountColumn<Amounts> = {
  title: "Reclassified",
  value: ({ reclassified }) => reclassified,
};
const AMOUNTS: readonly AmountColumn<Amounts>[] = [
  { title: "Brought forward", value: ({ broughtForward }) => broughtForward },
  { title: "New", value: ({ added }) => added },
  { title: "Cleared", value: ({ cleared }) => (cleared === null ? null : 0 - cleared) },
  RECLASSIFIED,
  { title: "Carried forward", value: ({ carriedForward }) => carriedForward, isStrong: true },
];

/** Hardly ever is anything reclassified; where nothing is, its column is left out. */
function columnsFor(lines: readonly Amounts[]): readonly AmountColumn<Amounts>[] {
  return AMOUNTS.filter(
    (column) => column !== RECLASSIFIED || lines.some((line) => (column.value(line) ?? 0) !== 0),
  );
}

const AGES: readonly AmountColumn<ShownRoll>[] = [
  "0–30 days",
  "31–60 days",
  "61–90 days",
  "over 90 days",
].map((title, at) => ({ title, value: ({ ageing }) => ageing[at] ?? null }));

/** Items that are listed until one asks for all. */
const FIRST = 20;

export interface OutstandingRollProps {
  readonly report: Pick<MonthReport, "facts" | "outstanding" | "outstandingItems" | "proofs">;
  /** What was prepared or signed; null while nothing is. */
  readonly frozen: FrozenMonth | null;
  readonly frozenWord: FrozenWord;
  readonly decimals: number;
  readonly timeZone: string;
}

export function OutstandingRoll({ report, frozen, frozenWord, decimals, timeZone }: OutstandingRollProps) {
  const { outstanding, outstandingItems, proofs } = report;
  const isSplit = proofs.length > 1;
  const rolls = shownRolls(outstanding, frozen?.outstanding ?? null);
  const extent = frozenExtent(outstanding, frozen?.outstanding ?? null);
  const walletsOf = new Map(proofs.map(({ currency, wallets }) => [currency, wallets]));
  const currencies = [...new Set([...walletsOf.keys(), ...rolls.map(({ currency }) => currency)])];
  return (
    <section className="close-part" aria-labelledby="outstanding-title">
      <h3 id="outstanding-title">Outstanding items</h3>
      {EXTENT_WORDS[extent] === null ? null : <p className="close-of-now">{EXTENT_WORDS[extent]}</p>}
      {rolls.length === 0 ? (
        <p className="quiet">Nothing is outstanding at month end, and nothing was cleared.</p>
      ) : (
        currencies.map((currency) => (
          <CurrencyRolls
            key={currency ?? ""}
            title={
              isSplit ? <CurrencyTitle currency={currency} wallets={walletsOf.get(currency) ?? 0} /> : null
            }
            suffix={isSplit ? (currency === null ? ", no currency stated" : ` in ${currency}`) : ""}
            rolls={rolls.filter((roll) => roll.currency === currency)}
            frozenWord={frozenWord}
            decimals={decimals}
          />
        ))
      )}
      {outstandingItems.length === 0 ? null : (
        <>
          {frozen === null ? null : (
            <p className="close-of-now">The list of items shows them as they are now.</p>
          )}
          <Items
            month={report.facts.month}
            items={outstandingItems}
            isSplit={isSplit}
            decimals={decimals}
            timeZone={timeZone}
          />
        </>
      )}
    </section>
  );
}

/** What an old version did not freeze; null where there is nothing to say. */
const EXTENT_WORDS: Readonly<Record<FrozenExtent, string | null>> = {
  none: null,
  all: null,
  amounts:
    "An older version closed this month. It saved only item counts and amounts carried forward; other figures are current.",
  sums: "These are current figures. The older version that closed this month saved one total over all currencies.",
};

interface CurrencyRollsProps {
  /** Which currency it is; null where there is one. */
  readonly title: ReactNode;
  /** The same, after what a table shows. */
  readonly suffix: string;
  readonly rolls: readonly ShownRoll[];
  readonly frozenWord: FrozenWord;
  readonly decimals: number;
}

/** What came, went and is left, and how old that is, in one currency; nothing where nothing is outstanding in it. */
function CurrencyRolls({ title, suffix, rolls, frozenWord, decimals }: CurrencyRollsProps) {
  if (rolls.length === 0) return null;
  return (
    <>
      {title}
      <div className="outstanding-tables">
        <KindTable
          caption={`Outstanding items by kind${suffix}`}
          first="Kind"
          columns={columnsFor(rolls)}
          {...{ rolls, frozenWord, decimals }}
          withCount
        />
        <KindTable
          caption={`Age of items carried forward${suffix}`}
          first="Age"
          columns={AGES}
          {...{ rolls, frozenWord, decimals }}
        />
      </div>
    </>
  );
}

interface KindTableProps {
  readonly caption: string;
  /** What heads the kinds. */
  readonly first: string;
  readonly columns: readonly AmountColumn<ShownRoll>[];
  readonly rolls: readonly ShownRoll[];
  readonly frozenWord: FrozenWord;
  readonly decimals: number;
  /** Whether it says how many items are open. */
  readonly withCount?: boolean;
}

/** A row for each kind of items, and amounts of it. */
function KindTable({
  caption,
  first,
  columns,
  rolls,
  frozenWord,
  decimals,
  withCount = false,
}: KindTableProps) {
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
          <tr key={`${roll.kind} ${roll.is}`} className={roll.is === "now" ? "figures-drift" : undefined}>
            <th scope="row">
              {roll.kind}
              {roll.is === "only" ? null : (
                <span className="quiet">, {roll.is === "now" ? "now" : frozenWord}</span>
              )}
            </th>
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
            {isWhole ? "Show fewer" : `Show all ${formatCount(items.length, "item")}`}
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
