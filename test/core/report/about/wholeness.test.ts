/** D2: why a wallet's history may be taken as complete, or what speaks against it. */
import { expect, test } from "vitest";
import { wholenessOf } from "../../../../src/core/report/about/audit.ts";
import type { PullEffect, ReportInput } from "../../../../src/core/report/sheet/input.ts";
import type { Entry } from "../../../../src/core/records/entry.ts";
import { entry, wallet } from "../../../helpers/records.ts";
import { reportInput } from "../../../helpers/workbook/report.ts";

/** A pull of the service, or of files; without an effect it brought no history. */
interface Pulled {
  readonly of?: "service" | "files";
  readonly limit?: number | null;
  readonly effect: Partial<PullEffect> | null;
}

function wholeness(entries: readonly Entry[], ...pulls: readonly Pulled[]) {
  const input = reportInput({ records: { entries: [...entries] } });
  const [like] = input.pulls;
  if (like === undefined) throw new Error("there is one pull");
  const given = pulls.map(({ of = "service", limit = null, effect }, at) => {
    const whole = effect === null ? null : { ...like.effect, changed: 0, vanished: 0, ...effect };
    return { ...like, id: at + 1, source: of, limit, effect: whole };
  });
  const lines = wholenessOf({ ...input, pulls: given } as ReportInput);
  return Object.fromEntries(
    lines.map(({ id, answer, pull, closes, basis }) => [id, [answer, pull, closes, basis]]),
  );
}

const range = (from: number, to: number, received = to - from + 1, inserted = received) => ({
  range: { from, to },
  received,
  inserted,
});

const AGAIN = "Pull the whole history again.";
const WHOLE = "Pull the whole history.";

test("a history of one entry is whole where it came without a limit, and from zero", () => {
  expect(wholeness(wallet([40]), { effect: range(1, 1) })).toEqual({
    received: ["1 entry, asked for without a limit.", 1, null, "computed"],
    begins: ["walletID 1 is the first, and opens at 0.", null, null, "computed"],
    gaps: ["None between the first and the last.", null, null, "computed"],
    again: ["No pull brought the same entries again.", null, AGAIN, "missing"],
  });
});

test("nothing is said without entries, and without a pull of a history", () => {
  expect(wholeness([], { effect: range(1, 1) })).toEqual({});
  expect(wholeness(wallet([40]), { effect: null })).toEqual({});
});

test("as many entries as the limit may be cut off, of the latest pull that reaches back furthest", () => {
  const entries = wallet([40, 2, -3]);
  const { received } = wholeness(entries, { limit: 3, effect: range(1, 3) });
  expect(received).toEqual([
    "3 entries, the limit of 3 itself: earlier ones may have been cut off.",
    1,
    WHOLE,
    "computed",
  ]);
  const below = [
    { limit: 3, effect: range(1, 3) },
    { limit: 4, effect: range(1, 3) },
    { effect: range(2, 3) },
  ];
  expect(wholeness(entries, ...below)["received"]).toEqual([
    "3 entries, below the limit of 4.",
    2,
    null,
    "computed",
  ]);
  const files = wholeness(entries, { of: "files", limit: 3, effect: range(1, 3) });
  const said = "3 entries in the files. Files do not show whether a limit cut them.";
  expect(files["received"]).toEqual([said, 1, WHOLE, "asserted"]);
});

test("says where it opens by the lowest walletID, and which numbers are left out, the first twenty ranges of them", () => {
  const opened = [
    entry(9, { debit: 1, balance: 8 }),
    entry(7, { balance: 7 }),
    entry(5, { debit: 2, balance: 7 }),
  ];
  const { begins, gaps } = wholeness(opened, { effect: range(5, 9, 3) });
  expect(begins).toEqual([
    "walletID 5 is the first, and opens at 5, not at zero: earlier entries are missing.",
    null,
    WHOLE,
    "computed",
  ]);
  expect(gaps?.[0]).toBe("2 between the first and the last: 6, 8. Entries of other wallets may have them.");
  const next = wholeness([entry(1), entry(2), entry(4)], { effect: range(1, 4, 3) })["gaps"]?.[0];
  expect(next).toBe("1 between the first and the last: 3. Entries of other wallets may have them.");
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => entry(3 * at + 1));
  const wide = (count: number) => wholeness(numbered(count), { effect: range(1, 99) })["gaps"]?.[0];
  expect(wide(3)).toBe(
    "4 between the first and the last: 2 to 3, 5 to 6. Entries of other wallets may have them.",
  );
  expect(wide(21)).toMatch(/^40 between .* 59 to 60\. Entries/u);
  expect(wide(22)).toMatch(/^42 between .* 59 to 60, and 1 range more\. Entries/u);
});

test("another pull agrees where the newest brought entries of before, unless any of them changed or was gone", () => {
  const entries = wallet([40, 2, -3]);
  const again = (effect: Partial<PullEffect>) =>
    wholeness(entries, { effect: range(1, 2) }, { effect: { ...range(2, 3), ...effect } })["again"];
  expect(again({ inserted: 2 })).toEqual(["No pull brought the same entries again.", null, AGAIN, "missing"]);
  expect(again({ inserted: 1 })).toEqual([
    "It brought 1 entry again, all unchanged, and none was gone.",
    2,
    null,
    "computed",
  ]);
  for (const [changed, vanished] of [
    [1, 0],
    [0, 1],
  ] as const)
    expect(again({ inserted: 0, changed, vanished })?.[0]).toBe(
      `It brought 2 entries again. ${changed} changed and ${vanished} vanished, see C3.`,
    );
});
