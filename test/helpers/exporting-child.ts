/**
 * Exports a ledger in a process of its own and prints how it went, as JSON: peak memory in MB before and after writing, the longest
 * time in milliseconds that the thread was not free while writing, rows written. Arguments: ledger, format, out.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { EXPORT_FORMATS } from "../../src/core/report/format.ts";
import { exportLedger } from "../../src/main/services/workbook/export.ts";

const [ledger = "", given, out = ""] = process.argv.slice(2);
const format = EXPORT_FORMATS.find((one) => one === given);
if (format === undefined) throw new Error(`no format ${given}`);
const peakMb = () => Math.round(process.resourceUsage().maxRSS / 1024);
const delay = monitorEventLoopDelay({ resolution: 5 });
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
        delay.enable();
      }
      rows = done;
    },
  },
);
delay.disable();
const freeMs = { p99: delay.percentile(99) / 1e6, longest: delay.max / 1e6 };
process.stdout.write(JSON.stringify({ rows, beforeMb, peakMb: peakMb(), ...freeMs }));
