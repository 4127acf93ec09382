/** One journey — log in, pull everything, check — against two services of different making, and one through the other. */
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ServiceClient } from "../../src/main/api/http/client.ts";
import { readEntries, readTransactions } from "../../src/main/api/records.ts";
import { type AuthorizationForm, type CredentialTexts, Credentials } from "../../src/main/api/http/secret.ts";
import { checkRecords } from "../../src/main/services/check/check.ts";
import { pullIntoLedger } from "../../src/main/services/pull/pull.ts";
import { verifyLedgerFile } from "../../src/main/services/verify/verify.ts";
import { startSandbox } from "../../sandbox/generate/generate-world.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { temporaryFolder } from "../helpers/cli.ts";
import { failureOf } from "../helpers/workbook/saved-files.ts";
import { startPrism } from "./prism.ts";

const context = { now: () => Date.UTC(2026, 10, 21), appVersion: "test" };
const ANYONE: CredentialTexts = {
  secretKey: "any-key",
  appId: "any-app",
  phone: "+2348012345678",
  password: "any password",
};

/** Pulls everything into a new ledger, proves it and checks it. */
async function journey(baseUrl: string, credentials: CredentialTexts, authForm: AuthorizationForm = "key") {
  const ledger = join(temporaryFolder(), "wallet.tieout");
  const service = { baseUrl, pathPrefix: "/sandbox/index", authForm };
  const pull = await pullIntoLedger({ ledger, service, credentials, history: { kind: "full" } }, context);
  const proof = await verifyLedgerFile(ledger, null, context);
  const check = await checkRecords({ source: { ledger }, period: null, options: {}, save: false }, context);
  const { convention, wallets, findings } = check.result;
  return {
    received: [pull.entries?.received, pull.transactions?.received],
    notes: pull.notes,
    whole: proof.ok,
    convention: convention.used,
    tiesOut: wallets.map(({ tiesOut }) => tiesOut),
    errors: findings.filter(({ severity }) => severity === "error").map(({ message }) => message),
  };
}

describe.runIf(IS_EXHAUSTIVE)("Prism, which knows only the description", () => {
  test("gives the client each of the five responses", async () => {
    const baseUrl = await startPrism("mock");
    for (const authorization of ["key", "basic", "bearer"] as const) {
      const client = new ServiceClient({ baseUrl, credentials: new Credentials(ANYONE), authorization });
      onTestFinished(() => client.dispose());
      expect((await client.login()).record).toMatchObject({ userID: 42, phone: "+2348012345678" });
      expect((await client.fetchUser()).record).toMatchObject({ userID: 42, businessID: 310 });
      expect((await client.fetchBusiness()).record).toMatchObject({ businessID: 310, currency: "NGN" });
      const entries = [...readEntries(await client.downloadWallet(3))].flat();
      expect(entries.map(({ walletID, balance }) => [walletID, balance])).toEqual([
        [90_001, 120_000],
        [90_002, 168_500],
        [90_003, 143_500],
      ]);
      const transactions = [...readTransactions(await client.downloadTransactions())].flat();
      expect(transactions.map(({ detail }) => detail?.cycle)).toEqual(["one-time", "milestone", "crowd-pay"]);
    }
  });

  test("fills a whole ledger that ties out", async () => {
    expect(await journey(await startPrism("mock"), ANYONE)).toEqual({
      received: [3, 3],
      // It is the machine's own clock that it states.
      notes: expect.any(Array),
      whole: true,
      convention: "asset",
      tiesOut: [true],
      errors: [],
    });
  });

  test("refuses a login that differs from the description, and the client says so", async () => {
    const baseUrl = await startPrism("mock");
    const credentials = new Credentials({ ...ANYONE, phone: "0801" });
    const client = new ServiceClient({ baseUrl, credentials });
    onTestFinished(() => client.dispose());
    expect((await failureOf(client.login())).code).toBe("LOGIN_REFUSED");
  });
});

describe("the sandbox", () => {
  test.each([
    ["asset", "key"],
    ["asset", "basic"],
    ["bank", "bearer"],
  ] as const)(
    "under %s with the key as %s: without faults the check finds nothing",
    async (convention, form) => {
      const sandbox = await startSandbox({
        now: context.now,
        entries: 600,
        seed: 3,
        faults: "none",
        convention,
      });
      onTestFinished(() => sandbox.stop());
      const found = await journey(sandbox.baseUrl, sandbox, form);
      expect(found).toMatchObject({ notes: [], whole: true, convention, tiesOut: [true], errors: [] });
      expect(found.received[0]).toBe(600);
    },
  );

  test("a response of many megabytes is packed beside the thread that receives it", async () => {
    const sandbox = await startSandbox({ now: context.now, entries: 12_000, seed: 1, faults: "none" });
    onTestFinished(() => sandbox.stop());
    const found = await journey(sandbox.baseUrl, sandbox);
    expect(found).toMatchObject({ notes: [], whole: true, tiesOut: [true], errors: [] });
    expect(found.received[0]).toBe(12_000);
  });

  test.runIf(IS_EXHAUSTIVE)(
    "passes through Prism, which checks each request and response against the description",
    async () => {
      const sandbox = await startSandbox({ now: context.now, entries: 200, seed: 4, faults: "none" });
      onTestFinished(() => sandbox.stop());
      const between = await startPrism("proxy", sandbox.baseUrl);
      expect(await journey(between, sandbox)).toEqual(await journey(sandbox.baseUrl, sandbox));
    },
  );
});
