/** Exports of several ledgers' months at once, in this thread and in others. */
import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import type { ServiceContext } from "../shared/context.ts";
import { MemoryShares } from "../shared/pacing.ts";
import { workerFile } from "../shared/places.ts";
import { Thread } from "../threads/thread.ts";
import type { ExportedMonth, MonthExport } from "./export-month.ts";
import { EXPORT_TABLE, type ExportTable } from "./export-table.ts";

/** How many threads beside this one are worth their start. */
const MOST_THREADS = 3;

/** How many exports a thread does at once: half of the time, one waits for its compression or the disk. */
const EXPORTS_A_THREAD = 2;

/** How many bytes of ledgers are exported at once. One of 100,000 entries has 54 MB, and takes 200 MB of memory. */
const BYTES_AT_ONCE = 200_000_000;

/** A ledger from so many bytes on is exported alone, in this thread: each thread would keep the memory that it took. */
const LARGE_BYTES = 100_000_000;

/** @returns how many threads beside this one help so many ledgers */
export function exportThreads(ledgers: number, cores: number = availableParallelism()): number {
  return Math.min(ledgers, cores, MOST_THREADS + 1) - 1;
}

/** Something that exports months. */
interface Exporter {
  /** How many it exports now. */
  busy: number;
  readonly load: () => Promise<void>;
  readonly exportMonth: (request: MonthExport, context: ServiceContext) => Promise<ExportedMonth>;
}

/** Exports of one close. Close it in the end: its threads keep the process alive. */
export class MonthExports {
  readonly #threads: readonly Thread<ExportTable>[];
  /** This thread first: the others have to start. */
  readonly #exporters: readonly Exporter[];
  readonly #places: MemoryShares;
  readonly #bytes = new MemoryShares(BYTES_AT_ONCE);

  /**
   * @param threads as of `exportThreads`; they start with the first thing that they are asked for
   * @param threadFile their program
   */
  constructor(
    threads: number,
    { now, appVersion, printer }: ServiceContext,
    threadFile: URL = workerFile("export", import.meta.url),
  ) {
    // A thread that dies is not missed: what it did is done once more here.
    const settings = { now, appVersion, printer, onDefect: () => undefined };
    this.#threads = Array.from({ length: threads }, () => new Thread<ExportTable>(threadFile, settings));
    this.#exporters = [{ busy: 0, ...EXPORT_TABLE }, ...this.#threads.map(inThread)];
    this.#places = new MemoryShares(this.#exporters.length * EXPORTS_A_THREAD);
  }

  /** Has everything loaded that an export needs, before there is one. */
  load(): void {
    for (const { load } of this.#exporters) void load();
  }

  /**
   * As `exportMonth`, once there is room for it. Where a thread died, or the file could not be written while
   * others were, it is tried once more, alone.
   *
   * @throws TieoutError as `exportMonth`
   */
  async export(request: MonthExport, context: ServiceContext): Promise<ExportedMonth> {
    const bytes = statSync(join(request.folder, request.ledger), { throwIfNoEntry: false })?.size ?? 0;
    if (bytes >= LARGE_BYTES) return this.#exportAlone(request, context);
    try {
      return await this.#bytes.within(bytes, () =>
        this.#places.within(1, () => this.#exportBeside(request, context)),
      );
    } catch (error) {
      if (!isWorthAnotherTry(error)) throw error;
      return this.#exportAlone(request, context);
    }
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map(async (thread) => thread.close()));
  }

  async #exportBeside(request: MonthExport, context: ServiceContext): Promise<ExportedMonth> {
    const exporter = this.#exporters.reduce((least, other) => (other.busy < least.busy ? other : least));
    exporter.busy += 1;
    try {
      return await exporter.exportMonth(request, context);
    } finally {
      exporter.busy -= 1;
    }
  }

  /** In this thread, while no other is exported. */
  async #exportAlone(request: MonthExport, context: ServiceContext): Promise<ExportedMonth> {
    return this.#bytes.within(BYTES_AT_ONCE, () => EXPORT_TABLE.exportMonth(request, context));
  }
}

/** Several files that are written at once need more space than one after the other. */
function isWorthAnotherTry(error: unknown): boolean {
  return error instanceof TieoutError && (error.code === "WORK_LOST" || error.code === "EXPORT_TARGET");
}

function inThread(thread: Thread<ExportTable>): Exporter {
  return {
    busy: 0,
    // A thread that cannot start says so when a month is to be exported.
    load: async () => thread.call("load", undefined).catch(() => undefined),
    exportMonth: async (request, { signal, onProgress }) =>
      thread.call("exportMonth", request, { signal, onProgress }),
  };
}
