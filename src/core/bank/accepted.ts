/** Statement lines that a person accepted for entries: what a match by hand keeps of them, and its rules. */
import { addAmounts, formatAmount } from "../money.ts";
import type { Day } from "../time.ts";
import type { AccountLine } from "./statement.ts";
import type { BankTie, MovementAnswer, WalletMovement } from "./ties.ts";

/** What a person says that a difference between entries and their lines is. */
export const DIFFERENCE_CLASSES = ["fee", "levy", "write-off"] as const;
export type DifferenceClass = (typeof DIFFERENCE_CLASSES)[number];

/** Where a line stands: no two lines of a ledger's statements are there. */
export interface LinePlace {
  /** The evidence that its file is. */
  readonly evidence: number;
  /** Its row, line or entry in the file, from 1 on. */
  readonly at: number;
}

/** A line with the content that it had when it was accepted. */
export interface BoundLine extends LinePlace {
  readonly day: Day;
  /** What came in, or below 0 went out. */
  readonly amount: number;
  /** SHA-256 of the line's canonical JSON with that of its file, 64 hex digits. */
  readonly sha256: string;
}

export interface BoundLines {
  /** Decimals of the lines' amounts. */
  readonly places: number;
  /** By evidence, then place; at least one. */
  readonly lines: readonly BoundLine[];
  /** null where nothing differs, or nobody said what the difference is. */
  readonly difference: DifferenceClass | null;
}

/** A text that no other line has. */
export function lineKey({ evidence, at }: LinePlace): string {
  return `${evidence} ${at}`;
}

/** @example `row 12 of evidence 3` */
export function linePlaceWords({ evidence, at }: LinePlace): string {
  return `row ${at} of evidence ${evidence}`;
}

export function byPlace(one: LinePlace, other: LinePlace): number {
  return one.evidence - other.evidence || one.at - other.at;
}

/**
 * What a line is bound by: its file's bytes, where it stands, and all that it says, whatever decimals amounts are
 * counted in.
 */
export function boundLineDocument(line: AccountLine, fileSha256: string, places: number) {
  const { at, day, valueDay, amount, balance, reference, narration } = line;
  const plain = (value: number) => plainAmount(value, places);
  return {
    file: fileSha256,
    at,
    day,
    valueDay,
    amount: plain(amount),
    balance: balance === null ? null : plain(balance),
    reference,
    narration,
  };
}

/** @example `-1234.5` */
function plainAmount(amount: number, places: number): string {
  const digits = String(Math.abs(amount)).padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/u, "");
  return `${amount < 0 ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

/** An accepted tie that holds, as a check goes by it. */
export interface AcceptedTie {
  /** Of the match, from 1 on. */
  readonly id: number;
  /** Ascending, at least one. */
  readonly walletIDs: readonly number[];
  /** By evidence, then place; at least one. */
  readonly lines: readonly LinePlace[];
  readonly difference: DifferenceClass | null;
}

/** A bank account with its lines, as a check goes by them. */
export interface CheckedAccount {
  readonly account: string;
  /** null where no file says: it is searched for every wallet. */
  readonly currency: string | null;
  /** Each line once, by day. Amounts with `places` decimals of the books. */
  readonly lines: readonly AccountLine[];
  /** Spans of days of which its statements have every line, by day, apart. */
  readonly covered: readonly { readonly from: Day; readonly to: Day }[];
}

/** A ledger's bank statements, and what people accepted of them. */
export interface BankBooks {
  /** The same for the same statements and decimals. */
  readonly id: string;
  /** Decimals of the lines' amounts. */
  readonly places: number;
  /** By how much an amount of the wallet is multiplied to have as many. */
  readonly scale: number;
  /** By name. */
  readonly accounts: readonly CheckedAccount[];
  /** In the order of their ids; no entry and no line is in two of them. */
  readonly ties: readonly AcceptedTie[];
}

/** How an entry is supported by the bank: a person accepted its lines, and nothing of them has changed since. */
export interface BankSupport {
  /** The match by hand. */
  readonly match: number;
  /** All entries of it, ascending: with their lines they are supported together. */
  readonly walletIDs: readonly number[];
  readonly lines: readonly AccountLine[];
  /** What the bank should show by the entries, and what it shows. Amounts have the outcome's `places`. */
  readonly expected: number;
  readonly arrived: number;
  /** arrived − expected. */
  readonly difference: number;
  /** What a person said that the difference is. */
  readonly classed: DifferenceClass | null;
}

/** What is known of an entry that has no payref and is matched with no payment. */
export interface BankAnswer {
  /** Of the entry in its columns. */
  readonly row: number;
  readonly movement: WalletMovement;
  /** Of its wallet; null where it is not known. */
  readonly currency: string | null;
  readonly state: "accepted" | MovementAnswer["state"];
  /** Its way or ways to lines that nobody has accepted; none of an entry that is accepted. */
  readonly ways: readonly BankTie[];
  /** null unless it is accepted. */
  readonly support: BankSupport | null;
  /** Where one line was accepted: the others of its amount, within its days, that no entry is left for. */
  readonly again: readonly AccountLine[];
}

export interface BankOutcome {
  /** Decimals of all its amounts. */
  readonly places: number;
  /** By how much an amount of the wallet is multiplied to have as many. */
  readonly scale: number;
  /** Of the entries as at the check's end, by userID, businessID, then walletID. */
  readonly answers: readonly BankAnswer[];
}

/** How many entries of a period stand how. */
export type BankCounts = Readonly<Record<BankAnswer["state"], number>>;

/** How they stand, without a stop. @example `98 found and not accepted, 3 never came, 5 accepted` */
export function bankCountWords(counts: BankCounts): string {
  const told = (Object.keys(COUNT_WORDS) as (keyof BankCounts)[])
    .filter((state) => counts[state] > 0)
    .map((state) => `${formatAmount(counts[state])} ${COUNT_WORDS[state]}`);
  return told.length === 0 ? "no entry asks for it" : told.join(", ");
}

const COUNT_WORDS: Readonly<Record<keyof BankCounts, string>> = {
  tied: "found and not accepted",
  several: "in several ways",
  perhaps: "perhaps, less a fee",
  missing: "on no line",
  open: "not reached by the statements",
  accepted: "accepted",
};

/** The sum of lines. @throws TieoutError SUM_OVERFLOW */
export function sumOfLines(lines: readonly { readonly amount: number }[]): number {
  return lines.reduce((sum, { amount }) => addAmounts(sum, amount, "bank's lines"), 0);
}
