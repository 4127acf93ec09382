/** The most memory that a process had at once. */
import { readFileSync } from "node:fs";
import { getHeapSpaceStatistics } from "node:v8";

/**
 * Of this process, in MB. Linux counts in `maxRSS` what the parent had when it started this process, too: there the system is asked
 * for the process's own.
 */
export function peakMb(): number {
  const own = process.platform === "linux" ? readFileSync("/proc/self/status", "utf8") : "";
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/mu.exec(own) ?? [];
  return (kilobytes === undefined ? process.resourceUsage().maxRSS : Number(kilobytes)) / 1024;
}

/**
 * Of this process, in bytes, without V8's room for short-lived objects: how large that has become depends on what ran before.
 */
export function heldBytes(): number {
  const young = getHeapSpaceStatistics().filter(({ space_name: name }) => name.startsWith("new"));
  return process.memoryUsage().rss - young.reduce((sum, space) => sum + space.physical_space_size, 0);
}
