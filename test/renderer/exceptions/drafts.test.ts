import { describe, expect, it, vi } from "vitest";
import { DECISION_DRAFTS, Drafts, NO_DRAFT } from "../../../src/renderer/shared/decide/drafts.ts";
import type { TabStorage } from "../../../src/renderer/bridge/tab-storage.ts";

/** What a browser's storage does, over a map; full once it holds more characters than it may. */
function storage(limit = Number.POSITIVE_INFINITY): TabStorage & { readonly held: Map<string, string> } {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > limit) throw new DOMException("full", "QuotaExceededError");
      held.set(key, value);
    },
    removeItem: (key) => void held.delete(key),
  };
}

const DRAFT = { status: "explained", note: "Posted twice by the provider\nTicket 4711", seen: 4 } as const;

describe("drafts of decisions", () => {
  it("are kept by subject, and reported to listeners", () => {
    const drafts = new Drafts(DECISION_DRAFTS, storage());
    const listener = vi.fn<() => void>();
    const end = drafts.listen(listener);
    drafts.put("ledger/aa", DRAFT);
    expect(drafts.of("ledger/aa")).toBe(drafts.of("ledger/aa"));
    expect(drafts.of("ledger/aa")).toEqual(DRAFT);
    expect(drafts.of("ledger/bb")).toEqual(NO_DRAFT);
    end();
    drafts.drop("ledger/aa");
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it("survive a reload, until they are dropped", () => {
    const kept = storage();
    new Drafts(DECISION_DRAFTS, kept).put("ledger/aa", DRAFT);
    const reloaded = new Drafts(DECISION_DRAFTS, kept);
    expect(reloaded.of("ledger/aa")).toEqual(DRAFT);
    reloaded.drop("ledger/aa");
    expect(new Drafts(DECISION_DRAFTS, kept).of("ledger/aa")).toEqual(NO_DRAFT);
    expect(kept.held.size).toBe(0);
  });

  it("case 40: stay on screen when nothing can be stored", () => {
    const drafts = new Drafts(DECISION_DRAFTS, storage(10));
    drafts.put("ledger/aa", DRAFT);
    expect(drafts.of("ledger/aa")).toEqual(DRAFT);
    expect(new Drafts(DECISION_DRAFTS, null).of("ledger/aa")).toEqual(NO_DRAFT);
  });

  it("are ignored where storage holds something else", () => {
    const kept = storage();
    kept.held.set("tieout.draft.ledger/aa", "not JSON");
    expect(new Drafts(DECISION_DRAFTS, kept).of("ledger/aa")).toEqual(NO_DRAFT);
  });
});
