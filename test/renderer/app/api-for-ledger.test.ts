/** The window's methods for one ledger: a decision that waited goes to the ledger it was taken in, or nowhere. */
import { expect, it } from "vitest";
import type { MethodName } from "../../../src/ipc/contract.ts";
import { METHODS } from "../../../src/ipc/methods.ts";
import { createApi, apiForLedger } from "../../../src/renderer/bridge/api-provider.tsx";

function called() {
  const calls: [MethodName, unknown][] = [];
  const call = async (method: MethodName, input: unknown) => {
    calls.push([method, input]);
    return Promise.resolve({ ok: true as const, value: {} });
  };
  return { calls, api: createApi({ call } as never) };
}

it("names the ledger in whatever writes into it, and in nothing else", async () => {
  const { calls, api } = called();
  const bound = apiForLedger(api, "1 /a.tieout");
  for (const method of METHODS) await bound[method]({ target: null, ledger: null } as never);
  const named = calls.flatMap(([method, input]) => ("meantFor" in (input as object) ? [method] : []));
  expect(named).toEqual(
    expect.arrayContaining([
      "review.decide",
      "review.undo",
      "close.signOff",
      "pull.start",
      "connection.save",
      "connection.forget",
      "backups.restore",
    ]),
  );
  expect(named.filter((method) => /\.(?:list|read|open|current)$/u.test(method))).toEqual([]);
  expect(calls.find(([method]) => method === "review.decide")?.[1]).toEqual({
    target: null,
    ledger: null,
    meantFor: "1 /a.tieout",
  });
});

it("leaves a pull into another ledger as it is, and the restoring of another", async () => {
  const { calls, api } = called();
  const bound = apiForLedger(api, "1 /a.tieout");
  await bound["pull.start"]({ target: "h1", connection: null, full: false });
  await bound["backups.restore"]({ backup: "h2", ledger: "h1" });
  expect(calls).toEqual([
    ["pull.start", { target: "h1", connection: null, full: false }],
    ["backups.restore", { backup: "h2", ledger: "h1" }],
  ]);
});
