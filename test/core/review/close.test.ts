import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TieoutError } from "../../../src/core/errors.ts";
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import {
  CLOSE_STATES,
  CLOSE_STEPS,
  type CloseStep,
  type CloseStepKind,
  type Month,
} from "../../../src/core/review/close/close.ts";
import { assertAnother, assertMayFollow, mayFollow } from "../../../src/core/review/close/close-rules.ts";
import { monthStates, untouched, signedPeriodsOf } from "../../../src/core/review/close/month-states.ts";
import { NOTHING_FROZEN } from "../../helpers/ledgers/closing.ts";

const OCTOBER = "2026-10" as Month;
const NOVEMBER = "2026-11" as Month;
const MONTHS = [OCTOBER, NOVEMBER, "2027-01" as Month];

function step(id: number, kind: CloseStepKind, fields: Partial<CloseStep> = {}): CloseStep {
  const isFreezing = kind === "prepare" || kind === "sign-off";
  const frozen = isFreezing ? NOTHING_FROZEN : null;
  return { id, month: OCTOBER, step: kind, by: "Ada Obi", note: "", atMs: 1000 * id, frozen, ...fields };
}

function codeOf(work: () => unknown): string {
  try {
    work();
    return "";
  } catch (error) {
    return error instanceof TieoutError ? `${error.code}: ${error.message}` : String(error);
  }
}

/** Steps as people try to take them: of several months, in any order; those refused leave nothing. */
const tries = fc.array(fc.tuple(fc.constantFrom(...MONTHS), fc.constantFrom(...CLOSE_STEPS)), {
  maxLength: 40,
});

function taken(attempts: readonly (readonly [Month, CloseStepKind])[]): CloseStep[] {
  const steps: CloseStep[] = [];
  for (const [month, kind] of attempts) {
    const standing = monthStates(steps).get(month) ?? untouched(month);
    if (mayFollow(standing.state, kind)) steps.push(step(steps.length + 1, kind, { month }));
  }
  return steps;
}

describe("the status of a month, whatever people try", () => {
  test("a month is signed off only by a signature right after its preparation, and every step remains", () => {
    fc.assert(
      fc.property(tries, (attempts) => {
        const steps = taken(attempts);
        for (const [month, { state, steps: own, prepared, signed }] of monthStates(steps)) {
          expect(own).toEqual(steps.filter((one) => one.month === month));
          const last = own.at(-1);
          expect(signed).toEqual(state === "signed-off" ? last : null);
          const before = state === "signed-off" || state === "returned" ? own.at(-2) : last;
          expect(prepared).toEqual(state === "open" ? null : before);
          expect(["prepare", undefined]).toContain(prepared?.step);
          const stepsBefore = (kind: CloseStepKind) =>
            own.flatMap((one, at) => (one.step === kind ? [own[at - 1]?.step] : []));
          expect(stepsBefore("sign-off").every((one) => one === "prepare")).toBe(true);
          expect(stepsBefore("return").every((one) => one === "prepare")).toBe(true);
          const mayReopen = new Set(["prepare", "return", "sign-off"]);
          expect(stepsBefore("reopen").every((one) => mayReopen.has(one ?? ""))).toBe(true);
        }
      }),
    );
  });

  test("the order of the list of steps, and the clock, change nothing", () => {
    fc.assert(
      fc.property(tries, fc.infiniteStream(fc.nat()), (attempts, clock) => {
        const steps = taken(attempts).map((one) => ({ ...one, atMs: clock.next().value ?? 0 }));
        const shuffled = steps.toSorted((a, b) => a.atMs - b.atMs);
        expect(monthStates(shuffled)).toEqual(monthStates(steps));
      }),
    );
  });

  test("some step is always allowed, and never a signature without a preparation", () => {
    for (const state of CLOSE_STATES) {
      expect(CLOSE_STEPS.filter((kind) => mayFollow(state, kind)).length).toBeGreaterThan(0);
      expect(mayFollow(state, "sign-off")).toBe(state === "prepared");
    }
  });

  test.each([
    [
      [],
      "reopen",
      "October 2026 is open. Only a prepared or signed month can be reopened. It can be prepared",
    ],
    [[], "sign-off", "October 2026 is open. It must be prepared before it is signed off"],
    [["review"], "sign-off", "October 2026 is open. It must be prepared before it is signed off"],
    [
      ["prepare"],
      "review",
      "October 2026 is with the reviewer. It can be signed off, prepared again, returned or reopened",
    ],
    [
      ["prepare", "return"],
      "sign-off",
      "October 2026 is with the preparer, Ada Obi. It must be prepared again before it is signed off",
    ],
    [[], "return", "October 2026 is open. It must be prepared before it is returned"],
    [["prepare", "sign-off"], "sign-off", "October 2026 is signed off. It can be reopened"],
    [
      ["prepare", "sign-off", "reopen"],
      "reopen",
      "October 2026 is open. Only a prepared or signed month can be reopened. It can be prepared",
    ],
  ] as const)("after %j a step %s is CLOSE_STATE", (before, kind, sentence) => {
    const steps = before.map((one, at) => step(at + 1, one));
    const standing = monthStates(steps).get(OCTOBER) ?? untouched(OCTOBER);
    expect(codeOf(() => assertMayFollow(standing, kind))).toBe(`CLOSE_STATE: ${sentence}`);
  });
});

