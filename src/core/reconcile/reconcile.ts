/** The check, as the list of its passes. */
import type { Sha256 } from "../canonical.ts";
import { type InPasses, runToEnd } from "../in-passes.ts";
import type { CheckOptions, Convention } from "../options.ts";
import { type Period, addDays } from "../time.ts";
import { checkBank } from "./bank-rules.ts";
import { askBank } from "./bank-support.ts";
import { candidateFinder, nameLikelyEntries } from "./chain/candidates.ts";
import { dateOrder } from "./chain/date-order.ts";
import { checkChains, type ChainOutcome } from "./chain/chain.ts";
import { oldestOfOpen } from "./chain/before-history.ts";
import { buildChains, isOneWallet, type Chains, type OverwritingRow } from "./input/chains.ts";
import { checkChanges } from "./changes.ts";
import { explain } from "./causes/explain.ts";
import { numbersBy } from "./input/column-kinds.ts";
import { checkDates, repeatedSessions } from "./chain/check-dates.ts";
import { countedInput } from "./input/counted-dates.ts";
import {
  decideConvention,
  buildCheckState,
  endOf,
  type CheckState,
  entrySubject,
} from "./chain/check-state.ts";
import { type FindingDraft, type Finding, identify, orderFindings } from "./input/findings.ts";
import { type CheckInput, type SignedClosing, NO_PAYREF, NO_TEXT } from "./input/input.ts";
import { checkCurrencies, checkIntegrity } from "./payrefs/integrity.ts";
import { matchRecords, type Matches } from "./payrefs/match.ts";
import {
  checkHandMatches,
  decideBasis,
  expectedMovements,
  expectationsOf,
  judgeTogether,
  knownExpectation,
  expectedOfVanished,
} from "./payrefs/settlement.ts";
import { checkPayrefs, repeatedMovements } from "./payrefs/payref-rules.ts";
import { type Membership, entriesInPeriod, membership } from "./payrefs/period.ts";
import type { CheckResult, CheckOutcomes, WalletResult } from "./input/result.ts";
import { rollForward } from "./chain/rollforward.ts";
import { stakeFinder } from "./at-stake.ts";
import { addAmounts } from "../money.ts";
import { compareBytes } from "../text.ts";
import { RULES, type RuleId } from "./input/rules.ts";

interface CheckContext {
  /** Limits the check; null for the whole history. */
  readonly period: Period | null;
  readonly sha256: Sha256;
  /** Digits after the point in messages, 0 where it is not said; display only. */
  readonly decimals?: number;
}

/**
 * Checks a wallet: every rule, with convention and settlement basis decided first.
 *
 * @returns the same result, byte for byte, whatever order the records came in
 * @throws TieoutError SUM_OVERFLOW when a sum of amounts leaves the safe range, naming the wallet or
 *   transaction
 */
export function reconcile(input: CheckInput, options: CheckOptions, context: CheckContext): CheckResult {
  return runToEnd(reconcileInPasses(input, options, context));
}

/** How many passes a check has, whatever it checks. */
export const CHECK_PASSES = 17;

