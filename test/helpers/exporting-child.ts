/**
 * Exports a ledger in a process of its own and prints how it went, as JSON: peak memory in MB before and after writing, for how
 * long the thread worked at most without being free while writing, rows written. Arguments: ledger, format, out.
 */
import { EXPORT_FORMATS } from "../../src/core/report/format.ts";
import { exportLedger } from "../../src/main/services/workbook/export.ts";
import { peakMb } from "./peak-memory.ts";

const [ledger = "", given, out = ""] = process.argv.slice(2);
const format = EXPORT_FORMATS.find((one) => one === given);
if (format === undefined) throw new Error(`no format ${given}`);

/** Milliseconds that this thread worked between two turns of a timer: its own work, however busy the machine is with others. */
const worked: number[] = [];
let before = process.threadCpuUsage();
function look(): void {
  const { user, system } = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  worked.push((user + system) / 1000);
}

let beforeMb = 0;
let rows = 0;
await exportLedger(
  { ledger, period: null, options: {}, format, out },
  {
    now: () => Date.UTC(2026, 10, 1),
    appVersion: "test",
    onProgress: ({ phase, done }) => {
      if (phase !== "Writing") return;
      if (beforeMb === 0) {
        beforeMb = peakMb();
        before = process.threadCpuUsage();
        setInterval(look, 5).unref();
      }
      rows = done;
    },
  },
);
look();
worked.sort((one, other) => one - other);
const freeMs = {
  p99: worked[Math.floor(worked.length * 0.99)],
  longest: worked.at(-1),
  turns: worked.length,
};
process.stdout.write(JSON.stringify({ rows, beforeMb, peakMb: peakMb(), ...freeMs }));
