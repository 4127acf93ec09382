/** Which steps of the close are admitted with which notes, and which keys are enrolled. */
import { expect, test } from "vitest";
import type { FrozenMonth, Month, Obstacle } from "../../../src/core/review/close/close.ts";
import { StandingKeys } from "../../../src/core/review/close/keys.ts";
import { untouched } from "../../../src/core/review/close/month-states.ts";
import { assertStepAdmissible } from "../../../src/core/review/close/admission.ts";
import { NOTHING_FROZEN } from "../../helpers/ledgers/closing.ts";

const OBSTACLES: readonly Obstacle[] = [
  { kind: "undecided-errors", sentence: "2 errors are undecided" },
  { kind: "not-over", sentence: "The latest pull was before the month ended" },
  { kind: "opening-not-carried", sentence: "October opens with another balance than September closed with" },
];

function prepare(overridden: FrozenMonth["overridden"], note: string): void {
  const frozen = { ...NOTHING_FROZEN, overridden };
  assertStepAdmissible(untouched("2026-10" as Month), { step: "prepare", by: "Ada Obi", note, frozen }, 0);
}

test.each([1, 2, 3])(
  "preparing over %i of the obstacles needs a note of words, over none it needs none",
  (count) => {
    const overridden = OBSTACLES.slice(0, count);
    expect(() => prepare(overridden, "")).toThrow("with open obstacles and without a reason");
    expect(() => prepare(overridden, " \n")).toThrow("with open obstacles and without a reason");
    expect(() => prepare(overridden, "The bank confirmed it")).not.toThrow();
    expect(() => prepare([], "")).not.toThrow();
  },
);

test.each(["review", "prepare", "reopen"] as const)(
  "no step is taken without a name, or with a note that cannot be kept: %s",
  (step) => {
    const month = untouched("2026-10" as Month);
    const standing = step === "reopen" ? { ...month, state: "prepared" as const } : month;
    const frozen = step === "prepare" ? { ...NOTHING_FROZEN, overridden: [] } : null;
    const take = (by: string, note: string) => () =>
      assertStepAdmissible(standing, { step, by, note, frozen }, 0);
    const refused = expect.objectContaining({ code: "DECISION_INVALID" }) as Error;
    expect(take("Ada Obi", "Seen")).not.toThrow();
    expect(take(" ", "Seen")).toThrow(refused);
    expect(take("Ada Obi", "x".repeat(10_001))).toThrow(refused);
  },
);

test("a key is enrolled once, signed with itself, for a name that has none in force", () => {
  const [one, two] = ["a".repeat(64), "b".repeat(64)];
  const keys = new StandingKeys();
  keys.take({ id: 1, event: { kind: "enrolled", key: one }, by: "Ada Obi", note: "", atMs: 0 }, 2);
  const enrol = (key: string, by: string, signedBy: string | null) => () =>
    keys.admit({ event: { kind: "enrolled", key }, by, note: "" }, { signedBy, link: 3 });
  expect(enrol(two, "Ben Eze", two)).not.toThrow();
  expect(enrol(one, "Ben Eze", one)).toThrow("was enrolled before, at link 2");
  expect(enrol(two, "ada obi", two)).toThrow("It is revoked before another one is enrolled for that name");
  for (const signedBy of [null, one])
    expect(enrol(two, "Ben Eze", signedBy)).toThrow("The enrolment of a key is signed with that key");
});
