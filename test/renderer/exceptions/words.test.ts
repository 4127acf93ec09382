import { describe, expect, it, test } from "vitest";
import {
  byStatusWords,
  decidedWords,
  decisionWords,
  stakeWords,
  progressWords,
  ruleMeaning,
  findingSubject,
} from "../../../src/renderer/shared/decide/finding-words.ts";
import { areMixed } from "../../../src/core/words/currency.ts";
import { ruleName } from "../../../src/core/words/rule.ts";

test("amounts under each other name their currency where there is more than one kind, what states none among them", () => {
  const of = (...currencies: readonly (string | null)[]) =>
    areMixed(currencies.map((currency) => ({ currency })));
  expect([of("NGN", "GHS"), of("NGN", null)]).toEqual([true, true]);
  expect([of(), of("NGN", "NGN"), of(null, null)]).toEqual([false, false, false]);
});

describe("the words of review", () => {
  it("name a rule as its id does", () => {
    expect(ruleName("paid-without-entry")).toBe("Paid without entry");
    expect(ruleName("payment-url")).toBe("Payment URL");
    expect(ruleMeaning("paid-without-entry")).toBe("Paid, but no entry in the wallet.");
  });

  it("name a finding's record, its own id first", () => {
    const base = { rule: "chain-break", userID: 1, businessID: 7, message: "" } as const;
    expect(findingSubject({ ...base, walletID: 77, payref: "A1", payID: 9 })).toBe(
      "walletID 77 · A1 · payID 9",
    );
    expect(findingSubject({ ...base, walletID: null, payref: "A1", payID: 9 })).toBe("payID 9 · A1");
    expect(findingSubject({ ...base, walletID: 77, payref: "", payID: null })).toBe("walletID 77");
  });

  it("describe the result of a decision and an undo", () => {
    expect(decisionWords({ status: "raised", undoes: null })).toBe("Raised with the provider");
    expect(decisionWords({ status: "explained", undoes: 4 })).toBe("Undone: explained again");
    expect(decidedWords("accepted", 1)).toBe("Accepted 1 finding");
    expect(decidedWords("open", 1200)).toBe("Put back to open 1,200 findings");
  });

  it("describe the progress of the review and the selection", () => {
    expect(progressWords({ reviewed: 1041, total: 1063 })).toBe("1,041 of 1,063 reviewed");
    expect(
      byStatusWords([
        { status: "open", count: 2 },
        { status: "reopened", count: 1 },
      ]),
    ).toBe("2 open, 1 reopened");
    const stakes = [
      { currency: "NGN", sum: 12_500 },
      { currency: null, sum: null },
    ];
    expect(stakeWords({ stakes }, 2)).toBe(
      "NGN 125.00, a sum too large to be exact in no stated currency at stake, each event counted once",
    );
    expect(stakeWords({ stakes: [] }, 0)).toBe("");
  });
});
