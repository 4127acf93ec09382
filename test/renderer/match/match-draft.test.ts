import { describe, expect, it } from "vitest";
import { Drafts } from "../../../src/renderer/shared/decide/drafts.ts";
import { MATCH_DRAFTS, NO_MATCH_DRAFT } from "../../../src/renderer/app/dialogs/match-dialog.tsx";

function storage() {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
}

describe("a match that is being prepared", () => {
  it("survives a reload with its records and texts, separate from decisions", () => {
    const kept = storage();
    const draft = { sides: { walletIDs: [7, 8], payIDs: [] }, note: "One transfer, two bookings" };
    new Drafts(MATCH_DRAFTS, kept).put("ledger/7/", draft);
    expect(new Drafts(MATCH_DRAFTS, kept).of("ledger/7/")).toEqual(draft);
    expect([...kept.held.keys()].every((key) => key.startsWith("tieout.match."))).toBe(true);
  });

  it("is stored as nothing once discarded, though both sides may be empty on purpose", () => {
    const kept = storage();
    const drafts = new Drafts(MATCH_DRAFTS, kept);
    drafts.put("ledger/7/", { sides: { walletIDs: [], payIDs: [] }, note: "" });
    expect(kept.held.size).toBe(1);
    drafts.put("ledger/7/", NO_MATCH_DRAFT);
    expect(kept.held.size).toBe(0);
  });
});
