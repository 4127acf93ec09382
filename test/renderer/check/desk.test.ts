/** Deciding, undoing and redoing over a real ledger; two windows on one finding. */
import { describe, expect, test } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import { faultOf } from "../../../src/ipc/envelope.ts";
import { listLedgerDecisions } from "../../../src/main/services/review/review.ts";
import { ApiError } from "../../../src/renderer/bridge/api-provider.tsx";
import { statusOf } from "../../../src/renderer/rows/decision-states.ts";
import { type ReviewApi, NOW, deskOver, desks, draft, reviewApi, tab } from "../../helpers/window/desk.ts";

describe("decisions of a window", () => {
  test("are undone and redone, last first, as often as needed", async () => {
    const { made, fingerprints, told, status } = await desks(1);
    const [desk] = made;
    const [one = "", two = "", three = ""] = fingerprints;
    await desk!.decide(draft([one, two]), NOW);
    await desk!.decide({ ...draft([three]), status: "raised" }, NOW);
    expect([one, two, three].map(status)).toEqual(["explained", "explained", "raised"]);

    await desk!.undo(NOW);
    expect([one, two, three].map(status)).toEqual(["explained", "explained", "open"]);
    await desk!.undo(NOW);
    expect([one, two, three].map(status)).toEqual(["open", "open", "open"]);
    await expect(desk!.undo(NOW)).resolves.toBeNull();

    await desk!.redo(NOW);
    await desk!.redo(NOW);
    expect([one, two, three].map(status)).toEqual(["explained", "explained", "raised"]);
    await expect(desk!.redo(NOW)).resolves.toBeNull();
    await desk!.undo(NOW);
    expect(status(three)).toBe("open");
    await desk!.decide(draft([three], "another reason", told.at(-1)!.id), NOW);
    expect(desk!.view.history.undone).toEqual([]);
    expect(told.map(({ id }) => id)).toEqual(told.map((_, at) => at + 1));
  });

  test("on one finding twice are undone step by step, and redone the same way", async () => {
    const { made, fingerprints, told, status } = await desks(1);
    const [desk] = made;
    const [one = "", two = ""] = fingerprints;
    await desk!.decide(draft([one, two]), NOW);
    await desk!.decide({ ...draft([one], "again", told[0]!.id), status: "raised" }, NOW);
    const seen: (string | undefined)[] = [];
    for (const step of ["undo", "undo", "redo", "redo", "undo"] as const) {
      await desk![step](NOW);
      seen.push(`${status(one)} ${status(two)}`);
    }
    expect(seen).toEqual([
      "explained explained",
      "open open",
      "explained explained",
      "raised explained",
      "explained explained",
    ]);
    await desk!.undoThese([{ fingerprint: one, seen: told.at(-1)!.id }], NOW);
    expect(status(one)).toBe("open");
    await desk!.redo(NOW);
    expect(status(one)).toBe("raised");
  });

  test("are written in turn: two undos at once undo two things", async () => {
    const { made, fingerprints, status } = await desks(1);
    const [desk] = made;
    const [one = "", two = ""] = fingerprints;
    await Promise.all([desk!.decide(draft([one]), NOW), desk!.decide(draft([two]), NOW)]);
    await Promise.all([desk!.undo(NOW), desk!.undo(NOW)]);
    expect([one, two].map(status)).toEqual(["open", "open"]);
    await Promise.all([desk!.redo(NOW), desk!.redo(NOW)]);
    expect([one, two].map(status)).toEqual(["explained", "explained"]);
    expect(desk!.view.pending).toBe(0);
  });

  test("are not written without a name", async () => {
    const { ledger, made, fingerprints } = await desks(1);
    const nobody = { ...NOW, whoDecides: async () => null };
    await expect(made[0]!.decide(draft(fingerprints), nobody)).resolves.toBeNull();
    expect(listLedgerDecisions(ledger)).toEqual([]);
    expect(made[0]!.view.history.done).toEqual([]);
  });
});

