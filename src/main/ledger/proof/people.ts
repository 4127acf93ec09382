/** Replays the acts of people from their links, under the rules that admitted them. */
import { hash } from "node:crypto";
import { type JsonValue, canonicalJson } from "../../../core/canonical.ts";
import { TieoutError } from "../../../core/errors.ts";
import { monthTitle } from "../../../core/words/month.ts";
import {
  assertDecisionWords,
  assertStepAdmissible,
  undoingOf,
} from "../../../core/review/close/admission.ts";
import { exceptionKey } from "../../../core/review/decisions/review.ts";
import { type LinePlace, byPlace, linePlaceWords } from "../../../core/bank/accepted.ts";
import type { CloseStep, FrozenMonth, Month } from "../../../core/review/close/close.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { assertMark, markKey, type FileMark } from "../../../core/review/file/marks.ts";
import { termsIdOf } from "../../../core/review/file/month-file.ts";
import { type TermsVersion, assertTerms, termsOf } from "../../../core/review/file/terms.ts";
import { type Attachment, StandingEvidence } from "../../../core/review/file/attachment.ts";
import { StandingBooks } from "../../../core/review/file/books.ts";
import { StandingKeys, monthOfAct } from "../../../core/review/close/keys.ts";
import { StandingPoints } from "../../../core/review/close/points.ts";
import { StandingLetters } from "../../../core/review/letters/letter-rules.ts";
import {
  type ManualMatch,
  type MatchRecords,
  StandingMatches,
  matchWords,
} from "../../../core/review/decisions/manual-match.ts";
import { type MonthStanding, afterStep, untouched } from "../../../core/review/close/month-states.ts";
import { assertPullStep, pullStepWords } from "../../../core/review/restate/restatements.ts";
import {
  ACTS,
  type ActKind,
  type Acts,
  type RecordedAct,
  ACT_KINDS,
  linkShapeOf,
} from "../../../schema/acts.ts";
import { type LedgerSettings, settingRow, type SettingsChange } from "../acts/settings.ts";
import {
  type ToldMatch,
  wrongNumber,
  type OnRow,
  type Problem,
  ProblemList,
  mismatch,
} from "./small-tables.ts";
import type { LinkKind } from "../file/audit.ts";
import { ANCHOR_FIELDS } from "../acts/anchor.ts";
import { EXPORT_FIELDS } from "../acts/export.ts";
import { RUN_HOLDS } from "../acts/run.ts";
import {
  type FieldSchemas,
  type Schema,
  type Shaped,
  anyObject,
  count,
  id,
  listOf,
  oneOf,
  shapedAs,
  strictly,
  text,
} from "../../../schema/parts.ts";
import { isStored } from "../../../schema/stored.ts";
import { decimals, keptOptions, sha256Text, signer } from "../../../schema/values.ts";
import { PULL_FIELDS } from "../trail/pull-payload.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { hasAct } from "../trail/acts.ts";
import { isAsAttached } from "../acts/attachment.ts";
import { listStrayPieces } from "../file/pieces.ts";

/** What was pulled, kept and set before an act. */
interface ActGround {
  /** How many pulls there are. */
  readonly pulls: number;
  /** SHA-256 of each run's document, by its number. */
  readonly runs: ReadonlyMap<number, string>;
  /** The settings in force. */
  readonly settings: LedgerSettings;
}

/** What an act is replayed with. */
interface Around extends ActGround {
  /** The act's document as canonical JSON. */
  readonly document: string;
  /** Of its link. */
  readonly sequence: number;
  /** The key that signed it; null for none. */
  readonly signedBy: string | null;
}

/** A decision that was not undone, with only what identifies its finding. */
interface StandingDecision extends Pick<Decision, "id" | "status"> {
  readonly finding: string;
  /** `exceptionKey` of it. */
  readonly key: string;
}

export class PeopleReplay {
  /** Matches by hand and their reversals. */
  readonly matches: ToldMatch[] = [];
  /** Evidence and its withdrawals. */
  readonly attachments: ToldAttachment[] = [];
  /** Runs that a month was prepared on. */
  readonly prepared = new Set<number>();
  readonly keys = new StandingKeys();
  /** The links that each key signed, ascending. */
  readonly signedWith = new Map<string, number[]>();
  /** How many acts there are. */
  acts = 0;
  readonly #onRow: OnRow;
  readonly #refuse: (sentence: string) => void;
  /** The newest number of each kind. */
  readonly #last = new Map<ActKind, number>();
  /** By fingerprint, oldest first. */
  readonly #decisions = new Map<string, StandingDecision[]>();
  readonly #matches = new StandingMatches();
  readonly #months = new Map<Month, MonthStanding>();
  readonly #evidence = new StandingEvidence();
  readonly #letters = new StandingLetters();
  readonly #points = new StandingPoints();
  readonly #books = new StandingBooks();
  readonly #terms: TermsVersion[] = [];
  /** Of the newest of them, as it is stored. */
  #termsSha256: string | undefined;
  readonly #marks = new Map<string, FileMark>();
  /** The key that signed the newest preparation of each month; null for none. */
  readonly #preparedWith = new Map<Month, string | null>();
  /** Pulls that are set aside. */
  readonly #aside = new Set<number>();
  /** The newest step that signed a month or took a signature back. */
  #signing = 0;

