/** The month's file as use cases: its terms, ticked steps, confirmed balances, notes on fluctuations. */
import { type OfMoment, ofMoment } from "../shared/shown-now.ts";
import { figuresOfWallet, type Month } from "../../../core/review/close/close.ts";
import { sameJson } from "../../../core/canonical.ts";
import { TieoutError } from "../../../core/errors.ts";
import { StandingEvidence } from "../../../core/review/file/attachment.ts";
import {
  type FileMark,
  type MarkSubject,
  type WalletKey,
  assertMark,
  fileClosed,
  markKey,
  marksInForce,
  markMaker,
} from "../../../core/review/file/marks.ts";
import { type HeldFiles, type MonthFile, termsIdOf } from "../../../core/review/file/month-file.ts";
import {
  FIRST_TERMS,
  type FileTerms,
  type TermsVersion,
  assertTerms,
  checklistOf,
  termsOf,
} from "../../../core/review/file/terms.ts";
import {
  type GivenMateriality,
  changedMateriality,
  excessWords,
  excessiveMateriality,
} from "../../../core/review/file/materiality.ts";
import { type GivenMovementRule, changedMovementRules } from "../../../core/review/file/movement-rules.ts";
import { assertTickReason } from "../../../core/review/file/step-figures.ts";
import { hasWords, nameOf, noteOf } from "../../../core/review/decisions/note-rules.ts";
import { monthTitle } from "../../../core/words/month.ts";
import { walletName } from "../../../core/words/wallet.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import type { ReadableLedger, WritableLedger } from "../../ledger/file/connection.ts";
import { listAttachments } from "../../ledger/acts/attachment.ts";
import { monthStandingIn } from "../../ledger/acts/close-step.ts";
import { listFiles } from "../../ledger/acts/month-file.ts";
import { newestPullID } from "../../ledger/trail/pull.ts";
import { findUser, listBusinesses } from "../../ledger/trail/caller.ts";
import type { GatheredCheck } from "../check/check.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { type SignedRequest, writeLookedAt, readProven } from "../shared/use-ledger.ts";
import { type CheckedMonth, checkMonth, shownMonth } from "./month-check.ts";
import { fileOfMonth } from "./file-of-month.ts";
import { refuseUnknownMonth } from "./months.ts";
import { insertAct } from "../../ledger/trail/acts.ts";

interface MonthRequest {
  readonly ledger: string;
  readonly month: Month;
}

/** What is to change of the terms; what is left out stays. */
export type GivenTerms = {
  readonly [K in Exclude<keyof FileTerms, "checklist" | "materiality" | "movements">]?:
    | FileTerms[K]
    | undefined;
} & {
  /** Currencies that are left out stay as they are. */
  readonly materiality?: readonly GivenMateriality[] | undefined;
  /** The steps of the checklist in words, in their order. */
  readonly checklist?: readonly string[] | undefined;
  /** Rules for movements that are left out stay as they are. */
  readonly movements?: readonly GivenMovementRule[] | undefined;
};

/** The terms in force for a month that is not prepared; version 0 before anybody set any. */
export interface TermsReport {
  readonly version: number;
  readonly terms: FileTerms;
}

/** @throws TieoutError when the ledger cannot be opened or read, or differs from its audit trail */
export function readTerms({ ledger }: { readonly ledger: LedgerAt }): TermsReport {
  return readProven(ledger, (db) => inForce(listFiles(db)));
}

function inForce({ versions }: HeldFiles): TermsReport {
  const newest = versions.at(-1);
  return { version: newest?.id ?? 0, terms: newest?.terms ?? FIRST_TERMS };
}

interface TermsRequest extends SignedRequest {
  readonly given: GivenTerms;
  /** The month whose closing balance and inflows limit a materiality that is given; null for none. */
  readonly month?: Month | null | undefined;
}

/**
 * Puts terms in force for all months that are not prepared. Where nothing changes nothing is written.
 *
 * @throws TieoutError FILE_INVALID, also for a materiality above what the month has; DECISION_INVALID;
 *   LEDGER_* as opening for writing raises; SUM_OVERFLOW from the engine where a month is given
 */
export async function changeTerms(
  { ledger, given, by, note, month = null }: TermsRequest,
  context: ServiceContext,
): Promise<TermsReport> {
  const name = nameOf(by, "Changing the month's file needs a name");
  return writeLookedAt(ledger, context, {
    look: (db) =>
      month === null || given.materiality === undefined ? null : checkMonth(db, month, context).gathered,
    keep: (db, checked) => {
      const held = listFiles(db);
      const before = inForce(held);
      const terms = changedBy(before.terms, given, held.versions, () => currenciesOf(db));
      if (checked !== null) refuseExcess(terms, checked, month);
      if (sameJson(terms, before.terms)) return before;
      const made = { terms, by: name, note: noteOf(note, null), atMs: context.now() };
      assertTerms(made, held.versions);
      return { version: insertAct(db, "terms", made).id, terms };
    },
  });
}

