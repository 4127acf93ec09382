/** Labels of actions: what a service writes reads as nothing of ours, and a formula finds it again. */
import { expect, test } from "vitest";
import { labelOfAction, otherActions } from "../../../src/core/report/exceptions/wallet.ts";

test("quotes an action that reads as a label of ours, and takes the quotes off to compare it", () => {
  expect(labelOfAction("", "A5")).toEqual({ label: { value: "(no action)", tone: "quiet" }, like: '""' });
  for (const action of ["(no action)", otherActions(1), otherActions(1200), '"(no action)"'])
    expect(labelOfAction(action, "A5")).toEqual({ label: `"${action}"`, like: "MID(A5,2,LEN(A5)-2)" });
  for (const action of ["API", "(none)", "(other actions)"])
    expect(labelOfAction(action, "A5")).toEqual({ label: action, like: "A5" });
});
