/** Arguments and options that several commands take, each declared once, and what they say together. */
import { usageError } from "../../core/errors.ts";
import { withoutUndefined } from "../../core/given.ts";
import { MOST_CUTOFF_DAYS, OPTION_CHOICES, SETTLEMENT_BASES } from "../../core/options.ts";
import type { PeriodRequest } from "../../core/reconcile/input/asked-period.ts";
import type { Month } from "../../core/review/close/close.ts";
import { LEAST_DIGITS } from "../../core/review/decisions/fingerprints.ts";
import type { WalletKey } from "../../core/review/file/marks.ts";
import { type Day, isDay, isTimeZone, monthDays } from "../../core/time.ts";
import type { GivenOptions } from "../../main/services/check/check.ts";
import type { ImportFiles } from "../../main/services/import/import.ts";
import { AUTHORIZATION_FORMS, PATH_PREFIX } from "../../main/services/pull/credentials.ts";
import {
  type Parse,
  type Given,
  argument,
  needed,
  option,
  standardOption,
  toggle,
  anyText,
  wholeNumber,
  word,
  collected,
} from "./command.ts";

/** The ledger that a command is about. */
export const LEDGER = { ledger: argument("the ledger (.tieout)") };

/** @param schema names the documents' schemas */
export function jsonFlag(schema: string) {
  return { json: toggle(`print JSON (${schema})`) };
}

export const asMonth: Parse<Month> = (text, name) => {
  if (monthDays(text) !== null) return text as Month;
  throw usageError(`${name} takes a month such as 2026-10, not "${text}".`);
};

export const asDay: Parse<Day> = (text, name) => {
  if (isDay(text)) return text;
  throw usageError(`${name} takes a day such as 2026-10-31, not "${text}".`);
};

export const LEDGER_MONTH = { ...LEDGER, month: needed("<YYYY-MM>", "the month", asMonth) };

/** The first digits of a fingerprint, or all. */
export const asFingerprint: Parse<string> = (text, name) => {
  const digits = text.trim().toLowerCase();
  if (/^[0-9a-f]{8,64}$/u.test(digits)) return digits;
  throw usageError(`${name} takes ${LEAST_DIGITS} to 64 digits and letters a to f, not "${text}".`);
};

/** The head of an audit trail. */
export const asAuditHead: Parse<string> = (text, name) => {
  const head = text.trim().toLowerCase();
  if (/^[0-9a-f]{64}$/u.test(head)) return head;
  throw usageError(`${name} takes 64 digits and letters a to f, as the export printed them, not "${text}".`);
};

/** Digits after the point. */
export const asDecimals = wholeNumber(0, 6);

export const asTimeZone: Parse<string> = (text, name) => {
  if (isTimeZone(text)) return text;
  throw usageError(`${name} takes an IANA zone such as Africa/Lagos, not "${text}".`);
};

/** The options of the rules, which a ledger's settings keep. */
export const RULE_OPTIONS = {
  convention: option(
    "<word>",
    "what raises the balance: asset (a debit), bank (a credit) or auto",
    word(OPTION_CHOICES.convention),
  ),
  basis: option(
    "<word>",
    `how much of a payment reaches the wallet: ${SETTLEMENT_BASES.join(", ")} or auto`,
    word(OPTION_CHOICES.settlementBasis),
  ),
  tolerance: option(
    "<amount>",
    "ignore differences up to this amount, in the service's unit: 100 is 1.00 with two decimals (default 0)",
    wholeNumber(0),
  ),
  cutoffDays: option(
    "<days>",
    "days until a payment that has not arrived counts as missing (default 3)",
    wholeNumber(0, MOST_CUTOFF_DAYS),
  ),
  chainScope: option(
    "<word>",
    "one balance per user or per business (default user)",
    word(OPTION_CHOICES.chainScope),
  ),
};

