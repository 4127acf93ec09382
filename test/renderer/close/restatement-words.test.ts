import { describe, expect, it } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import type { Restatement } from "../../../src/core/review/restate/restatements.ts";
import { restatedOf } from "../../../src/renderer/shared/restatements/use-restatements.ts";
import { restatedSentence } from "../../../src/renderer/shared/restatements/restatement-words.ts";

const OCTOBER = "2026-10" as Month;
const WORDING = { decimals: 2, timeZone: "UTC" };

function change(walletID: number, fields: Partial<Restatement> = {}): Restatement {
  return {
    pullId: 2,
    atMs: Date.UTC(2026, 10, 21),
    kind: "changed",
    walletID,
    payID: null,
    payref: "P1",
    userID: 1,
    businessID: 70,
    months: [OCTOBER],
    dated: null,
    fields: [],
    signature: { month: OCTOBER, stepId: 2, by: "Ben Eze", atMs: 0, stillInForce: true },
    effect: { movement: 0, closing: -1000, wallets: [] },
    ...fields,
  };
}

const CLOSING = {
  month: OCTOBER,
  userID: 1,
  businessID: null,
  currency: "NGN",
  signed: 125_000,
  now: 124_000,
};

describe("how a later pull changed a signed month", () => {
  it("says when, how many rows, and the closing before and now", () => {
    const restatements = [change(1), change(2), change(2, { kind: "vanished" })];
    expect(restatedSentence({ month: OCTOBER, restatements, closings: [CLOSING] }, WORDING)).toBe(
      "A pull of 2026-11-21 changed 2 records of October 2026, which is signed off: closing 1,250.00 → 1,240.00 (−10.00).",
    );
  });

  it("says when the closing is unchanged, and when several pulls or files changed the month", () => {
    const of = (restatements: readonly Restatement[]) =>
      restatedSentence({ month: OCTOBER, restatements, closings: [] }, WORDING);
    expect(of([change(1)])).toContain("closing unchanged");
    expect(of([change(1), change(2, { pullId: 3 })])).toMatch(
      /^2 later pulls, the last of 2026-11-21, changed/u,
    );
    expect(of([change(1, { atMs: null })])).toMatch(/^An import of files changed 1 record/u);
    expect(of([])).toBe("");
  });

  it("leaves out changes that affect no signature in force", () => {
    const reopened = { month: OCTOBER, stepId: 2, by: "Ben Eze", atMs: 0, stillInForce: false };
    const restatements = [change(1), change(2, { signature: null }), change(3, { signature: reopened })];
    const found = restatedOf(OCTOBER, { restatements, total: 3, closings: [CLOSING] });
    expect(found.restatements.map(({ walletID }) => walletID)).toEqual([1]);
    expect(found.closings).toEqual([CLOSING]);
  });
});
