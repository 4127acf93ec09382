/**
 * Proves a ledger from its stored responses: they are read into a passing ledger and compared with every
 * pull. Every signed month is checked there under its frozen options and compared with what was signed.
 */
import { TieoutError } from "../../../core/errors.ts";
import { RULES_VERSION } from "../../../core/options.ts";
import type { ComparedPulls } from "../../../core/words/proof.ts";
import { monthTitle } from "../../../core/words/month.ts";
import { comparedOf, findingWords } from "../../../core/review/close/differences.ts";
import { strayDecisions } from "../../../core/review/decisions/counting-decisions.ts";
import { type FreezingStep, monthStates } from "../../../core/review/close/month-states.ts";
import { differencesFrom } from "../../../core/review/close/reperformed.ts";
import { checkDocument } from "../../../core/reconcile/result/check-document.ts";
import { concludeTheSame } from "../../../core/reconcile/result/same-conclusion.ts";
import { listCloseSteps } from "../../ledger/people/close-step.ts";
import { ACTS } from "../../../schema/acts.ts";
import type { ReadableLedger } from "../../ledger/file/connection.ts";
import { copyDecided } from "../../ledger/people/copy-rows.ts";
import { type Problem, mismatch } from "../../ledger/proof/problem.ts";
import { keptCheckOf } from "../../ledger/people/run-document.ts";
import { type RunDocument, findRunDocument, isKeptRun } from "../../ledger/people/run.ts";
import { asideAt } from "../../ledger/pulls/pull-step.ts";
import { hideCounting, showWithout } from "../../ledger/trail/counting.ts";
import { linksOf } from "../../ledger/trail/links-of.ts";
import { saveSettings } from "../../ledger/people/settings.ts";
import { goOn } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/context.ts";
import { type CheckedMonth, checkMonth, freeze } from "../close/month-check.ts";
import { decidedBeforeSigning } from "../close/frozen.ts";
import { type PullWalk, inThePhase, isOfTheMachine, walkPulls } from "./compare-pulls.ts";
import { type StoredPull, areStored } from "./stored-answers.ts";
import { type UnprovenMonth, unprovenMonth } from "./unproven-months.ts";

export interface Reperformance {
  /** How many signatures are in force. */
  readonly signed: number;
  /** How many of them were re-performed and are what was signed. */
  readonly performed: number;
  /** Those that were not re-performed, though nothing wrong was found. */
  readonly unproven: readonly UnprovenMonth[];
}

/** What a ledger's stored responses prove. */
interface AnswersProof {
  /** Those that were found before, where it could be with the row and field, and more. */
  readonly problems: readonly Problem[];
  readonly pulls: ComparedPulls;
  readonly months: Reperformance;
}

/**
 * Compares every pull with its stored responses, and performs every month again whose signature is in force.
 * One walk over the pulls serves both.
 *
 * @param found problems of the ledger's rows and stored responses
 * @throws TieoutError CANCELLED, LEDGER_DISK_FULL, FILE_UNREADABLE; what is wrong with the responses is a
 *   problem instead
 */
export async function reperform(
  db: ReadableLedger,
  found: readonly Problem[],
  context: ServiceContext,
): Promise<AnswersProof> {
  const signatures = signaturesIn(db);
  const { worked, problems, pulls } = await walkPulls(db, found, context, async (walk, own) => {
    const pruned = walk.pulls.filter((pull) => !areStored(pull));
    const months = new SignedMonths(db, walk, own);
    const wrong: Problem[] = [];
    for (const signature of signatures ?? []) wrong.push(...(await months.perform(signature, pruned)));
    return { wrong, performed: months.performed, unproven: months.unproven };
  });
  const unread = mismatch(ACTS.close.differs, ACTS.close.table);
  const { wrong, ...months } = worked;
  return {
    problems: [
      ...problems,
      ...(signatures === null ? [unread] : wrong),
      ...(signatures ?? []).flatMap((one) => decidedBeforeSigning(db, one)),
    ],
    pulls,
    months: { ...months, signed: signatures?.length ?? 0 },
  };
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

/** Re-performs signed months, in the order of the pulls they depend on. */
class SignedMonths {
  /** How many months came out as they were signed. */
  performed = 0;
  readonly unproven: UnprovenMonth[] = [];
  readonly #db: ReadableLedger;
  readonly #walk: PullWalk;
  readonly #context: ServiceContext;

  constructor(db: ReadableLedger, walk: PullWalk, context: ServiceContext) {
    this.#db = db;
    this.#walk = walk;
    this.#context = context;
  }

  /**
   * Re-performs a month; those before it depend on no more pulls. Empty when it is what was signed.
   *
   * @param pruned pulls whose responses are not stored
   */
  async perform(signature: FreezingStep, pruned: readonly StoredPull[]): Promise<Problem[]> {
    const unproven = unprovenMonth(signature, pruned);
    if (unproven !== null) {
      this.unproven.push(unproven);
      return [];
    }
    const title = monthTitle(signature.month);
    const problem = (words: string) => [mismatch(`${title} ${words}`, `${ACTS.close.table} ${signature.id}`)];
    const context = inThePhase(this.#context, `Re-performing ${title}`);
    await this.#walk.to(signature.frozen.pullId, context);
    const { whyUnlike, otherRules } = this.#walk;
    if (whyUnlike !== null) return problem(`could not be re-performed: ${whyUnlike}`);
    if (otherRules !== null) {
      const sentence = `${title} is not proven: pull ${otherRules} came in under other rules, and its stored responses give other records under rules ${RULES_VERSION}`;
      this.unproven.push({ month: signature.month, why: "rules", sentence });
      return [];
    }
    try {
      const differences = await this.#performAgain(signature, context);
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
    const { decisionId, matchId, stepId, options, decimals } = signature.frozen;
    const { passing } = this.#walk;
    await goOn(context);
    const upTo = { decision: decisionId, match: matchId, close: stepId };
    if (!copyDecided(this.#db, passing, upTo))
      return ["a month prepared before it depends on later decisions"];
    const { timeZone, ...kept } = options;
    saveSettings(passing, { timeZone, decimals, options: kept }, 0);
    // What was remembered may be of other pulls that counted.
    context.memory?.forget();
    showWithout(passing, asideWhenPrepared(this.#db, signature));
    try {
      return this.#differencesOf(signature, context);
    } finally {
      hideCounting(passing);
    }
  }

  #differencesOf({ month, frozen }: FreezingStep, context: ServiceContext): string[] {
    const { passing } = this.#walk;
    const checked = checkMonth(passing, month, context);
    const again = freeze(passing, checked, context);
    const differences = [...differencesFrom(frozen, again), ...strayWords(checked)];
    const kept = findRunDocument(this.#db, frozen.runId);
    if (kept === null || !isKeptRun(this.#db, frozen.runId, frozen.checkSha256))
      return [...differences, `run ${frozen.runId} differs from the one that was signed`];
    if (again.checkSha256 === frozen.checkSha256) return differences;
    return [...differences, ...conclusionWords(kept, checked, differences.length > 0)];
  }
}

/** The pulls that were set aside when a signed month was prepared. */
function asideWhenPrepared(db: ReadableLedger, { id, month }: FreezingStep): number[] {
  const prepared = listCloseSteps(db).findLast(
    (step) => step.id < id && step.month === month && step.step === "prepare",
  );
  const link = linksOf(db, "close").get(prepared?.id ?? id) ?? 0;
  return [...asideAt(db, link)];
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
