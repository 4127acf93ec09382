/**
 * Outstanding items by kind: brought forward, new, cleared, reclassified, carried forward and their age; the
 * items beneath.
 */
import { useNowWord } from "../../../app/moment/moment-provider.tsx";
import { Section } from "../../../ui/layout/part.tsx";
import type { ReactNode } from "react";
import { formatAmount } from "../../../../core/money.ts";
import type { FrozenMonth } from "../../../../core/review/close/close.ts";
import type { MonthReport } from "../../../../core/report/month-report.ts";
import type { FrozenWord } from "../../../shared/months/close-words.ts";
import { type TableColumn, Table } from "../../../ui/layout/table.tsx";
import { type FrozenExtent, type ShownRoll, frozenExtent, shownRolls } from "./compared-outstanding.ts";
import { CurrencyTitle } from "../currency-title.tsx";
import { outstandingAmounts } from "./outstanding-columns.ts";
import { OutstandingItems } from "./outstanding-items.tsx";
import { inCurrency } from "../../../../core/words/currency.ts";

interface OutstandingRollProps {
  readonly report: Pick<MonthReport, "facts" | "outstanding" | "outstandingItems" | "proofs">;
  /** What was prepared or signed; null while nothing is. */
  readonly frozen: FrozenMonth | null;
  readonly frozenWord: FrozenWord;
}

export function OutstandingRoll({ report, frozen, frozenWord }: OutstandingRollProps) {
  const nowWord = useNowWord();
  const { outstanding, outstandingItems, proofs } = report;
  const isSplit = proofs.length > 1;
  const rolls = shownRolls(outstanding, frozen?.outstanding ?? null);
  const extent = EXTENT_WORDS[frozenExtent(outstanding, frozen?.outstanding ?? null)];
  const walletsOf = new Map(proofs.map(({ currency, wallets }) => [currency, wallets]));
  const currencies = [...new Set([...walletsOf.keys(), ...rolls.map(({ currency }) => currency)])];
  return (
    <Section title="Outstanding items" level={3}>
      {extent === null ? null : <p className="tone-warning">{extent}</p>}
      {rolls.length === 0 ? (
        <p className="quiet">Nothing is outstanding at month end, and nothing was cleared.</p>
      ) : (
        currencies.map((currency) => (
          <CurrencyRolls
            key={currency ?? ""}
            title={
              isSplit ? <CurrencyTitle currency={currency} wallets={walletsOf.get(currency) ?? 0} /> : null
            }
            suffix={isSplit ? ` ${inCurrency(currency)}` : ""}
            rolls={rolls.filter((roll) => roll.currency === currency)}
            frozenWord={frozenWord}
          />
        ))
      )}
      {outstandingItems.length === 0 || frozen === null ? null : (
        <p className="tone-warning">The list of items shows them as they are {nowWord}.</p>
      )}
      {outstandingItems.length === 0 ? null : (
        <OutstandingItems month={report.facts.month} items={outstandingItems} isSplit={isSplit} />
      )}
    </Section>
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

const AGES = ["0–30 days", "31–60 days", "61–90 days", "over 90 days"].map(
  (title, at): TableColumn<ShownRoll> => ({ title, amount: ({ ageing }) => ageing[at] ?? null }),
);

const ITEMS: TableColumn<ShownRoll> = {
  title: "Items",
  isNumber: true,
  cell: ({ items }) => formatAmount(items),
};

interface CurrencyRollsProps {
  /** Which currency it is; null where there is one. */
  readonly title: ReactNode;
  /** The same, after what a table shows. */
  readonly suffix: string;
  readonly rolls: readonly ShownRoll[];
  readonly frozenWord: FrozenWord;
}

/**
 * What came, went and is left, and how old that is, in one currency; nothing where nothing is outstanding in
 * it.
 */
function CurrencyRolls({ title, suffix, rolls, frozenWord }: CurrencyRollsProps) {
  const nowWord = useNowWord();
  if (rolls.length === 0) return null;
  const kinds = (heading: string): TableColumn<ShownRoll> => ({
    title: heading,
    isRowHeader: true,
    cell: ({ kind, is }) => (
      <>
        {kind}
        {is === "only" ? null : <span className="quiet">, {is === "now" ? nowWord : frozenWord}</span>}
      </>
    ),
  });
  const lines = {
    rows: rolls,
    rowKey: ({ kind, is }: ShownRoll) => `${kind} ${is}`,
    lineClass: ({ is }: ShownRoll) => (is === "now" ? "line-changed line-strong" : undefined),
  };
  return (
    <>
      {title}
      <div className="wrap gap-4 across-6 outstanding-tables">
        <Table
          {...lines}
          caption={`Outstanding items by kind${suffix}`}
          columns={[kinds("Kind"), ITEMS, ...outstandingAmounts(rolls)]}
        />
        <Table
          {...lines}
          caption={`Age of items carried forward${suffix}`}
          columns={[kinds("Age"), ...AGES]}
        />
      </div>
    </>
  );
}
