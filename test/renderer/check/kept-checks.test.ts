/** Months that were checked lately or ahead are shown without a check. */
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { monthDays } from "../../../src/core/time.ts";
import type { RunRequest } from "../../../src/renderer/bridge/protocol.ts";
import { createCheckClient } from "../../../src/renderer/rows/load.ts";
import { KeptChecks, MOST_WEIGHT, createCalls } from "../../../src/renderer/rows/worker/calls.ts";
import { serve } from "../../../src/renderer/rows/worker/serve.ts";
import { generateWorld } from "../../../sandbox/generate/generate-world.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { importWorld } from "../../helpers/ledgers/world-ledger.ts";
import { clientOfLedger, runRequest } from "./window.ts";
import { NO_HUMAN_INPUT } from "../../helpers/columns.ts";

/** A worker that holds a world's records and counts the passes of its checks, those ahead by themselves. */
async function countingWorker() {
  const ledger = join(temporaryFolder(), "wallet.tieout");
  await importWorld(
    ledger,
    generateWorld({ entries: 300, seed: 14, convention: "asset", faults: "default" }),
  );
  const passes = { asked: 0, ahead: 0 };
  const counted = function* <T>(work: Generator<void, T>, kind: keyof typeof passes): Generator<void, T> {
    for (;;) {
      const { done, value } = work.next();
      if (done === true) return value;
      passes[kind] += 1;
      yield;
    }
  };
  const calls = createCalls();
  const { port1, port2 } = new MessageChannel();
  serve(port2, {
    ...calls,
    run: (request) => counted(calls.run(request), "asked"),
    checkAhead: () => counted(calls.checkAhead(), "ahead"),
  });
  port1.start();
  port2.start();
  const client = await clientOfLedger(ledger, createCheckClient(port1));
  const passesOf = async (period: RunRequest["period"], options = {}) => {
    passes.asked = 0;
    const summary = await client.call("run", runRequest(period, options));
    return { passes: passes.asked, title: summary.title };
  };
  return { client, calls, passes, passesOf };
}

const [JUNE, JULY, AUGUST] = [monthDays("2026-06"), monthDays("2026-07"), monthDays("2026-08")];

test("whoever goes back to a month, or from a what-if to what it tried, waits for no check", async () => {
  const { client, passesOf } = await countingWorker();
  const august = { passes: 16, title: "August 2026" };
  expect(await passesOf(AUGUST)).toEqual(august);
  const findings = await client.call("findings", null);
  expect((await passesOf(JUNE)).passes).toBe(16);
  expect(await passesOf(AUGUST)).toEqual({ ...august, passes: 0 });
  expect(await client.call("findings", null)).toEqual(findings);
  // Of the same days under another name, too.
  expect(await passesOf("newest-month")).toEqual({ ...august, passes: 0 });
  expect((await passesOf(AUGUST, { tolerance: 7 })).passes).toBe(16);
  await client.call("whatIf", runRequest(AUGUST, { tolerance: 9 }));
  expect((await passesOf(AUGUST, { tolerance: 9 })).passes).toBe(0);
  for (let tolerance = 10; tolerance < 32; tolerance += 1) await passesOf(AUGUST, { tolerance });
  expect((await passesOf(JUNE)).passes).toBe(0);
  // Whoever went back to it made it the newest: another takes the place of August's.
  await passesOf(AUGUST, { tolerance: 39 });
  expect((await passesOf(JUNE)).passes).toBe(0);
  for (let tolerance = 40; tolerance < 66; tolerance += 1) await passesOf(AUGUST, { tolerance });
  // 26 others came since.
  expect((await passesOf(JUNE)).passes).toBe(16);
});

test("what people decide makes each check anew", async () => {
  const { client, passesOf } = await countingWorker();
  await passesOf(AUGUST);
  await client.call("human", { human: NO_HUMAN_INPUT });
  expect((await passesOf(AUGUST)).passes).toBe(16);
});

