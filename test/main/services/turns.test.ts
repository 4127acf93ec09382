/** Work that shares a key is done one after the other. */
import { expect, test } from "vitest";
import { Turns } from "../../../src/main/services/shared/pacing.ts";

test("work waits for all that was given before with one of its keys, however it ends, and for no other", async () => {
  const turns = new Turns();
  const begun: string[] = [];
  const give = (name: string, keys: readonly string[]) => {
    const work = Promise.withResolvers<string>();
    const done = turns.after(keys, async () => {
      begun.push(name);
      return work.promise;
    });
    return { ...work, done };
  };
  const settled = async () => new Promise((resolve) => setImmediate(resolve));
  const [a, b, c, d] = [give("a", ["x"]), give("b", ["y"]), give("c", ["x", "y"]), give("d", ["z"])];
  await settled();
  expect(begun).toEqual(["a", "b", "d"]);
  a.reject(new Error("a failed"));
  await expect(a.done).rejects.toThrow("a failed");
  await settled();
  expect(begun).toEqual(["a", "b", "d"]);
  b.resolve("b");
  await settled();
  expect(begun).toEqual(["a", "b", "d", "c"]);
  c.resolve("c");
  d.resolve("d");
  expect(await Promise.all([b.done, c.done, d.done])).toEqual(["b", "c", "d"]);
});
