/** Several things are worked on at once, and their results come in order. */
import { expect, test } from "vitest";
import { inOrder } from "../../../src/main/services/shared/pacing.ts";

async function collected<R>(results: AsyncIterable<R>): Promise<R[]> {
  const all: R[] = [];
  for await (const one of results) all.push(one);
  return all;
}

test("as many as allowed are under way at once, and results come in order, whichever is done first", async () => {
  let [now, most] = [0, 0];
  const second = Promise.withResolvers<undefined>();
  const results = inOrder(["a", "b", "c", "d"], 2, async (item) => {
    now += 1;
    most = Math.max(most, now);
    // The first is done only when the second one is.
    if (item === "a") await second.promise;
    if (item === "b") second.resolve(undefined);
    await Promise.resolve();
    now -= 1;
    return item;
  });
  expect(await collected(results)).toEqual(["a", "b", "c", "d"]);
  expect(most).toBe(2);
});

test("a failure is raised in its turn, after the results before it, and what is under way is waited for", async () => {
  const done: string[] = [];
  const results = inOrder(["a", "b", "c"], 3, async (item) => {
    if (item === "b") throw new Error("b failed");
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    done.push(item);
    return item;
  });
  const taken: string[] = [];
  const take = async () => {
    for await (const one of results) taken.push(one);
  };
  await expect(take()).rejects.toThrow("b failed");
  expect([taken, done]).toEqual([["a"], ["a", "c"]]);
});

test("whoever takes no more results is told to leave before what is under way is waited for", async () => {
  const left = new AbortController();
  const work = async (item: number) =>
    item === 1
      ? item
      : new Promise<number>((_, reject) => {
          left.signal.addEventListener("abort", () => reject(new Error("called off")));
        });
  for await (const one of inOrder([1, 2, 3], 2, work, () => left.abort())) {
    expect(one).toBe(1);
    break;
  }
  expect(left.signal.aborted).toBe(true);
});

test("nothing to do gives nothing", async () => {
  expect(await collected(inOrder([], 3, async () => Promise.resolve(1)))).toEqual([]);
});
