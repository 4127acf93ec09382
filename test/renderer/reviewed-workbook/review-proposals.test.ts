import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/core/review/decisions/decision.ts";
import type { ProposedReview } from "../../../src/core/review/decisions/typed-review.ts";
import {
  becomesWords,
  chosenAtFirst,
  chosenOf,
  isTakeable,
  seenOf,
  whyNot,
  withNoted,
} from "../../../src/renderer/app/dialogs/reviewed-workbook-dialog.tsx";

const PLAIN: ProposedReview = {
  fingerprint: "a".repeat(64),
  row: 12,
  rule: "chain-break",
  message: "The balance does not follow",
  tick: "✓",
  note: "Seen with the bank",
  proposed: { status: "accepted", note: "Seen with the bank" },
  point: null,
  caution: null,
  status: "open",
  seen: null,
};
const CAUTIOUS = { ...PLAIN, fingerprint: "b".repeat(64), caution: "Ada Obi decided on it since.", seen: 4 };
const GONE = { ...PLAIN, fingerprint: "c".repeat(64), status: null };
const UNCLEAR = { ...PLAIN, fingerprint: "d".repeat(64), proposed: null, caution: "“?” is no tick." };
const ALL = [PLAIN, CAUTIOUS, GONE, UNCLEAR];

describe("what a reviewer typed", () => {
  it("is chosen automatically only without a caution", () => {
    expect([...chosenAtFirst(ALL)]).toEqual([PLAIN.fingerprint]);
  });

  it("can be imported with a caution, but not without a proposal or with the finding gone", () => {
    expect(ALL.map(isTakeable)).toEqual([true, true, false, false]);
    expect(ALL.map(whyNot)).toEqual([
      null,
      null,
      "The check no longer raises this finding.",
      "“?” is no tick.",
    ]);
  });

  it("is imported once per finding, in the workbook's order, using its last line", () => {
    const again = { ...PLAIN, row: 40, note: "Second" };
    const every = new Set(ALL.map(({ fingerprint }) => fingerprint));
    const taken = chosenOf([PLAIN, CAUTIOUS, again, GONE], every);
    expect(taken.map(({ row }) => row)).toEqual([40, 12]);
    expect(taken[1]?.fingerprint).toBe(CAUTIOUS.fingerprint);
  });

  it("counts as seen what the ledger held, or what was marked as seen", () => {
    const decision = { fingerprint: CAUTIOUS.fingerprint, id: 9 } as Decision;
    const noted = withNoted(new Map(), [decision]);
    expect(seenOf(CAUTIOUS, new Map())).toBe(4);
    expect(seenOf(CAUTIOUS, noted)).toBe(9);
    expect(seenOf(PLAIN, noted)).toBeNull();
  });

  it("becomes a status with its note, a point, or both", () => {
    const words = (proposed: ProposedReview["proposed"], point: string | null = null) =>
      becomesWords({ proposed, point });
    expect(words({ status: "raised", note: "" })).toBe("Raised with the provider");
    expect(words({ status: "accepted", note: "Small" })).toBe("Accepted: Small");
    expect(words(null, "Which ticket?")).toBe("Point: Which ticket?");
    const agreed = "Agrees with decision 5 (ticked in October.xlsx, Exceptions row 12)";
    expect(words({ status: "raised", note: agreed }, "Which ticket?")).toBe(
      `${agreed}. Point: Which ticket?`,
    );
    expect(isTakeable({ ...PLAIN, proposed: null, point: "Which ticket?" })).toBe(true);
  });
});
