/**
 * Replays decisions, matches, steps of the close and evidence from their links, under the rules that admitted
 * them.
 */
import { hash } from "node:crypto";
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import { TieoutError } from "../../../core/errors.ts";
import { monthTitle } from "../../../core/words/month.ts";
import {
  assertDecisionWords,
  assertStepAdmissible,
  undoingOf,
} from "../../../core/review/decisions/admission.ts";
import { exceptionKey } from "../../../core/review/decisions/review.ts";
import type { BoundRecords } from "../../../core/review/decisions/bound-records.ts";
import type { FrozenMonth, Month } from "../../../core/review/close/close.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { assertMark, markKey, type FileMark } from "../../../core/review/file/marks.ts";
import { termsIdOf } from "../../../core/review/file/month-file.ts";
import { type TermsVersion, assertTerms, readStoredTerms, termsOf } from "../../../core/review/file/terms.ts";
import { StandingEvidence } from "../../../core/review/attached/attachment.ts";
import { StandingLetters } from "../../../core/review/letters/letter-rules.ts";
import { StandingMatches, matchWords } from "../../../core/review/match/manual-match.ts";
import { type MonthStanding, afterStep, untouched } from "../../../core/review/close/month-states.ts";
import type { Link } from "../trail/audit.ts";
import type { LedgerSettings } from "../people/settings.ts";
import type { Payloads } from "./payloads.ts";
import { wrongNumber } from "./problem.ts";
import type { OnRow } from "./recorded-row.ts";

/** What was pulled, kept and set before a step of the close. */
interface StepGround {
  /** The newest pull. */
  readonly pull: number;
  /** SHA-256 of each run's document, by its number. */
  readonly runs: ReadonlyMap<number, string>;
  /** The settings in force. */
  readonly settings: LedgerSettings;
}

/** A decision that was not undone, with only what identifies its finding. */
interface StandingDecision extends Pick<Decision, "id" | "status"> {
  readonly finding: string;
  /** `exceptionKey` of it. */
  readonly key: string;
}

export class PeopleReplay {
  readonly #onRow: OnRow;
  readonly #refuse: (sentence: string) => void;
  /** By fingerprint, oldest first. */
  readonly #decisions = new Map<string, StandingDecision[]>();
  readonly #matches = new StandingMatches();
  readonly #months = new Map<Month, MonthStanding>();
  readonly #evidence = new StandingEvidence();
  readonly #letters = new StandingLetters();
  #decision = 0;
  #match = 0;
  #step = 0;
  readonly #terms: TermsVersion[] = [];
  /** Of the newest of them, as it is stored. */
  #termsSha256: string | undefined;
  readonly #marks = new Map<string, FileMark>();
  #attachment = 0;
  #mark = 0;
  #letterStep = 0;
  /** The newest step that signed a month or took a signature back. */
  #signing = 0;

  /**
   * @param refuse is called with the reason why a link may not be where it is; of one link several times, too
   */
  constructor(onRow: OnRow, refuse: (sentence: string) => void) {
    this.#onRow = onRow;
    this.#refuse = refuse;
  }

  takeDecision(said: Payloads["decision"], { atMs, sequence }: Link): void {
    const { decision: id, fingerprint, status, note, by, undoes } = said;
    if (!this.#isNext("decision", id, this.#decision)) return;
    this.#decision = id;
    const finding = canonicalJson(said.finding as unknown as JsonValue);
    const known = hash("sha256", finding, "hex");
    const standing = this.#decisions.get(fingerprint) ?? [];
    this.#admit(() => assertDecisionWords(said));
    if (undoes === null) standing.push({ id, status, finding: known, key: exceptionKey(said.finding) });
    else this.#undo(said, known, standing);
    this.#decisions.set(fingerprint, standing);
    this.#onRow("decision", [id, fingerprint, status, note, by, atMs, undoes, finding], sequence);
  }

  #undo({ status, undoes }: Payloads["decision"], finding: string, standing: StandingDecision[]): void {
    const due = undoingOf(standing);
    if (due?.undone.id !== undoes)
      this.#refuse(`The undone decision ${undoes} was not in force on this finding`);
    else if (due.status !== status || due.undone.finding !== finding)
      this.#refuse(`The reversal of decision ${undoes} does not restore the decision before it`);
    const at = standing.findIndex(({ id }) => id === undoes);
    if (at !== -1) standing.splice(at, 1);
  }

