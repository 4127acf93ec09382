/** The months' files: `tieout file`, `tick`, `confirm`, `fluctuation`. */
import { usageError } from "../../core/errors.ts";
import { withoutUndefined } from "../../core/given.ts";
import { COMPARED_FIGURES } from "../../core/review/file/marks.ts";
import { ANY_CURRENCY, type GivenMateriality, NO_CURRENCY } from "../../core/review/file/materiality.ts";
import type { GivenTerms } from "../../main/services/close/month-file.ts";
import { writeMonthFile, writeTerms } from "../terminal/month-file.ts";
import {
  type Given,
  type Parse,
  anyText,
  collected,
  command,
  needed,
  option,
  toggle,
  wholeNumber,
  word,
} from "../terminal/command.ts";
import { LEDGER, LEDGER_MONTH, WALLET_OPTIONS, asMonth, jsonFlag, walletFrom } from "../terminal/options.ts";

const JSON_FILE = jsonFlag("tieout.file/1");

/** `NGN=100000`; without a currency that of the ledger's only one; null for `none`. */
interface GivenAmount {
  readonly currency: string | null | undefined;
  readonly amount: number | null;
}

const amounts: Parse<readonly GivenAmount[]> = (text, name, before) => {
  const [, code, typed = ""] = /^(?:([^=]*)=)?(.*)$/su.exec(text) ?? [];
  const currency = code?.trim();
  const amount = typed === "none" ? null : Number(typed);
  const isAmount = amount === null || (/^\d+$/u.test(typed) && Number.isSafeInteger(amount));
  if (!isAmount || currency === "" || currency === ANY_CURRENCY) {
    throw usageError(
      `${name} takes a currency and a whole number from 0, such as NGN=100000, not "${text}".`,
    );
  }
  return [...(before ?? []), { currency: currency === NO_CURRENCY ? null : currency, amount }];
};

const FILE_TAKES = {
  ...LEDGER,
  month: option(
    "<YYYY-MM>",
    "show the file of this month; with --materiality, the month that limits it",
    asMonth,
  ),
  purpose: option("<text>", "why the wallet is reconciled"),
  policy: option("<text>", "the rules that the reconciliation follows"),
  procedures: option("<text>", "what is done, and how"),
  materiality: option(
    "<CURRENCY=amount>",
    `of each currency, such as NGN=100000; ${NO_CURRENCY}=… where none is stated, NGN=none to remove it`,
    amounts,
  ),
  performance: option("<CURRENCY=amount>", "performance materiality of each currency", amounts),
  trivial: option("<CURRENCY=amount>", "what is clearly trivial in each currency", amounts),
  basis: option("<text>", "what the materiality was worked out from"),
  fluctuationAmount: option("<amount>", "how far a figure may move before it needs a note", wholeNumber(0)),
  fluctuationPercent: option("<percent>", "and by what percentage of the month before", wholeNumber(0, 1000)),
  step: option("<text>", "a step of the checklist; give all of them, in their order", collected(anyText)),
  by: option("<name>", "who changes it"),
  note: option("<text>", "why"),
  ...JSON_FILE,
};
type FileFlags = Given<typeof FILE_TAKES>;

