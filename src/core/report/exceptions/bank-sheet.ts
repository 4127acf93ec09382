/** B4: each entry without a payref with what the statements show of it, and the lines of the statements. */
import { type BankAnswer, type CheckedAccount, lineKey, linePlaceWords } from "../../bank/accepted.ts";
import type { AccountLine } from "../../bank/statement.ts";
import { shortIds } from "../../words/ids.ts";
import { type BankFigures, BANK_STATES, bankMoney, bankStateOf } from "../sheet/bank-states.ts";
import { labelAt } from "../sheet/currencies.ts";
import { type Figures, actionOf } from "../sheet/figures.ts";
import type { Cell, CellPlace } from "../sheet/model.ts";
import { type CurrentRow, ReportTable, columnsOf, head, PROVEN_CURRENCY } from "../sheet/table.ts";
import type { WalletTable } from "./wallet.ts";

interface BankSources {
  readonly wallet: WalletTable;
  readonly lines: () => BankLineTable;
}

interface TiedLine {
  readonly figures: Figures;
  readonly bank: BankFigures;
  readonly sources: BankSources;
  readonly answer: BankAnswer;
  /** Whether it stands for all entries of its match: the first of them on the sheet. */
  readonly isLead: boolean;
  /** What its match should show at the bank by the entries on the sheet, and what its lines come to. */
  readonly due: number;
  readonly shown: number;
}

type TieKey =
  | "walletID"
  | "entered"
  | "action"
  | "movement"
  | "state"
  | "match"
  | "due"
  | "shown"
  | "difference"
  | "classed"
  | "holds"
  | "lines"
  | "currency";

const TIES = columnsOf<TiedLine>()<TieKey>({
  walletID: { ...head("id", "walletID", 11), value: walletCell },
  entered: { ...head("day", "Entered", 11), value: ({ answer }) => answer.movement.day },
  action: {
    ...head("wrapped", "Action", 14),
    value: ({ figures, answer }) => actionOf(figures.input.records, answer.row),
  },
  movement: {
    ...head("amount", "Movement", 11),
    value: ({ figures, answer }) => figures.input.check.entryOutcomes.movement[answer.row] as number,
    formula: ({ figures, sources, answer }) =>
      sources.wallet.cell("movement", figures.entryAt[answer.row] as number),
  },
  state: { ...head("text", "Bank", 22), value: ({ answer }) => bankStateOf(answer) },
  match: { ...head("id", "Match", 8), value: ({ answer }) => answer.support?.match ?? null },
  due: {
    ...head("money", "Due at the bank"),
    value: ({ bank, answer }) => bankMoney(0 - answer.movement.amount, bank),
    formula: ({ bank }, here) => inPlaces(bank, `-${here.cell("movement")}`),
  },
  shown: {
    ...head("money", "On its lines"),
    value: ({ bank, isLead, shown }) => (isLead ? bankMoney(shown, bank) : null),
    formula: ({ bank, sources }, here) => inPlaces(bank, sumOfMatch(sources.lines(), "amount", here)),
  },
  difference: {
    ...head("money", "Difference"),
    value: ({ bank, isLead, due, shown }) => (isLead ? bankMoney(shown - due, bank) : null),
    formula: ({ bank }, here) =>
      inPlaces(bank, `${here.cell("shown")}-(${sumOfMatch(here.table, "due", here)})`),
  },
  classed: {
    ...head("text", "Classed as", 11),
    value: ({ isLead, answer }) => (isLead ? (answer.support?.classed ?? null) : null),
  },
  holds: {
    ...head("truth", "Supports", 10),
    value: ({ isLead, answer }) => (isLead ? bankStateOf(answer) === BANK_STATES.supported : null),
    formula: (_, here) => `OR(${here.cell("difference")}=0,${here.cell("classed")}<>"")`,
  },
  lines: { ...head("wrapped", "Lines", 34), value: linesCell },
  currency: {
    ...PROVEN_CURRENCY,
    value: ({ figures, answer }) => labelAt(figures.currencies, figures.currencies.ofEntry(answer.row)),
  },
});
export type BankTieTable = ReportTable<TiedLine, TieKey>;

/** The entries of the period that the bank was asked about, in the order of B1. */
function answersOnSheet({ bank, untied }: Figures): BankAnswer[] {
  return untied.flatMap((row) => bank?.answers.get(row) ?? []);
}

export function bankTieTable(figures: Figures, bank: BankFigures, sources: BankSources): BankTieTable {
  const answers = answersOnSheet(figures);
  const due = new Map<number, number>();
  for (const { support, movement } of answers) {
    if (support !== null) due.set(support.match, (due.get(support.match) ?? 0) - movement.amount);
  }
  const seen = new Set<number>();
  const lines = answers.map((answer): TiedLine => {
    const { support } = answer;
    const isLead = support !== null && !seen.has(support.match);
    if (support !== null) seen.add(support.match);
    const ofMatch = { due: due.get(support?.match ?? 0) ?? 0, shown: support?.arrived ?? 0 };
    return { figures, bank, sources, answer, isLead, ...ofMatch };
  });
  return new ReportTable(figures, {
    id: "ties",
    title: "Entries without a payref, with the lines that somebody accepted for them",
    empty: "Every entry of the period has a payref or a match.",
    columns: TIES,
    lines,
  });
}

