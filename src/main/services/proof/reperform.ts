/**
 * Re-performs every signed month from the stored responses: reads them into a separate ledger, checks it
 * under the frozen options, and compares the result with what was signed.
 */
import { TieoutError } from "../../../core/errors.ts";
import { RULES_VERSION } from "../../../core/options.ts";
import { monthTitle } from "../../../core/report/words/verdict.ts";
import { comparedOf, findingWords } from "../../../core/review/close/close-changes.ts";
import { strayDecisions } from "../../../core/review/decisions/counting-decisions.ts";
import { type FreezingStep, monthStates } from "../../../core/review/close/month-states.ts";
import { differencesFrom } from "../../../core/review/close/reperformed.ts";
import { checkDocument } from "../../../core/reconcile/result/check-document.ts";
import { concludeTheSame } from "../../../core/reconcile/result/same-conclusion.ts";
import { findPullPayload } from "../../ledger/trail/audit.ts";
import { listCloseSteps } from "../../ledger/people/close-step.ts";
import type { ReadableLedger, WritableLedger } from "../../ledger/file/connection.ts";
import { copyDecided } from "../../ledger/people/copy-rows.ts";
import { type Problem, mismatch } from "../../ledger/proof/problem.ts";
import { type PullRecord, listPulls } from "../../ledger/pulls/pull.ts";
import { keptCheckOf } from "../../ledger/people/run-document.ts";
import { type RunDocument, findRunDocument, isKeptRun } from "../../ledger/people/run.ts";
import { asideAt } from "../../ledger/pulls/pull-step.ts";
import { hideCounting, showWithout } from "../../ledger/trail/counting.ts";
import { closeLinks } from "../../ledger/trail/links-of.ts";
import { saveSettings } from "../../ledger/people/settings.ts";
import { goOn } from "../shared/cancelled.ts";
import type { ServiceContext } from "../shared/context.ts";
import { type CheckedMonth, checkMonth, freeze } from "../close/month-check.ts";
import { decidedBeforeSigning } from "../close/decided-before-signing.ts";
import { layOutPull, withPassingLedger } from "./lay-out.ts";
import { type UnprovenMonth, prunedPulls, unprovenMonth } from "./unproven-months.ts";

export interface Reperformance {
  readonly problems: readonly Problem[];
  /** How many signatures are in force. */
  readonly signed: number;
  /** How many of them were re-performed and are what was signed. */
  readonly performed: number;
  /** Those that were not re-performed, though nothing wrong was found. */
  readonly unproven: readonly UnprovenMonth[];
}

/**
 * Performs every month again whose signature is in force. One walk over the pulls serves them all.
 *
 * @throws TieoutError CANCELLED, LEDGER_DISK_FULL, FILE_UNREADABLE; what is wrong with the responses is a
 *   problem instead
 */
export async function reperformMonths(db: ReadableLedger, context: ServiceContext): Promise<Reperformance> {
  const signatures = signaturesIn(db);
  if (signatures === null) {
    const problem = mismatch("The frozen figures of the signed months cannot be read", "close_step");
    return { problems: [problem], signed: 0, performed: 0, unproven: [] };
  }
  if (signatures.length === 0) return { problems: [], signed: 0, performed: 0, unproven: [] };
  const pulls = listPulls(db);
  const pruned = prunedPulls(db, pulls);
  const unproven = signatures.flatMap((signature) => unprovenMonth(signature, pruned) ?? []);
  const waiting = signatures.filter(({ month }) => !unproven.some((one) => one.month === month));
  const performed = await performAll(waiting, db, pulls, context);
  return {
    ...performed,
    problems: [...performed.problems, ...signatures.flatMap((one) => decidedBeforeSigning(db, one))],
    signed: signatures.length,
    unproven: [...unproven, ...performed.unproven],
  };
}

/** Re-performs months, in the order of the pulls they depend on. Nothing is laid out where none is. */
async function performAll(
  signatures: readonly FreezingStep[],
  db: ReadableLedger,
  pulls: readonly PullRecord[],
  context: ServiceContext,
): Promise<Omit<Reperformance, "signed">> {
  if (signatures.length === 0) return { problems: [], performed: 0, unproven: [] };
  return withPassingLedger(context, async (passing, afresh) => {
    const walk = new Walk(db, passing, pulls, afresh);
    const problems: Problem[] = [];
    for (const signature of signatures) problems.push(...(await walk.perform(signature)));
    const { performed, unproven } = walk;
    return { problems: [...walk.problems, ...problems], performed, unproven };
  });
}

