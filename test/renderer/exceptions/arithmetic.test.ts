import { describe, expect, it } from "vitest";
import type { Finding } from "../../../src/core/reconcile/input/findings.ts";
import type { EntryContext, WalletRow } from "../../../src/renderer/bridge/protocol.ts";
import { sumOf } from "../../../src/renderer/shared/decide/arithmetic.ts";

function row(walletID: number, facts: Partial<WalletRow>): WalletRow {
  return {
    walletID,
    dateCreatedAtMs: 0,
    userID: 1,
    businessID: 7,
    action: null,
    description: null,
    payref: "",
    inflow: null,
    outflow: null,
    stated: 0,
    expected: 0,
    difference: 0,
    unapproved: false,
    payID: null,
    bank: null,
    inPeriod: true,
    isChecked: true,
    currency: null,
    flags: [],
    ...facts,
  };
}

function finding(facts: Partial<Finding>): Finding {
  return {
    rule: "chain-break",
    severity: "error",
    walletID: 77,
    payref: "",
    payID: null,
    userID: 1,
    businessID: 7,
    atStake: 0,
    message: "",
    fingerprint: "0".repeat(64),
    ...facts,
  };
}

function context(before: WalletRow[], own: WalletRow): EntryContext {
  return { row: own, before, after: [], findings: [], transaction: null, fork: [] };
}

const broken = finding({ expected: 11_500, actual: 11_400, difference: -100 });

describe("the sum behind a finding", () => {
  it("adds balance before and movement up to the balance that follows", () => {
    const lines = sumOf(
      broken,
      context([row(75, { stated: 1 }), row(76, { stated: 12_000 })], row(77, { outflow: 500 })),
    );
    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["part", 12_000],
      ["part", -500],
      ["total", 11_500],
      ["given", 11_400],
      ["difference", -100],
    ]);
  });

  it("leaves out parts that do not add up to the expected amount", () => {
    const lines = sumOf(broken, context([row(76, { stated: 12_001 })], row(77, { outflow: 500 })));
    expect(lines.map(({ kind }) => kind)).toEqual(["total", "given", "difference"]);
  });

  it("works without the records around it", () => {
    expect(sumOf(broken, null).map(({ amount }) => amount)).toEqual([11_500, 11_400, -100]);
  });

  it("is empty where the rule has no numbers", () => {
    expect(sumOf(finding({ rule: "orphan-payref" }), null)).toEqual([]);
  });
});
