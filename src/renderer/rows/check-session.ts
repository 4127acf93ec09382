/**
 * One open ledger's check, kept up to date: reads the records when they change, checks when anything asked
 * for changes, reviews when decisions do. The last result stays until there is a newer one.
 */
import { Listeners } from "../ui/shared-value.ts";
import type { Decision } from "../../core/review/decisions/decision.ts";
import {
  type CheckClient,
  calledOff,
  createCheckClient,
  isCancelled,
  type Loaded,
  isGone,
  loadSnapshot,
} from "./load.ts";
import type { CheckOptions } from "../../core/options.ts";
import type { HowFar, FromWorker, Port, ToWorker } from "../bridge/messages.ts";
import {
  type CheckSummary,
  type ComingCheck,
  type DisplayFormat,
  type ReviewSummary,
  type RunRequest,
  CALLS_WITH_TEXTS,
  type RowsRequest,
  type WorkerCall,
} from "../bridge/protocol.ts";
import { TieoutError } from "../../core/errors.ts";
import type { Api } from "../bridge/api-provider.tsx";
import { type RowsAsReadRequest, needsCheck, needsTexts } from "../bridge/rows.ts";

// Passes decisions on to the check's worker: only those it does not hold, and in pieces between which the
// page can do other things.

/** What goes from one thread or program to the next at once, so that taking it in keeps nobody waiting. */
const PIECE = { decisions: 2000, characters: 2_000_000 };

/** What an id and a hash come to. */
const RECORD_CHARACTERS = 80;
const NO_RECORDS = { entries: [], transactions: [] };

export class DecisionFeed {
  readonly #client: CheckClient;
  /** What the worker was given, and how many of them it is certain to hold. */
  #given: readonly Decision[] = [];
  #held = 0;
  /** Whether it holds all of them, and nothing else. */
  #isComplete = false;

  constructor(client: CheckClient) {
    this.#client = client;
  }