/** The same check, which gives control back after each pass: whoever no longer wants it does not go on. */
export function* reconcileInPasses(
  given: CheckInput,
  options: CheckOptions,
  context: CheckContext,
): InPasses<CheckResult> {
  const { period, sha256, decimals = 0 } = context;
  const input = countedInput(given, options.chainScope);
  const userChains = buildChains(input.entries, "user", endOf(period));
  const businessChains = isOneWallet(input.entries)
    ? userChains
    : buildChains(input.entries, "business", endOf(period));
  yield;
  const chains = options.chainScope === "user" ? userChains : businessChains;
  const userConvention = decideConvention(input, userChains, options);
  const conventions = {
    user: userConvention,
    business:
      businessChains === userChains ? userConvention : decideConvention(input, businessChains, options),
  };
  const convention = conventions[options.chainScope];
  const state = buildCheckState(input, options, period, convention.used, chains, decimals);
  yield;

  const { currencies, matches, judgeable, settlementBasis, judged, payrefs, chain } =
    yield* judgeInPasses(state);
  yield;

  const findCandidates = candidateFinder(state, payrefs.unsettled, judged.expected);
  for (const { row, difference, draft } of chain.missing) {
    const held = chain.drafts[draft] as FindingDraft;
    chain.drafts[draft] = {
      ...held,
      finding: { ...held.finding, candidates: findCandidates(row, difference) },
    };
  }

  const isTied = (row: number) => matches.ties.ofEntry[row] !== NO_PAYREF;
  nameLikelyEntries(state, [chain.drafts, payrefs.drafts], chain.difference, isTied);
  const sessions = repeatedSessions(state, payrefs.duplicates);
  const inSessions = new Set(sessions.map(({ entryRow }) => entryRow ?? -1));
  for (const draft of sessions) chain.drafts.push(draft);
  for (const draft of repeatedMovements(state, matches, payrefs, inSessions)) payrefs.drafts.push(draft);
  const members = membership(state, matches);
  const bank = askBank(state, matches.ties.ofEntry, existing(chains));
  const wallets = rollForward(state, chain.difference, members.entries);
  const found: Finding[] = [];
  const drafts = [
    chain.drafts,
    payrefs.drafts,
    currencies.drafts,
    checkIntegrity(state),
    checkDates(state),
    checkChanges(state, sha256),
    [...checkHandMatches(state, matches, judged), ...checkBank(state, bank)],
    checkCarriedOpenings(state, wallets, members),
  ];
  const atStake = stakeFinder({
    state,
    netOf: (row) => matches.net[matches.ties.ofTransaction[row] as number] as number,
    expectedOf: knownExpectation(state, judgeable, settlementBasis.used),
    expectedOfVanished: (record) => expectedOfVanished(state, record, settlementBasis.used),
  });
  for (const list of drafts) {
    yield;
    identifyAll(list, members, (draft) => identify(draft, atStake(draft), sha256), found);
  }
  yield;
  const findings = orderFindings(found, options.chainScope);
  const outcomes = outcomesOf(state, matches, members, chain, {
    expected: judged.expected,
    skip: judged.judgeable.skip,
    skipAlone: judgeable.skip,
    settlement: payrefs.settlement,
  });
  yield;
  return {
    options,
    period,
    asOfMs: state.asOfMs,
    pulledAtMs: input.pulledAtMs,
    pullClocks: input.pullClocks,
    convention,
    chainScope: {
      used: options.chainScope,
      breaks: { user: breaksUsed(conventions.user), business: breaksUsed(conventions.business) },
    },
    order: {
      used: "walletID",
      breaks: { walletID: breaksUsed(convention), date: dateOrder(state)?.breaks ?? breaksUsed(convention) },
    },
    settlementBasis,
    skippedRules: currencies.skipped,
    limited: input.capped,
    // A limit cuts a user's list, whatever its chains are.
    capped: input.capped || oldestOfOpen(state, userChains, "user").size > 0,
    counts: countFindings(state, matches, members, findings),
    wallets,
    causes: explain(input, { options, period, findings, ...outcomes }),
    findings,
    ...outcomes,
    ...(bank === null ? {} : { bank }),
  };
}

/** Ties entries to payments and judges both, up to what each wallet and payment comes to. */
function* judgeInPasses(state: CheckState) {
  const { chains, options } = state;
  const openings = oldestOfOpen(state, chains, options.chainScope);
  const currencies = checkCurrencies(state);
  const matches = matchRecords(state);
  yield;
  const judgeable = expectationsOf(state, currencies.other, openings);
  const settlementBasis = decideBasis(state, matches, judgeable);
  const judged = judgeTogether(state, matches.ties, {
    judgeable,
    basis: settlementBasis.used,
    expected: expectedMovements(state, judgeable, settlementBasis.used),
  });
  yield;
  const payrefs = checkPayrefs(state, matches, judged, openings);
  yield;
  // After payrefs are looked for: their texts are there then, where findings would fetch each.
  const chain = checkChains(state);
  return { currencies, matches, judgeable, settlementBasis, judged, payrefs, chain };
}

/**
 * What wallets and payments came to at the end of a period, as a check of it has it, without that check's findings and causes.
 *
 * @param options with the convention and the basis that another check of these records decided
 * @throws TieoutError SUM_OVERFLOW where balances or entries of a payref leave the safe range
 */
export function outcomesAt(
  given: CheckInput,
  options: CheckOptions & { readonly convention: Convention },
  period: Period,
): CheckOutcomes {
  const input = countedInput(given, options.chainScope);
  const chains = buildChains(input.entries, options.chainScope, endOf(period));
  const state = buildCheckState(input, options, period, options.convention, chains, 0);
  const { matches, judged, payrefs, chain } = runToEnd(judgeInPasses(state));
  return {
    wallets: rollForward(state, chain.difference, entriesInPeriod(state)),
    entryOutcomes: { order: existing(chains), transaction: transactionsOf(matches) },
    transactionOutcomes: { expected: judged.expected, settlement: payrefs.settlement },
  };
}

/** Takes drafts out of their list one by one: a million drafts and their findings are too much at once. */
function identifyAll(
  drafts: FindingDraft[],
  members: Membership,
  identified: (draft: FindingDraft) => Finding,
  into: Finding[],
): void {
  for (let draft = drafts.pop(); draft !== undefined; draft = drafts.pop()) {
    if (members.includes(draft)) into.push(identified(draft));
  }
}

