/** What a check rests on, in words. */
import { expect, test } from "vitest";
import { basisEvidence, conventionEvidence, uncomparedSentence } from "../../../src/core/words/evidence.ts";
import { check, sale, wallet } from "../../helpers/records.ts";

const said = (breaks: number, links: number) =>
  conventionEvidence({ used: "asset", links, breaks: { asset: breaks, bank: links } }).split(";")[0];

test("counts the balances that do not follow, in the number that each count takes", () => {
  expect(said(18, 4996)).toBe("18 of 4,996 balances do not follow");
  expect(said(1, 866)).toBe("1 of 866 balances does not follow");
  expect(said(0, 1)).toBe("0 of 1 balance does not follow");
  expect(said(0, 0)).toBe("no balances to compare");
});

test("says how many payments agree with the basis, within what, and when none tells the bases apart", () => {
  const none = { charged: 0, "less-escrow": 0, "less-fees": 0, payable: 0 };
  const votes = { ...none, "less-escrow": 6, "less-fees": 1 };
  expect(basisEvidence({ used: "less-escrow", votes })).toBe("6 payments agree");
  expect(basisEvidence({ used: "less-fees", votes })).toBe("1 payment agrees");
  expect(basisEvidence({ used: "charged", votes })).toBe("0 payments agree");
  expect(basisEvidence({ used: "less-escrow", votes, withinTolerance: true })).toBe(
    "6 payments agree within the tolerance",
  );
  expect(basisEvidence({ used: "charged", votes: none })).toBe("no payment tells the bases apart");
});

test("says that nothing could be compared where all records are of one kind, in any period", () => {
  const entries = wallet([1000, 200], () => ({ payref: "PAY-1" }));
  const transactions = [sale(1, 200)];
  expect(uncomparedSentence(check({ entries, transactions: [] }))).toBe(
    "There are no transactions, so that no entry could be compared with its payment.",
  );
  expect(uncomparedSentence(check({ entries: [], transactions }))).toBe(
    "There is no wallet history, so that no payment could be compared with its entry.",
  );
  expect(uncomparedSentence(check({ entries, transactions }))).toBeNull();
  expect(uncomparedSentence(check({ entries: [], transactions: [] }))).toBeNull();
});
