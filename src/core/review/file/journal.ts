/**
 * A month's journal: what the wallet's movements are posted to in the trader's general ledger, as data; and its
 * releases. A month is released once. What changes of it later is a reversal and a successor, never a second entry.
 */
import { TieoutError } from "../../errors.ts";
import { type JsonValue, canonicalJson } from "../../canonical.ts";
import { addAmounts } from "../../money.ts";
import { type Day, type Month, monthDays } from "../../time.ts";
import { monthTitle } from "../../words/month.ts";

/** What a journal is written for. */
export const JOURNAL_PROGRAMS = ["qbo", "sage50", "sage50-us", "xero", "excel", "hledger"] as const;
export type JournalProgram = (typeof JOURNAL_PROGRAMS)[number];

/** What makes one entry: the movements of a day, or of the month on its last day. */
export const JOURNAL_PARTS = ["day", "month"] as const;
export type JournalPart = (typeof JOURNAL_PARTS)[number];

export interface JournalLine {
  /** What the account is for. */
  readonly purpose: string;
  readonly account: string;
  /** In the service's unit; debit positive, credit negative, never 0. */
  readonly amount: number;
  readonly text: string;
}

/** Lines that come to nil. */
export interface JournalEntry {
  readonly day: Day;
  readonly text: string;
  readonly lines: readonly JournalLine[];
}

/** What a month in one currency is posted as. Amounts in the service's unit. */
export interface Journal {
  readonly month: Month;
  /** null where none is known. */
  readonly currency: string | null;
  readonly each: JournalPart;
  readonly decimals: number;
  /** Of the wallets together, as A1 has them. */
  readonly opening: number;
  readonly closing: number;
  /** By day. */
  readonly entries: readonly JournalEntry[];
}

export interface ReleasedJournal extends Journal {
  /** From 1 on in each month, over all its currencies. */
  readonly release: number;
  /** The release that it takes back before it posts its own; null for the first of its month and currency. */
  readonly reverses: number | null;
}

/** A file that a release was written as. */
export interface JournalFile {
  readonly program: JournalProgram;
  /** The name of the tax rate that Xero asks for; null for other programs. */
  readonly taxRate: string | null;
  readonly file: string;
  /** Of its bytes, 64 hex digits. */
  readonly sha256: string;
  readonly bytes: number;
}

export type JournalEvent =
  | ({ readonly kind: "released" } & ReleasedJournal & JournalFile)
  /** Once more, for another program. */
  | ({ readonly kind: "written"; readonly month: Month; readonly release: number } & JournalFile);

/** An entry under the number that its file has. */
export interface NumberedEntry extends JournalEntry {
  /** @example `202608-1-05`, the fifth entry of the month's first release */
  readonly number: string;
}

/** How a release is named. @example `2026-08/1` */
export function releaseName({ month, release }: Pick<ReleasedJournal, "month" | "release">): string {
  return `${month}/${release}`;
}

/** All entries that a release posts, in the order of their numbers. @param reversed what it takes back */
export function numberedEntries(
  released: ReleasedJournal,
  reversed: ReleasedJournal | null,
): NumberedEntry[] {
  const { month, release } = released;
  const all = [...(reversed === null ? [] : reversalOf(reversed)), ...released.entries];
  const digits = String(all.length).length;
  return all.map((entry, at) => ({
    ...entry,
    number: `${month.replace("-", "")}-${release}-${String(at + 1).padStart(Math.max(2, digits), "0")}`,
  }));
}

function reversalOf(released: ReleasedJournal): JournalEntry[] {
  const name = releaseName(released);
  return released.entries.map(({ day, text, lines }) => ({
    day,
    text: `Reversal of ${name}: ${text}`,
    lines: lines.map((line) => ({ ...line, amount: 0 - line.amount })),
  }));
}

/** Whether two journals post the same: numbers and releases apart. */
export function postsTheSame(one: Journal, other: Journal): boolean {
  const textOf = ({ month, currency, each, decimals, opening, closing, entries }: Journal) =>
    canonicalJson({ month, currency, each, decimals, opening, closing, entries } as unknown as JsonValue);
  return textOf(one) === textOf(other);
}