/** The links of a scope that break under its own convention. */
function breaksUsed({ used, breaks }: CheckResult["convention"]): number {
  return breaks[used];
}

// Compares the openings of a period with the signed closings of the period before.

/**
 * Compares the openings of a period with the closings that were signed to the day before it. A wallet that is
 * gone opens at zero, and one that nothing was signed of was signed at zero, also where no wallet was there
 * yet: all of them together open at what was signed. That holds whatever was set since: where days are cut in
 * another zone now, an entry may be in both periods or in neither; where wallets are of another scope, those
 * of a user are compared with each other in total.
 *
 * @throws TieoutError SUM_OVERFLOW naming the wallet
 */
function checkCarriedOpenings(
  state: CheckState,
  wallets: readonly WalletResult[],
  members: Membership,
): FindingDraft[] {
  const { period, options } = state;
  if (period === null) return [];
  const dayBefore = addDays(period.from, -1);
  const signed = state.input.human.signedPeriods.find(({ to }) => to === dayBefore);
  if (signed === undefined) return [];
  // An opening without any wallet counts under either scope.
  const isOfScope = signed.chainScope === options.chainScope || signed.closings.length === 0;
  const closings = amountsBy(signed.closings, "closing", isOfScope);
  const openings = amountsBy(wallets, "opening", isOfScope);
  const setSince = [
    signed.timeZone === options.timeZone
      ? ""
      : ` Its days were cut in ${signed.timeZone}, and now are in ${options.timeZone}.`,
    isOfScope ? "" : ` It was signed by ${signed.chainScope}: all wallets of the user are taken together.`,
  ].join("");
  return [...new Map([...closings, ...openings])]
    .map(([key, { userID, businessID }]): Carrying => {
      const closing = closings.get(key)?.amount ?? null;
      return { userID, businessID, closing, opening: openings.get(key)?.amount ?? 0 };
    })
    .filter(({ opening, closing }) => opening !== (closing ?? 0))
    .map((one) => notCarried(state, one, period.fromMs, members, setSince));
}

type ClosedWallet = Pick<SignedClosing, "userID" | "businessID">;

/** A wallet's opening beside what was signed. */
interface Carrying extends ClosedWallet {
  readonly opening: number;
  /** null for a wallet that nothing was signed of. */
  readonly closing: number | null;
}

/** One amount of each wallet, or user, by what distinguishes them. @throws TieoutError SUM_OVERFLOW */
function amountsBy<K extends "opening" | "closing">(
  wallets: readonly (ClosedWallet & Readonly<Record<K, number>>)[],
  field: K,
  byWallet: boolean,
): Map<string, ClosedWallet & { readonly amount: number }> {
  const amounts = new Map<string, ClosedWallet & { readonly amount: number }>();
  for (const wallet of wallets) {
    const { userID } = wallet;
    const businessID = byWallet ? wallet.businessID : null;
    const key = `${userID} ${businessID}`;
    const before = amounts.get(key)?.amount ?? 0;
    const amount = addAmounts(before, wallet[field], `wallet of user ${userID}`);
    amounts.set(key, { userID, businessID, amount });
  }
  return amounts;
}

function notCarried(
  state: CheckState,
  wallet: Carrying,
  atMs: number,
  members: Membership,
  setSince: string,
): FindingDraft {
  const { userID, businessID, opening, closing } = wallet;
  const expected = closing ?? 0;
  const difference = addAmounts(opening, 0 - expected, `wallet of user ${userID}`);
  const row = openingEntry(state, wallet, members);
  const subject =
    row === null
      ? { walletID: null, payref: null, payID: null, userID, businessID }
      : entrySubject(state, row);
  const was = closing === null ? "without this wallet" : `to close at ${state.say(closing)}`;
  const message = `The period opens at ${state.say(opening)} where the one before was signed ${was}: a difference of ${state.say(difference)}.${setSince}`;
  const finding = {
    rule: "opening-not-carried" as const,
    severity: "error" as const,
    ...subject,
    expected,
    actual: opening,
    difference,
    message,
  };
  return { finding, atMs };
}

/** The wallet's first entry in the period, without one its last before it; null when it has none at all. */
function openingEntry(
  { chains, input }: CheckState,
  wallet: ClosedWallet,
  members: Membership,
): number | null {
  const { userID, businessID } = input.entries;
  let before: number | null = null;
  for (let at = 0; at < chains.end.length; at += 1) {
    for (const row of chains.order.subarray(chains.start[at], chains.end[at])) {
      const isOwn =
        userID[row] === wallet.userID &&
        (wallet.businessID === null || businessID[row] === wallet.businessID);
      if (!isOwn) break;
      if (members.entries[row] === 1) return row;
      before = row;
    }
  }
  return before;
}