/** @throws TieoutError FILE_INVALID */
function refuseExcess(terms: FileTerms, { result, decimals }: GatheredCheck, month: Month | null): void {
  const [first] = excessiveMateriality(terms, result.wallets.map(figuresOfWallet));
  if (first === undefined || month === null) return;
  throw new TieoutError("FILE_INVALID", `${excessWords(first, decimals)} of ${monthTitle(month)}`);
}

/** The currencies that the ledger's wallets may have; null alone where none is stated, none before a pull. */
function currenciesOf(db: ReadableLedger): readonly (string | null)[] {
  if (newestPullID(db) === 0) return [];
  const stated = [findUser(db)?.defaultCurrency, ...listBusinesses(db).map(({ currency }) => currency)];
  const known = new Set(stated.filter((currency) => typeof currency === "string"));
  return known.size === 0 ? [null] : [...known];
}

/** @param currencies of the ledger */
function changedBy(
  before: FileTerms,
  given: GivenTerms,
  versions: readonly TermsVersion[],
  currencies: () => readonly (string | null)[],
): FileTerms {
  const { checklist: texts, materiality, fluctuation } = given;
  const movements = changedMovementRules(before.movements ?? [], given.movements ?? []);
  return {
    purpose: noteOf(given.purpose ?? before.purpose, null),
    policy: noteOf(given.policy ?? before.policy, null),
    procedures: noteOf(given.procedures ?? before.procedures, null),
    materiality:
      materiality === undefined
        ? before.materiality
        : changedMateriality(before.materiality, materiality, currencies),
    fluctuation: fluctuation === undefined ? before.fluctuation : fluctuation,
    checklist: texts === undefined ? before.checklist : checklistOf(texts, versions),
    ...(movements.length === 0 ? {} : { movements }),
  };
}

/**
 * A month's file as of one moment.
 *
 * @throws TieoutError when the ledger cannot be opened or read, or differs from its audit trail; SUM_OVERFLOW
 *   from the engine
 */
export function readMonthFile(
  { ledger, month }: { readonly ledger: LedgerAt; readonly month: Month },
  context: ServiceContext,
): MonthFile & OfMoment {
  return readProven(ledger, (db) => ({
    ...ofMoment(db, ledger),
    ...fileOf(db, shownMonth(db, ledger, checkMonth(db, month, context), context)),
  }));
}

function fileOf(
  db: ReadableLedger,
  { standing, steps: closeSteps, gathered: { input, result, decimals }, review }: CheckedMonth,
): MonthFile {
  return fileOfMonth(db, standing, listFiles(db), { input, result, decimals, review, closeSteps }, true);
}

/**
 * Ticks a step of the checklist, or takes a tick back.
 *
 * @throws TieoutError CLOSE_STATE for a signed month, and one that the ledger does not have; FILE_INVALID; DECISION_INVALID, also for a tick that
 *   the figures contradict and no note explains; LEDGER_* as opening for writing raises
 */
export async function tickStep(
  request: MonthRequest & SignedRequest & { readonly step: number; readonly done: boolean },
  context: ServiceContext,
): Promise<FileMark> {
  const { step, done, note } = request;
  return mark(request, context, (read) => {
    if (done && !hasWords(note)) {
      const found = read().steps.find(({ id }) => id === step);
      if (found !== undefined && found.tick === null) assertTickReason(found, found.figures, note);
    }
    return { kind: "step", step, done };
  });
}

interface ConfirmRequest extends MonthRequest, SignedRequest {
  /** null where the month has one wallet alone. */
  readonly wallet: WalletKey | null;
  /** In the service's unit; null takes the confirmation back. */
  readonly balance: number | null;
  readonly source: string;
  readonly evidence: number | null;
}

/**
 * Writes down what the provider says the closing balance of a wallet is, with its source or evidence.
 *
 * @throws TieoutError as `tickStep`; EVIDENCE_NOT_FOUND for evidence that is not the month's
 */
export async function confirmBalance(request: ConfirmRequest, context: ServiceContext): Promise<FileMark> {
  const { balance, evidence } = request;
  const source = noteOf(request.source, null);
  return mark(request, context, (read) => ({
    kind: "confirmation",
    wallet: walletAmong(balanceWallets(read(), request), request.wallet, request.month),
    balance,
    source,
    evidence,
  }));
}