/** Signatures in force, in the order in which their months were prepared; null when they cannot be read. */
function signaturesIn(db: ReadableLedger): FreezingStep[] | null {
  try {
    const signatures = [...monthStates(listCloseSteps(db)).values()].flatMap(({ signed }) => signed ?? []);
    return signatures.toSorted(
      (a, b) => a.frozen.stepId - b.frozen.stepId || a.frozen.pullId - b.frozen.pullId,
    );
  } catch (error) {
    if (error instanceof TieoutError && error.code === "LEDGER_CORRUPT") return null;
    throw error;
  }
}

/** One walk over the pulls into a ledger that passes. */
class Walk {
  /** What is wrong with pulls, whichever month depends on them. */
  readonly problems: Problem[] = [];
  /** How many months came out as they were signed. */
  performed = 0;
  readonly #db: ReadableLedger;
  readonly #passing: WritableLedger;
  readonly #context: ServiceContext;
  readonly #pulls: readonly PullRecord[];
  #taken = 0;
  /** Months that depend on a pull whose rows follow from its responses under other rules only. */
  readonly unproven: UnprovenMonth[] = [];
  /** The newest such pull. */
  #otherRules: number | null = null;
  /** Why the walk ended before all pulls were read. */
  #ended: string | null = null;

  /** @param passing an empty ledger, to which the pulls are added one by one */
  constructor(
    db: ReadableLedger,
    passing: WritableLedger,
    pulls: readonly PullRecord[],
    context: ServiceContext,
  ) {
    this.#db = db;
    this.#passing = passing;
    this.#pulls = pulls;
    this.#context = context;
  }

