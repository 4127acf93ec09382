/** How a letter to the provider names the wallet that it is about, and the rows that it asks about. */
import { expect, it } from "vitest";
import type { CauseKind } from "../../../src/core/reconcile/input/cause.ts";
import type { Finding } from "../../../src/core/reconcile/input/findings.ts";
import type { RuleId } from "../../../src/core/reconcile/input/rules.ts";
import {
  answerWords,
  letterCountWords,
  letterStateWords,
} from "../../../src/core/review/letters/letter-words.ts";
import type { ItemState, LetterStanding } from "../../../src/core/review/letters/letters.ts";
import { type LetterInput, letterOf } from "../../../src/core/report/letter.ts";

const INPUT: LetterInput = {
  ref: null,
  owner: null,
  period: null,
  timeZone: "UTC",
  decimals: 0,
  pull: null,
  raised: [],
  amounts: [],
  causes: [],
  wallets: [],
  address: { to: "", from: "", confirmTo: "", replyBy: null },
  date: null,
};

it.each<[LetterInput["owner"], string]>([
  [
    { userID: 4, name: "Ada Harbour" },
    "Questions about the wallet of Ada Harbour (userID 4): The whole history",
  ],
  [{ userID: 4, name: null }, "Questions about the wallet of userID 4: The whole history"],
  [null, "Questions about the wallet: The whole history"],
])("names the wallet's owner as far as it is known: %j", (owner, title) => {
  expect(letterOf({ ...INPUT, owner }).title).toBe(title);
});

const ROWS = Array.from({ length: 10_000 }, (_, at) => at + 1);

/** One question about a cause of so many findings. */
function asked(
  kind: CauseKind,
  walletIDs: readonly number[],
  broken: readonly number[],
  rule: RuleId,
  payIDs: readonly number[] = [],
) {
  const raised = broken.map((walletID) => ({
    finding: {
      rule,
      severity: "error",
      walletID,
      payID: null,
      payref: "PAY1",
      userID: 4,
      businessID: 7,
      message: `Row ${walletID} is wrong`,
      fingerprint: `f${walletID}`,
      atStake: 5,
    } as Finding,
    circumstances: null,
  }));
  const findings = raised.map(({ finding }) => finding.fingerprint);
  const cause = { kind, walletIDs, payIDs, amount: 5, unique: true, findings };
  const [group] = letterOf({ ...INPUT, raised, causes: [cause] }).groups;
  return group?.items[0];
}

it("names of a cause with very many rows the first, how many there are, and where all are", () => {
  const item = asked("settled-again", ROWS, ROWS, "duplicate-entry");
  const more = "and 9,980 more: all are on sheet C1, Exceptions, of the workbook";
  expect(item?.record).toHaveLength(21);
  expect(item?.record.at(-1)).toBe(more);
  expect(item?.found).toHaveLength(21);
  expect(item?.found.at(-1)).toBe(more);
  expect(item?.question).toMatch(
    /walletID 1, 2, .*, 20 and 9,980 more up to 10000 \(all are on sheet C1, Exceptions, of the workbook\): was one payment settled again/u,
  );
});

it.each<[CauseKind, RuleId, readonly number[], string]>([
  [
    "missing-entries",
    "chain-break",
    [7],
    "as much as payID 7 lacks. Please look at the requests for this payment:",
  ],
  [
    "missing-entries",
    "chain-break",
    [7, 8],
    "as much as payID 7, 8 lack. Please look at the requests for these payments:",
  ],
  [
    "lumped-settlement",
    "orphan-payref",
    [7],
    "which transaction it belongs to and when this payment reaches the wallet",
  ],
  [
    "lumped-settlement",
    "orphan-payref",
    [7, 8],
    "which transaction it belongs to and when these payments reach the wallet",
  ],
])("asks about one payment and about several in their words: %s, %s, %j", (kind, rule, payIDs, words) => {
  expect(asked(kind, [3], [3], rule, payIDs)?.question).toContain(words);
});

