/**
 * MT940 as banks send it: SWIFT's customer statement message, with or without the blocks around it. Written
 * after the field list of the message: 20, 25, 28C, 60, 61, 86, 62.
 */
import { isDay, type Day } from "../time.ts";
import { parseBankAmount } from "./cells.ts";
import type { BankStatement, StatementLine } from "./statement.ts";
import { invalidStatement } from "./table.ts";

/** Whether a text is such a message. */
export function isMt940(text: string): boolean {
  return /^:20:/mu.test(text) && /^:6[02][FM]:/mu.test(text);
}

interface MessageField {
  readonly tag: string;
  readonly text: string;
  /** The line of the file that it begins on, from 1 on. */
  readonly at: number;
}

/**
 * The statements of a file, in its order. A statement whose pages are messages of their own, with
 * intermediate balances, is one for each page: they follow on each other as statements do.
 *
 * @param places decimals of the amounts read
 * @throws TieoutError BANK_STATEMENT_INVALID with the line
 */
export function readMt940(text: string, places: number, file: string): BankStatement[] {
  const messages: MessageField[][] = [];
  for (const field of fieldsIn(text)) {
    if (field.tag === "20") messages.push([]);
    messages.at(-1)?.push(field);
  }
  return messages.map((fields) => new Message(places, file).read(fields));
}

function* fieldsIn(text: string): Generator<MessageField> {
  let open: { tag: string; text: string; at: number } | null = null;
  for (const [index, line] of text.split(/\r\n|\n|\r/u).entries()) {
    const found = /^(?:\{\d:.*\{4:)?:(\d{2}[A-Z]?):(.*)$/u.exec(line);
    if (found !== null) {
      if (open !== null) yield open;
      open = { tag: found[1] ?? "", text: found[2] ?? "", at: index + 1 };
    } else if (/^(?:-\}?|\{)/u.test(line)) {
      if (open !== null) yield open;
      open = null;
    } else if (open !== null) open.text += `\n${line}`;
  }
  if (open !== null) yield open;
}

const BALANCE = /^([CD])(\d{6})([A-Z]{3})([\d,]+)$/u;
/**
 * Value date, entry date, C or D with R before it for a reversal, the currency's last letter, amount, type,
 * the owner's reference, the bank's after two slashes.
 */
const LINE = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?([\d,]+)([NSF][A-Z\d]{3})(.*?)(?:\/\/(.*))?$/u;

class Message {
  readonly #places: number;
  readonly #file: string;
  #account = "";
  #currency: string | null = null;
  #opening: number | null = null;
  #closing: number | null = null;
  readonly #lines: StatementLine[] = [];

  constructor(places: number, file: string) {
    this.#places = places;
    this.#file = file;
  }

  read(fields: readonly MessageField[]): BankStatement {
    let isAfterLine = false;
    for (const field of fields) {
      const { tag, text } = field;
      if (tag === "25") this.#account = text.trim();
      else if (tag === "60F" || tag === "60M") this.#opening = this.#balance(field);
      else if (tag === "62F" || tag === "62M") this.#closing = this.#balance(field);
      else if (tag === "61") this.#lines.push(this.#line(field));
      else if (tag === "86" && isAfterLine) this.#narrate(text);
      isAfterLine = tag === "61";
    }
    return {
      account: this.#account,
      currency: this.#currency,
      opening: this.#opening,
      closing: this.#closing,
      lines: this.#lines,
      pending: 0,
    };
  }

  #balance(field: MessageField): number {
    const [, sign, , currency = "", digits = ""] = BALANCE.exec(field.text.trim()) ?? [];
    const amount = this.#amount(digits);
    if (amount === null) throw this.#refuse(field, "has no balance");
    if (this.#currency !== null && this.#currency !== currency)
      throw this.#refuse(field, `is in ${currency}, and the balance before it in ${this.#currency}`);
    this.#currency = currency;
    return sign === "D" ? 0 - amount : amount;
  }

  #line(field: MessageField): StatementLine {
    const [head = "", ...more] = field.text.split("\n");
    const [, value = "", entry, mark = "", , digits = "", , own = "", bank = ""] =
      LINE.exec(head.trim()) ?? [];
    const amount = this.#amount(digits);
    const valueDay = shortDay(value);
    if (amount === null || valueDay === null) throw this.#refuse(field, "is no statement line");
    const day = entry === undefined ? valueDay : entryDay(valueDay, entry);
    if (day === null) throw this.#refuse(field, `has an entry date that is none: ${entry}`);
    // A reversal of what came in goes out, and one of what went out comes in.
    const isIn = mark === "C" || mark === "RD";
    const references = [own, bank].map((one) => one.trim()).filter((one) => one !== "" && one !== "NONREF");
    return {
      at: field.at,
      day,
      valueDay,
      amount: isIn ? amount : 0 - amount,
      balance: null,
      reference: references.join(" "),
      narration: more.join(" ").trim(),
    };
  }

  #narrate(text: string): void {
    const line = this.#lines.pop();
    if (line === undefined) return;
    const words = text.replaceAll(/\s*\n\s*/gu, " ").trim();
    this.#lines.push({ ...line, narration: `${line.narration} ${words}`.trim() });
  }

  #amount(digits: string): number | null {
    return parseBankAmount(digits, "comma", this.#places);
  }

  #refuse({ at, tag }: MessageField, sentence: string) {
    return invalidStatement(this.#file, `Line ${at}: field :${tag}: ${sentence}`);
  }
}

/** `YYMMDD`, of this century. */
function shortDay(text: string): Day | null {
  const day = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`;
  return isDay(day) ? day : null;
}

/** The day of `MMDD` that is nearest to the value date: an entry may be of the year before or after. */
function entryDay(valueDay: Day, text: string): Day | null {
  const year = Number(valueDay.slice(0, 4));
  const days = [year - 1, year, year + 1]
    .map((one) => `${one}-${text.slice(0, 2)}-${text.slice(2)}`)
    .filter((day) => isDay(day));
  const far = (day: Day) => Math.abs(Date.parse(day) - Date.parse(valueDay));
  return days.toSorted((one, other) => far(one) - far(other))[0] ?? null;
}
