/**
 * ISO 20022 statements: camt.053, and the reports of camt.052 that have the same entries. Written after the
 * message definitions of BankToCustomerStatement and BankToCustomerAccountReport, versions 2 to 13.
 */
import { isDay, type Day } from "../time.ts";
import { parseBankAmount } from "./cells.ts";
import type { BankStatement, StatementLine } from "./statement.ts";
import { invalidStatement } from "./table.ts";

/** An element of XML; its name without a prefix. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, without blanks around it. */
  readonly text: string;
}

/**
 * The statements of a document, in its order. One without entries is a statement, too.
 *
 * @param places decimals of the amounts read
 * @throws TieoutError BANK_STATEMENT_INVALID with statement and entry
 */
export function readCamt(document: XmlElement, places: number, file: string): BankStatement[] {
  const messages = document.children.flatMap((message) => [
    ...childrenOf(message, "Stmt"),
    ...childrenOf(message, "Rpt"),
  ]);
  if (document.name !== "Document" || messages.length === 0)
    throw invalidStatement(file, "It is XML, but no camt.053 or camt.052 with a statement");
  let before = 0;
  return messages.map((message, at) => {
    const refuse = (sentence: string) => invalidStatement(file, `Statement ${at + 1}${sentence}`);
    const statement = statementOf(message, places, refuse);
    const lines = statement.lines.map((line) => ({ ...line, at: before + line.at }));
    before += childrenOf(message, "Ntry").length;
    return { ...statement, lines };
  });
}

type RefuseStatement = (sentence: string) => Error;

function statementOf(message: XmlElement, places: number, refuse: RefuseStatement): BankStatement {
  const entries = childrenOf(message, "Ntry");
  const booked = entries.map((entry, at) => ({ entry, at: at + 1 })).filter(({ entry }) => isBooked(entry));
  const identity = below(message, "Acct", "Id");
  const account = textAt(identity, "IBAN") || textAt(identity, "Othr", "Id");
  const currencies = new Set(
    [...childrenOf(message, "Bal"), ...entries].flatMap((one) => {
      const { Ccy = "" } = below(one, "Amt")?.attributes ?? {};
      return Ccy === "" ? [] : [Ccy];
    }),
  );
  const currency = textAt(message, "Acct", "Ccy");
  if (currency !== "") currencies.add(currency);
  if (currencies.size > 1) throw refuse(` has several currencies: ${[...currencies].join(", ")}`);
  const balance = (...codes: readonly string[]) => {
    const found = childrenOf(message, "Bal").find((one) =>
      codes.includes(textAt(one, "Tp", "CdOrPrtry", "Cd")),
    );
    if (found === undefined) return null;
    const amount = directed(found, places);
    if (amount === null)
      throw refuse(`: the balance ${codes[0]} is no amount with at most ${places} decimals`);
    return amount;
  };
  return {
    account,
    currency: [...currencies][0] ?? null,
    opening: balance("OPBD", "PRCD"),
    closing: balance("CLBD"),
    lines: booked.map(({ entry, at: number }) => lineOf(entry, number, places, refuse)),
    pending: entries.length - booked.length,
  };
}

function lineOf(entry: XmlElement, number: number, places: number, refuse: RefuseStatement): StatementLine {
  const amount = directed(entry, places);
  if (amount === null) throw refuse(`, entry ${number}: there is no amount with at most ${places} decimals`);
  const valueDay = dayAt(entry, "ValDt");
  const day = dayAt(entry, "BookgDt") ?? valueDay;
  if (day === null) throw refuse(`, entry ${number}: there is no date`);
  const details = childrenOf(entry, "NtryDtls").flatMap((one) => childrenOf(one, "TxDtls"));
  const references = [
    textAt(entry, "AcctSvcrRef"),
    textAt(entry, "NtryRef"),
    ...details.map((one) => textAt(one, "Refs", "EndToEndId")).filter((one) => one !== "NOTPROVIDED"),
  ];
  const words = [
    ...details.flatMap((one) => {
      const remittance = below(one, "RmtInf");
      return remittance === null ? [] : childrenOf(remittance, "Ustrd").map(({ text }) => text);
    }),
    textAt(entry, "AddtlNtryInf"),
  ];
  return {
    at: number,
    day,
    valueDay,
    amount,
    balance: null,
    reference: distinct(references),
    narration: distinct(words),
  };
}

function distinct(texts: readonly string[]): string {
  return [...new Set(texts.map((text) => text.replaceAll(/\s+/gu, " ")).filter((text) => text !== ""))].join(
    " ",
  );
}

/** Entries of before version 8 have the status itself, later ones its code. */
function isBooked(entry: XmlElement): boolean {
  const status = textAt(entry, "Sts", "Cd") || textAt(entry, "Sts");
  return status === "" || status === "BOOK";
}

/** The indicator is of the entry as booked: that of a reversal is turned round already. */
function directed(one: XmlElement, places: number): number | null {
  const amount = parseBankAmount(textAt(one, "Amt"), "point", places);
  const direction = textAt(one, "CdtDbtInd");
  if (amount === null || (direction !== "CRDT" && direction !== "DBIT")) return null;
  return direction === "DBIT" ? 0 - amount : amount;
}

function dayAt(entry: XmlElement, name: string): Day | null {
  const text = (textAt(entry, name, "Dt") || textAt(entry, name, "DtTm")).slice(0, 10);
  return isDay(text) ? text : null;
}

function childrenOf({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((one) => one.name === name);
}

function below(from: XmlElement | null, ...path: readonly string[]): XmlElement | null {
  return path.reduce<XmlElement | null>(
    (one, name) => one?.children.find((child) => child.name === name) ?? null,
    from,
  );
}

/** '' where there is none. */
function textAt(from: XmlElement | null, ...path: readonly string[]): string {
  return below(from, ...path)?.text ?? "";
}
