/** How a letter to the provider names the wallet that it is about, and how what became of it is worded. */
import { expect, it } from "vitest";
import {
  answerWords,
  letterCountWords,
  letterStateWords,
} from "../../../src/core/review/letters/letter-words.ts";
import type { ItemState, LetterStanding } from "../../../src/core/review/letters/letters.ts";
import { type LetterInput, letterOf } from "../../../src/core/report/letter/letter.ts";

const INPUT: LetterInput = {
  ref: null,
  owner: null,
  period: null,
  timeZone: "UTC",
  decimals: 0,
  pulledAtMs: null,
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
  [SENT, ["decided", "gone"], "2 questions, all cleared"],
  [SENT, ["waits", "gone"], "1 of 2 questions waits, 1 cleared; 27 days at the newest pull"],
  [SENT, ["waits", "waits", "gone"], "2 of 3 questions wait, 1 cleared; 27 days at the newest pull"],
  [null, ["waits", "gone"], "1 of 2 questions open, 1 cleared"],
])("counts the questions that wait, and for how long: %j, %j", (sent, states, words) => {
  expect(letterCountWords(standing(sent, states))).toBe(words);
});