  /** Re-performs a month; those before it depend on no more pulls. Empty when it is what was signed. */
  async perform(signature: FreezingStep): Promise<Problem[]> {
    const title = monthTitle(signature.month);
    const problem = (words: string) => [mismatch(`${title} ${words}`, `close_step ${signature.id}`)];
    try {
      const differences = await this.#performAgain(
        signature,
        inThePhase(this.#context, `Re-performing ${title}`),
      );
      if (this.#ended !== null) return problem(`could not be re-performed: ${this.#ended}`);
      if (this.#otherRules !== null) {
        const sentence = `${title} is not proven: pull ${this.#otherRules} came in under other rules, and its stored responses give other records under rules ${RULES_VERSION}`;
        this.unproven.push({ month: signature.month, why: "rules", sentence });
        return [];
      }
      if (differences.length === 0) {
        this.performed += 1;
        return [];
      }
      return problem(
        `differs from what was signed when re-performed from the stored responses: ${differences.join("; ")}`,
      );
    } catch (error) {
      if (isOfTheMachine(error)) throw error;
      // What was signed may be anything once somebody has written it again, trail and all.
      const why = error instanceof TieoutError ? error.message : "its frozen figures cannot be read";
      return problem(`could not be re-performed: ${why}`);
    }
  }

  async #performAgain(signature: FreezingStep, context: ServiceContext): Promise<string[]> {
    const { pullId, decisionId, matchId, stepId, options, decimals } = signature.frozen;
    await this.#takePulls(pullId, context);
    if (this.#ended !== null) return [];
    await goOn(context);
    const upTo = { decision: decisionId, manual_match: matchId, close_step: stepId };
    if (!copyDecided(this.#db, this.#passing, upTo))
      return ["a month prepared before it depends on later decisions"];
    const { timeZone, ...kept } = options;
    saveSettings(this.#passing, { timeZone, decimals, options: kept }, 0);
    // What was remembered may be of other pulls that counted.
    context.memory?.forget();
    showWithout(this.#passing, asideWhenPrepared(this.#db, signature));
    try {
      return this.#differencesOf(signature, context);
    } finally {
      hideCounting(this.#passing);
    }
  }

  #differencesOf({ month, frozen }: FreezingStep, context: ServiceContext): string[] {
    const checked = checkMonth(this.#passing, month, context);
    const again = freeze(this.#passing, checked, context);
    const differences = [...differencesFrom(frozen, again), ...strayWords(checked)];
    const kept = findRunDocument(this.#db, frozen.runId);
    if (kept === null || !isKeptRun(this.#db, frozen.runId, frozen.checkSha256))
      return [...differences, `run ${frozen.runId} differs from the one that was signed`];
    if (again.checkSha256 === frozen.checkSha256) return differences;
    return [...differences, ...conclusionWords(kept, checked, differences.length > 0)];
  }

  async #takePulls(upTo: number, context: ServiceContext): Promise<void> {
    for (const pull of this.#pulls) {
      if (pull.id <= this.#taken || pull.id > upTo || this.#ended !== null) continue;
      await this.#takePull(pull, context);
      this.#taken = pull.id;
    }
  }

  async #takePull(pull: PullRecord, context: ServiceContext): Promise<void> {
    try {
      await layOutPull(this.#db, pull, this.#passing, context);
    } catch (error) {
      if (isOfTheMachine(error)) throw error;
      this.#ended = `the stored responses of pull ${pull.id} differ from those received (${wordsOf(error)})`;
      return;
    }
    if (broughtBy(this.#db, pull.id) === broughtBy(this.#passing, pull.id)) return;
    // Which of several copies is used, and how odd texts are kept, was another matter under other rules.
    if (rulesOf(this.#db, pull.id) !== RULES_VERSION) {
      this.#otherRules = pull.id;
      return;
    }
    this.problems.push(
      mismatch("The records of the pull differ from its stored responses", `pull ${pull.id}`),
    );
  }
}

/** The pulls that were set aside when a signed month was prepared, among those that it depends on. */
function asideWhenPrepared(db: ReadableLedger, { id, month, frozen }: FreezingStep): number[] {
  const prepared = listCloseSteps(db).findLast(
    (step) => step.id < id && step.month === month && step.step === "prepare",
  );
  const link = closeLinks(db).get(prepared?.id ?? id) ?? 0;
  return [...asideAt(db, link)].filter((pull) => pull <= frozen.pullId);
}

/** Decisions that count on a finding that they were not taken on. */
function strayWords({ review }: CheckedMonth): string[] {
  return strayDecisions(review).map((id) => `decision ${id} belongs to another finding than it counts for`);
}

/**
 * What a check that was kept concludes otherwise than the one that was made again, one phrase each; none
 * where only the words differ.
 *
 * @param isTold whether a difference was reported already
 */
function conclusionWords(document: RunDocument, { gathered }: CheckedMonth, isTold: boolean): string[] {
  const kept = keptCheckOf(document);
  if (concludeTheSame(kept, checkDocument(gathered.result, "info"))) return [];
  const words = findingWords({ findings: comparedOf(kept.findings) }, gathered.result);
  return words.length > 0 || isTold ? words : ["the basis of the check changed"];
}

/** The rules version of a pull, from its link; undefined for an earlier link without one. */
export function rulesOf(db: ReadableLedger, pullId: number): unknown {
  const payload = findPullPayload(db, pullId);
  return payload === null ? undefined : (JSON.parse(payload) as { readonly rules?: unknown }).rules;
}

/** What a pull's link records about its rows: counts, ranges and digests. */
function broughtBy(db: ReadableLedger, pullId: number): string | null {
  const payload = findPullPayload(db, pullId);
  if (payload === null) return null;
  const { user, businesses, entries, transactions, rows, texts } = JSON.parse(payload) as Record<
    string,
    unknown
  >;
  return JSON.stringify([user, businesses, entries, transactions, rows, texts]);
}

/** What is wrong with a response, and where. */
function wordsOf(error: unknown): string {
  if (!(error instanceof TieoutError)) return "one cannot be read";
  const { record, field } = error.facts;
  return [error.message, record, field].filter((part) => part !== undefined).join(", ");
}

/** Failures that say nothing about the responses. */
function isOfTheMachine(error: unknown): boolean {
  if (!(error instanceof TieoutError)) return false;
  return (
    error.code === "CANCELLED" || error.code.startsWith("LEDGER_DISK") || error.code === "LEDGER_CORRUPT"
  );
}

/** All steps of the work as one phase, because the person waiting wants to know the month. */
function inThePhase(context: ServiceContext, phase: string): ServiceContext {
  const { onProgress } = context;
  if (onProgress === undefined) return context;
  onProgress({ phase, done: 0, total: null, unit: "entries" });
  return { ...context, onProgress: (progress) => onProgress({ ...progress, phase }) };
}
