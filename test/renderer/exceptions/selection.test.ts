import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/core/review/decisions/decision.ts";
import type { SelectableException } from "../../../src/renderer/bridge/protocol.ts";
import {
  NOTHING_SELECTED,
  leaveOut,
  selectAll,
  selectRange,
  sumSelection,
  takeNote,
  toggleLine,
} from "../../../src/renderer/shared/decide/selection.ts";

function line(fingerprint: string, facts: Partial<SelectableException> = {}): SelectableException {
  const finding = { fingerprint, severity: "error", atStake: 0 } as const;
  return { ...finding, seen: null, status: "open", event: null, currency: "NGN", ...facts };
}

const QUEUE = ["a", "b", "c", "d", "e"].map((name) => line(name));
const names = (selection: typeof NOTHING_SELECTED): string[] => [...selection.lines.keys()].toSorted();

describe("the selection", () => {
  it("adds and removes a line, and remembers where it was", () => {
    const once = toggleLine(NOTHING_SELECTED, line("b"));
    expect(names(once)).toEqual(["b"]);
    const twice = toggleLine(once, line("b"));
    expect(names(twice)).toEqual([]);
    expect(twice.anchor).toBe("b");
  });

  it("extends from the last line to another in either direction, and keeps earlier selections", () => {
    const anchored = toggleLine(toggleLine(NOTHING_SELECTED, line("e")), line("b"));
    expect(names(selectRange(anchored, QUEUE, "d"))).toEqual(["b", "c", "d", "e"]);
    expect(names(selectRange(anchored, QUEUE, "a"))).toEqual(["a", "b", "e"]);
  });

  it("selects only the line itself when a filter hides the anchor", () => {
    const anchored = toggleLine(NOTHING_SELECTED, line("gone"));
    expect(names(selectRange(anchored, QUEUE, "c"))).toEqual(["c", "gone"]);
    expect(selectRange(anchored, QUEUE, "nowhere")).toEqual(anchored);
  });

  it("remembers the decision seen when the line was selected", () => {
    const selection = selectAll([line("a", { seen: 4 }), line("b")]);
    expect([...selection.lines.values()].map(({ seen }) => seen)).toEqual([4, null]);
  });

  it("counts by status, and adds up what is at stake in each currency, each event once", () => {
    const event = { place: 3, kind: "missing-entries", amount: 100 } as const;
    const selection = selectAll([
      line("a", { atStake: 100, event }),
      // The same event from its other side, and by less.
      line("b", { atStake: 30, event, status: "reopened" }),
      line("c", { atStake: 7, currency: "USD" }),
      line("d", { atStake: 5, status: "accepted" }),
      line("e"),
    ]);
    expect(sumSelection(selection)).toEqual({
      count: 5,
      byStatus: [
        { status: "open", count: 3 },
        { status: "accepted", count: 1 },
        { status: "reopened", count: 1 },
      ],
      stakes: [
        { currency: "NGN", sum: 105 },
        { currency: "USD", sum: 7 },
      ],
    });
  });

  it("counts an event as every sum of exceptions does: what was overwritten, and two currencies of one", () => {
    const overwritten = { place: 1, kind: "overwritten-entries", amount: 80 } as const;
    const mistyped = { place: 2, kind: "missing-entries", amount: 50 } as const;
    const selection = selectAll([
      line("a", { atStake: 800, event: overwritten }),
      line("b", { atStake: 300, event: overwritten }),
      line("c", { atStake: 50, event: mistyped }),
      line("d", { atStake: 40, event: mistyped, currency: "USD" }),
    ]);
    expect(sumSelection(selection).stakes).toEqual([{ currency: "NGN", sum: 130 }]);
  });

  it("gives no sum rather than a rounded one", () => {
    const selection = selectAll([line("a", { atStake: Number.MAX_SAFE_INTEGER }), line("b", { atStake: 1 })]);
    expect(sumSelection(selection).stakes).toEqual([{ currency: "NGN", sum: null }]);
  });
});

describe("case 39: what others decided on while it was selected", () => {
  const decided = (fingerprint: string, id: number): Decision => ({
    id,
    fingerprint,
    status: "raised",
    note: "ticket 99",
    by: "Bola Ade",
    atMs: 0,
    undoes: null,
    finding: {
      rule: "chain-break",
      walletID: 77,
      payref: "",
      payID: null,
      userID: 1,
      businessID: 7,
      message: "",
    },
  });
  const selection = selectAll([line("a"), line("b", { seen: 2 })]);

  it("is removed", () => {
    expect(names(leaveOut(selection, [decided("b", 5)]))).toEqual(["a"]);
  });

  it("is kept when marked as seen, and unselected lines stay out", () => {
    const next = takeNote(selection, [decided("b", 5), decided("c", 6)]);
    expect(names(next)).toEqual(["a", "b"]);
    expect(next.lines.get("b")).toMatchObject({ seen: 5, status: "raised" });
    expect(next.lines.get("a")?.seen).toBe(null);
  });
});
