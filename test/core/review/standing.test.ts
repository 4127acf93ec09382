import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Finding } from "../../../src/core/reconcile/input/findings.ts";
import type { Decision } from "../../../src/core/review/decisions/decision.ts";
import type { Month } from "../../../src/core/review/close/close.ts";
import { NOTE_LIMIT } from "../../../src/core/review/decisions/note-rules.ts";
import type { ReviewedFinding } from "../../../src/core/review/decisions/review.ts";
import type { Circumstances } from "../../../src/core/review/standing/circumstances.ts";
import {
  proposeStanding,
  proposalList,
  ownWords,
  repeatedNote,
} from "../../../src/core/review/standing/proposals.ts";
import { originWords, sameWords } from "../../../src/core/review/standing/standing-words.ts";
import { type Watch, growthOverSixteen } from "../../helpers/growth.ts";
import { breakAt, decided } from "../../helpers/ledgers/decisions.ts";

const month = (text: string) => text as Month;

const API: Circumstances = {
  party: { kind: "action", action: "API" },
  currency: "NGN",
  userID: 1,
  amount: 1000,
  changed: false,
  atMs: Date.UTC(2026, 9, 5),
  month: month("2026-10"),
};
const ADA = { ...API, party: { kind: "counterparty", userID: 9, name: "Ada" } } as const;

const open = (finding: Finding, fields: Partial<ReviewedFinding> = {}): ReviewedFinding => ({
  finding,
  status: "open",
  decision: null,
  before: null,
  changes: [],
  seen: null,
  ...fields,
});

interface Known {
  readonly decisions: readonly Decision[];
  readonly reopened?: readonly number[];
  /** By walletID, API where left out; null for a record that is not held. */
  readonly about?: Readonly<Record<number, Circumstances | null>>;
}

function answers(findings: readonly ReviewedFinding[], { decisions, reopened = [], about = {} }: Known) {
  return proposeStanding(findings, {
    decisions,
    reopened: new Set(reopened),
    circumstancesOf: ({ walletID }) => {
      const own = about[walletID ?? 0];
      return own === undefined ? API : own;
    },
  });
}

/** What is proposed at entry 9, as status, words, decision and how many agree; or why nothing is. */
function proposedAtNine(known: Known, nine: Finding = breakAt(9)): string | null {
  const [answer] = answers([open(nine)], known);
  if (answer === undefined) return null;
  const { proposal, withheld } = answer;
  if (proposal === null) return withheld;
  const { status, words, from, agree, earlier } = proposal;
  return `${status}: ${words} (${from.decision}; ${agree} of ${earlier})`;
}

const FOUND = "explained: The provider posted it twice. (1; 1 of 1)";
const [one, two] = [decided(1, breakAt(1)), decided(2, breakAt(2))];

test("a list that is full says how many exceptions it leaves out", () => {
  const found = answers([open(breakAt(9)), open(breakAt(10)), open(breakAt(11, 999))], { decisions: [one] });
  const whole = proposalList(found, 3);
  expect(whole.proposals.map(({ findings }) => findings.map(({ walletID }) => walletID))).toEqual([[9, 10]]);
  expect(whole.withheld).toEqual([{ reason: "none-alike", fingerprints: [breakAt(11, 999).fingerprint] }]);
  expect(whole.left).toBe(0);
  expect(proposalList(found, 1)).toEqual({
    proposals: [{ proposal: found[0]?.proposal, findings: [whole.proposals[0]?.findings[0]] }],
    withheld: [],
    left: 2,
  });
});

