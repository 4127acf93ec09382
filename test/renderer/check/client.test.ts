/** Calling the worker: answers, faults, calling off. */
import { describe, expect, test } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import { createCheckClient, isCancelled } from "../../../src/renderer/rows/load.ts";
import { type CallAnswers, createCalls } from "../../../src/renderer/rows/worker/calls.ts";
import { serve } from "../../../src/renderer/rows/worker/serve.ts";
import { columnsOf } from "../../helpers/columns.ts";
import { sha256OfText } from "../../../src/renderer/rows/worker/snapshot.ts";
import { wallet } from "../../helpers/records.ts";
import { ALL_ROWS, clientOfInput, runRequest } from "./window.ts";

/** More passes than Node takes messages of one port at a time. */
const MANY = 100_000;

/** A client and which calls its worker really took up. */
function watchedClient(answers: Partial<CallAnswers> = {}) {
  const taken: string[] = [];
  const calls = { ...createCalls(), ...answers };
  const watched = Object.fromEntries(
    Object.entries(calls).map(([name, answer]) => [
      name,
      (input: never) => {
        taken.push(name);
        return answer(input);
      },
    ]),
  ) as unknown as CallAnswers;
  const { port1, port2 } = new MessageChannel();
  serve(port2, watched);
  port1.start();
  port2.start();
  return { client: createCheckClient(port1), taken };
}

describe("a call", () => {
  test("fails with the engine's code and sentence when a sum is impossible", async () => {
    const huge = wallet([1, 1]).map((entry) => ({
      ...entry,
      balance: Number.MAX_SAFE_INTEGER - 1,
      debit: 5,
    }));
    const texts = { descriptions: [null, null], customers: [] };
    const client = await clientOfInput(columnsOf({ entries: huge, transactions: [] }, sha256OfText), texts);
    await expect(client.call("run", runRequest(null))).rejects.toMatchObject({
      name: "ApiError",
      fault: { code: "SUM_OVERFLOW", sentence: expect.stringContaining("wallet of user") },
    });
  });

  test("fails as a defect without its content when it breaks an invariant", async () => {
    const { client } = watchedClient({
      findings: () => {
        throw new Error("secret words");
      },
    });
    const failure = client.call("findings", null);
    await expect(failure).rejects.toMatchObject({ fault: { code: "DEFECT" } });
    await expect(failure).rejects.not.toThrow("secret words");
  });

  test("is cancelled before there is a check, so that the caller asks again", async () => {
    const { client } = watchedClient();
    const failure = await client.call("entries", ALL_ROWS).catch((error: unknown) => error);
    expect(isCancelled(failure)).toBe(true);
  });

  test("cancelled while it waits never starts, and its promise ends at once", async () => {
    const { client, taken } = watchedClient({ findings: () => [], exception: () => null });
    const control = new AbortController();
    const first = client.call("findings", null);
    const second = client.call("exception", { fingerprint: "a" }, { signal: control.signal });
    const third = client.call("findings", null);
    control.abort();
    expect(isCancelled(await second.catch((error: unknown) => error))).toBe(true);
    await expect(first).resolves.toEqual([]);
    await expect(third).resolves.toEqual([]);
    expect(taken).toEqual(["findings", "findings"]);
  });

  test("cancelled while none but it waits never starts", async () => {
    const { client, taken } = watchedClient({ findings: () => [], exception: () => null });
    const control = new AbortController();
    const only = client.call("findings", null, { signal: control.signal });
    control.abort();
    expect(isCancelled(await only.catch((error: unknown) => error))).toBe(true);
    await client.call("exception", { fingerprint: "a" });
    expect(taken).toEqual(["exception"]);
  });

  test("cancelled while it runs ends after the pass it is in, and what waits is answered", async () => {
    const passes: number[] = [];
    let atThird: () => void = () => undefined;
    const { client } = watchedClient({
      *run() {
        for (let pass = 1; pass <= MANY; pass += 1) {
          passes.push(pass);
          if (pass === 3) atThird();
          yield;
        }
        throw new Error("it ran to its end");
      },
      findings: () => [],
    });
    const control = new AbortController();
    const begun = new Promise<void>((resolve) => (atThird = resolve));
    const running = client.call("run", runRequest(null), { signal: control.signal });
    const failure = running.catch((error: unknown) => error);
    const next = client.call("findings", null);
    await begun;
    control.abort();
    expect(isCancelled(await failure)).toBe(true);
    await expect(next).resolves.toEqual([]);
    expect(passes.length).toBeLessThan(MANY);
  });

  test("says how far it is once it takes longer than a moment", async () => {
    const { client } = watchedClient({
      *run() {
        for (let pass = 1; pass <= 4; pass += 1) {
          const endMs = performance.now() + 110;
          while (performance.now() < endMs);
          yield;
        }
        return null as never;
      },
    });
    const told: unknown[] = [];
    await client.call("run", runRequest(null), { onProgress: (howFar) => told.push(howFar) });
    expect(told.at(-1)).toEqual({ done: 4, total: 17 });
    expect(told).not.toContainEqual({ done: 1, total: 17 });
  });

  test("cancelled before it is made is not sent", async () => {
    const { client, taken } = watchedClient();
    const failure = client.call("findings", null, { signal: AbortSignal.abort() });
    await expect(failure).rejects.toMatchObject({ fault: { code: "CANCELLED" } });
    await client.call("findings", null).catch(() => null);
    expect(taken).toEqual(["findings"]);
  });

  test("to a lost worker fails, and so does every later call", async () => {
    const { client } = watchedClient({ findings: () => [] });
    const waiting = client.call("findings", null);
    client.close(new TieoutError("WORK_LOST", "The thread ended"));
    await expect(waiting).rejects.toMatchObject({ fault: { code: "WORK_LOST" } });
    await expect(client.call("findings", null)).rejects.toMatchObject({ fault: { code: "WORK_LOST" } });
  });
});
