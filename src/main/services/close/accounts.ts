/** The accounts of the general ledger as a use case: what is set, and setting them. */
import { sameJson } from "../../../core/canonical.ts";
import type { ActNote } from "../../../core/human-act.ts";
import { nameOf, reasonOf } from "../../../core/review/decisions/note-rules.ts";
import {
  type BooksStep,
  type LedgerAccount,
  BOOKS_WORDS,
  StandingBooks,
  changedAccounts,
} from "../../../core/review/file/books.ts";
import { insertAct, listActs } from "../../ledger/trail/acts.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { type LedgerAt, type SignedRequest, readProven, writeLedger } from "../shared/use-ledger.ts";

/** The accounts in force, and who set them; null before anybody did. */
export interface AccountsReport {
  readonly set: (ActNote & { readonly version: number }) | null;
  readonly accounts: readonly LedgerAccount[];
}

/** @throws TieoutError when the ledger cannot be opened or read, or differs from its audit trail */
export function readAccounts(ledger: LedgerAt): AccountsReport {
  return readProven(ledger, (db) => inForce(listActs(db, "books")));
}

function inForce(steps: readonly BooksStep[]): AccountsReport {
  const versions = steps.filter(({ event }) => event.kind === "accounts");
  const newest = versions.at(-1);
  const set =
    newest === undefined
      ? null
      : { version: versions.length, by: newest.by, note: newest.note, atMs: newest.atMs };
  return { set, accounts: new StandingBooks(steps).accounts };
}

/**
 * Sets accounts; what is left out stays. Where nothing changes nothing is written.
 *
 * @throws TieoutError ACCOUNTS_INVALID; DECISION_INVALID without a name or a reason; LEDGER_* as opening for
 *   writing raises
 */
export async function changeAccounts(
  { ledger, given, ...said }: SignedRequest & { readonly given: readonly LedgerAccount[] },
  context: ServiceContext,
): Promise<AccountsReport> {
  const by = nameOf(said.by, BOOKS_WORDS.accounts.name);
  const note = reasonOf(said.note, BOOKS_WORDS.accounts.reason);
  return writeLedger(ledger, context, (db) => {
    const steps = listActs(db, "books");
    const books = new StandingBooks(steps);
    const before = books.accounts;
    const accounts = changedAccounts(before, given);
    if (sameJson(accounts, before)) return inForce(steps);
    const made = { event: { kind: "accounts", accounts } as const, by, note, atMs: context.now() };
    books.admit(made);
    return inForce([...steps, insertAct(db, "books", made)]);
  });
}
