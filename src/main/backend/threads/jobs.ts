/** Long work, one at a time: how far each is, how it ended, and being cancelled. */
import { randomUUID } from "node:crypto";
import { TieoutError } from "../../../core/errors.ts";
import type { Fixed } from "../../../ipc/contract.ts";
import type {
  Job as WindowsJob,
  JobKind,
  JobLedger as WindowsLedger,
  JobResult as WindowsResult,
  JobStep,
} from "../../../ipc/jobs.ts";
import type { Progress } from "../../services/shared/thread-messages.ts";
import { faultInWords } from "../stores/connections.ts";

type WindowJob = Fixed<WindowsJob>;
type ResultOfJob = Fixed<WindowsResult>;
type LedgerOfJob = Fixed<WindowsLedger>;

/** What a job is given to work with. */
export interface JobContext {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Told how one ledger of several stands; one named first takes its place after the others. */
  readonly onLedger: (ledger: LedgerOfJob) => void;
}

interface JobsSettings {
  /** Milliseconds UTC. */
  readonly now: () => number;
  /** The key of the ledger that is open; null for none. */
  readonly ledger: () => string | null;
  /** Told of every change, at most every tenth of a second, and of the last. */
  readonly onChange: (job: WindowJob) => void;
  /** Told that one begins, before it does: whatever goes on quietly gives way to it. */
  readonly onStart?: () => void;
  /** Told of errors that nobody expected. */
  readonly onDefect: (error: unknown) => void;
}

/** So many that have ended are remembered, for a window that is opened or loaded again. */
const KEPT = 20;
/** More steps than any job has that goes well; of a longer one the newest are shown. */
const MOST_STEPS = 200;
const TELL_EVERY_MS = 100;

/** How a job stands; its steps grow while it runs. */
interface Running {
  job: WindowJob;
  readonly cancelling: AbortController;
  readonly ended: Promise<void>;
  toldAtMs: number;
  telling: NodeJS.Timeout | null;
}

export class Jobs {
  readonly #settings: JobsSettings;
  #running: Running | null = null;
  /** How much is done right now that no job may begin beside. */
  #aside = 0;
  /** Newest first. */
  #ended: readonly WindowJob[] = [];

  constructor(settings: JobsSettings) {
    this.#settings = settings;
  }

  isBusy(): boolean {
    return this.#running !== null;
  }

  /** Refuses whatever must not happen beside a job. @throws TieoutError JOB_RUNNING */
  refuseBusy(): void {
    if (this.#running === null) return;
    throw new TieoutError("JOB_RUNNING", `${NAMES[this.#running.job.kind]} is under way`);
  }

  /**
   * Does something that must not happen beside a job, and lets none begin meanwhile: it would work on what is
   * being changed.
   *
   * @throws TieoutError JOB_RUNNING, and what `work` raises
   */
  async aside<T>(work: () => Promise<T>): Promise<T> {
    this.refuseBusy();
    this.#aside += 1;
    try {
      return await work();
    } finally {
      this.#aside -= 1;
    }
  }

  /**
   * Begins a job and returns at once.
   *
   * @param work ends with what it did; an error is how it failed
   * @throws TieoutError JOB_RUNNING
   */
  start(kind: JobKind, work: (context: JobContext) => Promise<ResultOfJob>): WindowJob {
    this.refuseBusy();
    if (this.#aside > 0) throw new TieoutError("JOB_RUNNING", "Another ledger is being opened");
    const job: WindowJob = {
      id: randomUUID(),
      kind,
      startedAtMs: this.#settings.now(),
      endedAtMs: null,
      ledger: null,
      state: "running",
      steps: [],
      result: null,
      fault: null,
    };
    const cancelling = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const running: Running = { job, cancelling, ended, toldAtMs: 0, telling: null };
    this.#running = running;
    this.#settings.onStart?.();
    void this.#run(running, work).then(resolve);
    return job;
  }

  /** All that are known, newest first. */
  list(): readonly WindowJob[] {
    return this.#running === null ? this.#ended : [this.#running.job, ...this.#ended];
  }

  /** Asks a job to end; one that has ended already is left as it is. */
  cancel(id: string): void {
    if (this.#running?.job.id === id) this.#running.cancelling.abort();
  }

  /** Cancels what runs and waits until it has ended. */
  async close(): Promise<void> {
    this.#running?.cancelling.abort();
    await this.#running?.ended;
  }

  async #run(running: Running, work: (context: JobContext) => Promise<ResultOfJob>): Promise<void> {
    const context: JobContext = {
      signal: running.cancelling.signal,
      onProgress: (progress) => {
        running.job = { ...running.job, steps: withProgress(running.job.steps, progress) };
        this.#tellSoon(running);
      },
      onLedger: (ledger) => {
        running.job = { ...running.job, ledgers: withLedger(running.job.ledgers ?? [], ledger) };
        this.#tellSoon(running);
      },
    };
    try {
      // A caller learns that it has begun before it learns anything else of it.
      await Promise.resolve();
      const result = await work(context);
      this.#end(running, { state: "done", result, fault: null });
    } catch (error) {
      if (!(error instanceof TieoutError)) this.#settings.onDefect(error);
      const fault = faultInWords(error);
      this.#end(running, { state: fault.code === "CANCELLED" ? "cancelled" : "failed", result: null, fault });
    }
  }

  #end(running: Running, how: Pick<WindowJob, "state" | "result" | "fault">): void {
    if (running.telling !== null) clearTimeout(running.telling);
    const { now, ledger } = this.#settings;
    const job: WindowJob = { ...running.job, ...how, endedAtMs: now(), ledger: ledger() };
    this.#running = null;
    this.#ended = [job, ...this.#ended].slice(0, KEPT);
    this.#settings.onChange(job);
  }

  #tellSoon(running: Running): void {
    if (running.telling !== null) return;
    const tell = () => {
      running.telling = null;
      running.toldAtMs = performance.now();
      this.#settings.onChange(running.job);
    };
    const waitMs = running.toldAtMs + TELL_EVERY_MS - performance.now();
    if (waitMs <= 0) tell();
    else running.telling = setTimeout(tell, waitMs);
  }
}

const NAMES: Readonly<Record<JobKind, string>> = {
  pull: "A pull",
  import: "An import",
  sandbox: "Filling a ledger from the sandbox",
  export: "An export",
  verify: "A proof of the ledger",
  "back-up": "A backup",
  restore: "Restoring a backup",
  "verify-workbook": "Comparing a workbook with the ledger",
  "read-review": "Reading a reviewed workbook",
  close: "The close of all clients",
};

/** A phase that is under way goes on; another one, or the same from its beginning, is another step. */
function withProgress(steps: readonly JobStep[], progress: Progress): JobStep[] {
  const { phase, done, total, unit } = progress;
  const step = { phase, done, total, unit };
  const last = steps.at(-1);
  const goesOn = last !== undefined && last.phase === phase && done >= last.done;
  return [...(goesOn ? steps.slice(0, -1) : steps), step].slice(-MOST_STEPS);
}

function withLedger(ledgers: readonly LedgerOfJob[], ledger: LedgerOfJob): readonly LedgerOfJob[] {
  return ledgers.some(({ name }) => name === ledger.name)
    ? ledgers.map((other) => (other.name === ledger.name ? ledger : other))
    : [...ledgers, ledger];
}
