/** Entries are shown as they were read while they are checked for the first time, and say what is missing. */
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import { CHECK_PASSES } from "../../../src/core/reconcile/reconcile.ts";
import { monthDays } from "../../../src/core/time.ts";
import { isCancelled } from "../../../src/renderer/rows/load.ts";
import { CheckSession, type SessionView, type Wanted } from "../../../src/renderer/rows/check-session.ts";
import type { RowsRequest, RunRequest } from "../../../src/renderer/bridge/protocol.ts";
import { generateWorld } from "../../../sandbox/generate/generate-world.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { importWorld } from "../../helpers/ledgers/world-ledger.ts";
import { WORDING, clientOfLedger, runRequest, snapshotApi, startThread } from "./window.ts";

async function newLedger(): Promise<string> {
  const ledger = join(temporaryFolder(), "wallet.tieout");
  await importWorld(
    ledger,
    generateWorld({ entries: 300, seed: 14, convention: "asset", faults: "default" }),
  );
  return ledger;
}

const ROWS: RowsRequest = {
  sort: [],
  filters: {},
  search: "",
  onlyFlagged: false,
  onlyPeriod: true,
  from: 3,
  count: 15,
};

const WANTED: Wanted = {
  records: "1",
  human: "",
  options: DEFAULT_OPTIONS,
  period: "newest-month",
  wording: WORDING,
};

/** What a check says of a row. */
const OF_CHECK = {
  currency: null,
  inflow: null,
  outflow: null,
  expected: null,
  difference: null,
  payID: null,
  flags: [],
};

test.each([
  ["the newest month", "newest-month", {}],
  ["an earlier month", monthDays("2026-06"), {}],
  ["the whole history", null, {}],
  ["a month by business", monthDays("2026-07"), { chainScope: "business" }],
] as const)(
  "of %s the same rows are shown before the check as after, without what it says",
  async (_, period, options) => {
    const client = await clientOfLedger(await newLedger());
    const { wording: __, ...request }: RunRequest & { wording: unknown } = runRequest(period, options);
    const order: string[] = [];
    const note = async <T>(name: string, answer: Promise<T>) => answer.finally(() => order.push(name));
    const run = note("run", client.call("run", runRequest(period, options)));
    const coming = client.call("coming", request);
    const [asRead, whole] = await Promise.all([
      note("as read", client.call("asRead", { ...ROWS, ...request })),
      note("as read", client.call("asRead", { ...ROWS, ...request, onlyPeriod: false })),
    ]);
    const { period: checkedPeriod, title, largestAmount } = await run;
    expect(order).toEqual(["as read", "as read", "run"]);
    expect(await coming).toEqual({ period: checkedPeriod, title, largestAmount });

    const unchecked = (rows: typeof asRead) => ({
      ...rows,
      rows: rows.rows.map((row) => ({ ...row, ...OF_CHECK, isChecked: false })),
    });
    const checked = await client.call("entries", ROWS);
    expect(checked.rows).toHaveLength(15);
    expect(checked.rows.every(({ isChecked }) => isChecked)).toBe(true);
    expect(asRead).toEqual(unchecked(checked));
    expect(whole).toEqual(unchecked(await client.call("entries", { ...ROWS, onlyPeriod: false })));
  },
);

test("a session offers rows as they were read until the first result, and calls off at once what needs the check or the texts", async () => {
  const session = new CheckSession(snapshotApi(await newLedger()), startThread);
  const asked: Promise<boolean>[] = [];
  const firsts: SessionView["first"][] = [];
  const isChecked = async (part: Partial<RowsRequest>) => {
    const { rows } = await session.client!.call("entries", { ...ROWS, ...part }, { isEarly: true });
    return rows.every((row) => row.isChecked);
  };
  const needy: Partial<RowsRequest>[] = [
    { sort: [{ column: "walletID", descending: true }] },
    { sort: [{ column: "description", descending: false }] },
    { onlyFlagged: true, onlyPeriod: false, from: 0, count: 1 },
    { search: "a" },
  ];
  const calledOff: Promise<string>[] = [];
  const isThere = async (answer: Promise<unknown>) =>
    answer.then(
      () => "there",
      (error: unknown) => (isCancelled(error) ? session.view.state : "failed"),
    );
  const ready = new Promise<void>((resolve) => {
    session.listen(() => {
      const { first, state } = session.view;
      if (first !== null && firsts.length === 0) {
        firsts.push(first);
        asked.push(isChecked({}), isChecked({ onlyPeriod: false }));
        calledOff.push(...needy.map((part) => isThere(isChecked(part))));
        calledOff.push(isThere(session.client!.call("transactions", ROWS, { isEarly: true })));
      }
      if (state === "ready") resolve();
    });
  });
  session.decide([]);
  session.want(WANTED);
  await ready;
  expect(firsts).toMatchObject([{ title: session.view.summary?.title, request: { period: "newest-month" } }]);
  expect(session.view.first).toBeNull();
  expect(await Promise.all(asked)).toEqual([false, false]);
  expect(await Promise.all(calledOff)).toEqual(Array(5).fill("checking"));
  expect(await isChecked({})).toBe(true);
  await session.client!.call("entries", { ...ROWS, search: "a" });
  for (const part of needy) expect(await isChecked(part)).toBe(true);
  session.end();
});

test("texts that cannot be read while another period is checked first leave a failure, and no rows as read", async () => {
  const api = snapshotApi(await newLedger());
  let isBroken = false;
  const failing = {
    ...api,
    "check.read": async (request: Parameters<(typeof api)["check.read"]>[0]) => {
      if (!isBroken || request.table !== "descriptions") return api["check.read"](request);
      // Not before the other period is being checked.
      while (session.view.first === null) await setImmediate();
      throw new Error("the disk is gone");
    },
  };
  const session = new CheckSession(failing, startThread);
  const failed = new Promise<SessionView>((resolve) => {
    session.listen(() => {
      const { first, state } = session.view;
      if (first !== null && !isBroken) {
        isBroken = true;
        session.want({ ...WANTED, period: null });
      }
      if (state === "failed") resolve(session.view);
    });
  });
  session.decide([]);
  session.want(WANTED);
  expect(await failed).toMatchObject({ first: null, error: { message: "the disk is gone" } });
  session.end();
});

test("a check goes on however often rows are asked for meanwhile: they come between two passes, one at a time", async () => {
  const client = await clientOfLedger(await newLedger());
  const { wording: _, ...request }: RunRequest & { wording: unknown } = runRequest(null);
  let [isChecked, before] = [false, 0];
  const run = client.call("run", runRequest(null)).finally(() => (isChecked = true));
  const asked = Array.from({ length: 2 * CHECK_PASSES }, async () => {
    await client.call("asRead", { ...ROWS, ...request });
    if (!isChecked) before += 1;
  });
  await Promise.all([run, ...asked]);
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThanOrEqual(CHECK_PASSES);
});