  /** By which rules each act was admitted, and what follows from it. */
  readonly #takers: { readonly [K in ActKind]: (act: Acts[K], around: Around) => void } = {
    decision: (decision, { document }) => this.#takeDecision(decision, document),
    match: (match, around) => this.#takeMatch(match, around),
    close: (step, ground) => this.#takeClose(step, ground),
    attachment: (attachment) => this.#takeAttachment(attachment),
    terms: (version, { document }) => {
      this.#admit(() => assertTerms(version, this.#terms));
      this.#terms.push(version);
      this.#termsSha256 = hash("sha256", document, "hex");
    },
    mark: (mark) => this.#takeMark(mark),
    letter: (step) => {
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
    },
    point: (step) => {
      this.#admit(() => this.#points.admit(step, this.#months.get(step.month) ?? untouched(step.month)));
      this.#points.take(step);
    },
    books: (step) => {
      this.#admit(() => this.#books.admit(step));
      this.#books.take(step);
    },
    key: (step, { signedBy, sequence }) => {
      this.#admit(() => this.keys.admit(step, { signedBy, link: sequence }));
      this.keys.take(step, sequence);
    },
    "pull-step": (step, { pulls }) => {
      this.#admit(() => {
        pullStepWords(step);
        assertPullStep(
          step,
          Array.from({ length: pulls }, (_, at) => at + 1),
          this.#aside,
        );
      });
      if (step.step === "set-aside") this.#aside.add(step.pullId);
      else this.#aside.delete(step.pullId);
    },
  };

  /**
   * @param refuse is called with the reason why a link may not be where it is; of one link several times, too
   */
  constructor(onRow: OnRow, refuse: (sentence: string) => void) {
    this.#onRow = onRow;
    this.#refuse = refuse;
  }

  /**
   * Goes on with an act; one that has the number of another is refused and left out.
   *
   * @param link its number, and the key that signed it, null for none
   */
  take<K extends ActKind>(
    kind: K,
    { act, row, document }: RecordedAct<K>,
    { sequence, signedBy }: Pick<Around, "sequence" | "signedBy">,
    ground: ActGround,
  ): void {
    const { noun, table } = ACTS[kind];
    const last = this.#newest(kind);
    if (act.id !== last + 1) this.#refuse(wrongNumber(noun, act.id, last));
    if (act.id <= last) return;
    this.#takeSignature({ kind, by: act.by, month: monthOfAct(kind, act) }, signedBy, sequence);
    this.#takers[kind](act, { ...ground, document, sequence, signedBy });
    this.#last.set(kind, act.id);
    this.#onRow(table, row, sequence);
  }

  /** Of a step of the keys its own rules say who must sign it. */
  #takeSignature(
    { kind, by, month }: { readonly kind: ActKind; readonly by: string; readonly month: Month | null },
    signedBy: string | null,
    sequence: number,
  ): void {
    this.acts += 1;
    if (kind !== "key") this.#admit(() => this.keys.admitSignature(by, signedBy, month));
    if (signedBy === null) return;
    const links = this.signedWith.get(signedBy) ?? [];
    links.push(sequence);
    this.signedWith.set(signedBy, links);
  }

  #newest(kind: ActKind): number {
    return this.#last.get(kind) ?? 0;
  }

  #takeDecision(decision: Decision, document: string): void {
    const { id: number, fingerprint, status, undoes, finding } = decision;
    const known = hash("sha256", document, "hex");
    const standing = this.#decisions.get(fingerprint) ?? [];
    this.#admit(() => assertDecisionWords(decision));
    if (undoes === null) standing.push({ id: number, status, finding: known, key: exceptionKey(finding) });
    else this.#undo(decision, known, standing);
    this.#decisions.set(fingerprint, standing);
  }

  #undo({ status, undoes }: Decision, finding: string, standing: StandingDecision[]): void {
    const due = undoingOf(standing);
    if (due?.undone.id !== undoes)
      this.#refuse(`The undone decision ${undoes} was not in force on this finding`);
    else if (due.status !== status || due.undone.finding !== finding)
      this.#refuse(`The reversal of decision ${undoes} does not restore the decision before it`);
    const at = standing.findIndex(({ id: number }) => number === undoes);
    if (at !== -1) standing.splice(at, 1);
  }

  #takeMatch(match: ManualMatch, { document, sequence, pulls }: Around): void {
    const { undoes, records } = match;
    this.matches.push({ link: sequence, pull: pulls, records });
    this.#admit(() => matchWords(match, undoes !== null));
    if (undoes === null) this.#refuseMatched(records);
    else {
      this.#admit(() => {
        const undone = this.#matches.recordsInForce(undoes) as unknown as JsonValue;
        if (canonicalJson(undone) !== document)
          this.#refuse(`The reversal of match ${undoes} names other records`);
      });
    }
    this.#matches.take(match);
  }

  #refuseMatched({ entries, transactions, bank }: MatchRecords): void {
    const walletIDs = entries.map(({ walletID }) => walletID);
    const payIDs = transactions.map(({ payID }) => payID);
    const lines = bank?.lines ?? [];
    if (!isAscending(walletIDs) || !isAscending(payIDs) || !areInPlace(lines))
      this.#refuse("The match names a record twice");
    const unread = lines.find(({ evidence }) => this.#evidence.statementSha256(evidence) === null);
    if (unread !== undefined)
      this.#refuse(`The match names ${linePlaceWords(unread)}, which is no bank's statement that counts`);
    const holder = this.#matches.holderOf(walletIDs, payIDs, lines);
    if (holder !== null) this.#refuse(`Match ${holder.id} already has ${holder.record}`);
  }

  #takeAttachment(attachment: Attachment): void {
    const { subject, undoes } = attachment;
    this.attachments.push(attachment);
    this.#admit(() => {
      if (undoes === null && subject.kind === "match") this.#matches.recordsInForce(subject.match);
      this.#evidence.admit(attachment);
    });
    this.#evidence.take(attachment);
  }

  #takeMark(mark: FileMark): void {
    const { month } = mark;
    const key = markKey(mark);
    const standing = this.#months.get(month) ?? untouched(month);
    this.#admit(() =>
      assertMark(mark, {
        isSigned: standing.state === "signed-off",
        terms: termsOf(this.#terms, termsIdOf(standing, this.#terms)),
        before: this.#marks.get(key) ?? null,
        isEvidence: (evidence) => this.#evidence.isOfMonth(evidence, month),
      }),
    );
    this.#marks.set(key, mark);
  }

  #takeClose(taken: CloseStep, ground: Around): void {
    const { id: number, month, step, frozen } = taken;
    if (frozen !== null) this.prepared.add(frozen.runId);
    const standing = this.#months.get(month) ?? untouched(month);
    this.#admit(() => assertStepAdmissible(standing, taken, this.#points.unansweredIn(month)));
    if (step === "prepare" && frozen !== null) this.#checkFrozen(standing, frozen, ground);
    if (step === "prepare") this.#preparedWith.set(month, ground.signedBy);
    if (step === "sign-off")
      this.#admit(() => this.keys.admitPreparation(month, () => this.#preparedWith.get(month) ?? null));
    if (step === "sign-off" || (step === "reopen" && standing.state === "signed-off")) this.#signing = number;
    this.#months.set(month, afterStep(standing, taken));
  }

  /** A preparation depends on the newest of everything, an earlier run, and the settings in force. */
  #checkFrozen({ month, prepared }: MonthStanding, frozen: FrozenMonth, ground: ActGround): void {
    const { pulls, runs, settings } = ground;
    const { runId, checkSha256, pullId, decisionId, matchId, stepId } = frozen;
    const isNewest =
      pullId === this.#newestCounting(pulls) &&
      decisionId === this.#newest("decision") &&
      matchId === this.#newest("match") &&
      stepId <= this.#newest("close") &&
      stepId >= this.#signing;
    if (!isNewest) this.#refuse(`${monthTitle(month)} was not prepared on the newest records`);
    if (frozen.termsId !== this.#terms.at(-1)?.id || frozen.termsSha256 !== this.#termsSha256)
      this.#refuse(`${monthTitle(month)} was prepared under other terms of its file than those in force`);
    if (runs.get(runId) !== checkSha256)
      this.#refuse(`${monthTitle(month)} was prepared on run ${runId}, which was not kept before`);
    if (basisOf(settingsOf(frozen)) !== basisOf(prepared === null ? settings : settingsOf(prepared.frozen)))
      this.#refuse(`${monthTitle(month)} was prepared under other options than those in force`);
  }

  /** The newest pull that is not set aside, 0 without one. */
  #newestCounting(pulls: number): number {
    let newest = pulls;
    while (this.#aside.has(newest)) newest -= 1;
    return newest;
  }

  #admit(rule: () => unknown): void {
    askRule(rule, this.#refuse);
  }
}