describe("preparer and signer", () => {
  test.each([
    ["Ada Obi", "Ada Obi"],
    ["Ada Obi", "  ada   OBI "],
    ["Ada Obi", "Ada\u00A0Obi"],
    ["Ｓtraße", "STRASSE"],
    ["Zoë", "Zoe\u0308"],
    ["Ada Obi", "Ada\u200B Obi"],
    ["Ada Obi", "Ada\u2800Obi"],
    ["Ada Obi", "Ada\u034F O\uFE0Fbi\u3164"],
    ["Ada Obi", "\u202EAda Obi\u202C"],
    ["Zoë", "Zoe\u200B\u0308"],
    ["Zoë", "Zoe\u034F\u0308"],
    ["Ada Obi", "AdaObi"],
    ["Ada Obi", "Ada Obi."],
    ["Ada Obi", "Obi, Ada"],
    ["Ada Obi", "(OBI) ada"],
    ["Ada Obi", "\u0410da Obi"],
    ["Ada Obi", "\u0430d\u0430 \u041Eb\u0456"],
    ["Ada Obi", "\u0391da \u039Fbi"],
    ["Ada Obi", "Obi, \u0410da."],
    ["Ada Obi", "Ada 0bi"],
    ["Ilya", "llya"],
    ["Mary O'Brien", "O\u2019BRIEN MARY"],
    ["Mary O'Brien", "Mary OBrien"],
    ["Anne-Marie", "Anne Marie"],
    ["\u0412\u0435\u0440\u0430", "\u0412\u0415\u0420\u0410"],
    ["\u0412\u0435\u0440\u0430", "Bepa"],
    ["\u2605", " \u2605"],
  ])("%s and %s are one person", (preparer, signer) => {
    expect(codeOf(() => assertAnother(OCTOBER, preparer, signer))).toBe(
      `CLOSE_SAME_PERSON: ${preparer} prepared October 2026, so another person must sign it off`,
    );
  });

  test.each([
    ["Ada Obi", "Ada Obie"],
    ["Ada Obi", "Ada Obin"],
    ["Amy", "May"],
    ["Zoë", "Zoe"],
    ["\u2605", "\u2606"],
    ["\u0418\u0432\u0430\u043D", "\u0418\u0433\u043E\u0440\u044C"],
  ])("%s and %s are two people", (preparer, signer) => {
    expect(codeOf(() => assertAnother(OCTOBER, preparer, signer))).toBe("");
  });
});

describe("the closings of signed months", () => {
  const wallets = [
    {
      userID: 1,
      businessID: null,
      currency: "NGN",
      entries: 3,
      opening: 0,
      inflow: 9,
      outflow: 2,
      breakDifference: 0,
      closing: 7,
    },
  ];
  const CLOSINGS = [{ userID: 1, businessID: null, closing: 7 }];
  const signing = (id: number, month: Month, timeZone = "UTC") => {
    const frozen = { ...NOTHING_FROZEN, wallets, options: { ...DEFAULT_OPTIONS, timeZone } };
    return [step(id, "prepare", { month, frozen }), step(id + 1, "sign-off", { month, frozen })];
  };

  test("are those of their wallets on the last day of the month in the frozen zone", () => {
    expect(signedPeriodsOf([...signing(3, NOVEMBER, "Africa/Lagos"), ...signing(1, OCTOBER)])).toEqual([
      { to: "2026-10-31", timeZone: "UTC", chainScope: "user", closings: CLOSINGS, matchId: 0 },
      { to: "2026-11-30", timeZone: "Africa/Lagos", chainScope: "user", closings: CLOSINGS, matchId: 0 },
    ]);
  });

  test("are empty for a month without wallets: that is what was signed", () => {
    const frozen = { ...NOTHING_FROZEN, wallets: [] };
    const none = [step(1, "prepare", { frozen }), step(2, "sign-off", { frozen })];
    expect(signedPeriodsOf(none)).toMatchObject([{ to: "2026-10-31", closings: [] }]);
  });

  test("exclude a month that is prepared, or was reopened", () => {
    const [prepared] = signing(1, OCTOBER);
    expect(signedPeriodsOf(prepared === undefined ? [] : [prepared])).toEqual([]);
    expect(signedPeriodsOf([...signing(1, OCTOBER), step(3, "reopen")])).toEqual([]);
  });
});
