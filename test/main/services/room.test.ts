/** Work shares what there is only so much of. */
import { expect, test } from "vitest";
import { MemoryShares } from "../../../src/main/services/shared/pacing.ts";

/** Work that goes on until it is ended, and what began so far, by name. */
function at(room: MemoryShares) {
  const begun: string[] = [];
  const begin = (name: string, share: number) => {
    const work = Promise.withResolvers<string>();
    const done = room.within(share, async () => {
      begun.push(name);
      return work.promise;
    });
    return { end: () => work.resolve(name), fail: () => work.reject(new Error(name)), done };
  };
  return { begun, begin };
}

/** Until whatever can begin has begun. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test("as much as fits is under way at once, and who came first goes first", async () => {
  const { begun, begin } = at(new MemoryShares(10));
  const [a, b, c, d] = [begin("a", 6), begin("b", 4), begin("c", 5), begin("d", 1)];
  await settled();
  expect(begun).toEqual(["a", "b"]);
  b.end();
  await settled();
  // The fourth would fit, but would keep the third waiting.
  expect(begun).toEqual(["a", "b"]);
  a.end();
  await settled();
  expect(begun).toEqual(["a", "b", "c", "d"]);
  c.end();
  d.end();
  expect(await Promise.all([a, b, c, d].map(async ({ done }) => done))).toEqual(["a", "b", "c", "d"]);
});

test("what is larger than the room has it alone, and a failure makes room, too", async () => {
  const { begun, begin } = at(new MemoryShares(10));
  const [small, large, last] = [begin("small", 1), begin("large", 100), begin("last", 0)];
  await settled();
  expect(begun).toEqual(["small"]);
  small.fail();
  await expect(small.done).rejects.toThrow("small");
  await settled();
  // What takes no room does not overtake, but need not wait for the end.
  expect(begun).toEqual(["small", "large", "last"]);
  large.end();
  last.end();
  await Promise.all([large.done, last.done]);
});
