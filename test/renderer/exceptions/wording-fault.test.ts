import { describe, expect, it } from "vitest";
import { NOTE_LIMIT } from "../../../src/core/review/decisions/note-rules.ts";
import { noteFaultOf } from "../../../src/renderer/shared/decide/wording-fault.ts";

describe("errors in a note, before main is called", () => {
  it("include a closing status without a note", () => {
    expect(noteFaultOf("", "explained")).toBe("The status explained needs a note that says why.");
    expect(noteFaultOf(" \n\u200B", "raised")).toContain("needs a note");
    expect(noteFaultOf("", "open")).toBe(null);
  });

  it("include too great a length", () => {
    expect(noteFaultOf("x".repeat(NOTE_LIMIT), "accepted")).toBe(null);
    expect(noteFaultOf("x".repeat(NOTE_LIMIT + 1), "accepted")).toBe(
      "The note has 10,001 characters, more than the limit of 10,000.",
    );
  });

  it("case 55: do not include markup, SQL or marks that turn the text", () => {
    expect(noteFaultOf("<script>alert(1)</script>'; DROP TABLE decision; --\u202Etxt", "accepted")).toBe(
      null,
    );
  });
});
