/** Rules for movements without a payment: the most exact one counts, a change needs a reason, who set what is kept. */
import { describe, expect, test } from "vitest";
import {
  type MovementRule,
  type RuledMovement,
  actionsNotOfBank,
  categoryFinder,
  changedMovementRules,
  movementRuleWords,
  setMovementRules,
} from "../../../src/core/review/file/movement-rules.ts";
import { FIRST_TERMS, type TermsVersion, assertTerms } from "../../../src/core/review/file/terms.ts";

const rule = (action: string, category: MovementRule["category"], only: Partial<MovementRule> = {}) => ({
  action,
  description: null,
  direction: null,
  category,
  ...only,
});

const moved = (action: string, movement: number, description: string | null = null): RuledMovement => ({
  action,
  movement,
  description: () => description,
});

describe("the category of a movement", () => {
  const find = categoryFinder([
    rule("API", "adjustment"),
    rule("API", "refund", { direction: "in" }),
    rule("API", "fee", { description: "SMS" }),
    rule("API", "levy", { description: "SMS", direction: "out" }),
    rule("", "transfer"),
  ]);

  test("is that of the most exact rule: description first, then direction", () => {
    expect(find(moved("API", -5, "SMS"))).toBe("levy");
    expect(find(moved("API", 5, "SMS"))).toBe("fee");
    expect(find(moved("API", 5, "sms"))).toBe("refund");
    expect(find(moved("API", 5))).toBe("refund");
    expect(find(moved("API", -5, "Other"))).toBe("adjustment");
    expect(find(moved("", -5))).toBe("transfer");
  });

  test("is none without a rule for its very action", () => {
    expect(find(moved("api", 5))).toBeNull();
    expect(find(moved("API ", 5))).toBeNull();
  });

  test("reads a description only where a rule has one", () => {
    const asks = { ...moved("", 5), description: () => expect.unreachable("asked") };
    expect(find(asks)).toBe("transfer");
  });
});

describe("rules", () => {
  test("change by action, description and direction, in an order of their own", () => {
    const before = [rule("TOPUP", "top-up"), rule("API", "fee")];
    const after = changedMovementRules(before, [
      { ...rule("TOPUP", "refund"), direction: "out" },
      { ...rule("API", "fee"), category: null },
    ]);
    expect(after).toEqual([rule("TOPUP", "refund", { direction: "out" }), rule("TOPUP", "top-up")]);
    expect(changedMovementRules(after.toReversed(), [])).toEqual(after);
    expect(() => changedMovementRules(after, [{ ...rule("API", "fee"), category: null }])).toThrow(
      "No rule is for API",
    );
  });

  test("say which entries they are for", () => {
    expect(movementRuleWords(rule("API", "fee", { description: "SMS", direction: "out" }))).toBe(
      "API, “SMS”, out",
    );
    expect(movementRuleWords(rule("", "fee"))).toBe("entries without an action");
  });

  const version = (id: number, movements: readonly MovementRule[], note: string): TermsVersion => ({
    id,
    terms: { ...FIRST_TERMS, movements },
    by: `Person ${id}`,
    note,
    atMs: id,
  });
  const versions = [
    version(1, [rule("TOPUP", "top-up")], "Manual"),
    version(2, [rule("TOPUP", "top-up"), rule("API", "fee")], "Tariff"),
    version(3, [rule("TOPUP", "refund"), rule("API", "fee")], "They wrote"),
  ];

  test("keep who set them so, until they are set otherwise", () => {
    const named = (id: number) =>
      setMovementRules(versions, id).map(({ action, category, set }) => [action, category, set.by, set.note]);
    expect(named(0)).toEqual([]);
    expect(named(2)).toEqual([
      ["TOPUP", "top-up", "Person 1", "Manual"],
      ["API", "fee", "Person 2", "Tariff"],
    ]);
    expect(named(3)).toEqual([
      ["TOPUP", "refund", "Person 3", "They wrote"],
      ["API", "fee", "Person 2", "Tariff"],
    ]);
  });

  test("need a reason to change, and none where the file changes otherwise", () => {
    const [first] = versions as [TermsVersion];
    expect(() => assertTerms({ ...first, note: " " }, [])).toThrow(
      "Saying what movements are needs a reason",
    );
    expect(() => assertTerms({ ...first, note: "" }, [first])).not.toThrow();
    const without = { ...first, terms: FIRST_TERMS, note: "" };
    expect(() => assertTerms(without, [first])).toThrow("Saying what movements are needs a reason");
  });

  test.each([
    [[rule("A", "fee"), rule("A", "levy")], "Two rules for movements are for the same entries"],
    [[rule("A\nB", "fee")], "one line of up to 300 characters"],
    [[rule("A".repeat(301), "fee")], "one line of up to 300 characters"],
    [[rule("A", "fee", { description: " " })], "The description of a rule has no words"],
    [Array.from({ length: 201 }, (_, at) => rule(`A${at}`, "fee")), "has 200 rules for movements at most"],
  ])("are refused: %#", (movements, sentence) => {
    expect(() => assertTerms(version(1, movements, "Why"), [])).toThrow(sentence);
  });
});

test("actions that rules say are nothing of a bank's, by direction; a rule for one description says nothing of others", () => {
  expect(
    actionsNotOfBank([
      rule("BONUS", "bonus"),
      rule("BONUS", "withdrawal", { direction: "out" }),
      rule("TOPUP", "top-up"),
      rule("MISC", "fee", { description: "Card fee" }),
    ]),
  ).toEqual([{ action: "BONUS", direction: "in" }]);
});