/** Asks a rule; what it says against a link is passed on. */
export function askRule(rule: () => unknown, refuse: (sentence: string) => void): void {
  try {
    rule();
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    refuse(error.message);
  }
}

/** The settings that a preparation was made under. */
function settingsOf({ options, decimals: frozenDecimals }: FrozenMonth): LedgerSettings {
  return { timeZone: options.timeZone, decimals: frozenDecimals, options };
}

function basisOf(settings: LedgerSettings): string {
  return JSON.stringify(settingRow(settings));
}

function areInPlace(lines: readonly LinePlace[]): boolean {
  return lines.every((line, at) => at === 0 || byPlace(lines[at - 1] ?? line, line) < 0);
}

function isAscending(ids: readonly number[]): boolean {
  return ids.every((number, at) => at === 0 || number > (ids[at - 1] ?? number));
}

// The payloads of the audit trail's links, by kind.

/** What each kind of link says. The first schemas wrote settings without options. */
const OWN_FIELDS = {
  created: { ledgerId: text, schema: id },
  setting: {
    // Which zones there are depends on the runtime; the one in force is looked at in the end.
    timeZone: text,
    decimals,
    options: keptOptions.optional(),
    /** All three where somebody was named, else none. */
    by: signer.optional(),
    note: text.optional(),
    before: (anyObject as Schema<SettingsChange["before"]>).optional(),
  },
  pull: PULL_FIELDS,
  run: { run: id, sha256: sha256Text, holds: oneOf(RUN_HOLDS).optional() },
  export: EXPORT_FIELDS,
  prune: { keep: count, bodies: listOf(strictly({ id, sha256: sha256Text })) },
  restore: { from: text, head: sha256Text, replaced: sha256Text.nullable() },
  anchor: ANCHOR_FIELDS,
} as const satisfies Readonly<Record<Exclude<LinkKind, ActKind>, FieldSchemas>>;