it("asks about a long branch by its ends and the rows beside it", () => {
  const item = asked("overwritten-entries", ROWS, [1, 10_001], "chain-break");
  expect(item?.record).toHaveLength(2);
  expect(item?.question).toContain(
    "10000 (each is on sheet B1, Wallet, of the workbook of its month) moved, 5 in all",
  );
  expect(item?.question).toContain("the requests that wrote walletID 1, 10000, 10001: did");
  const short = asked("overwritten-entries", [7, 8], [7, 9], "chain-break");
  expect(short?.question).toContain("What walletID 7, 8 moved, 5 in all");
  expect(short?.question).toContain("wrote walletID 7, 8, 9: did");
});

type Answer = LetterStanding["letter"]["answers"][number];

const SENT = { on: "2026-09-03", to: "Escrow Ltd" };
const WITHDRAWN = [{ evidence: 1, by: "Cy Dee", note: "Forged." }] as unknown as LetterStanding["withdrawn"];

function standing(sent: typeof SENT | null, states: readonly ItemState[], answers: readonly Answer[] = []) {
  const items = states.map((_, at) => ({ number: at + 1 }));
  const letter = { sent, answers, items } as unknown as LetterStanding["letter"];
  return { letter, states, days: 27, withdrawn: WITHDRAWN };
}

function answer(on: string, evidence: number | null): Answer {
  return { on, evidence } as Answer;
}

it.each<[typeof SENT | null, readonly Answer[], string]>([
  [null, [], "not sent"],
  [SENT, [], "sent 2026-09-03 to Escrow Ltd, not answered"],
  [
    SENT,
    [answer("2026-09-09", 1), answer("2026-09-10", null)],
    "sent 2026-09-03 to Escrow Ltd, answered 2026-09-10",
  ],
  [
    SENT,
    [answer("2026-09-10", 1)],
    "sent 2026-09-03 to Escrow Ltd, answered 2026-09-10, but evidence 1 was withdrawn by Cy Dee: Forged",
  ],
])("says whether a letter was sent and answered, by its last answer: %j, %j", (sent, answers, words) => {
  expect(letterStateWords(standing(sent, [], answers))).toBe(words);
});

it.each<[number | null, string]>([
  [null, "Answered 2026-09-10"],
  [1, "Answered 2026-09-10, but evidence 1 was withdrawn by Cy Dee: Forged"],
  [2, "Answered 2026-09-10 (evidence 2)"],
])("says what shows an answer, and whether it counts: evidence %j", (evidence, words) => {
  expect(answerWords(answer("2026-09-10", evidence), WITHDRAWN)).toBe(words);
});

it.each<[typeof SENT | null, readonly ItemState[], string]>([
  [SENT, ["gone", "gone"], "2 questions, all cleared"],
  [SENT, ["decided", "gone"], "2 questions: 1 cleared, 1 decided"],
  [SENT, ["waits", "decided"], "1 of 2 questions waits, 0 cleared, 1 decided; 27 days at the newest pull"],
  [SENT, ["waits", "gone"], "1 of 2 questions waits, 1 cleared; 27 days at the newest pull"],
  [SENT, ["waits", "waits", "gone"], "2 of 3 questions wait, 1 cleared; 27 days at the newest pull"],
  [null, ["waits", "gone"], "1 of 2 questions open, 1 cleared"],
])("counts the questions that wait, and for how long: %j, %j", (sent, states, words) => {
  expect(letterCountWords(standing(sent, states))).toBe(words);
});

it("has whoever writes it as its author, and Tieout where nobody is named", () => {
  expect(letterOf(INPUT).author).toBe("Tieout");
  expect(letterOf({ ...INPUT, address: { ...INPUT.address, from: "Harbour Audit" } }).author).toBe(
    "Harbour Audit",
  );
});
