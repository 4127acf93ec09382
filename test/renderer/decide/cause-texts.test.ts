/** How much is explained, in words, whatever the amounts are. */
import { expect, test } from "vitest";
import { explainedMeaning, explainedWords } from "../../../src/renderer/shared/decide/cause-texts.ts";

const progress = { currency: "NGN", explained: 124_000, total: 209_769, causes: 7, decided: 2 };

test("says how much of the amounts is explained, and counts causes where the amounts are too large to add up", () => {
  expect(explainedWords(progress, 2)).toBe("explained 1,240.00 of 2,097.69 NGN");
  expect(explainedMeaning(progress)).toContain("The amounts of 2 of 7 causes");
  const large = { ...progress, currency: null, total: 2 * Number.MAX_SAFE_INTEGER };
  expect(explainedWords(large, 2)).toBe("explained 2 of 7 causes");
  expect(explainedMeaning(large)).toContain("too large to add up");
});
