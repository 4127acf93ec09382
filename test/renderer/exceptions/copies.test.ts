/** Copies that conflict, set out side by side: which stand in one column, and what of a text is marked. */
import { expect, test } from "vitest";
import { copyColumns, differingPart, showsTimes } from "../../../src/renderer/shared/record/copies-table.tsx";

const LATE = "Thu, 01 Oct 2026 23:30:00 +0000";

test("gives every copy a column, the used one first", () => {
  expect(
    copyColumns([
      { field: "balance", values: [5, 7] },
      { field: "description", values: ["Rent", null] },
    ]),
  ).toEqual([
    { title: "Copy 1", values: [5, "Rent"] },
    { title: "Copy 2", values: [7, null] },
  ]);
});

test("puts identical copies into one column", () => {
  const titles = (values: readonly number[]) =>
    copyColumns([{ field: "balance", values }]).map(({ title }) => title);
  expect(titles([5, 5, 7])).toEqual(["Copies 1 and 2", "Copy 3"]);
  expect(titles([5, 7, 7, 7])).toEqual(["Copy 1", "Copies 2, 3 and 4"]);
  expect(titles([5, ...Array.from({ length: 1200 }, () => 7)])).toEqual([
    "Copy 1",
    "Copy 2 and 1,199 like it",
  ]);
});

test("distinguishes a number from its text", () => {
  expect(copyColumns([{ field: "is_bonus", values: [1, "1"] }])).toHaveLength(2);
});

test("marks what differs between the common beginning and the common end of two texts", () => {
  const part = (text: string, other: string) => text.slice(...differingPart(text, other));
  expect([part("Rent May", "Rent June"), part("Rent June", "Rent May")]).toEqual(["May", "June"]);
  expect([part("PAY-1 ", "PAY-1"), part("PAY-1", "PAY-1 ")]).toEqual([" ", ""]);
  expect(part("aa", "aaa")).toBe("");
  expect(part("aaa", "aa")).toBe("a");
  // Two signs of one beginning in UTF-16.
  expect(part("x😀y", "x😁y")).toBe("😀");
});

test("shows a field as times only where every copy has one, and they read differently", () => {
  expect(showsTimes([LATE, "Fri, 02 Oct 2026 00:30:00 +0000", null], "UTC")).toBe(true);
  expect(showsTimes([LATE, "Thursday, 01 Oct 2026 23:30:00 +0000"], "UTC")).toBe(false);
  expect(showsTimes([LATE, "Thu, 01 Oct 2026 23:30:59 +0000"], "UTC")).toBe(false);
  expect(showsTimes([LATE, "yesterday"], "UTC")).toBe(false);
  expect(showsTimes([null, 5], "UTC")).toBe(false);
});
