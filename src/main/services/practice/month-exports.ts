/** Exports of several ledgers' months at once, in this thread and in others. */
import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { ServiceContext } from "../shared/context.ts";
import { Room } from "../shared/room.ts";
import { workerFile } from "../shared/worker-file.ts";
import { Thread } from "../threads/thread.ts";
import type { ExportedMonth, MonthExport } from "./export-month.ts";
import { EXPORT_TABLE, type ExportTable } from "./export-table.ts";

/** How many threads beside this one are worth their start. */
const MOST_THREADS = 3;

/** How many exports a thread does at once: half of the time, one waits for its compression or the disk. */
const EXPORTS_A_THREAD = 2;

/** How many bytes of ledgers are exported at once: one of a million entries has 540 MB, and needs the memory for itself. */
const BYTES_AT_ONCE = 200_000_000;

/** @returns how many threads beside this one help so many ledgers */
export function exportThreads(ledgers: number, cores: number = availableParallelism()): number {
  return Math.min(ledgers, cores, MOST_THREADS + 1) - 1;
}

/** Something that exports months. */
interface Exporter {
  readonly load: () => Promise<void>;
  readonly exportMonth: (request: MonthExport, context: ServiceContext) => Promise<ExportedMonth>;
}

/** Close it in the end. */
export class MonthExports {
  readonly #threads: readonly Thread<ExportTable>[];
  readonly #exporters: readonly Exporter[];
  /** Each once for every further export that it can do now. */
  readonly #free: Exporter[];
  readonly #places: Room;
  readonly #bytes = new Room(BYTES_AT_ONCE);

  /** @param threads as of `exportThreads`; they start with the first thing that they are asked for */
  constructor(threads: number, { now, appVersion, printer }: ServiceContext) {
    const file = workerFile("export", import.meta.url);
    const settings = { now, appVersion, printer, onDefect: () => undefined };
    this.#threads = Array.from({ length: threads }, () => new Thread<ExportTable>(file, settings));
    this.#exporters = [...this.#threads.map(inThread), EXPORT_TABLE];
    this.#free = Array.from({ length: EXPORTS_A_THREAD }, () => this.#exporters).flat();
    this.#places = new Room(this.#free.length);
  }

  /** Has everything loaded that an export needs, before there is one. */
  load(): void {
    for (const { load } of this.#exporters) void load();
  }

  /**
   * As `exportMonth`, once there is room for it.
   *
   * @throws TieoutError as `exportMonth`; WORK_LOST when its thread died
   */
  async export(request: MonthExport, context: ServiceContext): Promise<ExportedMonth> {
    return this.#bytes.within(bytesOf(request), async () =>
      this.#places.within(1, async () => {
        const exporter = this.#free.shift() as Exporter;
        try {
          return await exporter.exportMonth(request, context);
        } finally {
          this.#free.push(exporter);
        }
      }),
    );
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map(async (thread) => thread.close()));
  }
}

/** What is no file any more takes no memory, and its export says so. */
function bytesOf({ folder, ledger }: MonthExport): number {
  return statSync(join(folder, ledger), { throwIfNoEntry: false })?.size ?? 0;
}

function inThread(thread: Thread<ExportTable>): Exporter {
  return {
    // A thread that cannot start says so when a month is to be exported.
    load: async () => thread.call("load", undefined).catch(() => undefined),
    exportMonth: async (request, { signal, onProgress }) =>
      thread.call("exportMonth", request, { signal, onProgress }),
  };
}
