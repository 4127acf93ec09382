import { describe, expect, it } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import type { Restatement } from "../../../src/core/review/restate/restatements.ts";
import { restatedOf } from "../../../src/renderer/shared/restatements/use-restatements.tsx";

const OCTOBER = "2026-10" as Month;

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

describe("what later pulls changed of a signed month", () => {
  it("leaves out changes that affect no signature in force", () => {
    const reopened = { month: OCTOBER, stepId: 2, by: "Ben Eze", atMs: 0, stillInForce: false };
    const restatements = [change(1), change(2, { signature: null }), change(3, { signature: reopened })];
    const found = restatedOf(OCTOBER, { restatements, closings: [CLOSING] });
    expect(found.restatements.map(({ walletID }) => walletID)).toEqual([1]);
    expect(found.closings).toEqual([CLOSING]);
  });
});