describe("case 39: two windows decide on one finding", () => {
  test("the first wins, the second is shown what it says, and its draft is kept", async () => {
    const { made, fingerprints, told, status } = await desks(2);
    const [first, second] = made;
    const [one = "", two = ""] = fingerprints;
    await first!.decide({ ...draft([one]), status: "accepted" }, NOW);
    const mine = draft([one, two], "mine");
    await expect(second!.decide(mine, NOW)).resolves.toBeNull();
    expect(second!.view.unsaved).toMatchObject([{ draft: mine, fault: { code: "DECISION_CONFLICT" } }]);
    // What the other decided is read, so that it can be shown.
    expect(told).toMatchObject([{ fingerprint: one, status: "accepted" }]);
    expect(second!.view.history.done).toEqual([]);
    expect([one, two].map(status)).toEqual(["accepted", "open"]);

    await second!.decide(draft([one], "mine", told.at(-1)!.id), NOW);
    second!.dismiss(second!.view.unsaved[0]!);
    expect(second!.view.unsaved).toEqual([]);
    expect(status(one)).toBe("explained");
  });

  test("refuses to undo what the other has decided since, and drops it from the history", async () => {
    const { made, fingerprints, told, status } = await desks(2);
    const [first, second] = made;
    const [one = "", two = ""] = fingerprints;
    await first!.decide(draft([two]), NOW);
    await first!.decide(draft([one]), NOW);
    await second!.decide({ ...draft([one], "theirs", told.at(-1)!.id), status: "raised" }, NOW);
    await expect(first!.undo(NOW)).rejects.toMatchObject({ fault: { code: "DECISION_CONFLICT" } });
    expect(told.at(-1)).toMatchObject({ note: "theirs" });
    await first!.undo(NOW);
    expect([one, two].map(status)).toEqual(["raised", "open"]);
  });

  test("a temporary failure keeps what could be undone", async () => {
    const { ledger, fingerprints } = await desks(1);
    const api = reviewApi(ledger);
    let isFull = false;
    const flaky: ReviewApi = {
      ...api,
      "review.undo": (request) =>
        isFull
          ? Promise.reject(new ApiError(faultOf(new TieoutError("LEDGER_DISK_FULL", "The disk is full"))))
          : api["review.undo"](request),
    };
    const desk = deskOver(flaky);
    await desk.decide(draft(fingerprints.slice(0, 1)), NOW);
    isFull = true;
    await expect(desk.undo(NOW)).rejects.toMatchObject({ fault: { code: "LEDGER_DISK_FULL" } });
    isFull = false;
    await expect(desk.undo(NOW)).resolves.toHaveLength(1);
  });

  test("reports what was saved and cannot be read back, and can still undo it", async () => {
    const { ledger, fingerprints, status } = await desks(1);
    const [one = ""] = fingerprints;
    const api = reviewApi(ledger);
    let isBusy = true;
    const desk = deskOver({
      ...api,
      "review.list": (request) =>
        isBusy
          ? Promise.reject(
              new ApiError(faultOf(new TieoutError("LEDGER_BUSY", "Another program is using it"))),
            )
          : api["review.list"](request),
    });
    await expect(desk.decide(draft([one]), NOW)).rejects.toMatchObject({ fault: { code: "LEDGER_BUSY" } });
    expect([status(one), desk.view.pending, desk.view.history.done.length]).toEqual(["explained", 0, 1]);
    expect(desk.view.unsaved).toEqual([]);
    isBusy = false;
    await expect(desk.undo(NOW)).resolves.toMatchObject([{ id: 2, undoes: 1, status: "open" }]);
    expect(status(one)).toBe("open");
  });
});

test("what could not be saved is told once to whoever leaves, and nothing that had failed before, though that was to be decided again", async () => {
  const { ledger, fingerprints } = await desks(1);
  const [one = "", two = "", three = ""] = fingerprints;
  const full = new ApiError(faultOf(new TieoutError("LEDGER_DISK_FULL", "The disk is full")));
  const desk = deskOver({ ...reviewApi(ledger), "review.decide": () => Promise.reject(full) });
  await desk.decide(draft([one]), NOW);
  expect(desk.view.unsaved).toHaveLength(1);
  const asked = Promise.withResolvers<null>();
  const again = desk.decide(draft([one]), { ...NOW, whoDecides: () => asked.promise });
  expect([desk.view.pending, desk.view.unsaved]).toEqual([1, []]);
  const told: string[] = [];
  desk.tellNextFault(({ code }) => told.push(code));
  asked.resolve(null);
  await again;
  expect([desk.view.pending, desk.view.unsaved.length, told]).toEqual([0, 1, []]);

  const writing = [desk.decide(draft([two]), NOW), desk.decide(draft([three]), NOW)];
  desk.tellNextFault(({ code }) => told.push(code));
  await Promise.all(writing);
  expect([desk.view.unsaved.length, told]).toEqual([3, ["LEDGER_DISK_FULL"]]);
});

