/** What the convention rests on, in words. */
import { expect, test } from "vitest";
import { conventionEvidence } from "../../../src/core/report/words/evidence-words.ts";

const said = (breaks: number, links: number) =>
  conventionEvidence({ used: "asset", links, breaks: { asset: breaks, bank: links } }).split(";")[0];

test("counts the balances that do not follow, in the number that each count takes", () => {
  expect(said(18, 4996)).toBe("18 of 4,996 balances do not follow");
  expect(said(1, 866)).toBe("1 of 866 balances does not follow");
  expect(said(0, 1)).toBe("0 of 1 balance does not follow");
  expect(said(0, 0)).toBe("no balances to compare");
});
