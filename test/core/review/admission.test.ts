/** Which steps of the close are admitted with which notes, and which keys are enrolled. */
import { expect, test } from "vitest";
import type { FrozenMonth, Month, Obstacle } from "../../../src/core/review/close/close.ts";
import {
  type KeyEvent,
  StandingKeys,
  revokedWords,
  signatureReport,
  signatureSentences,
  signerWords,
} from "../../../src/core/review/close/keys.ts";
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

/** What refuses a step or an act; '' where it is admitted. */
function refusal(admit: () => void): string {
  try {
    admit();
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

const [ADA, BEN] = ["a".repeat(64), "b".repeat(64)];
const SHORT = { ada: "aaaa ".repeat(8).trim(), ben: "bbbb ".repeat(8).trim() };

/** Keys of Ada and Ben, enrolled by links 2 and 3, after further steps from link 10 on. */
function enrolled(...events: readonly KeyEvent[]): StandingKeys {
  const keys = new StandingKeys();
  const take = (event: KeyEvent, by: string, link: number) =>
    keys.take({ id: link, event, by, note: "Lost", atMs: 0 }, link);
  take({ kind: "enrolled", key: ADA }, "Ada Obi", 2);
  take({ kind: "enrolled", key: BEN }, "Ben Eze", 3);
  for (const [at, event] of events.entries()) take(event, "Ben Eze", 10 + at);
  return keys;
}

const OCTOBER = "2026-10" as Month;

test("a key is revoked from a link after its enrolment's up to that of the step, once, by who has one", () => {
  const revoke = (from: number, signedBy: string | null = BEN, by = "Ben Eze", keys = enrolled()) =>
    refusal(() =>
      keys.admit({ event: { kind: "revoked", key: ADA, from }, by, note: "Lost" }, { signedBy, link: 10 }),
    );
  expect([revoke(3), revoke(10)]).toEqual(["", ""]);
  const between = `The key ${SHORT.ada} of Ada Obi is revoked from a link after 2, by which it was enrolled, and up to 10`;
  expect([revoke(2), revoke(11)]).toEqual([between, between]);
  expect(revoke(3, ADA, "ada  obi")).toBe("");
  expect(revoke(3, ADA)).toBe(`The key ${SHORT.ada} is that of Ada Obi, not of Ben Eze`);
  expect(revoke(3, null)).toContain(`Ben Eze signs with the key ${SHORT.ben} in this ledger`);
  expect(revoke(3, null, "Cy Ita")).toBe(
    "Cy Ita has no key in this ledger, and only who has one revokes keys",
  );
  const gone = enrolled({ kind: "revoked", key: ADA, from: 5 });
  expect(revoke(5, BEN, "Ben Eze", gone)).toBe(`The key ${SHORT.ada} of Ada Obi was revoked at link 10`);
  expect(refusal(() => gone.admitSignature("Ada Obi", ADA, null))).toContain("was revoked at link 10");
  expect(refusal(() => gone.admitSignature("Ada Obi", null, null))).toBe("");
});

test("a key stays whose it was first, and no step of the keys goes without a name, or but an enrolment without a reason", () => {
  const keys = enrolled();
  const held = () => [keys.ofPerson("Ada Obi"), keys.ofPerson("ADA OBI")].map((one) => one?.key ?? null);
  expect(held()).toEqual([ADA, ADA]);
  const said = { id: 20, by: "Ben Eze", note: "Lost", atMs: 0 };
  keys.take({ ...said, event: { kind: "enrolled", key: ADA } }, 20);
  keys.take({ ...said, event: { kind: "revoked", key: "c".repeat(64), from: 5 } }, 21);
  expect(keys.all.map(({ name, link, revoked }) => [name, link, revoked])).toEqual([
    ["Ada Obi", 2, null],
    ["Ben Eze", 3, null],
  ]);
  keys.take({ ...said, event: { kind: "revoked", key: ADA, from: 5 } }, 22);
  expect(held()).toEqual([null, null]);
  const event: KeyEvent = { kind: "enrolled", key: "d".repeat(64) };
  const enrol = (by: string, note: string) =>
    refusal(() => keys.admit({ event, by, note }, { signedBy: event.key, link: 23 }));
  expect(enrol("Ada Obi", "")).toBe("");
  expect(enrol(" ", "")).toBe("A key needs the name of the person who signs with it");
  expect(enrol("Ada Obi", "x".repeat(10_001))).not.toBe("");
  const demand = (note: string) =>
    refusal(() =>
      keys.admit({ event: { kind: "demanded" }, by: "Ben Eze", note }, { signedBy: BEN, link: 23 }),
    );
  expect([demand("Agreed"), demand(" ")]).toEqual(["", "Demanding keys needs a note that says why"]);
  expect([signerWords("Ada Obi", null), signerWords("Ada Obi", ADA)]).toEqual([
    "Ada Obi",
    `Ada Obi, key ${SHORT.ada}`,
  ]);
});

test("keys are demanded of all or from a month on, and what no key signs is refused where they are", () => {
  const act = (month: Month | null, ...events: readonly KeyEvent[]) =>
    refusal(() => enrolled(...events).admitSignature("Cy Ita", null, month));
  const from: KeyEvent = { kind: "demanded", fromMonth: OCTOBER };
  const all: KeyEvent = { kind: "demanded" };
  expect([act(OCTOBER), act("2026-09" as Month, from), act(null, from)]).toEqual(["", "", ""]);
  expect([act(OCTOBER, all, { kind: "released" }), act(null, all, { kind: "released" })]).toEqual(["", ""]);
  const later = "This ledger demands keys for October 2026 and later months, and Cy Ita has none";
  expect(act(OCTOBER, from)).toContain(later);
  expect(act("2026-11" as Month, from)).toContain(later);
  for (const month of [null, OCTOBER])
    expect(act(month, all)).toContain("This ledger demands keys, and Cy Ita has none");
  const step = (event: KeyEvent, ...events: readonly KeyEvent[]) =>
    refusal(() =>
      enrolled(...events).admit({ event, by: "Ada Obi", note: "Agreed" }, { signedBy: ADA, link: 20 }),
    );
  expect([step(all), step({ kind: "released" }, from)]).toEqual(["", ""]);
  expect(step(from, all)).toBe("This ledger demands keys already");
  expect(step(all, from)).toBe("This ledger demands keys for October 2026 and later months already");
  expect(step({ kind: "released" })).toBe("This ledger demands no keys");
  const prepared = (month: string, key: string | null, ...events: readonly KeyEvent[]) =>
    refusal(() => enrolled(...events).admitPreparation(month as Month, () => key));
  expect([prepared("2026-10", ADA, from), prepared("2026-09", null, from)]).toEqual(["", ""]);
  expect([prepared("2026-10", null, all), prepared("2026-10", null)]).toEqual(["", ""]);
  expect(prepared("2026-10", null, from)).toContain("October 2026 demands keys, and its preparation");
});

test("says of each key what it signed, and of a revoked one which signatures before the revocation are in doubt", () => {
  const keys = enrolled({ kind: "revoked", key: ADA, from: 5 }, { kind: "demanded", fromMonth: OCTOBER });
  const report = (acts: number, ada: readonly number[], ben: readonly number[]) =>
    signatureReport(
      keys,
      acts,
      new Map([
        [ADA, ada],
        [BEN, ben],
      ]),
    );
  const { keys: used } = report(6, [2, 4, 5, 9, 10], [3]);
  // By link 10 it revoked itself.
  const revoked = `The key ${SHORT.ada} of Ada Obi was revoked at link 10 by Ben Eze: Lost`;
  expect(used.map(revokedWords)).toEqual([
    `${revoked}. Its signatures from link 5 on are not to be relied on: links 5, 9`,
    null,
  ]);
  expect(report(2, [2, 4, 10], []).keys.map(revokedWords)[0]).toBe(revoked);
  expect(signatureSentences(report(7, [2, 4], [3]))).toEqual([
    `Ada Obi had the key ${SHORT.ada} from link 2 to 10, and signed 2 links with it, the last of them link 4`,
    `Ben Eze has the key ${SHORT.ben} since link 3, and signed 1 link with it, the last of them link 3`,
    "3 of 7 acts of people are signed with a key, the others by name only",
    "This ledger demands keys for October 2026 and later months",
  ]);
  const acts = (count: number, ...ada: readonly number[]) => signatureSentences(report(count, ada, []))[2];
  expect(acts(7, 2)).toBe("1 of 7 acts of people is signed with a key, the others by name only");
  expect([acts(1), acts(1, 2)]).toEqual([
    "The one act of a person is signed by name only",
    "The one act of a person is signed with a key",
  ]);
  expect([acts(2), acts(2, 2, 4)]).toEqual([
    "All 2 acts of people are signed by name only",
    "All 2 acts of people are signed with a key",
  ]);
  expect(acts(0)).toBe("This ledger demands keys for October 2026 and later months");
});
