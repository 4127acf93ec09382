import { expect, test } from "vitest";
import type { ActivityLink, Output } from "../../../src/ipc/contract.ts";
import { newestPull } from "../../../src/renderer/features/overview/last-pull.tsx";

/** A trail as main tells of it: the pull, then as many decisions. */
function trail(decisions: number, pullAt = 1) {
  const links = Array.from({ length: decisions + 1 }, (_, at): ActivityLink => {
    const sequence = decisions + 1 - at;
    return {
      sequence,
      atMs: sequence,
      kind: sequence === pullAt ? "pull" : "decision",
      payload: {},
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

test("finds the newest pull however much was decided since", async () => {
  const { api, asked } = trail(1200);
  expect(await newestPull(api)).toMatchObject({ kind: "pull", sequence: 1 });
  expect(asked).toEqual([null, 702, 202]);
});

test("finds a recent pull at once, and nothing where there is none", async () => {
  const near = trail(10, 9);
  expect(await newestPull(near.api)).toMatchObject({ sequence: 9 });
  expect(near.asked).toEqual([null]);
  expect(await newestPull(trail(600, 0).api)).toBeNull();
});
