/** The accounts of the general ledger as text, and as JSON (schema tieout.accounts/1). */
import { ACCOUNT_PURPOSES, BASIC_PURPOSES } from "../../core/review/file/books.ts";
import { withInstant } from "../../core/time.ts";
import type { AccountsReport } from "../../main/services/close/accounts.ts";
import { type Terminal, harmless, print, writeJson } from "./terminal.ts";
import { ledgerWording, notedBy } from "./words.ts";

/** Every account with what it is for, then what has none. */
export async function printAccounts(
  terminal: Terminal,
  ledger: string,
  { set, accounts }: AccountsReport,
): Promise<void> {
  if (set === null) return print(terminal, "No accounts are set. Set them with tieout accounts --account.\n");
  const [first = "", ...rest] = notedBy(set, ledgerWording(ledger));
  const width = Math.max(...ACCOUNT_PURPOSES.map(({ length }) => length)) + 2;
  const missing = BASIC_PURPOSES.filter((one) => accounts.every(({ purpose }) => purpose !== one));
  const lines = [
    `Version ${set.version}, ${first}`,
    ...rest.map((line) => `  ${line}`),
    "Accounts",
    ...accounts.map(({ purpose, currency, account }) => {
      const of = currency === null ? "" : `, ${currency} alone`;
      return `  ${purpose.padEnd(width)}${account}${of}`;
    }),
    ...(missing.length === 0 ? [] : [`Without an account: ${missing.join(", ")}`]),
  ];
  await print(terminal, `${lines.map(harmless).join("\n")}\n`);
}

export async function writeAccountsJson(
  terminal: Terminal,
  { set, accounts }: AccountsReport,
): Promise<void> {
  await writeJson(terminal, {
    schema: "tieout.accounts/1",
    set: set === null ? null : withInstant(set),
    accounts,
  });
}