describe("a finding is like another", () => {
  test.each<[string, Finding, Circumstances, string]>([
    ["with all the same", breakAt(9), API, FOUND],
    ["with the same difference of another amount", breakAt(9), { ...API, amount: 77 }, FOUND],
    ["with the same percentage", breakAt(9, 25), { ...API, amount: 2500 }, FOUND],
    ["with the same percentage as far as whole units say", breakAt(9, 33), { ...API, amount: 3299 }, FOUND],
    ["with the same percentage rounded up", breakAt(9, 33), { ...API, amount: 3310 }, FOUND],
    ["not with another percentage", breakAt(9, 25), { ...API, amount: 2400 }, "none-alike"],
    ["not with the same percentage the other way", breakAt(9, -25), { ...API, amount: 2500 }, "none-alike"],
    ["not where the record moves money the other way", breakAt(9), { ...API, amount: -1000 }, "none-alike"],
    ["not of another rule", breakAt(9, 10, { rule: "pending-entry" }), API, "none-alike"],
    ["not of another cause", breakAt(9, 10, { cause: "wrong-sign" }), API, "none-alike"],
    ["not of another kind", breakAt(9, 10, { kind: "over" }), API, "none-alike"],
    ["not in another currency", breakAt(9), { ...API, currency: "USD" }, "none-alike"],
    ["not in a currency that is not known", breakAt(9), { ...API, currency: null }, "none-alike"],
    ["not in another user's wallet", breakAt(9), { ...API, userID: 2 }, "none-alike"],
    [
      "not of another action",
      breakAt(9),
      { ...API, party: { kind: "action", action: "Bonus" } },
      "none-alike",
    ],
    ["not where a pull changed the record", breakAt(9), { ...API, changed: true }, "none-alike"],
    ["not where it is not known who it is with", breakAt(9), { ...API, party: null }, "party-unknown"],
  ])("%s", (_, nine, circumstances, outcome) => {
    expect(proposedAtNine({ decisions: [one], about: { 9: circumstances } }, nine)).toBe(outcome);
  });

  test("in another user's wallet with the same counterparty, in a known currency", () => {
    const other = { ...ADA, userID: 2 };
    expect(proposedAtNine({ decisions: [one], about: { 1: ADA, 9: other } })).toBe(FOUND);
    const nowhere = { 1: { ...ADA, currency: null }, 9: { ...other, currency: null } };
    expect(proposedAtNine({ decisions: [one], about: nowhere })).toBe("none-alike");
    const sameUser = { 1: { ...ADA, currency: null }, 9: { ...ADA, currency: null } };
    expect(proposedAtNine({ decisions: [one], about: sameUser })).toBe(FOUND);
    const another = { ...ADA, party: { ...ADA.party, userID: 10 } };
    expect(proposedAtNine({ decisions: [one], about: { 1: ADA, 9: another } })).toBe("none-alike");
  });

  test("not because both differ by the whole amount, or by next to nothing of it", () => {
    const whole = decided(1, breakAt(1, -1000));
    const about = { 9: { ...API, amount: 500 } };
    expect(proposedAtNine({ decisions: [whole], about }, breakAt(9, -500))).toBe("none-alike");
    expect(proposedAtNine({ decisions: [whole] }, breakAt(9, -1000))).toBe(FOUND);
    const large = { 1: { ...API, amount: 9e15 }, 9: { ...API, amount: 9e15 } };
    expect(proposedAtNine({ decisions: [one], about: large }, breakAt(9, 11))).toBe("none-alike");
  });

  test("whatever the amount, where the rule states no difference", () => {
    const without = (walletID: number) => {
      const { difference: _, expected: _e, actual: _a, ...finding } = breakAt(walletID);
      return { ...finding, rule: "out-of-order" as const };
    };
    const about = { 9: { ...API, amount: 5 } };
    expect(proposedAtNine({ decisions: [decided(1, without(1))], about }, without(9))).toBe(FOUND);
  });
});

describe("nothing is repeated from a decision that", () => {
  test.each<[string, Known]>([
    ["was undone", { decisions: [one, decided(2, breakAt(1), { undoes: 1, status: "open" })] }],
    ["was set back to open", { decisions: [one, decided(2, breakAt(1), { status: "open", note: "" })] }],
    ["was reopened", { decisions: [one], reopened: [1] }],
    ["is on a record that is no longer held", { decisions: [one], about: { 1: null } }],
    ["is with somebody who is not known", { decisions: [one], about: { 1: { ...API, party: null } } }],
  ])("%s", (_, known) => {
    expect(proposedAtNine(known)).toBe("none-alike");
  });
});