/** Σ of the rows of a table that are of this row's match. */
function sumOfMatch<Key extends string>(
  table: Pick<ReportTable<never, Key | "match">, "overParts">,
  key: Key,
  here: CurrentRow<"match">,
): string {
  return table.overParts(
    ["match", key],
    (matches, amounts) => `SUMIF(${matches},$${here.cell("match")},${amounts})`,
  );
}

function inPlaces({ places }: BankFigures, formula: string): string {
  return `ROUND(${formula},${places})`;
}

function walletCell({ figures, sources, answer }: TiedLine): Cell {
  const link = sources.wallet.link("walletID", figures.entryAt[answer.row] as number);
  return { value: answer.movement.walletID, link };
}

/** The most ways that are named; window and command line list all. */
const MOST_WAYS = 3;

function linesCell({ sources, answer: { support, ways } }: TiedLine): Cell {
  if (support !== null) {
    const [first] = support.lines;
    const value = support.lines.map(linePlaceWords).join(" and ");
    const link = first === undefined ? null : lineLink(sources, first);
    return link === null ? value : { value, link };
  }
  const named = ways.slice(0, MOST_WAYS).map(({ lines }) => lines.map(linePlaceWords).join(" and "));
  const more = ways.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join("; or ") || null;
}

function lineLink({ lines }: BankSources, line: AccountLine): CellPlace | null {
  const table = lines();
  const at = table.placeOf.get(lineKey(line));
  return at === undefined ? null : table.link("amount", at);
}

// The lines of the statements: those of the period, and those accepted for its entries.

interface ListedLine {
  readonly bank: BankFigures;
  readonly account: CheckedAccount;
  readonly line: AccountLine;
  /** What it was accepted for. */
  readonly support: BankAnswer["support"];
}

type LineKey =
  | "account"
  | "day"
  | "narration"
  | "amount"
  | "place"
  | "match"
  | "balance"
  | "valueDay"
  | "reference"
  | "entries"
  | "ofAccount";

const LINES = columnsOf<ListedLine>()<LineKey>({
  account: { ...head("wrapped", "Account", 16), value: ({ account }) => account.account },
  day: { ...head("day", "Booked", 11), value: ({ line }) => line.day },
  valueDay: { ...head("day", "Value date", 11), value: ({ line }) => line.valueDay },
  reference: { ...head("wrapped", "Reference", 16), value: ({ line }) => line.reference || null },
  narration: { ...head("wrapped", "Narration", 22), value: ({ line }) => line.narration || null },
  match: { ...head("id", "Match", 8), value: ({ support }) => support?.match ?? null },
  amount: { ...head("money", "In, out (−)"), value: ({ bank, line }) => bankMoney(line.amount, bank) },
  balance: {
    ...head("money", "Balance"),
    value: ({ bank, line }) => (line.balance === null ? null : bankMoney(line.balance, bank)),
  },
  entries: {
    ...head("wrapped", "walletIDs", 14),
    value: ({ support }) => (support === null ? null : shortIds(support.walletIDs)),
  },
  place: { ...head("wrapped", "Where", 22), value: ({ line }) => linePlaceWords(line) },
  ofAccount: { ...head("text", "Currency", 10), value: ({ account }) => account.currency },
});

/** With where each line stands. */
export type BankLineTable = ReportTable<ListedLine, LineKey> & {
  readonly placeOf: ReadonlyMap<string, number>;
};

export function bankLineTable(figures: Figures, bank: BankFigures): BankLineTable {
  const supports = new Map(
    [...bank.answers.values()].flatMap(({ support }) =>
      support === null ? [] : support.lines.map((line) => [lineKey(line), support] as const),
    ),
  );
  const wanted = new Set(
    answersOnSheet(figures).flatMap(({ support, ways }) =>
      [...(support?.lines ?? []), ...ways.flatMap(({ lines }) => lines)].map(lineKey),
    ),
  );
  const { period } = figures.input.check;
  const isOfPeriod = ({ day }: AccountLine) => period === null || (day >= period.from && day <= period.to);
  const accounts = figures.input.records.human.bank?.accounts ?? [];
  const listed = accounts.flatMap((account) =>
    account.lines
      .filter((line) => isOfPeriod(line) || wanted.has(lineKey(line)))
      .map((line): ListedLine => ({ bank, account, line, support: supports.get(lineKey(line)) ?? null })),
  );
  const table = new ReportTable(figures, {
    id: "lines",
    title: "Lines of the statements: of the period, and those that its entries may be on",
    empty: "No statement has a line of the period.",
    columns: LINES,
    lines: listed,
  });
  const placeOf = new Map(listed.map(({ line }, at) => [lineKey(line), at]));
  return Object.assign(table, { placeOf });
}
