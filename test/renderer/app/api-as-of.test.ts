/** Main's methods while an earlier state is shown. */
import { expect, test } from "vitest";
import { METHODS } from "../../../src/ipc/methods.ts";
import { alwaysWrites } from "../../../src/ipc/meant-for.ts";
import { type Api, type ApiError, apiAsOf } from "../../../src/renderer/bridge/api-provider.tsx";

/** Notes what each method is asked. */
function noting() {
  const asked: [method: string, input: unknown][] = [];
  const methods = METHODS.map((method) => [
    method,
    async (input: unknown) => {
      asked.push([method, input]);
      return Promise.resolve({});
    },
  ]);
  return { asked, past: apiAsOf(Object.fromEntries(methods) as Api, 7) };
}

const call = async (api: Api, method: string, input: object): Promise<unknown> =>
  (api as unknown as Record<string, (given: object) => Promise<unknown>>)[method]?.(input);

test("refuse all that writes to the ledger", async () => {
  const writing = METHODS.filter(alwaysWrites);
  expect(writing.length).toBeGreaterThan(12);
  const { asked, past } = noting();
  for (const method of writing) {
    const refusal = call(past, method, {}).catch((error: unknown) => (error as ApiError).fault.code);
    expect([method, await refusal]).toEqual([method, "LEDGER_PAST"]);
  }
  for (const method of ["pull.start", "import.start"]) {
    await expect(call(past, method, { target: null })).rejects.toMatchObject({
      fault: { code: "LEDGER_PAST" },
    });
  }
  expect(asked).toEqual([]);
});

test("ask as of the link what can be, and nothing of what was shown of now", async () => {
  const { asked, past } = noting();
  await past["check.open"]({});
  await past["record.entry"]({ walletID: 3 });
  await call(past, "close.list", {});
  await call(past, "jobs.list", {});
  // What is kept beside a ledger has no earlier state.
  await call(past, "connection.forget", {});
  await call(past, "import.start", { target: "another", files: [] });
  expect(await past["check.recall"]({ request: "r" })).toEqual({ shown: null });
  await call(past, "check.remember", { request: "r" });
  expect(asked).toEqual([
    ["check.open", { asOf: 7 }],
    ["record.entry", { walletID: 3, asOf: 7 }],
    ["close.list", { asOf: 7 }],
    ["jobs.list", {}],
    ["connection.forget", {}],
    ["import.start", { target: "another", files: [] }],
  ]);
});