test("repeats the newest decision of the last month, and counts those with its note", () => {
  const third = decided(3, breakAt(3), { note: "Another." });
  const september = { 3: { ...API, month: month("2026-09") } } as const;
  const known = { decisions: [third, two, one], about: september };
  expect(proposedAtNine(known)).toBe("explained: The provider posted it twice. (2; 2 of 3)");
  expect(proposedAtNine({ ...known, about: {} })).toBe("notes-differ");
  const november = { 3: { ...API, month: month("2026-11") } } as const;
  expect(proposedAtNine({ ...known, about: november })).toBe("explained: Another. (3; 1 of 3)");
  const undated = { 3: { ...API, month: null } } as const;
  expect(proposedAtNine({ ...known, about: undated })).toBe(
    "explained: The provider posted it twice. (2; 2 of 3)",
  );
});

test("proposes nothing where earlier decisions differ in status, of the same amount or percentage", () => {
  const raised = decided(2, breakAt(2), { status: "raised" });
  expect(proposedAtNine({ decisions: [one, raised] })).toBe("statuses-differ");
  // Of the same amount is decision 1 alone, of the same percentage decision 2.
  const about = { 1: { ...API, amount: 77 }, 2: { ...API, amount: 2500 } };
  const other = decided(2, breakAt(2, 25), { status: "raised" });
  expect(proposedAtNine({ decisions: [one, other], about })).toBe("statuses-differ");
});

test("proposes for undecided exceptions alone, each once, and for none that was reopened", () => {
  const decidedOne = open(breakAt(2), { status: "explained" });
  const notice = open(breakAt(3, 10, { severity: "info" }));
  const reopened = open(breakAt(4), { status: "reopened" });
  const gone = open(breakAt(5));
  const found = answers([decidedOne, notice, reopened, gone, open(breakAt(9)), open(breakAt(9))], {
    decisions: [one],
    about: { 5: null },
  });
  expect(found.map(({ reviewed: { finding }, withheld }) => [finding.walletID, withheld])).toEqual([
    [4, "reopened"],
    [5, "no-record"],
    [9, null],
  ]);
});

describe("the note of what is accepted", () => {
  test("names the decision and the month, and does not grow when it is repeated", () => {
    const notes = [
      "Fee.",
      repeatedNote(1, month("2026-10"), "Fee."),
      repeatedNote(2, null, "Fee."),
      "As in decision 1 (October 2026): something else",
      "As in decision 9: Fee.",
    ];
    expect(notes.slice(1, 3)).toEqual(["As in decision 1 (October 2026): Fee.", "As in decision 2: Fee."]);
    const words = ownWords(notes.map((note, at) => ({ id: at + 1, note })).toReversed());
    expect(notes.map((_, at) => words.get(at + 1))).toEqual(["Fee.", "Fee.", "Fee.", notes[3], notes[4]]);
  });

  test("is not proposed where it would be too long", () => {
    const room = NOTE_LIMIT - repeatedNote(1, month("2026-10"), "").length;
    const of = (length: number) =>
      proposedAtNine({ decisions: [decided(1, breakAt(1), { note: "n".repeat(length) })] });
    expect(of(room)).toBe(`explained: ${"n".repeat(room)} (1; 1 of 1)`);
    expect(of(room + 1)).toBe("too-long");
  });
});

