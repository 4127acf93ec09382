import { expect, test } from "vitest";
import type { ActivityLink, Output } from "../../../src/ipc/contract.ts";
import { linkOfPull } from "../../../src/renderer/features/overview/overview-place.tsx";

/** A trail as main tells of it: the pull, then as many decisions. */
function trail(decisions: number, pullAt = 1) {
  const links = Array.from({ length: decisions + 1 }, (_, at): ActivityLink => {
    const sequence = decisions + 1 - at;
    return {
      sequence,
      atMs: sequence,
      kind: sequence === pullAt ? "pull" : "decision",
      payload: sequence === pullAt ? { pull: 7 } : {},
      hash: "",
    };
  });
  const asked: (number | null)[] = [];
  const list = async (input: { before: number | null; count: number }): Promise<Output<"activity.list">> => {
    asked.push(input.before);
    const from = links.filter(({ sequence }) => sequence < (input.before ?? Infinity)).slice(0, input.count);
    return { links: from, more: (from.at(-1)?.sequence ?? 1) > 1 };
  };
  return { api: { "activity.list": list }, asked };
}

test("finds the link of a pull however much was decided since", async () => {
  const { api, asked } = trail(1200);
  expect(await linkOfPull(api, 7)).toMatchObject({ kind: "pull", sequence: 1 });
  expect(asked).toEqual([null, 702, 202]);
});

test("finds a recent pull at once, and nothing where there is none", async () => {
  const near = trail(10, 9);
  expect(await linkOfPull(near.api, 7)).toMatchObject({ sequence: 9 });
  expect(near.asked).toEqual([null]);
  // The newest of all may be set aside.
  expect(await linkOfPull(near.api, 6)).toBeNull();
  expect(await linkOfPull(trail(600, 0).api, 7)).toBeNull();
});
