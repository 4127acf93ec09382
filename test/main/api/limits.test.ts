/** The limits that the documentation names are those of the source. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DEFAULT_CAPS, DEFAULT_TIMING } from "../../../src/main/api/encoding.ts";
import { RETRYING } from "../../../src/main/api/http/transport.ts";

const DOC = new URL("../../../docs/interface.md", import.meta.url);

test("the table of limits names each limit of a request as the client keeps it", () => {
  const [, section = ""] = readFileSync(DOC, "utf8").split("## How long Tieout waits, and how much it reads");
  const [, rows = ""] = /^\| limit[^\n]*\n[^\n]*\n((?:\|[^\n]*\n)+)/mu.exec(section) ?? [];
  const figures = rows
    .trim()
    .split("\n")
    .map((row) => row.split("|")[2]?.trim());
  const { connectMs, headersMs, bodyMs, recordDeadlineMs, listDeadlineMs } = DEFAULT_TIMING;
  const { mostRetries, mostTimeouts, longestBackoffMs, longestRetryAfterMs } = RETRYING;
  expect(figures).toEqual([
    ...[connectMs, headersMs, bodyMs, recordDeadlineMs, listDeadlineMs].map(timeWords),
    String(mostRetries),
    String(mostTimeouts),
    ...[longestBackoffMs, longestRetryAfterMs].map(timeWords),
    ...[DEFAULT_CAPS.recordBytes, DEFAULT_CAPS.listBytes].map(sizeWords),
  ]);
  expect(RETRYING.firstBackoffMs).toBe(500);
});

function timeWords(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 1) return `${ms / 1000} seconds`;
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

function sizeWords(bytes: number): string {
  const gib = bytes / 2 ** 30;
  return gib < 1 ? `${bytes / 2 ** 20} MiB` : `${gib} GiB`;
}
