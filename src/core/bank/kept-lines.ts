/**
 * A statement's lines as they were read, kept beside its file: a check reads them at once, and as they were
 * shown, whatever a later reader would make of the file.
 */
import { isDay, type Day } from "../time.ts";
import type { BankStatement, StatementLine } from "./statement.ts";

type PackedLine = readonly [
  at: number,
  day: Day,
  valueDay: Day | null,
  amount: number,
  balance: number | null,
  reference: string,
  narration: string,
];

/** JSON, with each line as a list of its fields in the order of `StatementLine`. */
export function keptLinesText(statements: readonly BankStatement[]): string {
  return JSON.stringify(
    statements.map(({ lines, ...facts }) => ({
      ...facts,
      lines: lines.map(({ at, day, valueDay, amount, balance, reference, narration }): PackedLine => [
        at,
        day,
        valueDay,
        amount,
        balance,
        reference,
        narration,
      ]),
    })),
  );
}

/** What `keptLinesText` wrote; null for a text that it cannot have written. */
export function readKeptLines(text: string): BankStatement[] | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(found)) return null;
  const statements = found.map((one: unknown) => statementIn(one));
  return statements.every((one) => one !== null) ? statements : null;
}

function statementIn(found: unknown): BankStatement | null {
  if (typeof found !== "object" || found === null) return null;
  const { account, currency, opening, closing, pending, lines } = found as Readonly<Record<string, unknown>>;
  if (typeof account !== "string" || !isTextOrNone(currency) || !Array.isArray(lines)) return null;
  if (!isAmountOrNone(opening) || !isAmountOrNone(closing) || !isAmount(pending)) return null;
  const read = lines.map((one: unknown) => lineIn(one));
  if (!read.every((one) => one !== null)) return null;
  return { account, currency, opening, closing, lines: read, pending };
}

function lineIn(found: unknown): StatementLine | null {
  if (!Array.isArray(found)) return null;
  const [at, day, valueDay, amount, balance, reference, narration] = found as readonly unknown[];
  if (!isAmount(at) || !isAmount(amount) || !isAmountOrNone(balance)) return null;
  if (typeof day !== "string" || !isDay(day)) return null;
  if (valueDay !== null && (typeof valueDay !== "string" || !isDay(valueDay))) return null;
  if (typeof reference !== "string" || typeof narration !== "string") return null;
  return { at, day, valueDay, amount, balance, reference, narration };
}

function isAmount(found: unknown): found is number {
  return Number.isSafeInteger(found);
}

function isAmountOrNone(found: unknown): found is number | null {
  return found === null || isAmount(found);
}

function isTextOrNone(found: unknown): found is string | null {
  return found === null || typeof found === "string";
}
