/** What some words mean among pages, periods and actions. */
import { expect, test } from "vitest";
import { PLACE_ACTIONS } from "../../../src/renderer/app/place-actions.ts";
import {
  type NamedChoice,
  awaitsRecords,
  choicesNamed,
  firstOf,
  sortedChoices,
  namedIn,
  recentFirst,
  recentGroup,
} from "../../../src/renderer/app/dialogs/find-dialog.tsx";

const choice = (label: string): NamedChoice => ({ id: label, label, run: () => {} });
const named = (words: string) =>
  choicesNamed(["Wallet", "Back up to…", "Verify ledger", "Go to another ledger"].map(choice), words).map(
    ({ label }) => label,
  );

test("finds a choice by its beginning, by the beginnings of its words, or by its letters", () => {
  expect(named("LEDGER")).toEqual(["Verify ledger", "Go to another ledger"]);
  expect(named("go led")).toEqual(["Go to another ledger"]);
  expect(named("v")).toEqual(["Verify ledger"]);
  expect(named("backup")).toEqual(["Back up to…"]);
  expect(named("nothing")).toEqual([]);
  expect(named(" ")).toHaveLength(4);
});

test("puts records before all else where figures are typed, and leaves out what holds nothing", () => {
  const pages = { title: "Pages", choices: [choice("Wallet")] };
  const records = { title: "Entries", choices: [choice("walletID 1")] };
  const titles = (words: string) =>
    sortedChoices([pages, { title: "Actions", choices: [] }], [records], words).map(({ title }) => title);
  expect(titles("12")).toEqual(["Entries", "Pages"]);
  expect(titles("−12")).toEqual(["Entries", "Pages"]);
  expect(titles("wall")).toEqual(["Pages", "Entries"]);
});

test("shows a few of what is meant, and periods only once something is typed", () => {
  const months = { title: "Periods", choices: Array.from({ length: 30 }, (_, at) => choice(`May ${at}`)) };
  expect(namedIn(months, "may").choices).toHaveLength(8);
  expect(namedIn(months, "").choices).toHaveLength(30);
  expect(namedIn({ ...months, onlyTyped: true }, " ").choices).toEqual([]);
});

test("Enter waits for records that will stand before what is first meanwhile, and never takes what is disabled", () => {
  const [may, june] = [choice("May 2026"), choice("June 2026")];
  const line = { idName: "payID", id: 7, atMs: 0, words: "", payref: "", amount: 1 } as const;
  expect(awaitsRecords(may, may, "2026")).toBe(true);
  // One that somebody went to is what they mean.
  expect(awaitsRecords(june, may, "2026")).toBe(false);
  expect(awaitsRecords(may, may, "may")).toBe(false);
  expect(awaitsRecords({ ...june, line }, may, "ada")).toBe(true);
  expect(firstOf([{ ...may, isDisabled: true }, june])).toBe(june);
  expect(firstOf([{ ...may, isDisabled: true }])).toBeUndefined();
});

test("what was chosen before stands first, of those that are meant alike, and a record as it was found", () => {
  const [verify, wallet, walk] = ["Verify ledger", "Wallet", "Walk"].map(choice);
  const group = { title: "Actions", choices: [verify!, wallet!, walk!] };
  const line = { idName: "payID", id: 7, atMs: 0, words: "", payref: "", amount: 1 } as const;
  const record = { ...choice("payID 7"), line };
  const chosen = [walk!, choice("gone"), record];
  const ordered = namedIn(recentFirst(group, chosen), "wal");
  expect(ordered.choices.map(({ label }) => label)).toEqual(["Walk", "Wallet"]);
  expect(recentGroup([group], chosen).choices.map(({ id }) => id)).toEqual(["recent Walk", "recent payID 7"]);
});

test("no two actions of a place have one key", () => {
  for (const { group, actions } of PLACE_ACTIONS) {
    const keys = Object.values(actions).map((action) => action.keys);
    expect([group, new Set(keys).size]).toEqual([group, keys.length]);
  }
});