  takeMatch(said: Payloads["match"], { atMs, sequence }: Link): void {
    const { match: id, note, by, undoes, records } = said;
    if (!this.#isNext("match", id, this.#match)) return;
    this.#match = id;
    const text = textOf(records);
    this.#admit(() => matchWords(said, undoes !== null));
    if (undoes === null) this.#refuseMatched(records);
    else {
      this.#admit(() => {
        if (textOf(this.#matches.recordsInForce(undoes)) !== text)
          this.#refuse(`The reversal of match ${undoes} names other records`);
      });
    }
    this.#matches.take({ id, by, undoes, records });
    this.#onRow("manual_match", [id, note, by, atMs, undoes, text], sequence);
  }

  #refuseMatched({ entries, transactions }: BoundRecords): void {
    const walletIDs = entries.map(({ walletID }) => walletID);
    const payIDs = transactions.map(({ payID }) => payID);
    if (!isAscending(walletIDs) || !isAscending(payIDs)) this.#refuse("The match names a record twice");
    const holder = this.#matches.holderOf(walletIDs, payIDs);
    if (holder !== null) this.#refuse(`Match ${holder.id} already has ${holder.record}`);
  }

  takeAttachment(said: Payloads["attachment"], { atMs, sequence }: Link): void {
    const { attachment: id, subject, name, sha256, bytes, note, by, undoes } = said;
    if (!this.#isNext("evidence", id, this.#attachment)) return;
    this.#attachment = id;
    this.#admit(() => {
      if (undoes === null && subject.kind === "match") this.#matches.recordsInForce(subject.match);
      this.#evidence.admit(said);
    });
    this.#evidence.take({ ...said, id, atMs });
    const text = canonicalJson(subject as unknown as JsonValue);
    this.#onRow("attachment", [id, text, name, sha256, bytes, note, by, atMs, undoes], sequence);
  }

  takeTerms(said: Payloads["terms"], { atMs, sequence }: Link): void {
    const { terms: id, states, by, note } = said;
    const terms = readStoredTerms(states);
    const last = this.#terms.at(-1)?.id ?? 0;
    if (!this.#isNext("version of the month's file", id, last)) return;
    this.#admit(() => assertTerms({ terms, by, note }, this.#terms));
    this.#terms.push({ id, terms, by, note, atMs });
    const text = canonicalJson(states as unknown as JsonValue);
    this.#termsSha256 = hash("sha256", text, "hex");
    this.#onRow("file_terms", [id, text, by, note, atMs], sequence);
  }

  takeMark(said: Payloads["mark"], { atMs, sequence }: Link): void {
    const { mark: id, month, subject, by, note } = said;
    if (!this.#isNext("mark", id, this.#mark)) return;
    this.#mark = id;
    const key = markKey(said);
    const standing = this.#months.get(month) ?? untouched(month);
    this.#admit(() =>
      assertMark(said, {
        isSigned: standing.state === "signed-off",
        terms: termsOf(this.#terms, termsIdOf(standing, this.#terms)),
        before: this.#marks.get(key) ?? null,
        isEvidence: (evidence) => this.#evidence.isOfMonth(evidence, month),
      }),
    );
    this.#marks.set(key, { id, month, subject, by, note, atMs });
    const text = canonicalJson(subject);
    this.#onRow("file_mark", [id, month, text, by, note, atMs], sequence);
  }

  takeLetter(said: Payloads["letter"], { atMs, sequence }: Link): void {
    const { letterStep: id, letter, event, by, note } = said;
    if (!this.#isNext("step of a letter", id, this.#letterStep)) return;
    this.#letterStep = id;
    const step = { id, letter, event, by, note, atMs };
    this.#admit(() =>
      this.#letters.admit(step, {
        isEvidence: (evidence, month) => this.#evidence.isOfMonth(evidence, month),
        raisedAs: (fingerprint) => {
          const inForce = this.#decisions.get(fingerprint)?.at(-1);
          return inForce?.status === "raised" ? inForce.key : null;
        },
      }),
    );
    this.#letters.take(step);
    const text = canonicalJson(event as unknown as JsonValue);
    this.#onRow("letter_step", [id, letter, text, by, note, atMs], sequence);
  }

  takeClose(said: Payloads["close"], { atMs, sequence }: Link, ground: StepGround): void {
    const { close: id, month, step, by, note, frozen } = said;
    if (!this.#isNext("step of the close", id, this.#step)) return;
    const standing = this.#months.get(month) ?? untouched(month);
    this.#admit(() => assertStepAdmissible(standing, said));
    if (step === "prepare" && frozen !== null) this.#checkFrozen(standing, frozen, ground);
    this.#step = id;
    if (step === "sign-off" || (step === "reopen" && standing.state === "signed-off")) this.#signing = id;
    this.#months.set(month, afterStep(standing, { id, month, step, by, note, atMs, frozen }));
    const text = frozen === null ? null : canonicalJson(frozen as unknown as JsonValue);
    this.#onRow("close_step", [id, month, step, by, note, atMs, text], sequence);
  }

  /**
   * A preparation depends on the newest of everything, on a run that was kept before it, and on the settings
   * in force.
   */
  #checkFrozen({ month, prepared }: MonthStanding, frozen: FrozenMonth, ground: StepGround): void {
    const { pull, runs, settings } = ground;
    const { runId, checkSha256, pullId, decisionId, matchId, stepId } = frozen;
    const isNewest =
      pullId === pull &&
      decisionId === this.#decision &&
      matchId === this.#match &&
      stepId <= this.#step &&
      stepId >= this.#signing;
    if (!isNewest) this.#refuse(`${monthTitle(month)} was not prepared on the newest records`);
    if (frozen.termsId !== this.#terms.at(-1)?.id || frozen.termsSha256 !== this.#termsSha256)
      this.#refuse(`${monthTitle(month)} was prepared under other terms of its file than those in force`);
    if (runs.get(runId) !== checkSha256)
      this.#refuse(`${monthTitle(month)} was prepared on run ${runId}, which was not kept before`);
    if (basisOf(frozen) !== basisOf(prepared?.frozen ?? basisIn(settings)))
      this.#refuse(`${monthTitle(month)} was prepared under other options than those in force`);
  }

  #isNext(kind: string, number: number, last: number): boolean {
    if (number !== last + 1) this.#refuse(wrongNumber(kind, number, last));
    return number > last;
  }

  /** Asks a rule; what it says against the link is passed on. */
  #admit(rule: () => void): void {
    try {
      rule();
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
      this.#refuse(error.message);
    }
  }
}

type Basis = Pick<FrozenMonth, "options" | "decimals">;

/** What a month that nothing was prepared of yet is checked under. */
function basisIn({ timeZone, decimals, options }: LedgerSettings): Basis {
  return { options: { ...options, timeZone }, decimals };
}

function basisOf({ options, decimals }: Basis): string {
  const { convention, settlementBasis, tolerance, cutoffDays, chainScope, timeZone } = options;
  return JSON.stringify([convention, settlementBasis, tolerance, cutoffDays, chainScope, timeZone, decimals]);
}

function textOf(records: BoundRecords): string {
  return canonicalJson(records as unknown as JsonValue);
}

function isAscending(ids: readonly number[]): boolean {
  return ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? id));
}
