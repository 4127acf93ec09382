import { describe, expect, it } from "vitest";
import type { StandingMatch } from "../../../src/core/review/decisions/manual-match.ts";
import { matchesWith, reopenedWith } from "../../../src/renderer/shared/record/match-card.tsx";

const of = (id: number, walletIDs: readonly number[], payIDs: readonly number[]): StandingMatch => ({
  id,
  state: "in-force",
  note: "why",
  by: "Ada Obi",
  atMs: 0,
  undone: null,
  entries: walletIDs.map((walletID) => ({ walletID, sha256: "" })),
  transactions: payIDs.map((payID) => ({ payID, sha256: "" })),
  changes: [],
});

describe("the matches of a record", () => {
  const all = [of(3, [7], [7]), of(2, [8, 9], [12]), of(1, [8], [13])];

  it("are listed by the record's side, newest first", () => {
    expect(matchesWith(all, { walletID: 8 }).map(({ id }) => id)).toEqual([2, 1]);
    expect(matchesWith(all, { payID: 12 }).map(({ id }) => id)).toEqual([2]);
    expect(matchesWith(all, { payID: 8 })).toEqual([]);
  });

  it("are replaced by a new one only where they reopened", () => {
    const reopened = { ...of(2, [8, 9], [12]), state: "reopened" as const };
    expect(reopenedWith([reopened], { walletIDs: [9], payIDs: [] })).toBe(reopened);
    expect(reopenedWith([reopened], { walletIDs: [], payIDs: [12] })).toBe(reopened);
    expect(reopenedWith([reopened], { walletIDs: [7], payIDs: [8] })).toBeNull();
    expect(reopenedWith(all, { walletIDs: [8], payIDs: [] })).toBeNull();
  });
});
