/** The most memory that a process had at once. */
import { readFileSync } from "node:fs";

/**
 * Of this process, in MB. Linux counts in `maxRSS` what the parent had when it started this process, too: there the system is asked
 * for the process's own.
 */
export function peakMb(): number {
  const own = process.platform === "linux" ? readFileSync("/proc/self/status", "utf8") : "";
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/mu.exec(own) ?? [];
  return (kilobytes === undefined ? process.resourceUsage().maxRSS : Number(kilobytes)) / 1024;
}