test("says where a proposal comes from and what is the same", () => {
  const from = { decision: 12, fingerprint: "", month: month("2026-08"), by: "Ada Obi", atMs: 0 };
  const sayTime = (atMs: number) => `at ${atMs}`;
  expect(originWords({ from, agree: 2, earlier: 3 }, sayTime)).toBe(
    "Decision 12 by Ada Obi, at 0, on August 2026; 2 of 3 earlier decisions have this note",
  );
  expect(originWords({ from: { ...from, month: null }, agree: 1, earlier: 1 }, sayTime)).toBe(
    "Decision 12 by Ada Obi, at 0; 1 of 1 earlier decision has this note",
  );
  const share = (hundredths: number) => sameWords({ party: ADA.party, size: { by: "share", hundredths } }, 2);
  expect([share(150), share(2500), share(1)]).toEqual([
    "counterparty Ada (userID 9), 1.5 % of the amount",
    "counterparty Ada (userID 9), 25 % of the amount",
    "counterparty Ada (userID 9), 0.01 % of the amount",
  ]);
  const party = { kind: "counterparty", userID: 9, name: null } as const;
  expect(sameWords({ party, size: { by: "amount", difference: -1050 } }, 2)).toBe(
    "counterparty userID 9, difference −10.50",
  );
  const action = { kind: "action", action: "API" } as const;
  expect(sameWords({ party: action, size: { by: "record" } }, 2)).toBe(
    "action API, the rule states no difference",
  );
});

/** Decisions on few findings of few amounts, some undone: enough of them are alike. */
const histories = fc
  .array(
    fc.record({
      walletID: fc.integer({ min: 1, max: 4 }),
      difference: fc.constantFrom(10, 20, -10),
      status: fc.constantFrom("explained" as const, "raised" as const, "open" as const),
      note: fc.constantFrom("Fee.", "Other."),
      undo: fc.boolean(),
    }),
  )
  .map((steps) =>
    steps.flatMap(({ walletID, difference, undo, ...fields }, at): Decision[] => {
      const finding = breakAt(walletID, difference);
      const taken = decided(2 * at + 1, finding, fields);
      return undo ? [taken, decided(2 * at + 2, finding, { undoes: taken.id, status: "open" })] : [taken];
    }),
  );
const OPEN = [open(breakAt(7)), open(breakAt(8, 20)), open(breakAt(9, -10))];
const ABOUT = { 3: { ...API, amount: 2000 }, 4: { ...API, month: month("2026-09") } } as const;

test("the order of decisions and findings changes nothing", () => {
  fc.assert(
    fc.property(histories, fc.infiniteStream(fc.nat()), (decisions, ranks) => {
      const shuffled = decisions
        .map((decision) => ({ decision, rank: ranks.next().value as number }))
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ decision }) => decision);
      const usual = answers(OPEN, { decisions, about: ABOUT });
      expect(answers(OPEN, { decisions: shuffled, about: ABOUT })).toEqual(usual);
      expect(answers(OPEN.toReversed(), { decisions, about: ABOUT }).toReversed()).toEqual(usual);
    }),
  );
});

test("what is proposed is a decision in force, with its status, and no like one has another", () => {
  fc.assert(
    fc.property(histories, (decisions) => {
      const undone = new Set(decisions.map(({ undoes }) => undoes));
      for (const { reviewed, proposal } of answers(OPEN, { decisions, about: ABOUT })) {
        if (proposal === null) continue;
        const source = decisions.find(({ id }) => id === proposal.from.decision);
        expect(source).toMatchObject({ status: proposal.status, note: proposal.words, undoes: null });
        expect(undone.has(proposal.from.decision)).toBe(false);
        expect(proposal.status).not.toBe("open");
        expect(Math.sign(source?.finding.difference ?? 0)).toBe(Math.sign(reviewed.finding.difference ?? 0));
        expect(proposal.agree).toBeLessThanOrEqual(proposal.earlier);
        expect(proposal.agree).toBeGreaterThan(0);
      }
    }),
  );
});

test("what is read of decisions and findings grows with their number", () => {
  const many = (count: number, watch: Watch) => {
    const decisions = Array.from({ length: count }, (_, at) => watch(decided(at + 1, breakAt(at + 1))));
    const findings = Array.from({ length: count }, (_, at) => watch(open(breakAt(count + at + 1))));
    return () => {
      expect(answers(findings, { decisions }).every(({ proposal }) => proposal !== null)).toBe(true);
    };
  };
  expect(growthOverSixteen(many, 3200)).toBeLessThan(32);
});
