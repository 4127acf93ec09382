/** The Overview says how its facts relate to its exceptions, and speaks of balances that do not follow only where there are some. */
import { expect, test } from "vitest";
import { factWords } from "../../../src/renderer/features/overview/exception-counts.tsx";

test("facts are counted among the exceptions, and balances that do not follow named where there are any", () => {
  expect(factWords({ facts: 28, breaks: 9, exceptions: 50 })).toBe(
    "28 of 50 exceptions are facts; the balances that do not follow are among them.",
  );
  expect(factWords({ facts: 4, breaks: 1, exceptions: 4 })).toBe(
    "4 of 4 exceptions are facts; the balance that does not follow is among them.",
  );
  expect(factWords({ facts: 5, breaks: 0, exceptions: 5 })).toBe("5 of 5 exceptions are facts.");
  expect(factWords({ facts: 1, breaks: 0, exceptions: 1 })).toBe("1 of 1 exception is a fact.");
});