  /**
   * Has the worker hold these decisions and no others.
   *
   * @param decisions in the order they were taken; a list that goes on from the last one holds the same
   *   objects
   * @throws ApiError as the worker's calls do; what went over is not passed on again
   */
  async give(decisions: readonly Decision[], signal: AbortSignal): Promise<void> {
    if (this.#isComplete && this.#given === decisions) return;
    this.#isComplete = false;
    this.#held = this.#heldOf(decisions);
    this.#given = decisions;
    // Once at least: what the worker holds beyond these it forgets then.
    do {
      const piece = pieceFrom(decisions, this.#held);
      await this.#client.call("decided", { from: this.#held, decisions: piece }, { signal });
      this.#held += piece.length;
    } while (this.#held < decisions.length);
    this.#isComplete = true;
  }

  /** How many of these the worker holds: decisions are only added, so the last tells of all before it. */
  #heldOf(decisions: readonly Decision[]): number {
    const held = Math.min(this.#held, decisions.length);
    return held > 0 && this.#given[held - 1] === decisions[held - 1] ? held : 0;
  }
}

/** Those from an index on that go at once: at least one where there are any. */
export function pieceFrom(decisions: readonly Decision[], from: number): readonly Decision[] {
  let characters = 0;
  let end = from;
  for (; end < Math.min(decisions.length, from + PIECE.decisions); end += 1) {
    const { note, finding } = decisions[end] as Decision;
    const { entries, transactions } = finding.records ?? NO_RECORDS;
    const records = (entries.length + transactions.length) * RECORD_CHARACTERS;
    characters += note.length + finding.message.length + records;
    if (characters > PIECE.characters && end > from) break;
  }
  return decisions.slice(from, end);
}

export interface Wanted extends RunRequest {
  /** Changes whenever the ledger's records do. */
  readonly records: string;
  /** Changes whenever matches by hand or signed closings do. */
  readonly human: string;
  readonly options: CheckOptions;
  readonly wording: DisplayFormat;
}

export interface SessionView {
  readonly state: "reading" | "checking" | "ready" | "failed";
  /** Rows read so far, or passes of a check that takes longer than a moment; null where neither is known. */
  readonly progress: HowFar | null;
  /** The first check under way; its rows can be asked as read. null before records, and from a result on. */
  readonly first: FirstCheck | null;
  readonly error: unknown;
  /** Of the newest check; before the first what a window showed of it as it stands; or null. */
  readonly summary: CheckSummary | null;
  /** The period that was asked for when `summary` was made; undefined before the first. */
  readonly periodAsked: Wanted["period"] | undefined;
  readonly review: ReviewSummary | null;
  /** What `summary` and `review` are based on, see `conclusionOf`; null without a review. */
  readonly concludedFrom: string | null;
  /** Changes whenever rows, findings or their statuses may be others. */
  readonly revision: number;
}

/** What can be said, and shown, while the first check is under way. */
export interface FirstCheck extends ComingCheck {
  readonly request: RunRequest;
}

export const NO_VIEW: SessionView = {
  state: "reading",
  progress: null,
  first: null,
  error: null,
  summary: null,
  periodAsked: undefined,
  review: null,
  concludedFrom: null,
  revision: 0,
};

/** The id of the newest decision, 0 without one. @param decisions in the order in which they were taken */
export function newestDecision(decisions: readonly Decision[]): number {
  return decisions.at(-1)?.id ?? 0;
}

/** Names what a conclusion is based on: the same text for the same records, request and decisions. */
export function conclusionOf(wanted: Wanted, decisions: readonly Decision[]): string {
  const { records, human, options, period, wording } = wanted;
  return JSON.stringify([records, human, options, period, wording, newestDecision(decisions)]);
}

type CheckedView = Pick<SessionView, "summary" | "periodAsked">;

/** A worker's thread, as much of it as a session needs. */
export interface WorkerThread {
  readonly port: Port<ToWorker, FromWorker>;
  readonly onLost: (listener: () => void) => void;
  readonly end: () => void;
}

interface TextsUnderWay {
  readonly control: AbortController;
  readonly arrived: Promise<void>;
  areComing: boolean;
}

export class CheckSession {
  readonly #api: Pick<Api, "check.open" | "check.read">;
  readonly #startWorker: () => WorkerThread;
  readonly #listeners = new Listeners();
  #thread: WorkerThread | null = null;
  #client: CheckClient | null = null;
  /** As places have it: what shows texts waits for them. */
  #askedClient: CheckClient | null = null;
  /** The texts that a check does not read, on their way or there; null before. */
  #texts: TextsUnderWay | null = null;
  #feed: DecisionFeed | null = null;
  #wanted: Wanted | null = null;
  #decisions: readonly Decision[] | null = null;
  /** What the worker holds, and what it was read for. */
  #loaded: (Loaded & { readonly readFor: string }) | null = null;
  /** What the worker checked last; null while that is not certain. */
  #checked: { readonly name: string; readonly shown: CheckedView } | null = null;
  #work = new AbortController();
  #view = NO_VIEW;

  constructor(api: Pick<Api, "check.open" | "check.read">, startWorker: () => WorkerThread) {
    this.#api = api;
    this.#startWorker = startWorker;
  }

  /** null before anything is wanted; another one once the worker was replaced. */
  get client(): CheckClient | null {
    return this.#askedClient;
  }

  /** The same object until something changes. */
  get view(): SessionView {
    return this.#view;
  }

  readonly listen = this.#listeners.listen;

  /** Brings the check up to what is wanted, or goes on with the same; other work under way is called off. */
  want(wanted: Wanted): void {
    const isSame = this.#client !== null && JSON.stringify(wanted) === JSON.stringify(this.#wanted);
    this.#wanted = wanted;
    if (!isSame || this.#view.state === "failed") this.#begin();
  }

  /** Takes the newest decisions in. */
  decide(decisions: readonly Decision[]): void {
    this.#decisions = decisions;
    if (this.#view.state === "ready") this.#begin();
  }

  /** Begins again after a failure, with a worker that knows nothing. */
  retry(): void {
    this.end();
    this.#begin();
  }

  /** Ends the worker. Wanting something again begins from nothing. */
  end(): void {
    this.#work.abort();
    this.#texts?.control.abort();
    this.#client?.close(new TieoutError("CANCELLED", "The ledger was closed"));
    this.#thread?.end();
    this.#thread = null;
    this.#client = null;
    this.#askedClient = null;
    this.#texts = null;
    this.#feed = null;
    this.#loaded = null;
    this.#checked = null;
  }

  #begin(): void {
    const wanted = this.#wanted;
    if (wanted === null) return;
    this.#work.abort();
    this.#work = new AbortController();
    const { signal } = this.#work;
    const client = this.#client ?? this.#start();
    this.#bringUp(client, wanted, signal).catch((error: unknown) => {
      if (signal.aborted || isCancelled(error)) return;
      this.#fail(error);
    });
  }

  #fail(error: unknown): void {
    // Rows that waited for more than was there are asked for again, and say what failed.
    this.#show({ state: "failed", progress: null, first: null, error, revision: this.#view.revision + 1 });
  }

  /** Only after the check, which would have to share the processor with them. */
  #takeTexts(bringTexts: (signal: AbortSignal) => Promise<void>, checked: Promise<unknown>): void {
    this.#texts?.control.abort();
    const control = new AbortController();
    const bring = () => bringTexts(control.signal);
    const arrived = checked.then(bring, bring).catch((error: unknown) => {
      // Whoever waits for texts of older records asks again when newer ones are checked.
      throw control.signal.aborted || isGone(error) ? calledOff() : error;
    });
    const texts: TextsUnderWay = { control, arrived, areComing: true };
    this.#texts = texts;
    // Rows that were shown before them are shown anew.
    const showAnew = () => {
      texts.areComing = false;
      this.#show({ revision: this.#view.revision + 1 });
    };
    arrived.then(showAnew, (error: unknown) => {
      texts.areComing = false;
      if (control.signal.aborted) return;
      this.#work.abort();
      this.#loaded = null;
      if (isCancelled(error)) this.#begin();
      else this.#fail(error);
    });
  }

