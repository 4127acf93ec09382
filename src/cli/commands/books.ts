/** The trader's general ledger: `tieout accounts`. */
import {
  ACCOUNT_PURPOSES,
  type AccountPurpose,
  BASIC_PURPOSES,
  type LedgerAccount,
  SUSPENSE_CAUSES,
} from "../../core/review/file/books.ts";
import { type Parse, anyText, collected, command, option, usageError, word } from "../terminal/command.ts";
import { LEDGER, jsonFlag } from "../terminal/options.ts";
import { printAccounts, writeAccountsJson } from "../terminal/books.ts";

type GivenAccount = Omit<LedgerAccount, "currency">;

/** `wallet=1200`; nothing after the sign takes the account away. */
const asAccount: Parse<GivenAccount> = (text, name) => {
  const at = text.indexOf("=");
  if (at === -1)
    throw usageError(`${name} takes a purpose and an account, such as wallet=1200, not "${text}".`);
  const purpose = word<AccountPurpose>(ACCOUNT_PURPOSES)(text.slice(0, at).trim(), name, undefined);
  return { purpose, account: text.slice(at + 1).trim() };
};

export const BOOKS_COMMANDS = {
  accounts: command({
    takes: {
      ...LEDGER,
      account: option(
        "<purpose=account>",
        "an account of the general ledger, as its program names it; may be given several times",
        collected(asAccount),
      ),
      currency: option("<code>", "for this currency alone", anyText),
      by: option("<name>", "who sets them"),
      note: option("<text>", "why"),
      ...jsonFlag("tieout.accounts/1"),
    },
    after: `
Examples:
  tieout accounts wallet.tieout
      shows the accounts that are set, and what is missing
  tieout accounts wallet.tieout --account wallet=1200 --account "sales=Income:Escrow sales" --by "Ada Obi" --note "The client's chart"
  tieout accounts wallet.tieout --currency USD --account wallet=1210 --by "Ada Obi" --note "A wallet of its own"
  tieout accounts wallet.tieout --account tax= --by "Ada Obi" --note "The provider withholds none"
      takes an account away

Purposes: ${BASIC_PURPOSES.join(", ")}.
Withdrawals and top-ups without an account of their own go to the bank's. Suspense may have an account for one cause, such as
suspense/orphan-payref: ${SUSPENSE_CAUSES.join(", ")}.

Each change is a new version with a name and a reason, and a link of the audit trail.`,
    run: async ({ ledger, account = [], currency = null, by, note }, { context }) => {
      const { changeAccounts, readAccounts } = await import("../../main/services/close/accounts.ts");
      if (account.length === 0) {
        if (by !== undefined || currency !== null)
          throw usageError("Give the accounts: --account wallet=1200.");
        return readAccounts(ledger);
      }
      if (by === undefined || note === undefined)
        throw usageError("Setting accounts needs --by NAME and --note TEXT.");
      const given = account.map((one) => ({ ...one, currency }));
      return changeAccounts({ ledger, given, by, note }, context);
    },
    print: async (report, { ledger, json }, { terminal }) =>
      json ? writeAccountsJson(terminal, report) : printAccounts(terminal, ledger, report),
  }),
};
