import { describe, expect, it } from "vitest";
import { kindFilterFrom, kindQuery, passes } from "../../src/renderer/features/history/history-place.tsx";

describe("the filter by kind", () => {
  it("is in the address, and an unknown one shows everything", () => {
    expect(kindFilterFrom(kindQuery("closing"))).toBe("closing");
    expect(kindFilterFrom("kind=nonsense")).toBe("all");
    expect(kindQuery("all")).toBe("");
  });

  it("shows links of its kinds, and all links including unknown kinds", () => {
    expect(["attachment", "match"].map((kind) => passes("evidence", { kind }))).toEqual([true, false]);
    expect(passes("letters", { kind: "letter" })).toBe(true);
    expect(passes("closing", { kind: "close" })).toBe(true);
    expect(passes("closing", { kind: "decision" })).toBe(false);
    expect(passes("all", { kind: "of a newer version" })).toBe(true);
  });
});
