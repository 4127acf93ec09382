/** A trial balance of the general ledger, in rows and columns: the one balance of it that Tieout asks for, the wallet account's. */
import { TITLES_WITHIN, type TableRow } from "./table.ts";
import { TieoutError } from "../errors.ts";
import { excerpt } from "../excerpt.ts";
import { DECIMAL_MARKS, type DecimalMark } from "../csv-text.ts";
import { bankAmountIn, parseBankAmount } from "./cells.ts";

/** The balance that a trial balance has of an account, and where. */
export interface BookBalance {
  /** Its row in the file, from 1 on. */
  readonly at: number;
  /** The row's cell that names the account. */
  readonly named: string;
  /** Debit less credit, in the unit of the ledger. */
  readonly balance: number;
  /** The titles of the columns that it is worked out of. */
  readonly columns: readonly string[];
}

const TITLES = {
  debit: /^(?:debits?|dr)(?: balance| amount)?$/u,
  credit: /^(?:credits?|cr)(?: balance| amount)?$/u,
  balance: /^(?:(?:closing |ending |net |ytd |account )*balance|balance|net|ytd|amount)$/u,
} as const;
type BalanceField = keyof typeof TITLES;

interface TitleRow {
  readonly index: number;
  /** The column of each field that has one. */
  readonly columns: ReadonlyMap<BalanceField, number>;
}

/**
 * The balance of an account in a trial balance. Titles may have rows above them. A row is the account's where a cell is
 * its name or number, or begins with it and goes on with another sign: `1200 - Escrow wallet`, `Assets:Escrow wallet`.
 *
 * @param account as the journal names it
 * @param places decimals of the amounts read
 * @throws TieoutError TRIAL_BALANCE_INVALID with the row and column
 */
export function balanceIn(
  rows: readonly TableRow[],
  { account, places, file }: { readonly account: string; readonly places: number; readonly file: string },
): BookBalance {
  const { index, columns } = titlesIn(rows, file);
  const titles = rows[index]?.cells ?? [];
  const found = rows.slice(index + 1).flatMap((row) => {
    const named = row.cells.find(
      (cell, at) => ![...columns.values()].includes(at) && isNamed(String(cell), account),
    );
    return named === undefined ? [] : [{ row, named: String(named).trim() }];
  });
  const [only, other] = found;
  if (only === undefined) throw invalidTrialBalance(file, `No row is of the account ${account}`);
  if (other !== undefined)
    throw invalidTrialBalance(
      file,
      `Rows ${only.row.at} and ${other.row.at} are both of the account ${account}: ${excerpt(only.named)} and ${excerpt(other.named)}`,
    );
  const { row, named } = only;
  const mark = markOf(
    rows.slice(index + 1).flatMap(({ cells }) => [...columns.values()].map((column) => cells[column] ?? "")),
    places,
  );
  if (mark === null)
    throw invalidTrialBalance(
      file,
      "Its amounts have points and commas for decimals, so that nobody can tell them from groups",
    );
  const amountIn = (field: BalanceField) => {
    const column = columns.get(field);
    if (column === undefined) return null;
    const cell = row.cells[column] ?? "";
    if (String(cell).trim() === "" || /^[-\u2013\u2014]$/u.test(String(cell).trim())) return null;
    const amount = bankAmountIn(cell, mark, places);
    if (amount !== null) return amount;
    const title = String(titles[column]).trim();
    throw invalidTrialBalance(
      file,
      `Row ${row.at}, column ${title}: "${excerpt(String(cell))}" is no amount with at most ${places} decimals`,
    );
  };
  const [debit, credit] = [amountIn("debit"), amountIn("credit")];
  const both = (["debit", "credit"] as const).filter((field) => columns.has(field));
  const isSided = both.length === 2;
  if (isSided && debit === null && credit === null)
    throw invalidTrialBalance(file, `Row ${row.at} has neither a debit nor a credit`);
  const balance = isSided ? Math.abs(debit ?? 0) - Math.abs(credit ?? 0) : amountIn("balance");
  if (balance === null) throw invalidTrialBalance(file, `Row ${row.at} has no balance`);
  const used: readonly BalanceField[] = isSided ? both : ["balance"];
  return {
    at: row.at,
    named,
    balance,
    columns: used.map((field) => String(titles[columns.get(field) ?? 0]).trim()),
  };
}

function titlesIn(rows: readonly TableRow[], file: string): TitleRow {
  for (const [index, { cells }] of rows.slice(0, TITLES_WITHIN).entries()) {
    const columns = new Map<BalanceField, number>();
    for (const [at, cell] of cells.entries()) {
      const title = String(cell)
        .normalize("NFKC")
        .toLowerCase()
        .replaceAll(/\(.*?\)/gu, " ")
        .replaceAll(/[^\p{L}]+/gu, " ")
        .trim();
      for (const field of Object.keys(TITLES) as BalanceField[])
        if (TITLES[field].test(title)) columns.set(field, at);
    }
    if ((columns.has("debit") && columns.has("credit")) || columns.has("balance")) return { index, columns };
  }
  throw invalidTrialBalance(file, "It has no row of titles with debit and credit, or a balance");
}

function isNamed(cell: string, account: string): boolean {
  const text = cell.trim();
  if (text === account) return true;
  if (text.startsWith(account))
    return (
      /^\s*[^\p{L}\p{N}\s.]/u.test(text.slice(account.length)) ||
      /^\s+\p{L}/u.test(text.slice(account.length))
    );
  return text.endsWith(`:${account}`);
}

/**
 * Which sign marks decimals: with which all amounts of the columns can be read. Where both can, they mean the same, or
 * nobody can tell.
 */
function markOf(cells: readonly (string | number)[], places: number): DecimalMark | null {
  const texts = cells.filter((cell): cell is string => typeof cell === "string");
  const amounts = texts.filter((cell) =>
    DECIMAL_MARKS.some((mark) => parseBankAmount(cell, mark, places) !== null),
  );
  const able = DECIMAL_MARKS.filter((mark) =>
    amounts.every((cell) => parseBankAmount(cell, mark, places) !== null),
  );
  const [first, other] = able;
  if (first === undefined || other === undefined) return first ?? null;
  const isSame = amounts.every(
    (cell) => parseBankAmount(cell, first, places) === parseBankAmount(cell, other, places),
  );
  return isSame ? first : null;
}

export function invalidTrialBalance(file: string, sentence: string): TieoutError {
  return new TieoutError("TRIAL_BALANCE_INVALID", sentence, { file });
}
