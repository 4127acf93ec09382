/** Which amounts may be added up: those of one currency. What has no known currency is a block of its own. */
import { isExactId } from "../../plain-text.ts";
import type { Day } from "../../time.ts";
import { cleanText } from "../../clean-text.ts";
import type { CheckResult, WalletResult } from "../../reconcile/input/result.ts";
import { compareBytes } from "../../text.ts";
import type { MatchedRows } from "./matched-rows.ts";
import type { CheckedRecords, ReportInput } from "./input.ts";
import { NOWHERE, RecordCurrencies, UNLIKE, currencyOf } from "./record-currencies.ts";
import { IN_NO_CURRENCY, NOT_STATED } from "../../words/currency.ts";

// Values written into formulas.

/** A text in a formula has at most 255 characters in Excel; doubled quotes and rare ones may count twice. */
const PIECE = 100;
/** A formula has at most 8,192 characters. */
const MOST = 1000;

/** A text as a formula writes it: cleaned, quotes doubled, in pieces that Excel takes. */
export function textLiteral(text: string): string {
  const signs = Array.from(cleanText(text));
  const kept = signs.length > MOST ? [...signs.slice(0, MOST), "…"] : signs;
  const pieces: string[] = [];
  for (let at = 0; at < kept.length; at += PIECE) {
    const piece = kept.slice(at, at + PIECE).join("");
    pieces.push(`"${piece.replaceAll('"', '""')}"`);
  }
  return pieces.length === 0 ? '""' : pieces.join("&");
}

