/** The Overview says what `tieout check` says, word for word, and its tick says no more than that. */
import { describe, expect, test } from "vitest";
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import { columnsOf } from "../../helpers/columns.ts";
import { reconcile } from "../../../src/core/reconcile/reconcile.ts";
import { verdictOf } from "../../../src/core/words/verdict.ts";
import { ZoneClock, monthDays, periodOf } from "../../../src/core/time.ts";
import { sha256 } from "../../../src/main/ledger/file/sha256.ts";
import { amountRange } from "../../../src/renderer/features/overview/balance-plot.ts";
import { verdictIn } from "../../../src/renderer/features/overview/verdict-line.tsx";
import type { Entry } from "../../../src/core/records/entry.ts";
import { wallet } from "../../helpers/records.ts";
import { brokenWallet } from "../../helpers/ledgers/review-ledger.ts";

function shown(entries: readonly Entry[], month: string | null, pulledAtMs: number | null = null) {
  const days = month === null ? null : monthDays(month);
  const period = days === null ? null : periodOf(days.from, days.to, new ZoneClock("UTC"));
  const input = columnsOf({ entries, transactions: [], pulledAtMs }, sha256);
  const result = reconcile(input, DEFAULT_OPTIONS, { period, sha256 });
  const verdict = verdictOf(result, 0);
  return { verdict, ...verdictIn({ verdict, counts: result.counts }) };
}

describe("the verdict", () => {
  test("of a broken wallet starts with the direction, and the other sentences follow", () => {
    const { verdict, lead, rest, tone, sign } = shown(brokenWallet(9, 5), "2026-10", Date.UTC(2026, 9, 25));
    expect(lead).toMatch(
      /^October 2026: the stated balance is [\d,]+ too (?:high|low) across \d entries\.$/u,
    );
    expect(rest).toContain("The latest pull was at 2026-10-25");
    expect([tone, sign]).toEqual(["error", "×"]);
    expect(`${lead} ${rest}`).toBe(verdict);
  });

  test("of a wallet that ties out is one sentence", () => {
    const plain = wallet([1000, 200, -50]);
    const { lead, rest, tone } = shown(plain, null);
    expect(lead).toBe("The whole history ties out.");
    expect(rest).toBe("");
    expect(tone).toBe("good");
  });

  test("shows no failure for what only an earlier period left open", () => {
    const counts = { entries: 2, bySeverity: { error: 13, warning: 2 } };
    const verdict =
      "September 2026: every balance follows. 13 errors brought forward, all raised; 2 warnings.";
    expect(verdictIn({ verdict, counts, ownErrors: 0 })).toMatchObject({ tone: "warning", sign: "!" });
    expect(verdictIn({ verdict, counts, ownErrors: 1 })).toMatchObject({ tone: "error", sign: "×" });
  });

  test("with warnings only suggests a look, and without entries says nothing", () => {
    expect(shown(wallet([1000, 200, 0]), null)).toMatchObject({ tone: "warning", rest: "1 warning." });
    expect(shown(wallet([1000]), "2020-01")).toMatchObject({ tone: "quiet", sign: "–", rest: "" });
  });
});

test("draws a balance from zero where that costs little, and always whole", () => {
  expect(amountRange(10, 1000)[0]).toBe(0);
  expect(amountRange(900, 1000)[0]).toBeGreaterThan(800);
  for (const [least, most] of [
    [-500, 1000],
    [0, 0],
    [7, 7],
    [-7, -7],
    [900, 1000],
  ] as const) {
    const [from, to] = amountRange(least, most);
    expect(from).toBeLessThanOrEqual(least);
    expect(to).toBeGreaterThanOrEqual(most);
    expect(to).toBeGreaterThan(from);
  }
});