test("while nobody asks, the months around the one that is shown are checked", async () => {
  const { passes, passesOf } = await countingWorker();
  await passesOf(AUGUST);
  // From July 2025 on there are entries; September 2026 has none.
  await expect.poll(() => passes.ahead, { timeout: 10_000 }).toBe(13 * 16);
  expect(await passesOf(JUNE)).toEqual({ passes: 0, title: "June 2026" });
  expect(await passesOf(JULY)).toEqual({ passes: 0, title: "July 2026" });
  // The whole history has none around it.
  passes.ahead = 0;
  await passesOf(null);
  await setTimeout(800);
  expect(passes.ahead).toBe(0);
});

test("what-ifs give up no month that was checked ahead twice, and never the one that is shown", async () => {
  const { passes, passesOf, client } = await countingWorker();
  await passesOf(AUGUST);
  await expect.poll(() => passes.ahead, { timeout: 10_000 }).toBe(13 * 16);
  passes.ahead = 0;
  for (let tolerance = 1; tolerance < 16; tolerance += 1)
    await client.call("whatIf", runRequest(AUGUST, { tolerance }));
  await setTimeout(1500);
  // 29 were made, of which 26 are kept: at most three months are made again while nobody asks.
  expect(passes.ahead).toBeLessThanOrEqual(3 * 16);
  expect((await passesOf(AUGUST)).passes).toBe(0);
  expect((await passesOf(JULY)).passes).toBe(0);
});

test("the month next to the one that is shown is checked first", async () => {
  const { calls, passesOf } = await countingWorker();
  await passesOf(AUGUST);
  const ahead = calls.checkAhead();
  for (let pass = 0; pass <= 16; pass += 1) ahead.next();
  expect((await passesOf(JULY)).passes).toBe(0);
  expect((await passesOf(JUNE)).passes).toBe(16);
});

test("the month that is shown is kept where what-ifs have taken the place of all around it", async () => {
  const { calls, client, passesOf } = await countingWorker();
  await passesOf(AUGUST);
  for (let tolerance = 1; tolerance < 26; tolerance += 1)
    await client.call("whatIf", runRequest(AUGUST, { tolerance }));
  expect(Array.from(calls.checkAhead()).length).toBeGreaterThan(0);
  expect((await passesOf(AUGUST)).passes).toBe(0);
});

test("the newest checks are kept, as many as there is room for", () => {
  type Kept = Parameters<KeptChecks["keep"]>;
  const input = {} as Kept[0];
  const askedOf = (name: number) => ({ options: { tolerance: name } }) as Kept[1];
  const madeOf = (rows: number, findings: number) => {
    const outcomes = (length: number) => ({ inPeriod: { length } });
    const result = {
      entryOutcomes: outcomes(rows),
      transactionOutcomes: outcomes(rows),
      findings: { length: findings },
    };
    return { result } as unknown as Kept[2];
  };
  const size = fc.tuple(fc.nat({ max: MOST_WEIGHT / 5 }), fc.nat({ max: MOST_WEIGHT / 100 }));
  fc.assert(
    fc.property(
      fc.array(size, { minLength: 1, maxLength: 12 }),
      fc.array(fc.nat(), { minLength: 1 }),
      (sizes, order) => {
        const kept = new KeptChecks();
        const names = order.map((one) => one % sizes.length);
        for (const name of names) kept.keep(input, askedOf(name), madeOf(...sizes[name]!));
        let room = MOST_WEIGHT;
        const fitting = [...new Set(names.toReversed())].filter((name) => {
          const [rows, findings] = sizes[name]!;
          room -= 2 * rows + 30 * findings;
          return room >= 0;
        });
        const found = [...sizes.keys()].filter((name) => kept.find(input, askedOf(name)) !== null);
        expect(new Set(found)).toEqual(new Set(fitting));
      },
    ),
  );
});