export type Payloads = { readonly [K in keyof typeof OWN_FIELDS]: Shaped<(typeof OWN_FIELDS)[K]> } & Readonly<
  Record<ActKind, Readonly<Record<string, unknown>>>
>;

const FIELDS = {
  ...OWN_FIELDS,
  ...(Object.fromEntries(ACT_KINDS.map((kind) => [kind, linkShapeOf(kind)])) as Record<
    ActKind,
    FieldSchemas
  >),
};

const SCHEMAS = new Map(Object.entries(FIELDS).map(([kind, fields]) => [kind, shapedAs(fields)]));

/** Every field that a link of some kind has. */
const NAMES = new Set(Object.values(FIELDS).flatMap((fields) => Object.keys(fields)));

/**
 * Whether something read from a link of a kind is what such a link says. A later version may say more; but no
 * link has a field of another kind's, for links are looked up by these.
 */
export function isSaid<K extends LinkKind>(kind: K, said: unknown): said is Payloads[K] {
  const schema = SCHEMAS.get(kind);
  if (schema === undefined || !isStored(anyObject, said)) return false;
  const fields = FIELDS[kind];
  const isForeign = (field: string) => !Object.hasOwn(fields, field) && NAMES.has(field);
  return isStored(schema, said) && !Object.keys(said).some(isForeign);
}

// Compares the bytes of evidence with the hashes in its links.

/** Evidence as its link records it. */
type ToldAttachment = Pick<Attachment, "id" | "sha256" | "bytes">;

/** Reads all evidence back, each file once. That the list is the trail's own is held elsewhere. */
export function checkAttachments(db: ReadableLedger, told: readonly ToldAttachment[]): Problem[] {
  if (!hasAct(db, "attachment")) return [];
  const problems = new ProblemList();
  const proven = new Map<string, boolean>();
  for (const { id: evidence, sha256, bytes } of told) {
    const key = `${sha256} ${bytes}`;
    const isWhole = proven.get(key) ?? isAsAttached(db, { sha256, bytes });
    proven.set(key, isWhole);
    if (!isWhole) problems.add(mismatch("The file differs from what was attached", `evidence ${evidence}`));
  }
  for (const evidence of listStrayPieces(db, "attachment_chunk"))
    problems.add(mismatch("There are pieces of a file that nobody attached", `evidence ${evidence}`));
  return problems.finish("attachment_chunk");
}
