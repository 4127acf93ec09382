import { describe, expect, it } from "vitest";
import { linkWords } from "../../../src/renderer/features/activity/link-words.ts";

describe("a link of the audit trail in words", () => {
  it("tells a pull by its counts and where it came from", () => {
    const payload = {
      pull: 2,
      source: "service",
      baseUrl: "https://service.example",
      entries: { received: 9, inserted: 1, changed: 2, vanished: 1, repeated: 0, range: null },
      transactions: { received: 9, inserted: 1204, changed: 0, vanished: 0, repeated: 0 },
    };
    expect(linkWords({ kind: "pull", payload })).toMatchObject({
      kind: "Pull",
      sentence: "From https://service.example: 1 new entry, 2 changed, 1 vanished; 1,204 new transactions.",
    });
    expect(
      linkWords({ kind: "pull", payload: { source: "files", entries: null, transactions: null } }),
    ).toMatchObject({ kind: "Import", sentence: "From saved responses: no lists." });
  });

  it("tells who decided what, and what was undone", () => {
    const finding = { rule: "chain-break", walletID: 77, payID: null, payref: "P-1" };
    const payload = {
      decision: 1,
      status: "explained",
      note: "Posted twice",
      by: "Ada",
      undoes: null,
      finding,
    };
    expect(linkWords({ kind: "decision", payload })).toEqual({
      kind: "Decision",
      sentence: "Explained: Chain break at walletID 77.",
      by: "Ada",
      note: "Posted twice",
    });
    expect(
      linkWords({ kind: "decision", payload: { ...payload, status: "open", note: "", undoes: 1 } }),
    ).toEqual({
      kind: "Undone",
      sentence: "A decision on Chain break at walletID 77 was undone; it is open again.",
      by: "Ada",
      note: null,
    });
  });

  it("tells settings, exports and prunings", () => {
    expect(linkWords({ kind: "setting", payload: { timeZone: "Africa/Lagos", decimals: 2 } }).sentence).toBe(
      "Days are cut in Africa/Lagos, amounts have 2 decimals.",
    );
    expect(linkWords({ kind: "export", payload: { file: "a.xlsx", bytes: 2000, run: 3 } }).sentence).toBe(
      "a.xlsx was written (2.0 kB), showing check 3.",
    );
    expect(linkWords({ kind: "prune", payload: { keep: 1, bodies: [{ id: 1 }, { id: 2 }] } }).sentence).toBe(
      "2 old answers dropped, all but those of the newest 1 pull; their hashes stay.",
    );
  });

  it("says something of every payload, whatever is missing or unknown in it", () => {
    for (const kind of ["created", "setting", "pull", "run", "export", "prune", "decision", "sign-off"]) {
      for (const payload of [null, {}, [], "text", { finding: null }]) {
        expect(linkWords({ kind, payload }).sentence).toMatch(/\.$/u);
      }
    }
  });
});