/** The wallets that a confirmation may be of; one may be taken back of a wallet that left the month, too. */
function balanceWallets(
  { balances, kept }: MonthFile,
  { balance, wallet }: Pick<ConfirmRequest, "balance" | "wallet">,
): WalletKey[] {
  const all = balances.map((one) => one.wallet);
  if (balance !== null) return all;
  const gone = kept.flatMap((one) => (one.subject.kind === "confirmation" ? [one.wallet] : []));
  const confirmed = balances.flatMap((one) =>
    one.confirmation === null && one.lapsed === null ? [] : [one.wallet],
  );
  const known = [...confirmed, ...gone];
  return wallet === null && known.length > 0 ? known : [...all, ...gone];
}

/**
 * The wallet that is asked for, the only one that fits what is said of it, or the only one of all.
 *
 * @throws TieoutError FILE_INVALID naming those to choose from
 */
function walletAmong(wallets: readonly WalletKey[], asked: WalletKey | null, month: Month): WalletKey {
  const said = Object.entries(asked ?? {}).filter(([, value]) => value !== null);
  const fits = wallets.filter((one) => said.every(([name, value]) => one[name as keyof WalletKey] === value));
  const [only] = fits;
  if (only !== undefined && fits.length === 1) return only;
  const exact = fits.find((one) => JSON.stringify(one) === JSON.stringify(asked));
  if (exact !== undefined) return exact;
  const [of, verb] =
    only === undefined ? [wallets, "has no such wallet"] : [fits, "has several such wallets"];
  const listed = of.map(walletName);
  const choice = listed.length === 0 ? "" : `. Name one: ${listed.join("; ")}`;
  throw new TieoutError(
    "FILE_INVALID",
    `${monthTitle(month)} ${asked === null ? "has several wallets" : verb}${choice}`,
  );
}

interface ExplainRequest extends MonthRequest, SignedRequest {
  readonly wallet: WalletKey | null;
  readonly figure: Extract<MarkSubject, { kind: "fluctuation" }>["figure"];
}

/**
 * Writes down why a figure moved since the month before, on its amounts as they are now.
 *
 * @throws TieoutError as `tickStep`, and without a note
 */
export async function explainFluctuation(
  request: ExplainRequest,
  context: ServiceContext,
): Promise<FileMark> {
  return mark(request, context, (read) => {
    const { figure, month } = request;
    const ofFigure = read().fluctuations.filter((one) => one.figure === figure);
    const wallet = walletAmong(
      ofFigure.map((one) => one.wallet),
      request.wallet,
      month,
    );
    const found = ofFigure.find((one) => JSON.stringify(one.wallet) === JSON.stringify(wallet));
    if (found === undefined) throw new Error("the wallet is one of them");
    return { kind: "fluctuation", wallet, figure, before: found.before, now: found.now };
  });
}

/**
 * Makes a mark by the very rules that `verify` holds its link to.
 *
 * @param subjectOf is given how the file is read, which takes a check of two months
 */
async function mark(
  { ledger, month, by, note }: MonthRequest & SignedRequest,
  context: ServiceContext,
  subjectOf: (file: () => MonthFile) => MarkSubject,
): Promise<FileMark> {
  const words = {
    by: markMaker(by),
    note: noteOf(note, null),
  };
  return writeLookedAt(ledger, context, {
    look: (db) => {
      // A check of two months would find nothing that could be marked.
      if (monthStandingIn(db, month).state === "signed-off") throw fileClosed(month);
      // What was entered of a month whose records are gone can still be taken back.
      if (!listFiles(db).marks.some((made) => made.month === month))
        refuseUnknownMonth(db, month, context.memory);
      return subjectOf(() => fileOf(db, checkMonth(db, month, context)));
    },
    keep: (db, subject) => keep(db, { month, subject, ...words, atMs: context.now() }),
  });
}

function keep(db: WritableLedger, made: Omit<FileMark, "id">): FileMark {
  const { versions, marks } = listFiles(db);
  const standing = monthStandingIn(db, made.month);
  const evidence = new StandingEvidence(listAttachments(db));
  assertMark(made, {
    isSigned: standing.state === "signed-off",
    terms: termsOf(versions, termsIdOf(standing, versions)),
    before: marksInForce(marks).get(markKey(made)) ?? null,
    isEvidence: (id) => evidence.isOfMonth(id, made.month),
  });
  return insertAct(db, "mark", made);
}
