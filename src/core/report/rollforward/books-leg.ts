/** A2: the closing beside the general ledger's own balance of the wallet account, of each currency of which one is kept. */
import { type Evidence, evidenceIn } from "../../review/file/attachment.ts";
import { currencyTitle } from "../../words/currency.ts";
import { moneyWords } from "../sheet/currencies.ts";
import { exportedStanding } from "../sheet/closing.ts";
import type { Figures } from "../sheet/figures.ts";
import { type CurrentRow, ReportTable, columnsOf, head, BLOCK_CURRENCY } from "../sheet/table.ts";
import { type RollTable, rollTotalAt, sumOverWallets } from "./rollforward.ts";
import type { Cell } from "../sheet/model.ts";

interface BooksRow {
  readonly figures: Figures;
  readonly block: number;
  readonly text: string;
  readonly amount: number;
  /** null where the amount is read from a file. */
  readonly formula: ((here: CurrentRow<"amount">) => string) | null;
  /** Whether it has to be nil. */
  readonly isNil: boolean;
  readonly from: () => Cell;
}

const BOOKS = columnsOf<BooksRow>()({
  line: { ...head("text", "General ledger", 46), value: ({ text }) => text },
  currency: { skip: 2, ...BLOCK_CURRENCY },
  amount: {
    ...head("amount", "Amount", 18),
    value: ({ figures, amount, formula }, here) =>
      formula === null ? amount : { value: amount, formula: figures.round(formula(here)) },
  },
  nil: {
    ...head("truth", "Is nil", 9),
    value: ({ isNil, amount }) => (isNil ? amount === 0 : null),
    formula: (_, here) => `${here.cell("amount")}=0`,
  },
  from: { ...head("wrapped", "Source", 40), value: ({ from }) => from() },
});

/** null where no balance of the general ledger is kept of the month. */
export function booksLeg(figures: Figures, roll: RollTable) {
  const blocks = figures.currencies.blocks.flatMap(({ currency }, block) => {
    const kept = keptOf(figures, currency);
    return kept === null ? [] : [{ block, kept }];
  });
  if (blocks.length === 0) return null;
  return new ReportTable(figures, {
    id: "books",
    title: `4   The general ledger's own balance of the wallet account${moneyWords(figures)}`,
    columns: BOOKS,
    lines: blocks.flatMap(({ block, kept }) => rowsOf(figures, block, kept, roll)),
    tone: ({ isNil }) => (isNil ? "total" : "plain"),
  });
}

/** The newest that is kept of the month in a currency, in the decimals that are shown. */
function keptOf({ input }: Figures, currency: string | null): KeptBooks | null {
  const month = exportedStanding(input)?.month;
  const kept = evidenceIn(input.attachments).findLast(
    ({ subject, withdrawn }) =>
      subject.kind === "books" &&
      withdrawn === null &&
      subject.month === month &&
      subject.currency === currency &&
      subject.places === input.decimals,
  );
  if (kept === undefined || kept.subject.kind !== "books") return null;
  return { ...kept.subject, evidence: kept };
}

type KeptBooks = Extract<Evidence["subject"], { kind: "books" }> & { readonly evidence: Evidence };

function rowsOf(figures: Figures, block: number, kept: KeptBooks, roll: RollTable): BooksRow[] {
  const { currency = null, wallets = [] } = figures.currencies.blocks[block] ?? {};
  const closing = sumOverWallets(wallets, (wallet) => wallet.closing);
  const total = rollTotalAt(figures, block);
  const of = { figures, block, isNil: false };
  const { evidence, at, named, columns, balance } = kept;
  const file = `Evidence ${evidence.id}, ${evidence.name}: row ${at}, ${columns.join(" and ")}`;
  return [
    {
      ...of,
      text: "Closing, as the wallet states it",
      amount: closing,
      formula: () => roll.cell("stated", total),
      from: () => ({ value: "A1", link: roll.link("stated", total) }),
    },
    {
      ...of,
      text: `Balance of ${named}${figures.currencies.isSplit ? `, ${currencyTitle(currency)}` : ""}`,
      amount: balance,
      formula: null,
      from: () => file,
    },
    {
      ...of,
      text: "Difference",
      amount: balance - closing,
      formula: (here) => `${here.above("amount")}-${here.table.near("amount", here.index - 2, here.index)}`,
      isNil: true,
      from: () => null,
    },
  ];
}