/** A period and the options of a check, the same for every command that checks. */
export const CHECKING_OPTIONS = {
  month: option("<YYYY-MM>", "only this month, as at its end"),
  from: option("<YYYY-MM-DD>", "only from this day on"),
  to: option("<YYYY-MM-DD>", "only up to this day, as at its end"),
  timeZone: option("<zone>", "time zone of the days", asTimeZone),
  ...RULE_OPTIONS,
  decimals: option("<digits>", "decimal places of the amounts shown; JSON keeps whole numbers", asDecimals),
};

/** What the help of such a command says before all else. */
export const CHECK_AFTER = "\nOptions not given are taken from the ledger's settings (tieout settings).\n";

type CheckFlags = Given<typeof CHECKING_OPTIONS>;

/** The options given; the ledger's settings fill in the rest. */
export function checkOptionsFrom(flags: Omit<CheckFlags, "month" | "from" | "to">): GivenOptions {
  const { convention, basis: settlementBasis, tolerance, cutoffDays, chainScope, timeZone, decimals } = flags;
  return withoutUndefined({
    convention,
    settlementBasis,
    tolerance,
    cutoffDays,
    chainScope,
    timeZone,
    decimals,
  });
}

/** The period asked for; an end left open reaches to the first or last record. @throws TieoutError USAGE */
export function periodFrom(flags: Pick<CheckFlags, "month" | "from" | "to">): PeriodRequest | null {
  if (flags.month !== undefined) {
    if (flags.from !== undefined || flags.to !== undefined) {
      throw usageError("Give either --month or --from and --to, not both.");
    }
    return monthDays(asMonth(flags.month, "--month", undefined));
  }
  if (flags.from === undefined && flags.to === undefined) return null;
  const from = flags.from === undefined ? null : asDay(flags.from, "--from", undefined);
  const to = flags.to === undefined ? null : asDay(flags.to, "--to", undefined);
  if (from !== null && to !== null && from > to) throw usageError(`--from ${from} is after --to ${to}.`);
  return { from, to };
}

/** Saved responses of the service, the same for every command that reads them. */
export const FILE_OPTIONS = {
  wallet: option(
    "<file>",
    "saved wallet history; may be given several times, - is stdin",
    collected(anyText),
  ),
  transactions: option("<file>", "saved transaction list; may be given several times", collected(anyText)),
  user: option("<file>", "saved user record"),
  business: option("<file>", "saved business record; may be given several times", collected(anyText)),
};

/** How the key is sent to the service. */
export const AUTH = {
  auth: standardOption(
    "<form>",
    "form of the Authorization value: key (unchanged), basic or bearer",
    word(AUTHORIZATION_FORMS),
    "key",
  ),
};

/** Where the service is, and who asks it. */
export const SERVICE = {
  baseUrl: option(
    "<url>",
    "address of the service, without the path prefix (default: baseUrl of the credentials file)",
  ),
  pathPrefix: standardOption("<path>", "prefix of every path", anyText, PATH_PREFIX),
  ...AUTH,
  credentials: option("<file>", "JSON file with the credentials, readable by you alone"),
};

export function filesFrom(flags: Given<typeof FILE_OPTIONS>): ImportFiles | null {
  const { wallet = [], transactions = [], user = null, business = [] } = flags;
  if (wallet.length + transactions.length + business.length === 0 && user === null) return null;
  return { wallet, transactions, user, business };
}

export const WALLET_OPTIONS = {
  user: option("<number>", "the wallet's user, where the month has several wallets", wholeNumber(1)),
  business: option("<number>", "the wallet's business", wholeNumber(1)),
  currency: option("<code>", "the wallet's currency"),
};

/** The wallet that is named; null for the only one. @throws TieoutError USAGE */
export function walletFrom({ user, business, currency }: Given<typeof WALLET_OPTIONS>): WalletKey | null {
  if (user !== undefined) return { userID: user, businessID: business ?? null, currency: currency ?? null };
  if (business === undefined && currency === undefined) return null;
  throw usageError("Name the wallet's user, too, with --user.");
}
