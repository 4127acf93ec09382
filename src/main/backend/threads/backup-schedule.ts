/**
 * Backing the open ledger up from time to time, quietly: it is no job, gives way to every job, and a failure
 * is said once and stops nobody's work.
 */
import { TieoutError } from "../../../core/errors.ts";
import type { Preferences } from "../../../ipc/contract.ts";
import type { Fault } from "../../../ipc/envelope.ts";
import { faultInWords } from "../stores/connections.ts";
import type { Jobs } from "./jobs.ts";
import type { OpenLedger } from "./open-ledger.ts";
import type { Threads } from "./services.ts";

/** When it is looked whether a backup is due, milliseconds: after a ledger was opened, and from then on. */
export interface BackupTimes {
  readonly firstMs: number;
  readonly thenMs: number;
}

/** A window that opens has better things to do at first. */
export const BACKUP_TIMES: BackupTimes = { firstMs: 5000, thenMs: 600_000 };

interface BackupScheduleSettings {
  readonly times: BackupTimes;
  readonly threads: Threads;
  readonly jobs: Pick<Jobs, "isBusy">;
  readonly ledger: OpenLedger;
  readonly preferences: () => Preferences["backups"];
  /** Told when a backup was made, with null, and when one could not be made, once. */
  readonly onChange: (fault: Fault | null) => void;
  readonly onDefect: (error: unknown) => void;
}

export class BackupSchedule {
  readonly #settings: BackupScheduleSettings;
  #timer: NodeJS.Timeout | undefined;
  /** The ledger that is followed; null while none is open that can be written to. */
  #path: string | null = null;
  #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #fault: Fault | null = null;

  constructor(settings: BackupScheduleSettings) {
    this.#settings = settings;
  }

  /** Why the last backup of the open ledger could not be made; null when it could. */
  get fault(): Fault | null {
    return this.#fault;
  }

  /** Takes in that another ledger may be open, or none. */
  follow(): void {
    const path = this.#openPath();
    if (path === this.#path) return;
    this.#path = path;
    this.#fault = null;
    this.giveWay();
    clearTimeout(this.#timer);
    if (path !== null) this.#lookIn(this.#settings.times.firstMs);
  }

  /** Stops what it copies, if anything: a job begins, and it has its turn after that. */
  giveWay(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  /** As `giveWay`, and waits until no file is touched any more. */
  async settle(): Promise<void> {
    this.giveWay();
    await this.#running;
  }

  async close(): Promise<void> {
    this.#path = null;
    clearTimeout(this.#timer);
    await this.settle();
  }

  #openPath(): string | null {
    const { ledger } = this.#settings;
    return ledger.facts === null || ledger.facts.readOnly !== null ? null : ledger.path;
  }

  #lookIn(waitMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { jobs, onDefect } = this.#settings;
      if (jobs.isBusy()) this.#lookIn(this.#settings.times.firstMs);
      else this.#running = this.#running.then(async () => this.#backUp()).catch(onDefect);
    }, waitMs);
    this.#timer.unref();
  }

  async #backUp(): Promise<void> {
    const { threads, preferences, onChange, times } = this.#settings;
    const { signal } = this.#stop;
    const path = this.#path;
    if (path === null) return;
    let waitMs = times.thenMs;
    try {
      const made = await threads.long.call("backUpWhenDue", { ledger: path, ...preferences() }, { signal });
      if (path !== this.#path) return;
      const hadFault = this.#fault !== null;
      this.#fault = null;
      if (made !== null || hadFault) onChange(null);
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
      // A thread that was ended took it along: it is begun again, as one that gave way.
      if (error.code === "CANCELLED" || error.code === "WORK_LOST") waitMs = times.firstMs;
      else if (path === this.#path) this.#fail(faultInWords(error));
    } finally {
      if (path === this.#path) this.#lookIn(waitMs);
    }
  }

  /** The same failure is not said again. */
  #fail(fault: Fault): void {
    const isNews = this.#fault?.code !== fault.code;
    this.#fault = fault;
    if (isNews) this.#settings.onChange(fault);
  }
}
