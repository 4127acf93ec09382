/**
 * Compares what each pull brought with its stored responses: they are read into a passing ledger, pull by
 * pull, and give the rows, versions, absences and counts that the pull's link must have.
 */
import { TieoutError } from "../../../core/errors.ts";
import { RULES_VERSION } from "../../../core/options.ts";
import { formatCount } from "../../../core/money.ts";
import { type ComparedPulls, type UncomparedPulls, pullsWords } from "../../../core/words/proof.ts";
import { ZoneClock } from "../../../core/time.ts";
import { type ReadableLedger, type WritableLedger, closeLedger } from "../../ledger/file/connection.ts";
import { checkAnswerBytes } from "../../ledger/proof/verify.ts";
import type { PullPayload } from "../../ledger/trail/pull-payload.ts";
import { isSaid } from "../../ledger/proof/people.ts";
import { type ChangedRows, type Problem, mismatch } from "../../ledger/proof/small-tables.ts";
import { copyPulls } from "../../ledger/pulls/copy-pulls.ts";
import { prunedAtMs } from "../../ledger/pulls/prune.ts";
import { auditHead, listPullLinks, payloadOf } from "../../ledger/file/audit.ts";
import { goOn } from "../shared/pacing.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import {
  changedRowsKey,
  nameChangedRows,
  nameChangedTexts,
  OtherRules,
  type PullDifferences,
  pullDifferences,
} from "./changed-rows.ts";
import { type StoredPull, areStored, listStoredPulls, withStoredAnswers } from "./stored-answers.ts";
import { join } from "node:path";
import { PAYMENT_TABLE } from "../../ledger/tables/record-table.ts";
import { makePassingLedger, removeFile } from "../../ledger/file/make.ts";
import { CheckMemory } from "../shared/check-memory.ts";
import { publishAnswers } from "../import/publish-answers.ts";
import { inPrivateFolder } from "../shared/leftovers.ts";
import { answersId, withAllPulls } from "../../ledger/trail/counting.ts";
import { problemError } from "../../ledger/proof/rows.ts";

/** What was found in the pulls of a ledger. */
interface PullProof {
  /** Those that were found before, where it could be with the row and field, and those of the pulls. */
  readonly problems: readonly Problem[];
  readonly pulls: ComparedPulls;
  /** See `isReadEarlier`. */
  readonly readEarlier: ReadonlySet<number>;
}

/**
 * Walks over the pulls of a ledger, oldest first.
 *
 * @param db shows all pulls
 * @param found problems of the ledger's rows and stored responses
 * @param work may stop at a pull and look at the passing ledger; the walk then goes on to the newest pull
 * @throws TieoutError CANCELLED, LEDGER_DISK_FULL, EXPORT_TARGET without room for a passing ledger; what is
 *   wrong with the responses is a problem instead
 */
export async function walkPulls<T>(
  db: ReadableLedger,
  found: readonly Problem[],
  given: ServiceContext,
  work: (walk: PullWalk, context: ServiceContext) => Promise<T>,
): Promise<PullProof & { readonly worked: T }> {
  return withPassingLedgers(given, async (ledgers, context) => {
    const walk = new PullWalk(db, found, ledgers, context);
    const worked = await work(walk, context);
    return { ...(await walk.finish()), worked };
  });
}

/** Ledgers made with an earlier schema may have pulls that name no response for what they brought. */
const ALL_RESPONSES_SINCE = 9;

/** A pull of which something was not compared. */
interface Uncompared {
  readonly id: number;
  /** `rows`, or how many records. */
  readonly what: string;
  readonly why: UncomparedPulls["why"];
  /** In words, without the full stop. */
  readonly because: string;
}

