/** Steps of pulls stand among the pulls of the register where a signed month rests on what they changed. */
import { expect, test } from "vitest";
import type { CloseStep, Month } from "../../../src/core/review/close/close.ts";
import type { PullStep } from "../../../src/core/review/restate/restatements.ts";
import { PARTS, registerTimeline } from "../../../src/core/review/restate/register-timeline.ts";
import type { Signature } from "../../../src/core/review/restate/signatures.ts";

const MONTH = "2026-10" as Month;
const PULLS = [{ id: 1 }, { id: 2 }, { id: 3 }];

const closeStep = (id: number, step: CloseStep["step"]): CloseStep => {
  return { id, month: MONTH, step, by: "Ada Obi", note: "", atMs: 0, frozen: null };
};

/** Pulls 1 and 2 at links 1 and 2, prepared and signed at 3 and 4, then pull 3 at link 5. */
function timelineWith(aside: PullStep[], links: readonly (readonly [number, number])[]) {
  const signature = { month: MONTH, stepId: 2, afterPull: 2, upToPull: Infinity } as Signature;
  return registerTimeline([signature], {
    pulls: PULLS,
    pullLinks: new Map([
      [1, 1],
      [2, 2],
      [3, 5],
    ]),
    pullSteps: aside,
    pullStepLinks: new Map(links),
    steps: [closeStep(1, "prepare"), closeStep(2, "sign-off")],
    closeLinks: new Map([
      [1, 3],
      [2, 4],
    ]),
  });
}

const step = (id: number, pullId: number, kind: PullStep["step"]): PullStep => {
  return { id, pullId, step: kind, by: "Ben Cole", note: "Another client's", atMs: 0 };
};

test("a pull that a signed month rests on and that is set aside since stays, and the step comes after it", () => {
  const timeline = timelineWith([step(1, 2, "set-aside")], [[1, 6]]);
  expect(timeline?.events).toEqual([
    { id: 1, brings: { id: 1 }, counting: [] },
    { id: 2, brings: { id: 2 }, counting: [] },
    { id: 3, brings: { id: 3 }, counting: [] },
    { id: 3 + 1 / PARTS, brings: null, counting: [{ id: 1 }, { id: 3 }] },
  ]);
  expect(timeline?.steps).toEqual([{ id: 3 + 1 / PARTS, afterPull: 3, step: step(1, 2, "set-aside") }]);
  expect(timeline?.signatures.map(({ afterPull, upToPull }) => [afterPull, upToPull])).toEqual([
    [2, Infinity],
  ]);
  expect([timeline?.touching, timeline?.aside]).toEqual([[2], []]);
});

test("a pull on which nothing is signed leaves no trace", () => {
  expect(timelineWith([step(1, 3, "set-aside")], [[1, 6]])).toBeNull();
});

test("a pull that was set aside when the month was prepared and is so still changes nothing of it", () => {
  expect(timelineWith([step(1, 2, "set-aside")], [[1, 2.5]])).toBeNull();
});

test("a pull that is put back since counts from the step on", () => {
  const steps = [step(1, 1, "set-aside"), step(2, 1, "put-back")];
  const timeline = timelineWith(steps, [
    [1, 2.5],
    [2, 6],
  ]);
  expect(timeline?.steps.map(({ afterPull, step: { step: kind } }) => [afterPull, kind])).toEqual([
    [2, "set-aside"],
    [3, "put-back"],
  ]);
  expect(timeline?.events.at(-1)?.counting).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  // The signature rests on what counted after the first step.
  expect(timeline?.signatures[0]?.afterPull).toBe(2 + 1 / PARTS);
});
