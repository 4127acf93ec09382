/** The three-way proof of each currency, and the outstanding items that it rests on, by kind and one by one. */
import { useNowWord } from "../../rows/moment-provider.tsx";
import { Fold } from "../../ui/fold.tsx";
import {
  comparedProofs,
  frozenExtent,
  shownRolls,
  type ComparedLine,
  type ComparedProof,
  type FrozenExtent,
  type ShownRoll,
} from "../../../core/report/beside-frozen.ts";
import type { CurrencyProof, MonthItem, MonthReport } from "../../../core/report/month-report.ts";
import { amountText, useDisplayFormat } from "../../ui/values.tsx";
import { type Lead, Led, Table, type TableColumn } from "../../ui/table.tsx";
import { type MonthFiguresProps, NO_MONEY, moneyText } from "./month-figures.tsx";
import type { FrozenWord } from "../../shared/months/close-words.ts";
import { NOT_STATED, currencyTitle, inCurrency } from "../../../core/words/currency.ts";
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { ReactNode } from "react";
import { type LetterStanding, withItems } from "../../../core/review/letters/letters.ts";
import { useLetterWaits } from "../../shared/months/use-letter-waits.ts";
import { hrefOfMonth } from "../../app/use-route.ts";
import type { MonthFacts } from "../../../core/review/close/months.ts";
import type { RollKey } from "../../../core/report/exceptions/outstanding.ts";
import { figureOfLine, rollFigureName } from "../../../core/report/rollforward/figure-rows.ts";
import { figureLeads, hrefOfFigure } from "../../shared/months/figure-links.ts";
import { Sign } from "../../ui/marks.tsx";

interface ThreeWayProofProps extends Omit<MonthFiguresProps, "report"> {
  readonly facts: MonthFacts;
  readonly proofs: readonly CurrencyProof[];
  readonly frozenWord: FrozenWord;
  readonly ofNow: string;
}

export function ThreeWayProof({ facts, proofs, frozen, frozenWord, ofFrozen, ofNow }: ThreeWayProofProps) {
  const nowWord = useNowWord();
  const leadOf = figureLeads(facts);
  const compared = comparedProofs(proofs, frozen?.proofs ?? null);
  const several = compared.length > 1;
  const { decimals } = useDisplayFormat();
  // An old version froze figures without their proof.
  const isUnfrozen = frozen !== null && frozen.proofs === undefined;
  return (
    <Fold
      title="Three-way proof"
      result={`${compared
        .map(({ currency, unexplained }) => moneyText(unexplained, currency, decimals))
        .join(" · ")}${isUnfrozen ? ofNow : ofFrozen}`}
    >
      {isUnfrozen ? (
        <p className="tone-warning">
          These are current figures. The older version that closed this month saved no proof.
        </p>
      ) : null}
      <div className={several ? "proof-currencies" : "proof-alone"}>
        {compared.map((proof) => (
          <div key={proof.currency ?? ""} className="stack gap-2 shrinks">
            {several ? <CurrencyTitle currency={proof.currency} wallets={proof.wallets} /> : null}
            <ProofTable
              proof={proof}
              several={several}
              leadOf={leadOf}
              columns={columnsOf(proof, frozen?.proofs === undefined ? null : frozenWord, nowWord)}
            />
          </div>
        ))}
      </div>
    </Fold>
  );
}

/** It adds up entries and payments, which no grid shows together. */
const WORKED_OUT = { why: "Worked out of the lines above: each of them opens its rows" };

interface ProofColumn {
  readonly title: string;
  readonly of: (line: ComparedLine) => number | null;
}

/** What was frozen, with now beside it where it differs; now alone where nothing was frozen. */
function columnsOf(
  { isChanged }: ComparedProof,
  frozenWord: FrozenWord | null,
  nowWord: string,
): readonly ProofColumn[] {
  const now = { title: nowWord, of: (line: ComparedLine) => line.now };
  if (frozenWord === null) return [{ ...now, title: "" }];
  const frozen = { title: frozenWord, of: (line: ComparedLine) => line.frozen };
  return isChanged ? [frozen, now] : [frozen];
}