// The counts of a check: records of its period, findings by rule and severity, entries without a payref by
// action.

function countFindings(
  state: CheckState,
  matches: Matches,
  members: Membership,
  findings: readonly Finding[],
): CheckResult["counts"] {
  const byRule = Object.fromEntries(RULES.map(({ id }) => [id, 0])) as Record<RuleId, number>;
  const bySeverity = { error: 0, warning: 0, info: 0 };
  for (const { rule, severity } of findings) {
    byRule[rule] += 1;
    bySeverity[severity] += 1;
  }
  return {
    entries: countOnes(members.entries),
    transactions: countOnes(members.transactions),
    findings: byRule,
    bySeverity,
    noPayref: countNoPayref(state, matches, members),
  };
}

function countOnes(flags: Uint8Array): number {
  let sum = 0;
  for (let row = 0; row < flags.length; row += 1) sum += flags[row] as number;
  return sum;
}

function countNoPayref(
  { input: { entries, labels } }: CheckState,
  { ties }: Matches,
  members: Membership,
): Record<string, number> {
  const byAction = new Map<number, number>();
  for (let row = 0; row < entries.length; row += 1) {
    if (members.entries[row] === 0 || ties.ofEntry[row] !== NO_PAYREF) continue;
    const action = entries.action[row] as number;
    byAction.set(action, (byAction.get(action) ?? 0) + 1);
  }
  // null and '' are one action, and so are counted together.
  const named = new Map<string, number>();
  for (const [id, count] of byAction) {
    const name = id === NO_TEXT ? "" : labels.at(id);
    named.set(name, (named.get(name) ?? 0) + count);
  }
  return Object.fromEntries([...named].toSorted(([a], [b]) => compareBytes(a, b)));
}

// The status of each entry and transaction, for grids and the workbook.

function outcomesOf(
  state: CheckState,
  matches: Matches,
  members: Membership,
  { difference, overwriting }: Pick<ChainOutcome, "difference" | "overwriting">,
  judged: Pick<CheckResult["transactionOutcomes"], "expected" | "skip" | "skipAlone" | "settlement">,
): Pick<CheckResult, "entryOutcomes" | "transactionOutcomes"> {
  const { input, chains, movement } = state;
  const { transactions } = input;
  const { ties } = matches;
  const tied = new Int32Array(transactions.length);
  const matched = new Uint8Array(transactions.length);
  for (let row = 0; row < transactions.length; row += 1) {
    const tie = ties.ofTransaction[row] as number;
    if (matches.transactionOf[tie] !== row) continue;
    matched[row] = 1;
    tied[row] = matches.entries[tie] as number;
  }
  return {
    entryOutcomes: {
      order: existing(chains),
      movement,
      difference,
      periodAtMs: chains.periodAtMs,
      inPeriod: members.entries,
      overwriting: existingPlaces(chains, overwriting),
      transaction: transactionsOf(matches),
    },
    transactionOutcomes: {
      ...judged,
      net: numbersBy(transactions.length, (row) =>
        matched[row] === 1 ? (matches.net[ties.ofTransaction[row] as number] as number) : 0,
      ),
      entries: tied,
      matched,
      inPeriod: members.transactions,
    },
  };
}

/** By entry row: the transaction that it is matched with; −1 without one. */
function transactionsOf({ ties, transactionOf }: Matches): Int32Array {
  return ties.ofEntry.map((tie) => (tie === NO_PAYREF ? -1 : (transactionOf[tie] as number)));
}

/** The order without the rows that do not exist as at the check's end. */
function existing({ order, start, end }: Chains): Int32Array {
  const length = end.reduce((sum, last, wallet) => sum + last - (start[wallet] as number), 0);
  if (length === order.length) return order;
  const rows = new Int32Array(length);
  let at = 0;
  for (let wallet = 0; wallet < end.length; wallet += 1) {
    const there = order.subarray(start[wallet], end[wallet]);
    rows.set(there, at);
    at += there.length;
  }
  return rows;
}

/** Their places among the rows that exist as at the check's end, on which all of them are. */
function existingPlaces({ start, end }: Chains, rows: readonly OverwritingRow[]): OverwritingRow[] {
  let [wallet, later] = [0, 0];
  return rows.map(({ place, parent }) => {
    for (; place >= (end[wallet] as number); wallet += 1) {
      later += (start[wallet + 1] as number) - (end[wallet] as number);
    }
    return { place: place - later, parent: parent - later };
  });
}
