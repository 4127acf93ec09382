/** Which columns a person wants to see, kept for each grid. */
import { expect, test } from "vitest";
import {
  NO_CHOICE,
  choiceFrom,
  choiceOf,
  withChoice,
} from "../../../src/renderer/grid/use-responsive-columns.ts";

test("only what differs from what is seen is chosen, and the last choice counts", () => {
  const seen = ["date", "walletID", "status"];
  const first = choiceFrom(NO_CHOICE, seen, ["date", "walletID", "payref"]);
  expect(first).toEqual({ shown: ["payref"], hidden: ["status"] });
  expect(choiceFrom(first, ["date", "walletID", "payref"], ["date", "walletID", "status"])).toEqual({
    shown: ["status"],
    hidden: ["payref"],
  });
  expect(choiceFrom(first, seen, seen)).toEqual(first);
});

test("each grid has its own, and none is kept where nothing is chosen", () => {
  const wallet = { shown: ["payref"], hidden: [] };
  const kept = withChoice(withChoice([], "entries", wallet), "transactions", { shown: [], hidden: ["tax"] });
  expect(choiceOf(kept, "entries")).toMatchObject(wallet);
  expect(withChoice(kept, "transactions", NO_CHOICE)).toEqual([{ grid: "entries", ...wallet }]);
  expect(choiceOf([], "entries")).toEqual(NO_CHOICE);
});
