/**
 * Values as fields of a CSV file: for a spreadsheet, which must neither calculate a text nor turn an id into
 * a number, or for a program, as they are (RFC 4180).
 */
import { inertText, plainAmount, isExactId } from "./plain-text.ts";

export const SEPARATORS = ["comma", "semicolon", "tab"] as const;
export type SeparatorName = (typeof SEPARATORS)[number];
export const DECIMAL_MARKS = ["point", "comma"] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

/** How a person's spreadsheet reads CSV. */
export interface CsvStyle {
  readonly separator: SeparatorName;
  readonly decimalMark: DecimalMark;
}

/** A style of which some is given: where the comma marks decimals, the semicolon separates. */
export function csvStyleOf({ separator, decimalMark = "point" }: Partial<CsvStyle>): CsvStyle {
  return { separator: separator ?? (decimalMark === "comma" ? "semicolon" : "comma"), decimalMark };
}

export interface CsvFields {
  /** Before the first line. */
  readonly beginning: string;
  readonly text: (text: string) => string;
  /** A record's number. */
  readonly id: (id: number) => string;
  /** @param amount integer in the service's unit */
  readonly amount: (amount: number, decimals: number) => string;
  readonly line: (fields: readonly string[]) => string;
}

export const SEPARATOR_SIGNS = { comma: ",", semicolon: ";", tab: "\t" } as const;

/** The fields of a file that a person opens in Excel or LibreOffice, by a double click. */
export function spreadsheetFields({ separator, decimalMark }: CsvStyle): CsvFields {
  const sign = SEPARATOR_SIGNS[separator];
  const quote = quoting(sign);
  return {
    // Without it Excel does not read the file as UTF-8.
    beginning: "\uFEFF",
    text: (text) => quote(spreadsheetText(text)),
    id: (id) => quote(spreadsheetId(id)),
    amount: (amount, decimals) => {
      const plain = plainAmount(amount, decimals);
      return quote(decimalMark === "comma" ? plain.replace(".", ",") : plain);
    },
    line: (fields) => `${fields.join(sign)}\r\n`,
  };
}

/** The fields of a file that programs read: texts as they are, amounts in the service's unit. */
export const CSV_DATA_FIELDS: CsvFields = {
  beginning: "",
  text: quoting(SEPARATOR_SIGNS.comma),
  id: String,
  amount: String,
  line: (fields) => `${fields.join(SEPARATOR_SIGNS.comma)}\r\n`,
};

function quoting(separator: string): (text: string) => string {
  const special = new RegExp(`["\r\n${separator}]`, "u");
  return (text) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
}

/** A text in a formula of Excel may be no longer. */
const LONGEST_IN_FORMULA = 255;

/** Digits, and the signs of numbers, amounts, fractions, days and times, in any country. */
const NUMBER_SIGNS = /^\+?(?=.*\p{Nd})(?:[\p{Nd}\p{L}\p{Sc}\p{Z}\-−.,:/\\()%'’٫٬]|(?<=E)\+)+$/iu;
/** Numbers that a spreadsheet shows digit by digit. */
const PLAIN_DIGITS = /^(?:0|[1-9][0-9]{0,10})$/u;
const WORDS = /\p{L}+/gu;
/** As in `1 de mayo de 2026`. */
const MOST_WORDS = 3;
/** Months, by their first letters. */
const MONTH =
  /^(?:jan|ene|gen|feb|fév|mar|mär|maa|mrt|mrz|apr|abr|avr|may|mai|mag|mei|jun|jui|jul|giu|lug|aug|aoû|ago|sep|set|oct|okt|ott|out|nov|dec|dez|déc|dic)\p{L}*$/iu;
const CURRENCY = /^(?:r|rs|rm|rp|kr|fr|tl|zł|kč|ft|lei)$/iu;
/** Exponents, halves of the day, what stands between day and time, and before a month or year. */
const BESIDE_DIGITS = /^(?:e|a|p|m|am|pm|t|z|d|de)$/iu;

/** Whether a spreadsheet may take a text for a number, a day or a time, and show another one. */
function isReadAsNumber(text: string): boolean {
  if (text.length > LONGEST_IN_FORMULA || !NUMBER_SIGNS.test(text) || PLAIN_DIGITS.test(text)) return false;
  const words = [...text.matchAll(WORDS)];
  return words.length <= MOST_WORDS && words.every(({ 0: word, index }) => isNumberWord(word, index === 0));
}

function isNumberWord(word: string, isFirst: boolean): boolean {
  return MONTH.test(word) || CURRENCY.test(word) || (!isFirst && BESIDE_DIGITS.test(word));
}

/** A text as a cell that a spreadsheet shows digit by digit, and never calculates. */
export function spreadsheetText(text: string): string {
  return isReadAsNumber(text) ? keptText(text) : inertText(text);
}

export function spreadsheetId(id: number): string {
  return isExactId(id) ? String(id) : keptText(String(id));
}

/** A formula that comes to the text: a spreadsheet's one way of keeping digits as they are. */
function keptText(text: string): string {
  return `="${text}"`;
}
