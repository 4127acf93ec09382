import { describe, expect, onTestFinished, test } from "vitest";
import { TieoutError } from "../../../../src/core/errors.ts";
import { Defect } from "../../../../src/main/services/shared/defect.ts";
import { Thread } from "../../../../src/main/services/shared/thread.ts";
import type { Progress } from "../../../../src/main/services/shared/thread-messages.ts";
import { forgetReading, unreadable } from "../../../helpers/ledgers/unreadable.ts";
import type { CALLS } from "../../../helpers/children/working-child.ts";

const NOW_MS = Date.UTC(2026, 10, 21);

function started() {
  const defects: unknown[] = [];
  const file = new URL("../../../helpers/children/working-child.ts", import.meta.url);
  const thread = new Thread<typeof CALLS>(file, {
    now: () => NOW_MS,
    appVersion: "test",
    onDefect: (error) => defects.push(error),
  });
  onTestFinished(async () => thread.close());
  return { thread, defects };
}

async function failure(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error("it succeeded");
}

describe("calls to a thread", () => {
  test("are answered several at a time, by the backend's clock", async () => {
    const { thread } = started();
    const sums = [1, 2, 3].map(async (a) => thread.call("add", { a, b: 10 }));
    expect(await Promise.all(sums)).toEqual([11, 12, 13]);
    const later = await thread.call("now", { afterMs: 60 });
    expect(later).toBeGreaterThanOrEqual(NOW_MS + 55);
    expect(later).toBeLessThan(NOW_MS + 2000);
  });

  test("restore an expected failure with its code, sentence and facts", async () => {
    const { thread } = started();
    const error = await failure(thread.call("refuse", undefined));
    expect(error).toBeInstanceOf(TieoutError);
    expect(error).toMatchObject({
      code: "LEDGER_BUSY",
      message: "It is busy",
      facts: { file: "x.tieout", record: "pull 1" },
    });
  });

  test("report any other failure as a defect with its places and without its text", async () => {
    const { thread } = started();
    const error = await failure(thread.call("break", undefined));
    expect(error).toBeInstanceOf(Defect);
    expect((error as Defect).places).toMatch(/at .*break.*working-child\.ts:\d+/u);
    expect(JSON.stringify([error, (error as Defect).stack, (error as Defect).places])).not.toContain(
      "canary",
    );
    expect(await failure(thread.call("unspeakable", undefined))).toBeInstanceOf(Defect);
    expect(await failure(thread.call("toString" as "add", { a: 1, b: 1 }))).toBeInstanceOf(Defect);
  });

  test.each(["die", "dieOfError"] as const)(
    "fail when a thread dies (%s), and the next call starts it again",
    async (way) => {
      const { thread, defects } = started();
      const waiting = failure(thread.call("wait", null));
      expect(await failure(thread.call(way, undefined))).toMatchObject({ code: "WORK_LOST" });
      expect(await waiting).toMatchObject({ code: "WORK_LOST" });
      expect(defects).toHaveLength(way === "die" ? 0 : 1);
      expect(await thread.call("add", { a: 1, b: 2 })).toBe(3);
    },
  );

  test("all end when a reply cannot be read, and the next call starts the thread again", async () => {
    const { thread, defects } = started();
    const waiting = failure(thread.call("wait", null));
    onTestFinished(forgetReading());
    expect(await failure(thread.call("unreadable", undefined))).toMatchObject({ code: "WORK_LOST" });
    expect(await waiting).toMatchObject({ code: "WORK_LOST" });
    expect(defects).toHaveLength(1);
    expect(await thread.call("add", { a: 1, b: 2 })).toBe(3);
  });

  test("all end when a call cannot be read, and the next call starts the thread again", async () => {
    const { thread, defects } = started();
    await thread.call("forgetReading", undefined);
    const waiting = failure(thread.call("wait", null));
    const unread = failure(thread.call("add", unreadable() as { a: number; b: number }));
    expect(await unread).toMatchObject({ code: "WORK_LOST" });
    expect(await waiting).toMatchObject({ code: "WORK_LOST" });
    expect(defects).toHaveLength(1);
    expect(await thread.call("add", { a: 1, b: 2 })).toBe(3);
  });

  test("send progress phase by phase with each phase's end, but not every step", async () => {
    const { thread } = started();
    const seen: Progress[] = [];
    await thread.call("count", { to: 200_000 }, { onProgress: (progress) => seen.push(progress) });
    const phases = seen.map(({ phase, done }) => `${phase} ${done}`);
    expect(phases[0]).toBe("First 0");
    expect(phases).toContain("First 200000");
    expect(phases.indexOf("Second 0")).toBe(phases.indexOf("First 200000") + 1);
    expect(phases.at(-1)).toBe("Second 200000");
    expect(seen.length).toBeLessThan(100);
  });

  test("fail when their progress cannot be told, and stop", async () => {
    const { thread } = started();
    const tell = () => {
      throw new Error("the progress line broke");
    };
    const error = await failure(thread.call("tellAndWait", null, { onProgress: tell }));
    expect(error).toMatchObject({ message: "the progress line broke" });
    expect(await thread.call("stopped", undefined)).toBe(1);
  });

  test("are cancelled where the call listens, and not started when cancelled before", async () => {
    const { thread } = started();
    const cancelling = new AbortController();
    const waiting = failure(thread.call("wait", null, { signal: cancelling.signal }));
    expect(await thread.call("add", { a: 1, b: 2 })).toBe(3);
    cancelling.abort();
    expect(await waiting).toMatchObject({ code: "CANCELLED" });
    const late = await failure(thread.call("add", { a: 1, b: 2 }, { signal: cancelling.signal }));
    expect(late).toMatchObject({ code: "CANCELLED" });
  });

  test("end with their thread when they never listen, where requested", async () => {
    const { thread } = started();
    const cancelling = new AbortController();
    const spinning = failure(
      thread.call("spin", undefined, { signal: cancelling.signal, endsWhenAborted: true }),
    );
    setTimeout(() => {
      cancelling.abort();
    }, 200);
    expect(await spinning).toMatchObject({ code: "CANCELLED" });
    expect(await thread.call("add", { a: 1, b: 2 })).toBe(3);
  });

  test("carry columns whole, and copy a part of a larger buffer", async () => {
    const { thread } = started();
    const { whole, part } = await thread.call("columns", { rows: 100_000 });
    expect(whole.length).toBe(100_000);
    expect(whole[99_999]).toBe(7);
    expect(part).toHaveLength(10);
  });

  test("complete when closing", async () => {
    const { thread } = started();
    const late = thread.call("now", { afterMs: 200 });
    await thread.call("add", { a: 1, b: 2 });
    await thread.close();
    expect(await late).toBeGreaterThan(NOW_MS);
    expect(await failure(thread.call("add", { a: 1, b: 2 }))).toMatchObject({ code: "CANCELLED" });
  });
});