interface ProofTableProps {
  readonly proof: ComparedProof;
  readonly several: boolean;
  readonly leadOf: ReturnType<typeof figureLeads>;
  readonly columns: readonly ProofColumn[];
}

function ProofTable({ proof, several, leadOf, columns }: ProofTableProps) {
  const { decimals } = useDisplayFormat();
  const { currency, lines, unexplained } = proof;
  const money = several ? ` ${inCurrency(currency)}` : "";
  const unit = several && currency !== null ? ` ${currency}` : "";
  return (
    <>
      <Table
        look="statement"
        className="proof-table"
        caption={`Three-way proof of the closing balance${money}`}
        isHeadSpoken={columns.length === 1 && columns[0]?.title === ""}
        rows={lines}
        rowKey={({ name }) => name}
        isEmptyLine={({ kind, frozen, now }) => kind === "line" && !frozen && !now}
        lineClass={({ kind, frozen, now }) =>
          `line-${kind}${columns.length > 1 && frozen !== now ? " line-changed" : ""}`
        }
        columns={[
          { title: "Line", isTitleSpoken: true, isRowHeader: true, cell: ({ text }) => text },
          ...columns.map(({ title, of }): TableColumn<ComparedLine> => ({
            title: title === "" ? "Amount" : title,
            amount: (line) => (line.kind === "title" ? null : of(line)),
            href: (line) => {
              const name = figureOfLine(line.name);
              if (name !== null) return leadOf({ name, of: { currency }, value: of(line), now: line.now });
              return of(line) ? WORKED_OUT : undefined;
            },
          })),
        ]}
      />
      <p className={unexplained === 0 ? "medium proof-end" : "medium proof-end tone-error"}>
        <Sign tone={unexplained === 0 ? "good" : "error"}>{unexplained === 0 ? "√" : "×"}</Sign>{" "}
        {unexplained === 0
          ? "Unclassified difference: nil. Every amount has a line above."
          : `Unclassified difference: ${amountText(unexplained, { decimals, sign: true })}${unit}.`}
      </p>
    </>
  );
}

interface CurrencyTitleProps {
  readonly currency: string | null;
  readonly wallets: number;
}

/** Over what is shown of one currency, where a month has several: which one it is, and of how many wallets. */
function CurrencyTitle({ currency, wallets }: CurrencyTitleProps) {
  return (
    <h4 className="regular">
      {currencyTitle(currency)} <span className="light quiet">{walletsWords(currency, wallets)}</span>
    </h4>
  );
}

/** Wallets of unknown currencies may be in different ones, so that their total is no balance. */
function walletsWords(currency: string | null, wallets: number): string {
  if (wallets === 0) return "no wallet, payments only";
  const of = formatCount(wallets, "wallet");
  return currency === null && wallets > 1
    ? `${of}, possibly in different currencies: a check of the arithmetic, not a balance`
    : of;
}

// Outstanding items by kind, from brought forward to carried forward, with their age; the items beneath.

interface OutstandingRollProps extends Pick<
  ThreeWayProofProps,
  "frozen" | "frozenWord" | "ofFrozen" | "ofNow"
> {
  readonly report: Pick<MonthReport, "facts" | "outstanding" | "outstandingItems" | "proofs">;
}

