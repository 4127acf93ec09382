/**
 * Reads journals as the programs do that import them, by their published layouts alone: what one of these refuses, the
 * program would refuse. Written before the writers.
 *
 * - QuickBooks Online, "Import journal entries": JournalNo, JournalDate, Account Name, Debits, Credits, Description;
 *   lines of one number are one entry and balance.
 * - Sage 50 (UK), "Audit trail transactions": Type, Account Reference, Nominal A/C Ref, Department Code, Date (ddmmyyyy),
 *   Reference, Details, Net Amount, Tax Code, Tax Amount; journals are JD and JC without a sign.
 * - Sage 50 (US, once Peachtree), "General Journal Fields": Date (mm/dd/yy), Reference (20), Number of Distributions
 *   (2 to 560), G/L Account (15), Description, Amount (signed, debit positive).
 * - Xero, "Import a manual journal": *Narration, *Date, Description, *AccountCode, *TaxRate, *Amount (signed), 300 lines.
 */
export interface ReadLine {
  readonly account: string;
  /** In minor units; debit positive. */
  readonly amount: number;
  readonly text: string;
}

export interface ReadEntry {
  readonly number: string;
  readonly day: string;
  readonly lines: ReadLine[];
}

/** RFC 4180. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isQuoted) {
      if (sign === '"' && text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else if (sign === '"') isQuoted = false;
      else field += sign;
    } else if (sign === '"') isQuoted = true;
    else if (sign === ",") {
      row.push(field);
      field = "";
    } else if (sign === "\n") {
      row.push(field);
      rows.push(row);
      [row, field] = [[], ""];
    } else if (sign !== "\r") field += sign;
  }
  if (field !== "" || row.length > 0) throw new Error("the file ends within a line");
  return rows;
}

function amountOf(text: string, decimals: number): number {
  const form = decimals === 0 ? /^-?\d+$/u : new RegExp(`^-?\\d+\\.\\d{${decimals}}$`, "u");
  if (!form.test(text)) throw new Error(`no amount: ${text}`);
  return Number(text.replace(".", ""));
}

function titled(text: string, titles: readonly string[]): string[][] {
  const [first, ...rows] = csvRows(text);
  if (JSON.stringify(first) !== JSON.stringify(titles)) throw new Error(`other titles: ${String(first)}`);
  for (const row of rows)
    if (row.length !== titles.length) throw new Error(`another number of fields: ${String(row)}`);
  return rows;
}

/** Puts lines of one number together, in their order, and refuses what does not balance. */
function entriesOf(
  lines: readonly (ReadLine & { readonly number: string; readonly day: string })[],
): ReadEntry[] {
  const entries: ReadEntry[] = [];
  for (const { number, day, ...line } of lines) {
    const last = entries.at(-1);
    if (last?.number === number) {
      if (last.day !== day) throw new Error(`entry ${number} has two dates`);
      last.lines.push(line);
    } else {
      if (entries.some((entry) => entry.number === number)) throw new Error(`entry ${number} comes twice`);
      entries.push({ number, day, lines: [line] });
    }
  }
  for (const { number, lines: own } of entries)
    if (own.reduce((sum, { amount }) => sum + amount, 0) !== 0)
      throw new Error(`entry ${number} does not balance`);
  return entries;
}

function isoOf(text: string, form: RegExp): string {
  const { year = "", month = "", day = "" } = form.exec(text)?.groups ?? {};
  if (year === "") throw new Error(`no date: ${text}`);
  const iso = `${year.length === 2 ? `20${year}` : year}-${month}-${day}`;
  if (Number.isNaN(Date.parse(iso))) throw new Error(`no date: ${text}`);
  return iso;
}

export function readQbo(text: string, decimals: number): ReadEntry[] {
  const rows = titled(text, ["JournalNo", "JournalDate", "Account Name", "Debits", "Credits", "Description"]);
  return entriesOf(
    rows.map(([number = "", date = "", account = "", debit = "", credit = "", said = ""]) => {
      if (number.length > 21) throw new Error(`number ${number} is too long`);
      if ((debit === "") === (credit === "")) throw new Error("a line has either a debit or a credit");
      const amount = debit === "" ? 0 - amountOf(credit, decimals) : amountOf(debit, decimals);
      if (account === "") throw new Error("a line has no account");
      return {
        number,
        day: isoOf(date, /^(?<day>\d\d)\/(?<month>\d\d)\/(?<year>\d{4})$/u),
        account,
        amount,
        text: said,
      };
    }),
  );
}

export function readSageUk(text: string, decimals: number): ReadEntry[] {
  const rows = titled(text, [
    "Type",
    "Account Reference",
    "Nominal A/C Ref",
    "Department Code",
    "Date",
    "Reference",
    "Details",
    "Net Amount",
    "Tax Code",
    "Tax Amount",
  ]);
  return entriesOf(
    rows.map(([type, customer, account = "", , date = "", number = "", said = "", net = "", code, tax]) => {
      if (type !== "JD" && type !== "JC") throw new Error(`type ${type} is no journal's`);
      if (customer !== "") throw new Error("a journal has no customer");
      if (!/^.{1,8}$/u.test(account)) throw new Error(`nominal code ${account}`);
      if (number.length > 30 || said.length > 60) throw new Error("reference or details are too long");
      if (code !== "T9" || tax !== "0.00") throw new Error("a journal has no tax");
      const amount = amountOf(net, decimals);
      if (amount < 0) throw new Error("the type says the side, not a sign");
      const day = isoOf(date, /^(?<day>\d\d)(?<month>\d\d)(?<year>\d{4})$/u);
      return { number, day, account, amount: type === "JD" ? amount : 0 - amount, text: said };
    }),
  );
}

export function readSageUs(text: string, decimals: number): ReadEntry[] {
  const rows = titled(text, [
    "Date",
    "Reference",
    "Number of Distributions",
    "G/L Account",
    "Description",
    "Amount",
  ]);
  const counts = new Map<string, string>();
  const entries = entriesOf(
    rows.map(([date = "", number = "", count = "", account = "", said = "", amount = ""]) => {
      if (number.length > 20) throw new Error(`reference ${number} is too long`);
      if (!/^.{1,15}$/u.test(account)) throw new Error(`account ${account}`);
      if (said.length > 160) throw new Error("the description is too long");
      if ((counts.get(number) ?? count) !== count) throw new Error("the number of distributions changes");
      counts.set(number, count);
      const day = isoOf(date, /^(?<month>\d\d)\/(?<day>\d\d)\/(?<year>\d\d)$/u);
      return { number, day, account, amount: amountOf(amount, decimals), text: said };
    }),
  );
  for (const { number, lines } of entries) {
    if (String(lines.length) !== counts.get(number))
      throw new Error(`entry ${number} has another number of lines`);
    if (lines.length < 2 || lines.length > 560) throw new Error(`entry ${number} has ${lines.length} lines`);
  }
  return entries;
}

export function readXero(text: string, decimals: number, taxRate: string): ReadEntry[] {
  const rows = titled(text, ["*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount"]);
  if (rows.length > 300) throw new Error(`${rows.length} lines`);
  return entriesOf(
    rows.map(([narration = "", date = "", said = "", account = "", rate, amount = ""]) => {
      if (narration === "" || rate !== taxRate) throw new Error("narration or tax rate");
      if (!/^.{1,10}$/u.test(account)) throw new Error(`account code ${account}`);
      const day = isoOf(date, /^(?<day>\d\d)\/(?<month>\d\d)\/(?<year>\d{4})$/u);
      return { number: narration, day, account, amount: amountOf(amount, decimals), text: said };
    }),
  );
}
