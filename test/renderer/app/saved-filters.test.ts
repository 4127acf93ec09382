import { describe, expect, it } from "vitest";
import { CONTRACT, type SavedFilter } from "../../../src/ipc/contract.ts";
import { savedOf, withSaved, withoutSaved } from "../../../src/renderer/app/saved-filters-button.tsx";

const ONE: SavedFilter = { place: "wallet", name: "Large", query: "in.inflow=5000.." };
const OTHERS: readonly SavedFilter[] = [
  ONE,
  { place: "exceptions", name: "Large", query: "order=amount" },
  { place: "wallet", name: "Breaks", query: "flagged=1" },
];

describe("saved filters", () => {
  it("are listed by name within one place", () => {
    expect(savedOf(OTHERS, "wallet").map(({ name }) => name)).toEqual(["Breaks", "Large"]);
    expect(savedOf(OTHERS, "transactions")).toEqual([]);
  });

  it("are replaced by name within their place, and deleted only there", () => {
    const saving = withSaved(OTHERS, { ...ONE, name: "  Large ", query: "q=x" });
    expect(saving).toEqual({ ok: true, filters: [OTHERS[1], OTHERS[2], { ...ONE, query: "q=x" }] });
    expect(withoutSaved(OTHERS, ONE)).toEqual([OTHERS[1], OTHERS[2]]);
  });

  it.each([
    ["no name", [], { ...ONE, name: " \t" }, "Enter a name."],
    ["a name too long", [], { ...ONE, name: "x".repeat(81) }, "A name can have at most 80 characters."],
    ["a query too long", [], { ...ONE, query: "q".repeat(4001) }, /too long to save/u],
    [
      "too many",
      Array.from({ length: 100 }, (_, at): SavedFilter => ({ ...ONE, name: String(at) })),
      ONE,
      /100 saved filters already/u,
    ],
  ])("are refused with a reason: %s", (_, kept, saved, sentence) => {
    expect(withSaved(kept, saved)).toEqual({ ok: false, sentence: expect.stringMatching(sentence) });
  });

  it("cross the bridge up to those limits", () => {
    const filters = Array.from({ length: 99 }, (_, at) => ({ ...ONE, name: String(at) }));
    const saving = withSaved(filters, { ...ONE, name: "x".repeat(80), query: "q".repeat(4000) });
    const given = saving.ok ? saving.filters : [];
    expect(given).toHaveLength(100);
    expect(CONTRACT["preferences.change"].input.safeParse({ filters: given }).success).toBe(true);
    expect(CONTRACT["preferences.change"].input.safeParse({ filters: [...given, ONE] }).success).toBe(false);
  });
});
