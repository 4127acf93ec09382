import { differingOptions } from "../../../src/core/review/close/since.ts";
import { describe, expect, it } from "vitest";
import { type CheckOptions, DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import { RULES, type RuleId } from "../../../src/core/reconcile/input/rules.ts";
import { SETTLEMENT } from "../../../src/core/reconcile/input/result.ts";
import type { CheckSummary } from "../../../src/renderer/bridge/protocol.ts";
import { announcement, compareChecks } from "../../../src/renderer/features/settings/compare.ts";
import { optionWords } from "../../../src/core/words/options.ts";
import {
  basisWords,
  conventionWords,
  scopeEvidence,
  unsupportedBasis,
} from "../../../src/renderer/shared/months/option-words.ts";

function summary(found: Partial<Record<RuleId, number>>, facts: Partial<CheckSummary> = {}): CheckSummary {
  const findings = Object.fromEntries(RULES.map(({ id }) => [id, found[id] ?? 0])) as Record<RuleId, number>;
  const bySeverity = { error: 0, warning: 0, info: 0 };
  for (const { id, severity } of RULES) bySeverity[severity] += findings[id];
  return {
    options: DEFAULT_OPTIONS,
    period: null,
    asOfMs: 0,
    pulledAtMs: 0,
    pullClocks: { newest: null, ahead: null, slow: null },
    convention: { used: "asset", source: "detected", links: 4999, breaks: { asset: 3, bank: 4871 } },
    chainScope: { used: "user", breaks: { user: 3, business: 912 } },
    order: { used: "walletID", breaks: { walletID: 3, date: 3 } },
    settlementBasis: {
      used: "charged",
      source: "detected",
      votes: { charged: 410, "less-escrow": 2, "less-fees": 0, payable: 1 },
    },
    skippedRules: [],
    capped: false,
    limited: false,
    counts: { entries: 5000, transactions: 700, findings, bySeverity, noPayref: {} },
    wallets: [],
    causes: { facts: 0, count: 0, atLeast: 0, complete: true, unique: true },
    title: "The whole history",
    largestAmount: 0,
    verdict: "The whole history: the stated balance is 10 too high across 3 entries.",
    rollForward: [],
    matched: { withPayref: 0, tied: 0 },
    uncompared: null,
    settlements: Object.values(SETTLEMENT).map(() => 0),
    months: [],
    ...facts,
  };
}

const NOW = summary({ "chain-break": 3, "amount-mismatch": 2, "in-transit": 4 });
const THEN = summary({ "chain-break": 3, "amount-mismatch": 0, "in-transit": 9, "paid-without-entry": 1 });

describe("what other options would change", () => {
  it("counts errors, warnings and notices, and lists the rules that differ", () => {
    expect(
      compareChecks(NOW, THEN).map(({ words, rule, now, tried, change }) => [
        words,
        rule,
        now,
        tried,
        change,
      ]),
    ).toEqual([
      ["Errors", null, 5, 4, -1],
      ["Warnings", null, 0, 0, 0],
      ["Notices", null, 4, 9, 5],
      ["Paid without entry", "paid-without-entry", 0, 1, 1],
      ["In transit", "in-transit", 4, 9, 5],
      ["Amount mismatch", "amount-mismatch", 2, 0, -2],
    ]);
    expect(compareChecks(NOW, NOW).map(({ words }) => words)).toEqual(["Errors", "Warnings", "Notices"]);
  });

  it("compares a roll-forward that only one side has with zeros", () => {
    const sums = {
      wallets: 1,
      entries: 2,
      opening: 5,
      inflow: 10,
      outflow: 3,
      breakDifference: 1,
      closing: 13,
    };
    const lines = compareChecks(
      summary({}, { rollForward: [{ currency: "NGN", ...sums }] }),
      summary(
        {},
        {
          rollForward: [
            { currency: "NGN", ...sums, inflow: 3, outflow: 10, closing: -1 },
            { currency: "USD", ...sums },
          ],
        },
      ),
    );
    const amounts = lines.filter(({ isAmount }) => isAmount);
    expect(amounts.map(({ words, now, tried, change }) => [words, now, tried, change])).toEqual([
      ["Inflows, NGN", 10, 3, -7],
      ["Outflows, NGN", 3, 10, 7],
      ["Closing, NGN", 13, -1, -14],
      ["Opening, USD", 0, 5, 5],
      ["Inflows, USD", 0, 10, 10],
      ["Outflows, USD", 0, 3, 3],
      ["Break differences, USD", 0, 1, 1],
      ["Closing, USD", 0, 13, 13],
    ]);
  });

  it("compares the status of transactions where it differs", () => {
    const now = summary({}, { settlements: [0, 7, 1, 0, 0, 0, 0, 0, 0, 0, 0] });
    const tried = summary({}, { settlements: [0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0] });
    expect(
      compareChecks(now, tried)
        .slice(3)
        .map(({ words, change }) => [words, change]),
    ).toEqual([
      ["Transactions settled", 1],
      ["Transactions settled short", -1],
    ]);
  });

  it("names the options that differ", () => {
    const other: CheckOptions = { ...DEFAULT_OPTIONS, tolerance: 5, convention: "bank" };
    expect(differingOptions(DEFAULT_OPTIONS, other)).toEqual(["convention", "tolerance"]);
    expect(differingOptions(other, { ...other })).toEqual([]);
    expect(optionWords(other, "tolerance", 2)).toBe("0.05");
    expect(optionWords(other, "cutoffDays", 2)).toBe("3 days");
  });

  it("gives the basis of each choice", () => {
    expect(conventionWords(NOW)).toBe(
      "A debit raises the balance, detected: 3 of 4,999 balances do not follow; read the other way, 4,871 would not.",
    );
    expect(basisWords(NOW)).toBe("Charged amount, detected: 410 payments agree.");
    expect(scopeEvidence(NOW)).toBe("One balance per user: 3 breaks; 912 per business.");
  });

  it("warns of a basis that no payment agrees with, while some agree with another", () => {
    const used = (basis: "charged" | "less-fees", votes = NOW.settlementBasis.votes) => ({
      settlementBasis: { used: basis, source: "given" as const, votes },
    });
    expect(unsupportedBasis(used("charged"))).toBeNull();
    expect(unsupportedBasis(used("less-fees"))).toBe(
      "No payment agrees with the basis “Charged less escrow fee and tax”; 410 agree with “Charged amount”.",
    );
    const none = { charged: 0, "less-escrow": 0, "less-fees": 0, payable: 0 };
    expect(unsupportedBasis(used("charged", none))).toBeNull();
  });

  it("announces the verdict and how many rules differ", () => {
    expect(announcement(NOW, THEN)).toBe(
      "The whole history: the stated balance is 10 too high across 3 entries. 3 rules find more or fewer than now.",
    );
    expect(announcement(NOW, NOW)).toContain("No rule finds more or fewer than now.");
  });
});
