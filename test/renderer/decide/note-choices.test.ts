import { expect, test } from "vitest";
import { earlierNotes, whyNoTemplate, withChosen } from "../../../src/renderer/shared/decide/note-fields.tsx";
import { breakAt, decided } from "../../helpers/ledgers/decisions.ts";

const noted = (id: number, note: string, fields = {}) => decided(id, breakAt(id), { note, ...fields });

test("offers the last notes, newest first, then those used most often, each once and without what was undone", () => {
  const decisions = [
    noted(1, "Ticket 1"),
    noted(2, "Rounding"),
    noted(3, "Ticket 1"),
    // At once: one use.
    noted(4, "Fee", { atMs: 9000 }),
    noted(5, "Fee", { atMs: 9000 }),
    noted(6, "Rounding"),
    noted(7, "Rounding"),
    ...["a", "b", "c", "d", "e"].map((note, at) => noted(8 + at, note)),
    noted(13, "Typing eror"),
    noted(14, "", { undoes: 13 }),
    noted(15, " "),
    // A repeated note is offered in its own words.
    noted(16, "As in decision 12 (October 2026): e"),
    noted(17, "f"),
  ];
  expect(earlierNotes(decisions)).toEqual({
    recent: [
      { note: "f", times: 1 },
      { note: "e", times: 2 },
      ...["d", "c", "b", "a"].map((note) => ({ note, times: 1 })),
    ],
    often: [
      { note: "Rounding", times: 3 },
      { note: "Ticket 1", times: 2 },
    ],
  });
  expect(earlierNotes([])).toEqual({ recent: [], often: [] });
});

test("keeps a note as a template unless it is empty, kept, too long or one too many", () => {
  expect(whyNoTemplate("Ticket ", [])).toBeNull();
  expect(whyNoTemplate(" \n", [])).toBe("Write a note first.");
  expect(whyNoTemplate("Fee", ["Fee"])).toBe("It is kept already.");
  expect(whyNoTemplate("x".repeat(2001), [])).toMatch(/at most 2,000/u);
  const full = Array.from({ length: 50 }, (_, at) => `${at}`);
  expect(whyNoTemplate("Fee", full)).toMatch(/There are 50 already/u);
});

test("an empty note becomes the chosen one, another goes on in a new line", () => {
  expect(withChosen(" ", "Fee")).toBe("Fee");
  expect(withChosen("Asked Ada. ", "Fee")).toBe("Asked Ada.\nFee");
});
