/** The check, as the list of its passes. */
import type { Sha256 } from "../canonical.ts";
import { type InPasses, runToEnd } from "../work/in-passes.ts";
import type { CheckOptions } from "../options.ts";
import type { Period } from "../time.ts";
import { candidateFinder } from "./chain/candidates.ts";
import { checkCarriedOpenings } from "./chain/carried-openings.ts";
import { checkChains } from "./chain/chain.ts";
import { oldestOfOpen } from "./chain/before-history.ts";
import { buildChains, isOneWallet } from "./chain/chains.ts";
import { checkChanges } from "./changes/changes.ts";
import { explain } from "./causes/explain.ts";
import { checkDates } from "./dates/check-dates.ts";
import { countedInput } from "./dates/counted-dates.ts";
import { decideConvention } from "./chain/convention.ts";
import { breaksByDate } from "./chain/date-order.ts";
import { repeatedSessions } from "./chain/repeated-sessions.ts";
import { countFindings } from "./result/counts.ts";
import { type FindingDraft, type Finding, identify, orderFindings } from "./result/findings.ts";
import type { CheckInput } from "./input.ts";
import { checkCurrencies, checkIntegrity } from "./integrity.ts";
import { matchRecords } from "./payrefs/match.ts";
import { outcomesOf } from "./result/outcomes.ts";
import { checkHandMatches } from "./payrefs/manual-match-rules.ts";
import { checkPayrefs } from "./payrefs/payref-rules.ts";
import { repeatedMovements } from "./payrefs/repeated-movements.ts";
import { type Membership, membership } from "./period.ts";
import type { CheckResult } from "./result/result.ts";
import { rollForward } from "./chain/rollforward.ts";
import {
  decideBasis,
  expectedMovements,
  expectationsOf,
  judgeTogether,
  knownExpectation,
} from "./payrefs/settlement.ts";
import { expectedOfVanished } from "./payrefs/vanished-expectation.ts";
import { stakeFinder } from "./result/at-stake.ts";
import { buildCheckState, endOf } from "./check-state.ts";

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

  const chain = checkChains(state);
  yield;
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

  const findCandidates = candidateFinder(state, payrefs.unsettled, judged.expected);
  for (const { row, difference, draft } of chain.missing) {
    const held = chain.drafts[draft] as FindingDraft;
    chain.drafts[draft] = {
      ...held,
      finding: { ...held.finding, candidates: findCandidates(row, difference) },
    };
  }

  const sessions = repeatedSessions(state, payrefs.duplicates);
  const inSessions = new Set(sessions.map(({ entryRow }) => entryRow ?? -1));
  for (const draft of sessions) chain.drafts.push(draft);
  for (const draft of repeatedMovements(state, matches, payrefs, inSessions)) payrefs.drafts.push(draft);
  const members = membership(state, matches);
  const wallets = rollForward(state, chain.difference, members.entries);
  const found: Finding[] = [];
  const drafts = [
    chain.drafts,
    payrefs.drafts,
    currencies.drafts,
    checkIntegrity(state),
    checkDates(state),
    checkChanges(state, sha256),
    checkHandMatches(state, matches, judged),
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
  const outcomes = outcomesOf(state, matches, members, chain, judged.expected, payrefs.settlement);
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
      breaks: { walletID: breaksUsed(convention), date: breaksByDate(state, breaksUsed(convention)) },
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