/** An api that writes only once it is let, in the order in which it was asked. */
function waitingApi(api: ReviewApi) {
  const { promise, resolve } = Promise.withResolvers<null>();
  const waiting: ReviewApi = {
    ...api,
    "review.decide": async (request) => {
      await promise;
      return api["review.decide"](request);
    },
  };
  return { waiting, letWrite: () => resolve(null) };
}

describe("case 105: a decision that is being saved", () => {
  test("counts at once, and so does the next decision on the same finding", async () => {
    const { ledger, fingerprints, status } = await desks(1);
    const [one = "", two = ""] = fingerprints;
    const { waiting, letWrite } = waitingApi(reviewApi(ledger));
    const desk = deskOver(waiting);
    const shown = (fingerprint: string) =>
      statusOf(fingerprint, { seen: null, status: "open" }, desk.view.decisionStates);
    const writing = [
      desk.decide(draft([one], "first"), NOW),
      desk.decide(draft([two], "second"), NOW),
      desk.decide({ ...draft([one], "third"), status: "raised" }, NOW),
    ];
    expect([shown(one), shown(two), desk.view.pending]).toEqual(["raised", "explained", 3]);
    expect([one, two].map(status)).toEqual(["open", "open"]);
    letWrite();
    const written = await Promise.all(writing);
    expect(written.map((decisions) => decisions?.[0]?.note)).toEqual(["first", "second", "third"]);
    expect([one, two].map(status)).toEqual(["raised", "explained"]);
    expect([desk.view.pending, desk.view.unsaved]).toEqual([0, []]);
    // The check has seen it: what the row says counts again.
    expect(statusOf(one, { seen: 3, status: "raised" }, desk.view.decisionStates)).toBe("raised");
    expect(statusOf(one, { seen: 4, status: "open" }, desk.view.decisionStates)).toBe("open");
  });

  test("is what undo undoes, and when it fails nothing else is undone instead", async () => {
    const { ledger, fingerprints, status } = await desks(1);
    const [one = "", two = ""] = fingerprints;
    const api = reviewApi(ledger);
    let isFull = false;
    const full = () => new ApiError(faultOf(new TieoutError("LEDGER_DISK_FULL", "The disk is full")));
    const desk = deskOver({
      ...api,
      "review.decide": (request) => (isFull ? Promise.reject(full()) : api["review.decide"](request)),
    });
    await desk.decide(draft([one]), NOW);
    isFull = true;
    const [failed, undone] = await Promise.all([desk.decide(draft([two], "kept"), NOW), desk.undo(NOW)]);
    expect([failed, undone]).toEqual([null, null]);
    expect([one, two].map(status)).toEqual(["explained", "open"]);
    expect(desk.view.unsaved).toMatchObject([
      { draft: { note: "kept" }, fault: { code: "LEDGER_DISK_FULL" }, period: null },
    ]);
    isFull = false;
    await desk.decide(draft([two], "kept"), NOW);
    expect([status(two), desk.view.unsaved]).toEqual(["explained", []]);
    const undoing = [desk.decide({ ...draft([two]), status: "raised" }, NOW), desk.undo(NOW)];
    await Promise.all(undoing);
    expect([one, two].map(status)).toEqual(["explained", "explained"]);
  });

  test("is reported as not saved after a reload, unless it was saved after all", async () => {
    const { ledger, fingerprints, told } = await desks(1);
    const [one = "", two = ""] = fingerprints;
    const { held, storage } = tab();
    const { waiting, letWrite } = waitingApi(reviewApi(ledger));
    const before = deskOver(waiting, told, storage);
    const writing = [before.decide(draft([one], "first"), NOW), before.decide(draft([two], "second"), NOW)];
    const kept = new Map(held);
    letWrite();
    await writing[0];
    await Promise.all(writing);
    expect(held.size).toBe(0);
    // The page was left while both were on their way, and only the first had arrived.
    for (const [key, value] of kept) held.set(key, value);
    const after = deskOver(reviewApi(ledger), told, storage);
    expect(after.view.unsaved).toEqual([]);
    after.learn(told.slice(0, 1));
    expect(after.view.unsaved).toMatchObject([{ draft: { note: "second" }, fault: null, isInForm: false }]);
    after.dismiss(after.view.unsaved[0]!);
    expect(held.size).toBe(0);
  });

  test("is reported as not saved after every reload, with its reason, until it is decided again or dismissed", async () => {
    const { ledger, fingerprints, told, status } = await desks(1);
    const [one = "", two = "", three = ""] = fingerprints;
    const { held, storage } = tab();
    const full = new ApiError(faultOf(new TieoutError("LEDGER_DISK_FULL", "The disk is full")));
    const api = reviewApi(ledger);
    const before = deskOver({ ...api, "review.decide": () => Promise.reject(full) }, told, storage);
    await before.decide(draft([one], "of one"), NOW);
    await before.decide(draft([two, three], "of two"), NOW);
    const reloaded = () => {
      const desk = deskOver(api, told, storage);
      desk.learn(told);
      return desk;
    };
    const failed = [
      { draft: draft([one], "of one"), fault: full.fault, period: null, isInForm: true },
      { draft: draft([two, three], "of two"), fault: full.fault, period: null, isInForm: true },
    ];
    expect(reloaded().view.unsaved).toEqual(failed);
    const again = reloaded();
    expect(again.view.unsaved).toEqual(failed);
    await again.decide(draft([two, three], "of two"), NOW);
    expect([two, three].map(status)).toEqual(["explained", "explained"]);
    const last = reloaded();
    expect(last.view.unsaved).toEqual(failed.slice(0, 1));
    last.dismiss(last.view.unsaved[0]!);
    expect([reloaded().view.unsaved, held.size]).toEqual([[], 0]);
  });
});

