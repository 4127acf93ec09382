import { describe, expect, test } from "vitest";
import { checkDocument } from "../../../src/core/reconcile/check-document.ts";
import { type ComparedCheck, concludeTheSame } from "../../../src/core/reconcile/same-conclusion.ts";
import { check, wallet } from "../../helpers/records.ts";

const entries = wallet([100, 20, 30]).map((one) =>
  one.walletID === 2 ? { ...one, balance: one.balance + 7 } : one,
);
const document = checkDocument(check({ entries }, { convention: "asset" }), "info");

function kept(change: (finding: Record<string, unknown>) => void): ComparedCheck {
  const { causes: _, ...others } = document;
  const findings = document.findings.map((finding) => {
    const copy: Record<string, unknown> = { ...finding };
    change(copy);
    return copy;
  });
  return { ...others, findings } as unknown as ComparedCheck;
}

describe("a run of an earlier version", () => {
  test("concludes the same without causes and amounts at stake", () => {
    expect(document.findings).toHaveLength(2);
    expect(
      concludeTheSame(
        kept((finding) => delete finding["atStake"]),
        document,
      ),
    ).toBe(true);
  });

  test("concludes the same where a rule had nothing at stake then", () => {
    const [first, ...rest] = wallet([100, -20, 30]);
    const sides = { ...first!, credit: 0, debit: 0 };
    const now = checkDocument(
      check({ entries: [{ ...sides, credit: -100, balance: 100 }, ...rest] }, { convention: "asset" }),
      "info",
    );
    const staked = now.findings.find(({ rule }) => rule === "negative-amount")!;
    expect(staked.atStake).toBe(100);
    const findings = now.findings.map((one) => (one === staked ? { ...one, atStake: 0 } : one));
    expect(concludeTheSame({ ...now, findings }, now)).toBe(true);
    const other = now.findings.map((one) => (one === staked ? { ...one, atStake: 99 } : one));
    expect(concludeTheSame({ ...now, findings: other }, now)).toBe(false);
  });

  test("concludes something else with another amount at stake, or another difference", () => {
    for (const key of ["atStake", "difference"]) {
      const other = kept((finding) => {
        finding[key] = 8;
      });
      expect(concludeTheSame(other, document)).toBe(false);
    }
  });
});