/** What a journal comes to by purpose, in the order in which they come. */
export function sumsByPurpose(entries: readonly JournalEntry[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { purpose, amount } of entries.flatMap(({ lines }) => lines))
    sums.set(purpose, addAmounts(sums.get(purpose) ?? 0, amount, "lines of a journal"));
  return sums;
}

/** What is debited, which is what is credited. */
export function debitsOf(entries: readonly JournalEntry[]): number {
  return entries
    .flatMap(({ lines }) => lines)
    .reduce((sum, { amount }) => (amount > 0 ? addAmounts(sum, amount, "debits of a journal") : sum), 0);
}

/** Releases, each month's in their order. */
export class StandingJournals {
  readonly #releases = new Map<
    Month,
    { readonly released: ReleasedJournal; readonly files: JournalFile[] }[]
  >();

  /** The release of a number, with its files. */
  find(month: Month, release: number) {
    return this.#releases.get(month)?.[release - 1] ?? null;
  }

  /** The newest release of a month in a currency. */
  newest(month: Month, currency: string | null) {
    return this.of(month).findLast(({ released }) => released.currency === currency) ?? null;
  }

  of(month: Month) {
    return this.#releases.get(month) ?? [];
  }

  /** Goes on with an event, admissible or not. */
  take(event: JournalEvent): void {
    const { program, taxRate, file, sha256, bytes } = event;
    const written = { program, taxRate, file, sha256, bytes };
    if (event.kind === "written") {
      this.find(event.month, event.release)?.files.push(written);
      return;
    }
    const { month, currency, each, decimals, opening, closing, entries, release, reverses } = event;
    const released = { month, currency, each, decimals, opening, closing, entries, release, reverses };
    this.#releases.set(month, [...this.of(month), { released, files: [written] }]);
  }

  /** Refuses an event that cannot follow. @throws TieoutError JOURNAL_REFUSED */
  admit(event: JournalEvent): void {
    const title = monthTitle(event.month);
    if (event.kind === "written") {
      const known = this.find(event.month, event.release);
      if (known === null) throw journalRefused(`${title} has no release ${event.release}`);
      if (known.files.some(({ program }) => program === event.program))
        throw journalRefused(`Release ${releaseName(event)} was written for ${event.program} before`);
      return;
    }
    const standing = this.newest(event.month, event.currency);
    if (event.release !== this.of(event.month).length + 1)
      throw journalRefused(`Release ${releaseName(event)} is not the next of its month`);
    if (event.reverses !== (standing?.released.release ?? null))
      throw journalRefused(`Release ${releaseName(event)} does not take back the one before it`);
    if (standing !== null && postsTheSame(standing.released, event))
      throw journalRefused(`Release ${releaseName(event)} posts what was released before`);
    assertBalanced(event);
  }
}

/** @throws TieoutError JOURNAL_REFUSED naming the entry that does not balance, or is not of its month */
function assertBalanced({ month, opening, closing, entries }: Journal): void {
  const days = monthDays(month);
  let wallet = 0;
  let last = "";
  for (const { day, lines } of entries) {
    const sum = lines.reduce((total, { amount }) => addAmounts(total, amount, "lines of an entry"), 0);
    if (sum !== 0 || lines.length < 2 || lines.some(({ amount }) => amount === 0))
      throw journalRefused(`The entry of ${day} does not balance`);
    if (days === null || day < days.from || day > days.to || day < last)
      throw journalRefused(`The entry of ${day} is not in the order of ${monthTitle(month)}'s days`);
    last = day;
    for (const { purpose, amount } of lines)
      if (purpose === "wallet") wallet = addAmounts(wallet, amount, "the wallet's lines");
  }
  if (opening + wallet !== closing)
    throw journalRefused(`The entries do not lead from the opening of ${monthTitle(month)} to its closing`);
}

export function journalRefused(sentence: string): TieoutError {
  return new TieoutError("JOURNAL_REFUSED", sentence);
}