/** An integer amount as a formula writes it. @example amountLiteral(-12345, 2) // '-123.45' */
export function amountLiteral(amount: number, decimals: number): string {
  const sign = amount < 0 ? "-" : "";
  const digits = String(Math.abs(amount)).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  return sign + (decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`);
}

/** As many digits as a whole number of a cell has. */
const DIGITS = 18;

/**
 * A cell's amount in words, as `formatAmount` writes it. TEXT knows nothing but digits in every language, so
 * the commas are put between them one by one.
 *
 * @param decimals 0 to 6, with which the cell holds it
 */
export function amountFormula(cell: string, decimals: number): string {
  const units = decimals === 0 ? `ABS(${cell})` : `ROUND(ABS(${cell})*${10 ** decimals},0)`;
  const whole = decimals === 0 ? units : `INT(${units}/${10 ** decimals})`;
  const padded = `RIGHT(REPT(" ",${DIGITS})&TEXT(${whole},"0"),${DIGITS})`;
  const groups = Array.from({ length: DIGITS / 3 }, (_, at) => `MID(${padded},${3 * at + 1},3)`);
  const grouped = `SUBSTITUTE(TRIM(${groups.join('&" "&')})," ",",")`;
  const fraction =
    decimals === 0 ? "" : `&"."&RIGHT("${"0".repeat(decimals)}"&TEXT(${units},"0"),${decimals})`;
  return `IF(${cell}<0,"−","")&${grouped}${fraction}`;
}

/** The first time that Excel has a date for, milliseconds: what is earlier stands in its cell as a text. */
export const DATES_FROM_MS = Date.UTC(1900, 2, 2);

export function dateFormula(day: Day): string {
  return `DATE(${day.split("-").map(Number).join(",")})`;
}

/** Texts that a spreadsheet takes for no number, no comparison, no wildcard and no other letters. */
const PLAIN = /^(?:[A-Za-z("][ -)+-;@-}]*)?$/u;

/** Whether a spreadsheet tells texts apart that it compares without regard to upper and lower case. */
export function areDistinct(texts: Iterable<string>): boolean {
  const all = [...texts];
  return (
    all.every((text) => PLAIN.test(text)) &&
    new Set(all.map((text) => text.toLowerCase())).size === all.length
  );
}

/**
 * Which cells of a range hold a text, letter by letter, for a product. `=` folds case, and EXACT, which does
 * not, gets only one row of a range in gnumeric: it stands only where it must.
 *
 * @param distinct whether `=` tells what the range holds apart
 */
export function matchesText(range: string, text: string, distinct: boolean): string {
  return distinct ? `(${range}=${text})` : `EXACT(${range},${text})`;
}

/**
 * Σ over the rows of an id, of an amount or of their number. SUMIFS and COUNTIF take a text of digits for a
 * number, so that ids beyond 15 digits, which stand as text, would be alike.
 */
export function sumOfId(
  ids: string,
  of: { readonly cell: string; readonly id: number },
  amounts?: string,
): string {
  if (isExactId(of.id)) {
    return amounts === undefined ? `COUNTIF(${ids},${of.cell})` : `SUMIFS(${amounts},${ids},${of.cell})`;
  }
  return `SUMPRODUCT((${ids}=${of.cell})*${amounts ?? 1})`;
}

/** Whether adding up all wallets may add up different currencies; unknown ones may be different. */
export function isMixed({ wallets }: CheckResult): boolean {
  const known = new Set(wallets.map(currencyOf).filter((currency) => currency !== null));
  return known.size + wallets.filter(({ currency }) => currency === null).length > 1;
}

/** What to say over sums: that each currency has its own, or that wallets of unknown ones are added up. */
export function moneyWords({
  input,
  currencies,
}: {
  readonly input: Pick<ReportInput, "check">;
  readonly currencies: Currencies;
}): string {
  if (currencies.isSplit) return ", each currency separately";
  return isMixed(input.check)
    ? ". Wallets of unknown currencies are added up: a check of the arithmetic, no balance"
    : "";
}

/** The last row of a table whose totals are of one currency each: whether all of them hold. */
export const EVERY_CURRENCY = "Each currency separately";

/** How many such rows a table has: none where there is one currency, whose total says it. */
export function everyCurrencyRows({ isSplit }: Currencies): 0 | 1 {
  return isSplit ? 1 : 0;
}

/** What is proven by itself: the wallets of one currency, and what is due in it. */
export interface CurrencyBlock {
  /** null where none is known. */
  readonly currency: string | null;
  /** How cells name it; no two blocks are named the same. */
  readonly label: string;
  /** None where only payments are in it. */
  readonly wallets: readonly WalletResult[];
}

/** Further currencies stand with unknown ones: a formula names each, within 8,192 characters. */
const MOST_BLOCKS = 100;

/** Blocks of a check, and where each record stands among them, by index. */
export interface Currencies {
  /** At least one: currencies of wallets in order, then of payments alone, then unknown ones. */
  readonly blocks: readonly CurrencyBlock[];
  /** Whether there are several. */
  readonly isSplit: boolean;
  /** Whether `=` of a spreadsheet tells their labels apart. */
  readonly areDistinct: boolean;
  /** By index among the wallets of the check. */
  readonly ofWallet: readonly number[];
  readonly ofEntry: (row: number) => number;
  /** Of a transaction that entries are tied to: where they lie, or UNLIKE; of any other where it is due. */
  readonly ofTransaction: (row: number) => number;
  /** Where what came of a transaction, more or less than expected, counts: in a wallet of its entries; of any without where it is due. */
  readonly ofDifference: (row: number) => number;
  /** Where what a transaction states counts: in its currency; where nothing else is in that, with what came of it. */
  readonly ofStated: (row: number) => number;
  /** Where a transaction is due while nothing has come of it. */
  readonly ofPayment: (row: number) => number;
  /** Whether a transaction states another currency than the known one of a block. */
  readonly statesAnother: (row: number, block: number) => boolean;
}

const UNLIKE_LABEL = "unlike";
/** What a service could write that would read as one of those. */
const LIKE_OURS = /^"*(?:not stated|unlike)"*$/u;

function labelOf(currency: string | null): string {
  if (currency === null) return NOT_STATED;
  return LIKE_OURS.test(currency) ? `"${currency}"` : currency;
}

/** How a block is named, or what is in none. */
export function labelAt({ blocks }: Currencies, at: number): string {
  return at === UNLIKE ? UNLIKE_LABEL : (blocks[at]?.label ?? NOT_STATED);
}

/** A block after what is in it. @example 'in NGN', 'in no stated currency' */
export function inBlock(currencies: Currencies, at: number): string {
  const label = labelAt(currencies, at);
  return label === NOT_STATED ? IN_NO_CURRENCY : `in ${label === UNLIKE_LABEL ? "unlike currencies" : label}`;
}

/**
 * Sorts what a check is about by currency.
 *
 * An entry is in its wallet's currency. A transaction with entries is where they lie, if it states that
 * currency or none; a wallet of unknown currency takes whatever its payments agree on. A payment that is due
 * is in the currency it states, else in that of the wallet that it is due to.
 *
 * @param signed currencies that outstanding items were signed in, one set for each signature they are held
 *   against
 */
export function currenciesOf(
  input: CheckedRecords,
  hands: Pick<MatchedRows, "together">,
  signed: readonly ReadonlySet<string | null>[],
): Currencies {
  const sorting = new RecordCurrencies(input, hands);
  const { wallets } = input.check;
  const ofWallets = new Set(wallets.map(currencyOf));
  const now = new Set([...ofWallets, ...sorting.outstanding()]);
  // A ledger of one currency that was signed in one may have come to know it since.
  const then = signed.filter((currencies) => currencies.size > 1 || now.size > 1);
  const all = new Set([...now, ...then.flatMap((currencies) => [...currencies])]);
  const known = [...ofWallets].filter((currency) => currency !== null);
  const alone = [...all].filter((currency) => currency !== null && !ofWallets.has(currency));
  const hasUnknown = all.has(null) || all.size === 0;
  const named = [...known, ...alone.filter((one) => one !== null).toSorted(compareBytes)];
  const listed = named.slice(0, MOST_BLOCKS);
  const names = [...listed, ...(hasUnknown || listed.length < named.length ? [null] : [])];
  const at = new Map(names.map((currency, index) => [currency, index]));
  const place = (currency: string | null) => at.get(currency) ?? names.length - 1;
  const blockOf = wallets.map((wallet) => place(currencyOf(wallet)));
  const blocks = names.map((currency, index) => ({
    currency,
    label: labelOf(currency),
    wallets: wallets.filter((_, wallet) => blockOf[wallet] === index),
  }));
  const isOne = blocks.length === 1;
  const ofPayment = (row: number) => place(sorting.ofPayment(row));
  const areOfOne = sorting.areOfOne();
  const settled = isOne && areOfOne ? null : sorting.settled(blockOf);
  const statesAnother = (row: number, block: number) => {
    const currency = names[block] ?? null;
    return !areOfOne && currency !== null && ![null, currency].includes(sorting.stated(row));
  };
  if (settled === null || (isOne && !settled.lies.includes(UNLIKE))) {
    return {
      blocks,
      isSplit: false,
      areDistinct: true,
      ofWallet: blockOf,
      ofEntry: theFirst,
      ofTransaction: theFirst,
      ofDifference: theFirst,
      ofStated: theFirst,
      ofPayment: theFirst,
      statesAnother,
    };
  }
  const { lies, counted } = settled;
  const within = (found: Int32Array) => (row: number) =>
    found[row] === NOWHERE ? ofPayment(row) : (found[row] as number);
  const ofDifference = within(counted);
  return {
    blocks,
    isSplit: true,
    areDistinct: areDistinct([...new Set([...blocks.map(({ label }) => label), NOT_STATED, UNLIKE_LABEL])]),
    ofWallet: blockOf,
    ofEntry: (row) => place(sorting.ofEntry(row)),
    ofPayment,
    ofTransaction: within(lies),
    ofDifference,
    ofStated: (row) => at.get(sorting.ofPayment(row)) ?? ofDifference(row),
    statesAnother,
  };
}

/** Where everything stands while there is one block. */
function theFirst(): number {
  return 0;
}
