/** Accounts of the general ledger and a month's journal as text, and as JSON (schemas tieout.accounts/1, tieout.journal/1). */
import { formatAmount, formatCount } from "../../core/money.ts";
import { PROGRAM_LIMITS } from "../../core/report/journal-formats.ts";
import {
  type JournalFile,
  type ReleasedJournal,
  debitsOf,
  releaseName,
  sumsByPurpose,
} from "../../core/review/file/journal.ts";
import { bytesText } from "../../core/size-text.ts";
import { inCurrency } from "../../core/words/currency.ts";
import { monthTitle } from "../../core/words/month.ts";
import type { BooksReport } from "../../main/services/review/trial-balance.ts";
import type { JournalRelease, JournalReport } from "../../main/services/export/journal.ts";
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
    set: withInstant(set),
    accounts,
  });
}

/** What a command found, and what it released; null where nothing was to be. */
interface FoundJournal {
  readonly report: JournalReport;
  readonly release: JournalRelease | null;
}

/** What the month is posted as, by account, and its releases. */
export async function printJournal(
  terminal: Terminal,
  { report: { journal, releases, standing }, release }: FoundJournal,
): Promise<void> {
  const { month, currency, decimals, entries, opening, closing } = journal;
  const amount = (of: number) => formatAmount(of, decimals);
  const lines = entries.flatMap((entry) => entry.lines);
  const sums = sumsByPurpose(entries);
  const accounts = new Map(lines.map(({ purpose, account }) => [purpose, account]));
  const inOrder = [...sums].toSorted(([one], [other]) => placeOf(one) - placeOf(other));
  const shown = inOrder.map(([purpose, sum]) => [amount(sum), purpose, accounts.get(purpose) ?? ""] as const);
  const [wide, names] = [0, 1].map((at) => Math.max(0, ...shown.map((row) => row[at]?.length ?? 0)));
  const of = inCurrency(currency);
  const open = [...sums].filter(([purpose, sum]) => purpose.startsWith("suspense/") && sum !== 0);
  const text = [
    `${monthTitle(month)} ${of}: ${formatCount(entries.length, "entry")}, ${formatCount(lines.length, "line")}, ${amount(debitsOf(entries))} debited and credited`,
    `From ${amount(opening)} to ${amount(closing)}, the closing of sheet A1`,
    ...shown.map(
      ([sum, purpose, account]) => `  ${sum.padStart(wide ?? 0)}  ${purpose.padEnd(names ?? 0)}  ${account}`,
    ),
    ...(open.length === 0 ? [] : [`On suspense: ${formatCount(open.length, "cause")}`]),
    ...releases.flatMap(({ released, files }) => releaseLines(released, files)),
    ...(releases.length > 0 && standing === null
      ? ["It would be posted otherwise now than it was released."]
      : []),
    ...(release === null ? [] : [releaseWords(release)]),
  ];
  await print(terminal, `${text.map(harmless).join("\n")}\n`);
}

/** In the order in which accounts are listed; what a later version may post comes last. */
function placeOf(purpose: string): number {
  const at = ACCOUNT_PURPOSES.findIndex((one) => one === purpose);
  return at === -1 ? ACCOUNT_PURPOSES.length : at;
}

function releaseLines(released: ReleasedJournal, files: readonly JournalFile[]): string[] {
  const { reverses } = released;
  const back = reverses === null ? "" : `, takes back ${releaseName({ ...released, release: reverses })}`;
  return [
    `Release ${releaseName(released)}${back}`,
    ...files.map(
      ({ program, file, sha256 }) => `  for ${PROGRAM_LIMITS[program].name}: ${file}, SHA-256 ${sha256}`,
    ),
  ];
}

function releaseWords({ released, file, isNew }: JournalRelease): string {
  const { name } = PROGRAM_LIMITS[file.program];
  return isNew
    ? `Released ${releaseName(released)} for ${name}: ${file.file} (${bytesText(file.bytes)}).`
    : `Wrote ${releaseName(released)} again as it was released for ${name}: ${file.file}.`;
}

export async function writeJournalJson(terminal: Terminal, { report, release }: FoundJournal): Promise<void> {
  const { journal, releases, standing } = report;
  await writeJson(terminal, {
    schema: "tieout.journal/1",
    ...journal,
    standing,
    releases: releases.map(({ released: { release: number, reverses }, files }) => ({
      release: number,
      reverses,
      files,
    })),
    released:
      release === null
        ? null
        : { release: release.released.release, file: release.file, isNew: release.isNew },
  });
}

/** Whether the general ledger has what A1 closes at. */
export async function printBooks(terminal: Terminal, report: BooksReport): Promise<void> {
  const { month, currency, decimals, account, closing, books } = report;
  const amount = (of: number) => formatAmount(of, decimals);
  const title = `${monthTitle(month)} ${inCurrency(currency)}`;
  if (books === null) {
    const of = account === null ? "The wallet has no account there." : `The account is ${account}.`;
    return print(
      terminal,
      harmless(`${title}: no balance of the general ledger is kept. ${of}`).concat("\n"),
    );
  }
  const where = `row ${books.at} of ${books.file}, ${books.columns.join(" and ")}`;
  const difference = books.balance - closing;
  const lines = [
    `${title}: sheet A1 closes at ${amount(closing)}`,
    `The general ledger has ${amount(books.balance)} on ${books.named} (${where})`,
    difference === 0 ? "They agree." : `They differ by ${amount(difference)}.`,
    books.evidence === null
      ? "Nothing is kept. If this is what the file says, run it again with --by NAME."
      : `Kept as evidence ${books.evidence}.`,
  ];
  await print(terminal, `${lines.map(harmless).join("\n")}\n`);
}
