/** How wide the values of a workbook are: a number wider than its column would show as ####. */
import { formatAmount } from "../../money.ts";
import type { Figures } from "./figures.ts";

/** How many characters the widest amount and the widest id take, and payrefs as far as looked at. */
export interface Fit {
  readonly amount: number;
  /** The widest amount of a transaction; a wallet's balances are wider. */
  readonly transactionAmount: number;
  readonly id: number;
  readonly payref: number;
}

/** How many payrefs are looked at; they are made alike. */
const PAYREFS = 500;

/** @param totals amounts of the Lead and of footings that no record shows */
export function fitOf(
  { input, walletRows, transactionRows, tiedNet }: Figures,
  totals: readonly number[] = [],
): Fit {
  const { entries, transactions, payrefs } = input.records;
  const all = new Widest();
  const settled = new Widest();
  const sums = { credit: 0, debit: 0, charged: 0, payable: 0, net: 0 };
  let id = 0;
  let payref = 13;
  walletRows.forEach((row) => {
    if (row < 0) return;
    all.see(entries.balance[row], entries.credit[row], entries.debit[row]);
    sums.credit += entries.credit[row] as number;
    sums.debit += entries.debit[row] as number;
    id = Math.max(id, entries.walletID[row] as number, entries.businessID[row] as number);
  });
  transactionRows.forEach((row, at) => {
    settled.see(transactions.payableamount[row], transactions.chargedamount[row], tiedNet[row]);
    sums.charged += transactions.chargedamount[row] as number;
    sums.payable += transactions.payableamount[row] as number;
    sums.net += tiedNet[row] as number;
    id = Math.max(id, transactions.payID[row] as number);
    if (at < PAYREFS)
      payref = Math.max(payref, widthInDigits(payrefs.at(transactions.payref[row] as number)));
  });
  for (const { opening, inflow, outflow, closing } of input.check.wallets) {
    all.see(opening, inflow, outflow, closing);
  }
  for (const { expected, actual, difference } of input.check.findings) all.see(expected, actual, difference);
  settled.see(sums.charged, sums.payable, sums.net);
  all.see(settled.size, sums.credit, sums.debit, ...totals);
  return {
    amount: all.characters(input.decimals),
    transactionAmount: settled.characters(input.decimals),
    id: String(id).length + 3,
    payref: Math.min(Math.ceil(payref), 32) + 1,
  };
}

/** How wide amounts are where they are all there is. */
export function fitOfAmounts(amounts: readonly number[], decimals: number): Fit {
  const all = new Widest();
  all.see(...amounts);
  const amount = all.characters(decimals);
  return { amount, transactionAmount: amount, id: 0, payref: 0 };
}

/** The largest amount seen, whatever its sign. */
class Widest {
  size = 0;

  see(...amounts: readonly (number | undefined)[]): void {
    for (const amount of amounts) {
      const size = Math.abs(amount ?? 0);
      if (size > this.size) this.size = size;
    }
  }

  characters(decimals: number): number {
    return formatAmount(0 - this.size, decimals).length + 3;
  }
}

/** A text in lines of at most so many characters, broken at blanks or its own breaks; at least one. */
export function foldedLines(text: string, most: number): string[] {
  return text.split(/\r\n|\r|\n/u).flatMap((paragraph) => foldedParagraph(paragraph, most));
}

function foldedParagraph(text: string, most: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length <= most) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (line.length > most) {
      lines.push(line.slice(0, most));
      line = line.slice(most);
    }
  }
  return [...lines, line];
}

/** How wide Calibri draws each sign from blank to ~, in thousandths of the letters' size. */
const ADVANCES = [
  226, 326, 401, 498, 507, 715, 682, 221, 303, 303, 498, 498, 250, 306, 252, 386, 507, 507, 507, 507, 507,
  507, 507, 507, 507, 507, 268, 268, 498, 498, 498, 463, 894, 579, 544, 533, 615, 488, 459, 631, 623, 252,
  319, 520, 420, 855, 646, 662, 517, 673, 543, 459, 487, 642, 567, 890, 519, 487, 468, 307, 386, 307, 498,
  498, 291, 479, 525, 423, 525, 498, 305, 471, 525, 229, 239, 455, 229, 799, 525, 527, 525, 525, 349, 391,
  335, 525, 452, 715, 433, 453, 395, 314, 460, 314, 498,
];
const DIGIT = 507;
/** From here on scripts are as wide as they are high. */
const SQUARE = 0x1100;
const SIDE = 1000;
/** The widest sign, in digits. */
export const WIDEST = SIDE / DIGIT;

/**
 * How wide a text is in digits, as columns are measured. A sign beyond ASCII is taken for as wide as a digit, one of the East
 * for a square; what stands in two units, such as an emoji, for two.
 */
export function widthInDigits(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    width += ADVANCES[code - 32] ?? (code >= SQUARE && code < 0xd800 ? SIDE : DIGIT);
  }
  return width / DIGIT;
}
