/** Manual matches in a window's history: undone and redone in their turn among its decisions, over a real ledger. */
import { expect, test } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import { faultOf } from "../../../src/ipc/envelope.ts";
import { decideMatch, listMatches, undoMatch } from "../../../src/main/services/review/match.ts";
import { listLedgerDecisions } from "../../../src/main/services/review/review.ts";
import { ApiError } from "../../../src/renderer/bridge/api-provider.tsx";
import { isBeingWritten } from "../../../src/renderer/rows/decision-states.ts";
import { NOW, deskOver, desks, draft, reviewApi } from "../../helpers/window/desk.ts";
import { CONTEXT } from "../../helpers/ledgers/review-ledger.ts";

const MADE = { walletIDs: [2], payIDs: [9], note: "An advice of the bank" };

/** A window that decided on one finding, then matched, then decided on another. */
async function historyOfThree() {
  const { ledger, made, fingerprints, status } = await desks(1);
  const [desk] = made;
  const [one = "", two = ""] = fingerprints;
  if (desk === undefined) throw new Error("there is one desk");
  await desk.decide(draft([one]), NOW);
  const { id } = await reviewApi(ledger)["match.decide"]({ ...MADE, by: "A. Reviewer" });
  desk.noteMatch(id, MADE);
  await desk.decide(draft([two]), NOW);
  const states = () => [
    status(one),
    listMatches(ledger)
      .map(({ state }) => state)
      .join(),
    status(two),
  ];
  return { ledger, desk, id, states };
}

test("undoes and redoes decisions and a match in order", async () => {
  const { ledger, desk, states } = await historyOfThree();
  expect(states()).toEqual(["explained", "in-force", "explained"]);
  await desk.undo(NOW);
  expect(states()).toEqual(["explained", "in-force", "open"]);
  await expect(desk.undo(NOW)).resolves.toMatchObject({
    id: 1,
    state: "undone",
    undone: { by: "A. Reviewer" },
  });
  expect(states()).toEqual(["explained", "undone", "open"]);
  await desk.undo(NOW);
  await expect(desk.undo(NOW)).resolves.toBeNull();
  await desk.redo(NOW);
  expect(states()).toEqual(["explained", "undone", "open"]);
  await expect(desk.redo(NOW)).resolves.toMatchObject({ state: "in-force", note: MADE.note });
  await desk.redo(NOW);
  expect(states()).toEqual(["explained", "in-force,undone", "explained"]);
  // The match made again is another one, and is undone as that.
  await desk.undo(NOW);
  await expect(desk.undo(NOW)).resolves.toMatchObject({ id: 3, state: "undone" });
  expect(listMatches(ledger).every(({ state }) => state === "undone")).toBe(true);
});

test("a notice undoes the match that it names, only once", async () => {
  const { desk, id, states } = await historyOfThree();
  await expect(desk.undoMatch(id, "", NOW)).resolves.toMatchObject({ state: "undone" });
  expect(states()).toEqual(["explained", "undone", "explained"]);
  await desk.undo(NOW);
  await desk.undo(NOW);
  expect(states()).toEqual(["open", "undone", "open"]);
  await expect(desk.undo(NOW)).resolves.toBeNull();
});

test("undoes a match of somebody else outside this window's history", async () => {
  const { ledger, made } = await desks(1);
  const { id } = await decideMatch({ ledger, ...MADE, by: "B. Other" }, CONTEXT);
  await expect(made[0]?.undoMatch(id, "Not ours", NOW)).resolves.toMatchObject({
    state: "undone",
    undone: { note: "Not ours", by: "A. Reviewer" },
  });
  expect(made[0]?.view.history).toEqual({ done: [], undone: [] });
});

test("a match that somebody else undid does not block what came before it", async () => {
  const { ledger, desk, id, states } = await historyOfThree();
  await undoMatch({ ledger, id, note: "", by: "B. Other" }, CONTEXT);
  await desk.undo(NOW);
  await expect(desk.undo(NOW)).rejects.toMatchObject({ fault: { code: expect.stringMatching(/^MATCH_/u) } });
  await desk.undo(NOW);
  expect(states()).toEqual(["open", "undone", "open"]);
});

test("a match can still be undone after the name prompt was cancelled", async () => {
  const { desk, id, states } = await historyOfThree();
  const nobody = { ...NOW, whoDecides: async () => null };
  await expect(desk.undoMatch(id, "", nobody)).resolves.toBeNull();
  expect(states()).toEqual(["explained", "in-force", "explained"]);
  await desk.undo(NOW);
  await desk.undo(NOW);
  expect(desk.view.history.undone).toHaveLength(2);
  expect(states()).toEqual(["explained", "undone", "open"]);
});

test("redoes what was just undone, while that is still being saved", async () => {
  const { ledger, desk, states } = await historyOfThree();
  await desk.undo(NOW);
  // The match is undone and redone at once, not the decision that was undone before it.
  await Promise.all([desk.undo(NOW), desk.redo(NOW)]);
  expect(states()).toEqual(["explained", "in-force,undone", "open"]);
  await desk.redo(NOW);
  expect(states()).toEqual(["explained", "in-force,undone", "explained"]);
  // Undone, redone, undone, and the match before it undone as it now is: the first decision stands.
  await Promise.all([desk.undo(NOW), desk.redo(NOW), desk.undo(NOW), desk.undo(NOW)]);
  expect(states()).toEqual(["explained", "undone,undone", "open"]);
  await Promise.all([desk.redo(NOW), desk.undo(NOW), desk.redo(NOW), desk.redo(NOW)]);
  expect(listMatches(ledger).filter(({ state }) => state === "in-force")).toHaveLength(1);
  expect(states()).toMatchObject({ 0: "explained", 2: "explained" });
  expect([desk.view.history.done.length, desk.view.history.undone.length]).toEqual([3, 0]);
});

test("a redo after a failed undo changes nothing, and the step can be undone again", async () => {
  const { ledger, fingerprints, status } = await desks(0);
  const [one = ""] = fingerprints;
  const api = reviewApi(ledger);
  let isFull = true;
  const full = new ApiError(faultOf(new TieoutError("LEDGER_DISK_FULL", "The disk is full")));
  const desk = deskOver({
    ...api,
    "review.undo": (request) => (isFull ? Promise.reject(full) : api["review.undo"](request)),
  });
  await desk.decide(draft([one]), NOW);
  const [undone, redone] = await Promise.allSettled([desk.undo(NOW), desk.redo(NOW)]);
  expect([undone.status, redone]).toEqual(["rejected", { status: "fulfilled", value: null }]);
  expect([status(one), listLedgerDecisions(ledger).length]).toEqual(["explained", 1]);
  expect(isBeingWritten(one, desk.view.decisionStates)).toBe(false);
  isFull = false;
  await desk.undo(NOW);
  expect([status(one), desk.view.history.done, desk.view.history.undone.length]).toEqual(["open", [], 1]);
});