export const FILE_COMMANDS = {
  file: command({
    takes: FILE_TAKES,
    after: `
Examples:
  tieout file wallet.tieout
      purpose, policy, procedures, materiality and the checklist that every month begins with
  tieout file wallet.tieout --month 2026-10
      the month's file: ticked steps, confirmed balances, and what moved since the month before
  tieout file wallet.tieout --purpose "Prove the escrow balance" --by "Ada Obi"
  tieout file wallet.tieout --materiality NGN=500000 --materiality USD=100 --basis "1% of inflows" --by "Ada Obi"
      a currency without a materiality has none; a number alone is for a ledger with one currency
  tieout file wallet.tieout --month 2026-10 --materiality NGN=500000 --performance NGN=400000 --trivial NGN=25000 --by "Ada Obi"
      as above; refused above the larger of closing balance and inflows of October
  tieout file wallet.tieout --fluctuation-amount 1000000 --fluctuation-percent 20 --by "Ada Obi"
      a figure that moves by both needs a note
  tieout file wallet.tieout --step "Everything pulled" --step "Balance confirmed" --by "Ada Obi"
      replaces the checklist; a step with new text is a new step and must be ticked again

The file is written once, for all months. Each change is a link of the audit trail. A prepared or signed month keeps the file it
was prepared with. Amounts are in the service's unit: 100 is 1.00 with two decimals. tieout tick, confirm and fluctuation fill in a month.`,
    run: async (flags, session) => {
      const { ledger, month: asked, by, note = "", json } = flags;
      const given = termsIn(flags);
      const isChange = Object.keys(given).length > 0;
      if (asked !== undefined && given.materiality === undefined) {
        if (isChange) throw usageError("Give either --month or what to change, not both.");
        return writeMonthFile(session, ledger, asked, json);
      }
      if (isChange !== (by !== undefined)) {
        throw usageError(isChange ? "Changing the file needs --by NAME." : "Say what to change in the file.");
      }
      const { changeTerms, readTerms } = await monthFiles();
      const terms =
        by === undefined
          ? readTerms({ ledger })
          : await changeTerms({ ledger, given, by, note, month: asked }, session.context);
      return writeTerms(session, ledger, terms, json);
    },
  }),

  tick: command({
    takes: {
      ...LEDGER_MONTH,
      step: needed("<number>", "the step of the checklist", wholeNumber(1)),
      undo: toggle("undo the tick"),
      by: needed("<name>", "who did it"),
      note: option("<text>", "a comment"),
      ...JSON_FILE,
    },
    after: `
Examples:
  tieout tick wallet.tieout --month 2026-10 --step 1 --by "Ada Obi"
  tieout tick wallet.tieout --month 2026-10 --step 1 --undo --note "One response was cut off" --by "Ada Obi"

tieout file --month lists the steps with their numbers. Each tick is a link of the audit trail. Once the month is signed off, its file is closed.`,
    run: async ({ ledger, month: asked, step, undo, by, note = "" }, { context }) => {
      const { tickStep } = await monthFiles();
      await tickStep({ ledger, month: asked, step, done: !undo, by, note }, context);
    },
    print: async (_, { ledger, month: asked, json }, session) => writeMonthFile(session, ledger, asked, json),
  }),

  confirm: command({
    takes: {
      ...LEDGER_MONTH,
      balance: option(
        "<amount>",
        "the closing balance that the provider states",
        wholeNumber(Number.MIN_SAFE_INTEGER),
      ),
      source: option("<text>", "who said so, when and how"),
      evidence: option("<number>", "the evidence that shows it", wholeNumber(1)),
      undo: toggle("withdraw the confirmation; needs --note"),
      ...WALLET_OPTIONS,
      by: needed("<name>", "who asked the provider"),
      note: option("<text>", "a comment, or why the confirmation is withdrawn"),
      ...JSON_FILE,
    },
    after: `
Examples:
  tieout confirm wallet.tieout --month 2026-10 --balance 146400 --source "Statement of 1 November, by mail" --by "Ada Obi"
  tieout confirm wallet.tieout --month 2026-10 --balance 146400 --evidence 3 --by "Ada Obi"
      the number of a file that tieout attach attached to the month
  tieout confirm wallet.tieout --month 2026-10 --undo --note "Another wallet's" --by "Ada Obi"

The balance is what the provider says, in the service's unit: 100 is 1.00 with two decimals. It is compared with the closing
balance of the month as it is now.`,
    run: async (flags, { context }) => {
      const {
        ledger,
        month: asked,
        balance = null,
        undo,
        source = "",
        evidence = null,
        by,
        note = "",
      } = flags;
      if (undo === (balance !== null)) throw usageError("Give either --balance or --undo.");
      const wallet = walletFrom(flags);
      const { confirmBalance } = await monthFiles();
      await confirmBalance({ ledger, month: asked, wallet, balance, source, evidence, by, note }, context);
    },
    print: async (_, { ledger, month: asked, json }, session) => writeMonthFile(session, ledger, asked, json),
  }),

  fluctuation: command({
    takes: {
      ...LEDGER_MONTH,
      figure: needed("<word>", `what moved: ${COMPARED_FIGURES.join(", ")}`, word(COMPARED_FIGURES)),
      ...WALLET_OPTIONS,
      note: needed("<text>", "why it moved"),
      by: needed("<name>", "who explains it"),
      ...JSON_FILE,
    },
    after: `
Example:
  tieout fluctuation wallet.tieout --month 2026-10 --figure inflow --note "Two large projects were paid out" --by "Ada Obi"

The note holds as long as the figure and that of the month before stay the same. tieout file --month lists them all, and
tieout file sets how far a figure may move before it needs a note.`,
    run: async (flags, { context }) => {
      const { ledger, month: asked, figure, by, note } = flags;
      const wallet = walletFrom(flags);
      const { explainFluctuation } = await monthFiles();
      await explainFluctuation({ ledger, month: asked, figure, wallet, by, note }, context);
    },
    print: async (_, { ledger, month: asked, json }, session) => writeMonthFile(session, ledger, asked, json),
  }),
};

async function monthFiles() {
  return import("../../main/services/close/month-file.ts");
}

/** @throws TieoutError USAGE for half a threshold, and as `materialityFrom` */
function termsIn(flags: FileFlags): GivenTerms {
  const { purpose, policy, procedures, step, fluctuationAmount: amount, fluctuationPercent: percent } = flags;
  if ((amount === undefined) !== (percent === undefined))
    throw usageError("Give both --fluctuation-amount and --fluctuation-percent.");
  const fluctuation = amount === undefined || percent === undefined ? undefined : { amount, percent };
  const materiality = materialityFrom(flags);
  return withoutUndefined({ purpose, policy, procedures, materiality, fluctuation, checklist: step });
}

/** The materialities to change; undefined for none. @throws TieoutError USAGE for a currency given twice */
function materialityFrom(flags: FileFlags): GivenMateriality[] | undefined {
  const given = new Map<string | null | undefined, GivenMateriality>();
  const names = { materiality: "amount", performance: "performance", trivial: "trivial" } as const;
  for (const [name, field] of Object.entries(names)) {
    for (const { currency, amount } of flags[name as keyof typeof names] ?? []) {
      const before = given.get(currency) ?? { currency };
      if (before[field] !== undefined) throw usageError(`--${name} is given twice for one currency.`);
      given.set(currency, { ...before, [field]: amount });
    }
  }
  const { basis } = flags;
  if (basis !== undefined && given.size === 0) given.set(undefined, {});
  if (given.size === 0) return undefined;
  return [...given.values()].map((one) => (basis === undefined ? one : { ...one, basis }));
}