  #start(): CheckClient {
    const thread = this.#startWorker();
    const client = createCheckClient(thread.port);
    thread.onLost(() => client.close(new Error("the check's thread is lost")));
    this.#thread = thread;
    this.#client = client;
    this.#askedClient = {
      ...client,
      call: async (call, input, settings) => {
        if (settings?.isEarly === true) {
          const asRead = await this.#asRead(call, input as RowsRequest);
          if (asRead !== null) return client.call("asRead", asRead, settings);
        } else if (CALLS_WITH_TEXTS.has(call)) await this.#texts?.arrived;
        return client.call(call, input, settings);
      },
    };
    this.#show({ state: "reading", progress: null, first: null, error: null });
    return client;
  }

  /**
   * What is asked in the place of rows that the first check has not come to; null where they are asked for
   * themselves.
   *
   * @throws ApiError CANCELLED where they need what is not there yet; why texts that they need could not be read
   */
  async #asRead(call: WorkerCall, rows: RowsRequest): Promise<RowsAsReadRequest | null> {
    const { first, summary } = this.#view;
    const isTextComing = needsTexts(rows) && this.#texts?.areComing === true;
    const isCheckMissing = summary === null && (call !== "entries" || first === null || needsCheck(rows));
    if (isTextComing || isCheckMissing) throw calledOff();
    if (needsTexts(rows)) await this.#texts?.arrived;
    return summary === null && first !== null ? { ...rows, ...first.request } : null;
  }

  async #bringUp(client: CheckClient, wanted: Wanted, signal: AbortSignal): Promise<void> {
    if (this.#view.first !== null) this.#show({ first: null });
    const bringTexts = await this.#load(client, wanted, signal);
    if (this.#view.summary === null) this.#announce(client, wanted, signal);
    let decisions = this.#decisions;
    const checking = this.#check(client, wanted, signal);
    if (bringTexts !== null) this.#takeTexts(bringTexts, checking);
    // Asked at once, the worker reviews as soon as it has checked, and places show both together.
    const [checked, reviewed] = await Promise.all([
      checking,
      decisions === null ? null : this.#review(client, wanted, decisions, signal),
    ]);
    this.#show({
      ...checked,
      concludedFrom: null,
      ...reviewed,
      first: null,
      revision: this.#view.revision + 1,
    });
    if (decisions === null && this.#decisions !== null) {
      decisions = this.#decisions;
      const late = await this.#review(client, wanted, decisions, signal);
      this.#show({ ...late, revision: this.#view.revision + 1 });
    }
    this.#show({ state: "ready", progress: null, error: null });
    // They came in while the review was under way.
    if (decisions !== this.#decisions) this.#begin();
  }

  /** Before the check is asked for: the worker says at once what it will be of. */
  #announce(client: CheckClient, { options, period }: Wanted, signal: AbortSignal): void {
    const request = { options, period };
    client.call("coming", request, { signal }).then(
      (coming) => this.#show({ first: { ...coming, request } }),
      // The check itself meets the same.
      () => {},
    );
  }

  async #review(client: CheckClient, wanted: Wanted, decisions: readonly Decision[], signal: AbortSignal) {
    this.#feed ??= new DecisionFeed(client);
    await this.#feed.give(decisions, signal);
    const review = await client.call("review", null, { signal });
    signal.throwIfAborted();
    return { review, concludedFrom: conclusionOf(wanted, decisions) };
  }

  /** @returns what brings the texts that a check does not read, null where the worker has or is given them */
  async #load(
    client: CheckClient,
    { records, human }: Wanted,
    signal: AbortSignal,
  ): Promise<Loaded["bringTexts"]> {
    const readFor = JSON.stringify([records, human]);
    if (this.#loaded?.readFor === readFor) return null;
    const held = this.#loaded?.snapshot ?? null;
    // Until it is done nobody knows what people's decisions the worker goes by; the records are whole all the
    // same.
    if (this.#loaded !== null) this.#loaded = { ...this.#loaded, readFor: "" };
    const loaded = await loadSnapshot({
      api: this.#api,
      client,
      signal,
      held,
      onBegin: () => {
        this.#loaded = null;
        this.#checked = null;
        this.#texts?.control.abort();
      },
      onProgress: (progress) => {
        if (!signal.aborted) this.#show({ state: "reading", progress, error: null });
      },
    });
    signal.throwIfAborted();
    this.#loaded = { ...loaded, readFor };
    return loaded.bringTexts;
  }

  async #check(
    client: CheckClient,
    { options, period, wording }: Wanted,
    signal: AbortSignal,
  ): Promise<CheckedView> {
    const request = { options, period, wording };
    const name = JSON.stringify([this.#loaded?.snapshot, this.#loaded?.human, request]);
    if (this.#checked?.name === name) return this.#checked.shown;
    this.#show({ state: "checking", progress: null, error: null });
    this.#checked = null;
    const onProgress = (progress: HowFar) => {
      if (!signal.aborted) this.#show({ progress });
    };
    const summary = await client.call("run", request, { signal, onProgress });
    signal.throwIfAborted();
    const shown = { summary, periodAsked: period };
    this.#checked = { name, shown };
    return shown;
  }

  #show(change: Partial<SessionView>): void {
    this.#view = { ...this.#view, ...change };
    this.#listeners.tell();
  }
}

let ahead: Worker | null = null;

/** Starts the first one with the page, so that its script is there when a ledger is. */
export function startCheckWorkerAhead(): void {
  ahead ??= newWorker();
}

/** A thread for one ledger: the one that was started with the page, if no ledger has it yet. */
export function startCheckWorker(): WorkerThread {
  const worker = ahead ?? newWorker();
  ahead = null;
  return {
    port: worker,
    onLost: (listener) => {
      worker.addEventListener("error", listener);
      worker.addEventListener("messageerror", listener);
    },
    end: () => worker.terminate(),
  };
}

function newWorker(): Worker {
  return new Worker(new URL("worker/check.worker.ts", import.meta.url), { type: "module", name: "check" });
}
