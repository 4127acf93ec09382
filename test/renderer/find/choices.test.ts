/** What some words mean among pages, periods and actions. */
import { expect, test } from "vitest";
import {
  type NamedChoice,
  choicesNamed,
  inOrder,
  namedIn,
} from "../../../src/renderer/features/find/choices.ts";

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
    inOrder([pages, { title: "Actions", choices: [] }], [records], words).map(({ title }) => title);
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
