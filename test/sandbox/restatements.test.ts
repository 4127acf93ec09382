/** The register of restatements, held against what the sandbox changes a month later: exactly that, no more and no fewer. */
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Restatement } from "../../src/core/review/restate/restatements.ts";
import { pullIntoLedger } from "../../src/main/services/pull/pull.ts";
import { readRestatements } from "../../src/main/services/close/register.ts";
import { verifyLedgerFile } from "../../src/main/services/verify/verify.ts";
import { startSandbox } from "../../sandbox/generate/generate-world.ts";
import type { PlantedFault } from "../../sandbox/world.ts";
import { temporaryFolder } from "../helpers/cli.ts";
import { signMonth } from "../helpers/ledgers/signing.ts";

/** What the register calls what the check finds of planted changes of records that were known. */
const CALLED: Readonly<Record<string, Restatement["kind"]>> = {
  "entry-changed": "changed",
  "entry-approved": "approved",
  "entry-vanished": "vanished",
  "transaction-changed": "changed",
  // An entry dated into the month before is known by its date being out of order.
  "out-of-order": "back-dated",
};

/** Planted in records of the month before; a payment that vanishes was not paid. */
const PLANTED = new Set([
  "entry-changed",
  "entry-amount-changed",
  "entry-vanished",
  "entry-approved",
  "entry-back-dated",
  "transaction-changed",
  "transaction-reworded",
]);

function planted(faults: readonly PlantedFault[]): string[] {
  return faults
    .filter(({ fault }) => PLANTED.has(fault))
    .flatMap(({ history }) => history)
    .filter(({ rule }) => rule in CALLED)
    .map(({ rule, walletID, payID }) => `${CALLED[rule]} ${walletID ?? `payID ${payID}`}`)
    .toSorted();
}

function listed(restatements: readonly Restatement[]): string[] {
  return restatements
    .map(({ kind, walletID, payID }) => `${kind} ${walletID ?? `payID ${payID}`}`)
    .toSorted();
}

describe("a signed month, and what the service sends a month later", () => {
  test.for([
    { entries: 300, seed: 41, convention: "asset" as const, year: 2026 },
    { entries: 300, seed: 42, convention: "bank" as const, year: 2026 },
    { entries: 1200, seed: 43, convention: "asset" as const, year: 2031 },
  ])("%o", async ({ year, ...plan }) => {
    const sandbox = await startSandbox({ ...plan, faults: "default" });
    onTestFinished(() => sandbox.stop());
    const signedMonth = sandbox.lastMonth;
    // Also when all is pulled years after it happened the register tells only of what changed.
    const context = { now: () => Date.UTC(year, 9, 2), appVersion: "test" };
    const ledger = join(temporaryFolder(), "wallet.tieout");
    const pull = async () =>
      pullIntoLedger(
        {
          ledger,
          service: { baseUrl: sandbox.baseUrl, pathPrefix: "/sandbox/index", authForm: "key" },
          credentials: sandbox,
          history: { kind: "full" },
        },
        context,
      );
    await pull();
    await signMonth(ledger, signedMonth, context);
    const answer = await fetch(`${sandbox.baseUrl}/__sandbox/advance`, { method: "POST" });
    const { faults } = (await answer.json()) as { readonly faults: readonly PlantedFault[] };
    await pull();
    const { restatements, total, closings } = readRestatements(ledger, { month: null });
    expect(listed(restatements)).toEqual(planted(faults));
    expect(new Set(restatements.map(({ kind }) => kind))).toEqual(
      new Set(["changed", "approved", "vanished", "back-dated"]),
    );
    expect(total).toBe(restatements.length);
    const inMonth = restatements.filter(({ signature }) => signature?.month === signedMonth);
    expect(inMonth.length).toBeGreaterThan(3);
    const moved = inMonth.reduce((sum, { effect }) => sum + effect.closing, 0);
    expect(closings.reduce((sum, { signed, now }) => sum + now - signed, 0)).toBe(moved);
    const proof = await verifyLedgerFile(ledger, null, context);
    expect([proof.problems, proof.facts.at(-1)?.count]).toEqual([[], 1]);
  });
});