describe("undoing what a notice names", () => {
  test("undoes that, whatever else was decided since, and undo continues with the rest", async () => {
    const { made, fingerprints, status } = await desks(1);
    const [desk] = made;
    const [one = "", two = "", three = "", four = ""] = fingerprints;
    const first = await desk!.decide(draft([one, two]), NOW);
    await desk!.decide(draft([three]), NOW);
    await desk!.decide(draft([four]), NOW);
    await desk!.undoTaken(first![0]!.id, NOW);
    expect([one, two, three, four].map(status)).toEqual(["open", "open", "explained", "explained"]);
    await desk!.undo(NOW);
    await desk!.undo(NOW);
    expect([three, four].map(status)).toEqual(["open", "open"]);
    await expect(desk!.undo(NOW)).resolves.toBeNull();
  });

  test("does nothing when it was undone, or decided again", async () => {
    const { ledger, made, fingerprints, told, status } = await desks(1);
    const [desk] = made;
    const [one = "", two = "", three = ""] = fingerprints;
    await desk!.decide({ ...draft([three]), status: "raised" }, NOW);
    const bulk = await desk!.decide(draft([one, two]), NOW);
    await desk!.undo(NOW);
    await expect(desk!.undoTaken(bulk![0]!.id, NOW)).resolves.toBeNull();
    expect([one, two, three].map(status)).toEqual(["open", "open", "raised"]);

    const again = await desk!.decide(draft([one, two], "again", null), NOW);
    await desk!.decide({ ...draft([two], "anew"), status: "accepted" }, NOW);
    const count = listLedgerDecisions(ledger).length;
    await expect(desk!.undoTaken(again![0]!.id, NOW)).resolves.toBeNull();
    expect(listLedgerDecisions(ledger)).toHaveLength(count);
    expect([one, two].map(status)).toEqual(["explained", "accepted"]);
    expect(told.at(-1)?.note).toBe("anew");
  });

  test("does nothing while it is being undone by itself, or decided again", async () => {
    const { made, fingerprints, told, status } = await desks(1);
    const [desk] = made;
    const [one = "", two = "", three = "", four = ""] = fingerprints;
    await desk!.decide(draft([one, two]), NOW);
    const undoing = desk!.undoThese([{ fingerprint: one, seen: told[0]!.id }], NOW);
    await expect(desk!.undoTaken(told[0]!.id, NOW)).resolves.toBeNull();
    await undoing;
    expect([one, two].map(status)).toEqual(["open", "explained"]);

    const bulk = await desk!.decide(draft([three, four]), NOW);
    const anew = desk!.decide({ ...draft([four], "anew"), status: "accepted" }, NOW);
    await expect(desk!.undoTaken(bulk![0]!.id, NOW)).resolves.toBeNull();
    await anew;
    expect([three, four].map(status)).toEqual(["explained", "accepted"]);
  });
});