export class PullWalk {
  readonly #db: ReadableLedger;
  readonly #ledgers: PassingLedgers;
  readonly #context: ServiceContext;
  readonly #pulls: readonly StoredPull[];
  /** Sequences of the pulls' links. */
  readonly #links: ReadonlyMap<number, number>;
  readonly #found: readonly Problem[];
  /** When responses were pruned, by their ids. */
  readonly #prunings: ReadonlyMap<number, number>;
  readonly #problems: Problem[] = [];
  /** Rows to be named once the passing ledger is complete or left. */
  #changed: ChangedRows[];
  readonly #named = new Map<string, readonly Problem[]>();
  readonly #uncompared: Uncompared[] = [];
  #compared = 0;
  #taken = 0;
  #passing: WritableLedger | null = null;
  /** The pulls whose rows the passing ledger has as their stored responses give them. */
  readonly #laidOut = new Set<number>();
  /** Whether the passing ledger lacks a pull, or has it otherwise than the ledger on purpose. */
  #isBehind = false;
  #whyUnlike: string | null = null;
  #otherRules: number | null = null;
  /** How the last pull was read: the next one is read so first. */
  #isEarlier = false;
  readonly #readEarlier = new Set<number>();

  constructor(
    db: ReadableLedger,
    found: readonly Problem[],
    ledgers: PassingLedgers,
    context: ServiceContext,
  ) {
    this.#db = db;
    this.#found = found;
    this.#ledgers = ledgers;
    this.#context = context;
    this.#pulls = listStoredPulls(db);
    this.#links = listPullLinks(db);
    this.#prunings = prunedAtMs(db);
    this.#changed = found.flatMap(({ rows }) => rows ?? []);
  }

  get pulls(): readonly StoredPull[] {
    return this.#pulls;
  }