export function OutstandingRoll({ report, frozen, frozenWord, ofFrozen, ofNow }: OutstandingRollProps) {
  const nowWord = useNowWord();
  const { outstanding, outstandingItems, proofs } = report;
  const isSplit = proofs.length > 1;
  const { decimals } = useDisplayFormat();
  const rolls = shownRolls(outstanding, frozen?.outstanding ?? null);
  const leadOf = rollLeads(report);
  const extent = EXTENT_WORDS[frozenExtent(outstanding, frozen?.outstanding ?? null)];
  const walletsOf = new Map(proofs.map(({ currency, wallets }) => [currency, wallets]));
  const currencies = [...new Set([...walletsOf.keys(), ...rolls.map(({ currency }) => currency)])];
  return (
    <Fold
      title="Outstanding items"
      result={`${outstandingWords(rolls, decimals)}${rolls.some(({ is }) => is === "only") ? ofNow : ofFrozen}`}
    >
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
            leadOf={leadOf}
          />
        ))
      )}
      {outstandingItems.length === 0 || frozen === null ? null : (
        <p className="tone-warning">The list of items shows them as they are {nowWord}.</p>
      )}
      {outstandingItems.length === 0 ? null : (
        <OutstandingItems month={report.facts.month} items={outstandingItems} isSplit={isSplit} />
      )}
    </Fold>
  );
}

/**
 * What is carried forward of each kind, by currency.
 *
 * @example `NGN: 2,020,952 paid, no entry · 1,098,260 in transit; no currency: 12 orphan payref`
 */
function outstandingWords(rolls: readonly ShownRoll[], decimals: number): string {
  const left = Map.groupBy(
    rolls.filter(({ items, is }) => items > 0 && is !== "now"),
    ({ currency }) => currency,
  );
  const words = Array.from(left, ([currency, of]) => {
    const kinds = of.map(
      ({ carriedForward, kind }) => `${formatAmount(carriedForward ?? 0, decimals)} ${kind}`,
    );
    return `${currency ?? NO_MONEY}: ${kinds.join(" · ")}`;
  });
  return words.join("; ") || "none";
}

/** What an old version did not freeze; null where there is nothing to say. */
const EXTENT_WORDS: Readonly<Record<FrozenExtent, string | null>> = {
  none: null,
  all: null,
  amounts:
    "An older version closed this month. It saved only item counts and amounts carried forward; other figures are current.",
  sums: "These are current figures. The older version that closed this month saved one total over all currencies.",
};

/** The amounts of a kind, in the order in which a month freezes their ages. */
const AGES = [
  ["age30", "0–30 days"],
  ["age60", "31–60 days"],
  ["age90", "61–90 days"],
  ["older", "over 90 days"],
] as const;

type LeadOfRoll = (roll: ShownRoll, key: RollKey, amountOf: AmountOfRoll) => Lead | undefined;
type AmountOfRoll = (roll: Pick<ShownRoll, "ageing" | "items"> & RollAmounts) => number | null;

function rollLeads({ facts, outstanding }: OutstandingRollProps["report"]): LeadOfRoll {
  const leadOf = figureLeads(facts);
  return (roll, key, amountOf) => {
    const { kind, currency } = roll;
    const now = outstanding.find((one) => one.kind === kind && one.currency === currency);
    return leadOf({
      name: rollFigureName(kind, key),
      of: { currency },
      value: amountOf(roll),
      now: now === undefined ? null : amountOf(now),
    });
  };
}

interface CurrencyRollsProps {
  /** Which currency it is; null where there is one. */
  readonly title: ReactNode;
  /** The same, after what a table shows. */
  readonly suffix: string;
  readonly rolls: readonly ShownRoll[];
  readonly frozenWord: FrozenWord;
  readonly leadOf: LeadOfRoll;
}

