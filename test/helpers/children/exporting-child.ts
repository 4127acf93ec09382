/**
 * Exports a ledger in a process of its own and prints how it went, as JSON: by how many MB what it holds on to grew while writing, for how
 * long the thread worked at most without being free, rows written. Arguments: ledger, format, out. Needs --expose-gc.
 */
import { EXPORT_FORMATS } from "../../../src/core/report/sheet/format.ts";
import { exportLedger } from "../../../src/main/services/export/export.ts";

const MEGABYTE = 1_048_576;
const LOOK_EVERY = 3600;

const [ledger = "", given, out = ""] = process.argv.slice(2);
const format = EXPORT_FORMATS.find((one) => one === given);
if (format === undefined) throw new Error(`no format ${given}`);

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds that this thread worked between two turns of a timer: its own work, however busy the machine is with others. */
const worked: number[] = [];
let beforeMs = 0;
function turn(): void {
  worked.push(threadMs() - beforeMs);
  beforeMs = threadMs();
}

/** What the process held on to at each look, in MB; looking is not the export's work. */
const held: number[] = [];
function look(): void {
  const startedMs = threadMs();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  held.push((heapUsed + external) / MEGABYTE);
  beforeMs += threadMs() - startedMs;
}

let rows = 0;
let unlooked = 0;
await exportLedger(
  { ledger, period: null, options: {}, format, out },
  {
    now: () => Date.UTC(2026, 10, 1),
    appVersion: "test",
    onProgress: ({ phase, done }) => {
      if (phase !== "Writing") return;
      if (held.length === 0) {
        look();
        beforeMs = threadMs();
        setInterval(turn, 5).unref();
      }
      unlooked += done - rows;
      rows = done;
      if (unlooked < LOOK_EVERY) return;
      unlooked = 0;
      look();
    },
  },
);
turn();
worked.sort((one, other) => one - other);
const p99 = worked[Math.floor(worked.length * 0.99)];
const grewMb = Math.max(...held) - (held[0] ?? 0);
process.stdout.write(JSON.stringify({ rows, looks: held.length, grewMb, p99, turns: worked.length }));
