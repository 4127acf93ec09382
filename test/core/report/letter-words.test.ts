/** How a letter to the provider names the wallet that it is about. */
import { expect, it } from "vitest";
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
