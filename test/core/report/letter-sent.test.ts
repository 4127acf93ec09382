/** A letter that can be sent: addressed, with the balance to confirm, and each cause asked once. */
import { expect, test } from "vitest";
import type { Finding } from "../../../src/core/reconcile/result/findings.ts";
import { type LetterInput, letterOf } from "../../../src/core/report/letter/letter.ts";
import type { Day } from "../../../src/core/time.ts";

const about = (fingerprint: string, fields: Partial<Finding>): LetterInput["raised"][number] => ({
  finding: {
    fingerprint,
    rule: "chain-break",
    severity: "error",
    walletID: 1,
    payID: null,
    userID: 4,
    businessID: null,
    payref: null,
    atStake: 700,
    message: "…",
    ...fields,
  },
  circumstances: null,
});

const INPUT: LetterInput = {
  ref: "2026-08/1",
  owner: { userID: 4, name: "Naira Foods" },
  period: { from: "2026-08-01" as Day, to: "2026-08-31" as Day, fromMs: 0, toMs: 0 },
  timeZone: "UTC",
  decimals: 0,
  pulledAtMs: null,
  raised: [
    about("a", { rule: "orphan-payref" }),
    about("b", { rule: "paid-without-entry", walletID: null, payID: 8 }),
    about("c", { cause: "recovery", atStake: 5 }),
  ],
  amounts: [
    { currency: "NGN", amount: 700 },
    { currency: null, amount: 5 },
  ],
  causes: [["a", "b"]],
  wallets: [
    { userID: 4, businessID: 11, name: "Naira Foods", currency: "NGN", closing: 25_484_323 },
    { userID: 4, businessID: 12, name: "Dollar Goods", currency: "USD", closing: 9629 },
  ],
  address: {
    to: "Escrow Ltd",
    from: "Naira Foods, Lagos",
    confirmTo: "Harbour Audit",
    replyBy: "2026-09-15" as Day,
  },
  date: "2026-09-01" as Day,
};

test("says from whom, to whom, when and until when, and asks to confirm each wallet's balance directly", () => {
  const { head, opening, closing } = letterOf(INPUT);
  expect(head).toEqual(["From: Naira Foods, Lagos", "To: Escrow Ltd", "Date: 2026-09-01"]);
  expect(opening).toContain("Please reply by 2026-09-15.");
  expect(opening).toContain(
    "Please confirm the balance of NGN 25,484,323 at 2026-08-31 directly to Harbour Audit: wallet of Naira Foods, userID 4, businessID 11.",
  );
  expect(opening).toContain(
    "Please confirm the balance of USD 9,629 at 2026-08-31 directly to Harbour Audit: wallet of Dollar Goods, userID 4, businessID 12.",
  );
  expect(closing.slice(-2)).toEqual(["Yours faithfully,", "Naira Foods, Lagos"]);
});

test("asks for the same money once, and never for a correction of a row that is right", () => {
  const { groups, opening } = letterOf(INPUT);
  const questions = groups.flatMap(({ items }) => items.map(({ question }) => question));
  expect(questions).toEqual([
    "Please tell us which transaction this entry belongs to.",
    "About the same as question 1: one answer is enough.",
    "Please confirm that this balance is right, and that only the row before was wrong.",
  ]);
  expect(opening.join("\n")).toContain(
    "2 questions remain, listed below by counterparty. They are about NGN 700 and 5 in no stated currency in total.",
  );
});
