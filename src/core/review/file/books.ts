/**
 * The accounts of a trader's general ledger, as the program that keeps it names them. Nothing is guessed: what is
 * not set is missing.
 */
import { isOneLine, nameOf, hasWords, noteOf, reasonOf } from "../decisions/note-rules.ts";
import { TieoutError } from "../../errors.ts";
import type { HumanAct } from "../../human-act.ts";
import { type JournalEvent, StandingJournals } from "./journal.ts";
import { compareBytes } from "../../text.ts";

/** Why an amount waits on a suspense account. */
export const SUSPENSE_CAUSES = [
  "orphan-payref",
  "not-paid",
  "deleted",
  "over",
  "under",
  "wrong-direction",
  "duplicate",
  "not-judged",
  "other-currency",
  "not-classified",
  "balance-break",
] as const;
export type SuspenseCause = (typeof SUSPENSE_CAUSES)[number];

/** What accounts are for. Withdrawals and top-ups that have none of their own go to the bank. */
export const BASIC_PURPOSES = [
  "wallet",
  "bank",
  "sales",
  "purchases",
  "escrow-fees",
  "tax",
  "top-ups",
  "withdrawals",
  "fees",
  "levies",
  "refunds",
  "transfers",
  "interest",
  "bonuses",
  "adjustments",
  "differences",
  "suspense",
] as const;

/** A suspense account may be for one cause alone. */
export type AccountPurpose = (typeof BASIC_PURPOSES)[number] | `suspense/${SuspenseCause}`;

export const ACCOUNT_PURPOSES: readonly AccountPurpose[] = [
  ...BASIC_PURPOSES,
  ...SUSPENSE_CAUSES.map((cause) => `suspense/${cause}` as const),
];

export interface LedgerAccount {
  readonly purpose: AccountPurpose;
  /** Of one currency alone; null for every currency that has none of its own. */
  readonly currency: string | null;
  /** As the program that imports journals names it: a number or a name. */
  readonly account: string;
}

/** What happened to a trader's books. */
export type BooksEvent = AccountsEvent | JournalEvent;

interface AccountsEvent {
  readonly kind: "accounts";
  readonly accounts: readonly LedgerAccount[];
}

export interface BooksStep extends HumanAct {
  readonly event: BooksEvent;
}

/** The account of a purpose, that of its currency first. @returns null where none is set */
export function accountFor(
  accounts: readonly LedgerAccount[],
  purpose: AccountPurpose,
  currency: string | null,
): string | null {
  const own = accounts.filter((one) => one.purpose === purpose);
  const found =
    own.find((one) => one.currency === currency) ?? own.find((one) => one.currency === null) ?? null;
  return found?.account ?? null;
}

/** The accounts after a change, in their order: one that is given as '' is taken away. */
export function changedAccounts(
  before: readonly LedgerAccount[],
  given: readonly LedgerAccount[],
): LedgerAccount[] {
  const accounts = new Map(before.map((one) => [accountKey(one), one]));
  for (const one of given) {
    const account = one.account.trim();
    if (account === "") accounts.delete(accountKey(one));
    else accounts.set(accountKey(one), { ...one, account });
  }
  return [...accounts.values()].toSorted(compareAccounts);
}

function accountKey({ purpose, currency }: Pick<LedgerAccount, "purpose" | "currency">): string {
  return JSON.stringify([purpose, currency]);
}

function compareAccounts(one: LedgerAccount, other: LedgerAccount): number {
  return (
    ACCOUNT_PURPOSES.indexOf(one.purpose) - ACCOUNT_PURPOSES.indexOf(other.purpose) ||
    compareBytes(one.currency ?? "", other.currency ?? "")
  );
}

/** The longest name of an account, in UTF-16 units. */
const LONGEST_ACCOUNT = 200;
const MOST_ACCOUNTS = 500;

/** The accounts in force, and the journals that were released. */
export class StandingBooks {
  /** None before anybody set any. */
  accounts: readonly LedgerAccount[] = [];
  readonly journals = new StandingJournals();

  /** @param steps in the order in which they were taken */
  constructor(steps: readonly BooksStep[] = []) {
    for (const step of steps) this.take(step);
  }

  /** Goes on with a step, admissible or not. */
  take({ event }: BooksStep): void {
    if (event.kind === "accounts") this.accounts = event.accounts;
    else this.journals.take(event);
  }

  /**
   * Refuses a step that nobody may take after what came before.
   *
   * @throws TieoutError ACCOUNTS_INVALID, JOURNAL_REFUSED; DECISION_INVALID without a name, or a reason where it needs
   *   one
   */
  admit({ event, by, note }: Omit<BooksStep, "id" | "atMs">): void {
    nameOf(by, BOOKS_WORDS[event.kind].name);
    if (event.kind === "accounts") {
      reasonOf(note, BOOKS_WORDS.accounts.reason);
      assertAccounts(event.accounts);
      return;
    }
    if (event.kind === "released" && event.reverses !== null) reasonOf(note, BOOKS_WORDS.released.reason);
    else noteOf(note, null);
    this.journals.admit(event);
  }
}

/** What is said where a step lacks its name or its reason. */
export const BOOKS_WORDS = {
  accounts: {
    name: "Setting accounts needs a name",
    reason: "Setting accounts needs a note that says why",
  },
  released: {
    name: "Releasing a journal needs a name",
    reason: "Posting a month otherwise needs a note that says why",
  },
  written: { name: "Writing a journal needs a name" },
} as const;

function assertAccounts(accounts: readonly LedgerAccount[]): void {
  if (accounts.length > MOST_ACCOUNTS) throw accountsInvalid(`There are ${MOST_ACCOUNTS} accounts at most`);
  for (const { account, currency } of accounts) {
    if (
      account !== account.trim() ||
      account.length > LONGEST_ACCOUNT ||
      !isOneLine(account) ||
      !hasWords(account)
    )
      throw accountsInvalid(`An account is one line of up to ${LONGEST_ACCOUNT} characters`);
    if (currency !== null && !hasWords(currency)) throw accountsInvalid("The currency has no name");
  }
  const own = accounts.filter(({ purpose }) => purpose === "wallet");
  const wallet = new Set(own.map(({ account }) => account));
  const other = accounts.find(({ purpose, account }) => purpose !== "wallet" && wallet.has(account));
  if (other !== undefined)
    throw accountsInvalid(
      `The account ${other.account} is the wallet's and cannot be that of ${other.purpose}`,
    );
  if (new Set(accounts.map(accountKey)).size < accounts.length)
    throw accountsInvalid("A purpose has two accounts");
}

function accountsInvalid(sentence: string): TieoutError {
  return new TieoutError("ACCOUNTS_INVALID", sentence);
}