/** What came, went and is left in one currency, and how old that is; nothing where nothing is. */
function CurrencyRolls({ title, suffix, rolls, frozenWord, leadOf }: CurrencyRollsProps) {
  const nowWord = useNowWord();
  if (rolls.length === 0) return null;
  const kinds = (heading: string): TableColumn<ShownRoll> => ({
    title: heading,
    isRowHeader: true,
    className: "unbroken",
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
      <div className="wrap gap-4 across-5 outstanding-tables">
        <Table
          {...lines}
          caption={`Outstanding items by kind${suffix}`}
          columns={[
            kinds("Kind"),
            {
              title: "Items",
              isNumber: true,
              cell: (roll) => (
                <Led lead={leadOf(roll, "now", ({ items }) => items)}>{formatAmount(roll.items)}</Led>
              ),
            },
            ...outstandingAmounts(rolls).map(({ key, ...column }) => ({
              ...column,
              href: (roll: ShownRoll) => leadOf(roll, key, column.amount),
            })),
          ]}
        />
        <Table
          {...lines}
          caption={`Age of items carried forward${suffix}`}
          columns={[
            kinds("Age"),
            ...AGES.map(([key, heading], at): TableColumn<ShownRoll> => {
              const amount: AmountOfRoll = ({ ageing }) => ageing[at] ?? null;
              return { title: heading, amount, href: (roll) => leadOf(roll, key, amount) };
            }),
          ]}
        />
      </div>
    </>
  );
}

/** An amount is null where it was not frozen. */
type RollAmounts = Pick<
  ShownRoll,
  "broughtForward" | "added" | "cleared" | "reclassified" | "carriedForward"
>;

/** Hardly ever is anything reclassified; where nothing is, its column is left out. */
function outstandingAmounts(lines: readonly RollAmounts[]): readonly AmountColumn[] {
  const reclassified: AmountColumn = {
    key: "reclassified",
    title: "Reclassified",
    amount: (line) => line.reclassified,
  };
  return [
    { key: "before", title: "Brought forward", amount: ({ broughtForward }) => broughtForward },
    { key: "new", title: "New", amount: ({ added }) => added },
    {
      key: "cleared",
      title: "Cleared",
      amount: ({ cleared }) => (cleared === null ? null : 0 - cleared),
    },
    ...(lines.some((line) => (line.reclassified ?? 0) !== 0) ? [reclassified] : []),
    {
      key: "now",
      title: "Carried forward",
      className: "strong",
      amount: ({ carriedForward }) => carriedForward,
    },
  ];
}

interface AmountColumn {
  readonly key: RollKey;
  readonly title: string;
  readonly className?: string;
  readonly amount: (line: RollAmounts) => number | null;
}

// `const letterOf = useOutstandingLetters()`: under the name of which letter an outstanding item waits.

/** The rule that finds an item of each kind, or another that asks the same of it. */
const FOUND_BY = {
  "paid, no entry": "paid-without-entry",
  "in transit": "in-transit",
  "orphan payref": "orphan-payref",
} as const;

type AskedOutstanding = Pick<MonthItem, "kind" | "walletID" | "payID" | "payref">;

function useOutstandingLetters(): (item: AskedOutstanding) => string | null {
  const waitOf = useLetterWaits(WAITING_ONLY);
  return ({ kind, ...record }) =>
    waitOf({ finding: { rule: FOUND_BY[kind], fingerprint: "", ...record }, status: "raised" })?.ref ?? null;
}

const WAITING_ONLY = (standing: Pick<LetterStanding, "letter" | "states">) => withItems(standing, ["waits"]);

interface OutstandingItemsProps {
  readonly month: string;
  readonly items: readonly MonthItem[];
  readonly isSplit: boolean;
}

/** Outstanding items one by one: which record, whose, since when, and its amounts. */
function OutstandingItems({ month, items, isSplit }: OutstandingItemsProps) {
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
        { title: "Who", className: "ellipsis brief", cell: ({ who }) => who },
        { title: "Since", at: ({ atMs }) => atMs },
        {
          title: "Days",
          isNumber: true,
          cell: ({ days }) => (days === null ? "cleared" : formatAmount(days)),
        },
        isSplit && { title: "Currency", cell: ({ currency }) => currency ?? NOT_STATED },
        ...outstandingAmounts(items).map(({ key, ...column }) => ({
          ...column,
          href: (item: MonthItem) => {
            const { kind, payID, walletID } = item;
            if (!column.amount(item)) return undefined;
            return hrefOfFigure(month, rollFigureName(kind, key), { record: payID ?? walletID ?? 0 });
          },
        })),
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
