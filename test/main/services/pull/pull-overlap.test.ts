/** Two pulls of one ledger that overlap in time, from a service whose records move on in between. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { request } from "undici";
import { checkRecords } from "../../../../src/main/services/check/check.ts";
import { pullIntoLedger } from "../../../../src/main/services/pull/pull.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { type Sandbox, startSandbox } from "../../../../sandbox/generate/generate-world.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { failing } from "../../ledger/made.ts";

const context = { now: () => Date.UTC(2026, 10, 21), appVersion: "test" };

async function control(sandbox: Sandbox, what: string, body: unknown): Promise<void> {
  const answer = await request(`${sandbox.baseUrl}/__sandbox/${what}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  await answer.body.dump();
  expect(answer.statusCode).toBe(200);
}

/** @param onWallet called once the wallet's answer has begun to come: what it holds is fixed then */
async function pull(sandbox: Sandbox, ledger: string, onWallet: () => void = () => {}) {
  const service = { baseUrl: sandbox.baseUrl, pathPrefix: "/sandbox/index", authForm: "key" as const };
  const asking = { ledger, service, credentials: sandbox, history: { kind: "full" as const } };
  return pullIntoLedger(asking, {
    ...context,
    onProgress: ({ phase }) => {
      if (phase.startsWith("Requesting wallet")) onWallet();
    },
  });
}

/** Starts a pull that waits long for its transactions; returns it, wrapped, once its wallet history is fixed. */
async function startSlowPull(sandbox: Sandbox, ledger: string) {
  const rules = [{ fault: "delay", ms: 4000, endpoint: "transactions", times: 1 }];
  await control(sandbox, "wire", { rules });
  const { promise: walletCame, resolve } = Promise.withResolvers<void>();
  const outcome = pull(sandbox, ledger, resolve).catch((error: unknown) => error);
  await walletCame;
  return { outcome };
}

async function check(ledger: string) {
  const asking = { source: { ledger }, period: null, options: {}, save: false };
  const { counts, capped } = (await checkRecords(asking, context)).result;
  return { entries: counts.entries, vanished: counts.findings["entry-vanished"], capped };
}

test.each([["into a ledger that is there"], ["into a new one"]])(
  "refuses a pull that another overtook %s: older responses never replace newer ones",
  async (where) => {
    const sandbox = await startSandbox({ entries: 600, seed: 5, faults: "none" });
    onTestFinished(() => sandbox.stop());
    const ledger = join(temporaryFolder(), "wallet.tieout");
    if (where !== "into a new one") await pull(sandbox, ledger);

    const slow = await startSlowPull(sandbox, ledger);
    await control(sandbox, "advance", {});
    const quick = await pull(sandbox, ledger);
    const held = await check(ledger);
    expect(held.entries).toBeGreaterThan(600);
    expect(held).toMatchObject({ vanished: 0, capped: false });

    expect(await slow.outcome).toEqual(failing("LEDGER_BUSY"));
    expect(await slow.outcome).toMatchObject({
      message: expect.stringMatching(/^Another pull was saved meanwhile/u),
      facts: { file: ledger },
    });
    expect(await check(ledger)).toEqual(held);
    const again = await pull(sandbox, ledger);
    expect(again).toMatchObject({
      pullId: quick.pullId + 1,
      entries: { inserted: 0, changed: 0, vanished: 0 },
    });
    expect(await verifyLedgerFile(ledger, null, context)).toMatchObject({ ok: true });
  },
);

test("accepts a slow pull that no other overtook, with what came in while it ran", async () => {
  const sandbox = await startSandbox({ entries: 600, seed: 5, faults: "none" });
  onTestFinished(() => sandbox.stop());
  const ledger = join(temporaryFolder(), "wallet.tieout");
  const slow = await startSlowPull(sandbox, ledger);
  await control(sandbox, "advance", {});
  expect(await slow.outcome).toMatchObject({ pullId: 1, entries: { received: 654 } });
  expect(JSON.stringify(await slow.outcome)).not.toContain("Records moved");
});