  /** The records as the stored responses of all pulls so far give them. */
  get passing(): WritableLedger {
    return (this.#passing ??= this.#ledgers.afresh());
  }

  /** Why the stored responses of some pull so far are no responses at all; null where all are. */
  get whyUnlike(): string | null {
    return this.#whyUnlike;
  }

  /** A pull so far whose rows follow from its responses under other rules only; null where there is none. */
  get otherRules(): number | null {
    return this.#otherRules;
  }

  /** Compares pulls up to one of them, unless they were before. */
  async to(last: number, context: ServiceContext): Promise<void> {
    for (const pull of this.#pulls) {
      if (pull.id <= this.#taken || pull.id > last) continue;
      await goOn(context);
      await this.#take(pull, context);
      this.#taken = pull.id;
    }
  }

  /** Compares the rest. */
  async finish(): Promise<PullProof> {
    await this.to(Infinity, inThePhase(this.#context, "Comparing pulls with their stored responses"));
    this.#nameChanged();
    const known = this.#found.flatMap((problem) =>
      problem.rows === undefined ? [problem] : (this.#named.get(changedRowsKey(problem.rows)) ?? [problem]),
    );
    return {
      problems: [...known, ...this.#problems.flatMap((problem) => this.#inRows(problem))],
      pulls: { compared: this.#compared, notCompared: runsOf(this.#uncompared) },
      readEarlier: this.#readEarlier,
    };
  }

  #inRows(problem: Problem): readonly Problem[] {
    return problem.rows === undefined
      ? [problem]
      : (this.#named.get(changedRowsKey(problem.rows)) ?? [problem]);
  }

  async #take(pull: StoredPull, context: ServiceContext): Promise<void> {
    if (!areStored(pull)) {
      this.#problems.push(...checkAnswerBytes(this.#db, pull.bodies));
      const left = whyNotStored(pull, this.#prunings);
      this.#leaveOut({ id: pull.id, what: "rows", ...left });
      if (left.why === "missing" && madeWithSchema(this.#db) >= ALL_RESPONSES_SINCE)
        this.#problems.push(
          mismatch("The pull brought records that no stored response gives", `pull ${pull.id}`),
        );
      return;
    }
    if (this.#isBehind) await this.#copyUpTo(pull.id - 1, context);
    try {
      await this.#layOut(pull, context);
    } catch (error) {
      this.#cannotRead(pull, error);
      return;
    }
    this.#laidOut.add(pull.id);
    this.#compare(pull.id);
  }

  /**
   * Lays out a pull as the version that pulled it read it. Its link does not say which that was: where payments come out
   * otherwise, the other reading is tried, on the ledger's own rows of the pulls before. After a problem these are no basis.
   */
  async #layOut(pull: StoredPull, context: ServiceContext): Promise<void> {
    const isOfOtherRules = rulesOf(this.#payloadOf(pull.id)) !== RULES_VERSION;
    await this.#layOutAs(pull, isOfOtherRules || this.#isEarlier, context);
    if (isOfOtherRules || this.#problems.length > 0 || this.#found.length > 0) return;
    for (const isEarlier of [!this.#isEarlier, this.#isEarlier]) {
      const { tables } = this.#differencesOf(pull.id) ?? { tables: [] };
      if (!tables.some((table) => table.startsWith(PAYMENT_TABLE.name))) return;
      await this.#copyUpTo(pull.id - 1, context);
      await this.#layOutAs(pull, isEarlier, context);
    }
  }

  async #layOutAs(pull: StoredPull, isReadEarlier: boolean, context: ServiceContext): Promise<void> {
    await layOutPull(this.#db, { ...pull, isReadEarlier }, this.passing, context);
    this.#isEarlier = isReadEarlier;
    if (isReadEarlier) this.#readEarlier.add(pull.id);
    else this.#readEarlier.delete(pull.id);
  }

  /** Lists a pull as not compared; the next one starts from the ledger's own rows. */
  #leaveOut(pull: Uncompared): void {
    this.#uncompared.push(pull);
    this.#isBehind = true;
  }

  /** @throws the error where it says nothing of the responses */
  #cannotRead({ id, bodies }: StoredPull, error: unknown): void {
    const isUnreadable = error instanceof TieoutError && error.code === "LEDGER_CORRUPT";
    if (isOfTheMachine(error) && !isUnreadable) throw error;
    const why = wordsOf(error);
    const wrong = checkAnswerBytes(this.#db, bodies);
    if (isUnreadable && wrong.length === 0) throw error;
    if (wrong.length === 0 && rulesOf(this.#payloadOf(id)) !== RULES_VERSION) {
      const because = `the pull came in under other rules than ${RULES_VERSION}, which refuse its responses (${why})`;
      this.#leaveOut({ id, what: "rows", why: "rules", because });
      this.#otherRules ??= id;
      return;
    }
    this.#isBehind = true;
    this.#whyUnlike ??= `the stored responses of pull ${id} differ from those received (${why})`;
    const sentence = `The rows cannot be compared with the stored responses: ${why}`;
    this.#problems.push(...(wrong.length > 0 ? wrong : [mismatch(sentence, `pull ${id}`)]));
  }

  /** Of a pull that was just laid out; null where its link says nothing. */
  #differencesOf(id: number): (PullDifferences & { readonly link: PullPayload }) | null {
    const link = this.#payloadOf(id);
    const given = parsed(payloadOf(this.passing, auditHead(this.passing).sequence));
    if (!isSaid("pull", link) || !isSaid("pull", given)) return null;
    return { link, ...pullDifferences(link, given) };
  }

  #compare(id: number): void {
    const found = this.#differencesOf(id);
    if (found === null) {
      this.#problems.push(mismatch("The link of the pull differs from its stored responses", `pull ${id}`));
      return;
    }
    const { link, ...differences } = found;
    const isSame = Object.values(differences).every((some) => some.length === 0);
    if (isSame) this.#compared += 1;
    else if (rulesOf(link) === RULES_VERSION) this.#addDifferences(id, link, differences);
    else this.#compareUnderOtherRules(id, link, differences);
  }

  #addDifferences(id: number, link: PullPayload, { tables, texts, facts }: PullDifferences): void {
    this.#compared += 1;
    this.#problems.push(...facts);
    for (const name of texts)
      this.#problems.push(...nameChangedTexts(this.#db, this.passing, name, id, link.texts[name]));
    for (const table of tables) {
      const rows = { table, pull: id };
      // What the digests show already is named there.
      if (this.#changed.some((one) => changedRowsKey(one) === changedRowsKey(rows))) continue;
      this.#changed.push(rows);
      const sentence = `The rows of ${table} differ from the stored responses of the pull`;
      this.#problems.push({ ...mismatch(sentence, `pull ${id}`), rows });
    }
  }

  /** Compares all that other rules do not account for, and goes on from the ledger's own rows. */
  #compareUnderOtherRules(id: number, link: PullPayload, { tables, texts, facts }: PullDifferences): void {
    this.#nameChanged();
    const rules = new OtherRules(this.passing, id);
    const all = texts.length > 0 ? Object.keys(link.rows) : tables;
    const changed = all.map((table) => ({ table, pull: id }));
    const problems = [...nameChangedRows(this.#db, this.passing, changed, rules).values()].flat();
    const told = facts.filter(({ where }) => !(rules.hasCopies && where?.endsWith(".changed") === true));
    this.#problems.push(...problems, ...told);
    this.#otherRules ??= id;
    // It is behind though nothing was excused: ids of texts may be others.
    this.#isBehind = true;
    if (rules.records === 0) {
      this.#compared += 1;
      return;
    }
    this.#leaveOut({
      id,
      what: formatCount(rules.records, "record"),
      why: "rules",
      because: `the pull came in under other rules than ${RULES_VERSION}, which may have kept them otherwise`,
    });
  }

  /** Names what is known to be changed, while the passing ledger has the pulls. */
  #nameChanged(): void {
    if (this.#passing === null) return;
    const due = this.#changed.filter(({ pull }) => this.#laidOut.has(pull));
    if (due.length === 0) return;
    for (const [key, problems] of nameChangedRows(this.#db, this.#passing, due))
      this.#named.set(key, problems);
    this.#changed = this.#changed.filter(({ pull }) => !this.#laidOut.has(pull));
  }

  async #copyUpTo(last: number, context: ServiceContext): Promise<void> {
    this.#nameChanged();
    this.#passing = this.#ledgers.afresh();
    this.#laidOut.clear();
    const texts = textsAfter(this.#payloadOf(last));
    for (const _ of copyPulls(this.#db, this.#passing, { last, texts })) await goOn(context);
    this.#isBehind = false;
  }

  #payloadOf(pull: number): unknown {
    const sequence = this.#links.get(pull);
    return sequence === undefined ? null : parsed(payloadOf(this.#db, sequence));
  }
}

/** Neighbours that were left out for one reason become one. */
function runsOf(pulls: readonly Uncompared[]): UncomparedPulls[] {
  const runs: (Uncompared & { readonly to: number })[] = [];
  for (const pull of pulls) {
    const last = runs.at(-1);
    const isNext = last?.to === pull.id - 1 && last.what === pull.what && last.because === pull.because;
    if (isNext) runs[runs.length - 1] = { ...last, to: pull.id };
    else runs.push({ ...pull, to: pull.id });
  }
  return runs.map(({ id: from, to, what, why, because }) => {
    const verb = what === "1 record" ? "was" : "were";
    return { from, to, why, sentence: `${what} of ${pullsWords(from, to)} ${verb} not compared: ${because}` };
  });
}

function whyNotStored(
  { bodies }: StoredPull,
  prunings: ReadonlyMap<number, number>,
): Pick<Uncompared, "why" | "because"> {
  const atMs = bodies.flatMap(({ id, pruned }) => (pruned ? (prunings.get(id) ?? []) : [])).at(-1);
  if (atMs === undefined) return { why: "missing", because: "the stored responses are not complete" };
  return { why: "pruned", because: `the stored responses were pruned on ${new ZoneClock("UTC").day(atMs)}` };
}

/** The schema that the ledger's first link says; 0 where it says none. */
function madeWithSchema(db: ReadableLedger): number {
  const said = parsed(payloadOf(db, 1));
  return isSaid("created", said) ? said.schema : 0;
}

/** The rules version that a pull's link says; undefined for an earlier link without one. */
function rulesOf(link: unknown): unknown {
  return typeof link === "object" && link !== null && "rules" in link ? link.rules : undefined;
}

function textsAfter(link: unknown): Readonly<Record<"payref" | "label", number>> {
  // A link that says nothing is a problem of its own: the pull after it is compared with all texts.
  if (!isSaid("pull", link)) return { payref: Number.MAX_SAFE_INTEGER, label: Number.MAX_SAFE_INTEGER };
  return { payref: link.texts.payref.to, label: link.texts.label.to };
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** What is wrong with a response, and where. */
function wordsOf(error: unknown): string {
  if (!(error instanceof TieoutError)) return "one cannot be read";
  const { record, field } = error.facts;
  return [error.message, record, field].filter((part) => part !== undefined).join(", ");
}

/** Whether a failure says nothing about the responses. */
export function isOfTheMachine(error: unknown): boolean {
  if (!(error instanceof TieoutError)) return false;
  return (
    error.code === "CANCELLED" || error.code.startsWith("LEDGER_DISK") || error.code === "LEDGER_CORRUPT"
  );
}

/** All steps of the work as one phase, because the person waiting wants to know what it is for. */
export function inThePhase(context: ServiceContext, phase: string): ServiceContext {
  const { onProgress } = context;
  if (onProgress === undefined) return context;
  return { ...context, onProgress: (progress) => onProgress({ ...progress, phase }) };
}

// Reads pulls' stored responses into another ledger, as they were read at first.

/** Ledgers in a private folder, one at a time. */
interface PassingLedgers {
  /** An empty one; the one before is closed and removed. */
  readonly afresh: () => WritableLedger;
}

/**
 * Works with passing ledgers, into which pulls are laid out, and removes them afterwards.
 *
 * @param work is given a context with a memory of its own: a thread's memory belongs to the ledger itself
 * @throws TieoutError LEDGER_DISK_FULL, EXPORT_TARGET when there is no place for one; what the work raises
 */
export async function withPassingLedgers<T>(
  given: ServiceContext,
  work: (ledgers: PassingLedgers, context: ServiceContext) => Promise<T>,
): Promise<T> {
  return inPrivateFolder("performed", async (folder) => {
    const path = join(folder, "passing.tieout");
    let passing: WritableLedger | null = null;
    const close = () => {
      if (passing === null) return;
      closeLedger(passing);
      removeFile(path);
      passing = null;
    };
    const afresh = () => {
      close();
      return (passing = makePassingLedger(path, { ledgerId: "passing", atMs: 0 }));
    };
    try {
      return await work({ afresh }, { ...given, memory: new CheckMemory() });
    } finally {
      close();
    }
  });
}

/**
 * Reads a pull's stored responses by the readers of an import and publishes them with the pull's recorded
 * facts; the responses themselves are not kept.
 *
 * @param passing a temporary ledger that holds the pulls before this one
 * @param pullId its number there; the next one where it is left out
 * @throws TieoutError as `withStoredAnswers`, and what publishing raises
 */
export async function layOutPull(
  db: ReadableLedger,
  pull: StoredPull,
  passing: WritableLedger,
  context: ServiceContext,
  pullId?: number,
): Promise<void> {
  const { source, startedAtMs, finishedAtMs, baseUrl, limit } = pull;
  const { cut, torn, tornRaised, serverAtMs } = pull.remarks;
  const recorded = {
    isCut: cut !== null,
    torn,
    tornRaised: tornRaised ?? undefined,
    serverAtMs: serverAtMs ?? undefined,
  };
  const facts = { pullId, source, startedAtMs, finishedAtMs, baseUrl, limit, ...recorded };
  await withStoredAnswers(db, pull, context, async (answers, thread) =>
    publishAnswers(passing, facts, answers, false, context, thread),
  );
}

/** Ledgers, as of their newest pull or pruning, whose pulls agree with their stored responses. */
const AGREEING = new Map<string, ComparedPulls>();
/** A practice's ledgers are closed one after the other, and a window closes one. */
const MOST_REMEMBERED = 100;

/**
 * Refuses a ledger where a pull brought something else than its stored responses give. That rows and small
 * tables are what the links say is compared elsewhere: what was proven of a link holds as long as it is there.
 *
 * @param db shows the pulls that count, and does so again afterwards
 * @returns which pulls were compared, those that are set aside, too
 * @throws TieoutError AUDIT_MISMATCH naming the first record; otherwise as `walkPulls`
 */
export async function refuseUnlikeAnswers(
  db: ReadableLedger,
  context: ServiceContext,
): Promise<ComparedPulls> {
  const id = answersId(db);
  const known = AGREEING.get(id);
  if (known !== undefined) return known;
  const { problems, pulls } = await withAllPulls(db, async () =>
    walkPulls(db, [], context, () => Promise.resolve()),
  );
  const [problem] = problems;
  if (problem !== undefined) throw problemError(problem, db.name);
  if (AGREEING.size >= MOST_REMEMBERED) AGREEING.clear();
  AGREEING.set(id, pulls);
  return pulls;
}
