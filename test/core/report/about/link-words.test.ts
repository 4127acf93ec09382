import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../../src/core/canonical.ts";
import { linkWords } from "../../../../src/core/report/sheet/link-words.ts";

const inWords = (link: { readonly kind: string; readonly payload: unknown }) => linkWords(link, 0);

describe("a link of the audit trail in words", () => {
  it("describes a pull by its counts and its source", () => {
    const payload = {
      pull: 2,
      source: "service",
      baseUrl: "https://service.example",
      entries: { received: 9, inserted: 1, changed: 2, vanished: 1, repeated: 0, range: null },
      transactions: { received: 9, inserted: 1204, changed: 0, vanished: 0, repeated: 0 },
    };
    expect(inWords({ kind: "pull", payload })).toMatchObject({
      kind: "Pull",
      sentence: "From https://service.example: 1 new entry, 2 changed, 1 vanished; 1,204 new transactions.",
    });
    expect(
      inWords({ kind: "pull", payload: { source: "files", entries: null, transactions: null } }),
    ).toMatchObject({ kind: "Import", sentence: "From saved responses: no lists." });
  });

  it("names who decided what, and what was undone", () => {
    const finding = { rule: "chain-break", walletID: 77, payID: null, payref: "P-1" };
    const payload = {
      decision: 1,
      status: "explained",
      note: "Posted twice",
      by: "Ada",
      undoes: null,
      finding,
    };
    expect(inWords({ kind: "decision", payload })).toEqual({
      kind: "Decision",
      sentence: "Explained: Chain break at walletID 77.",
      by: "Ada",
      note: "Posted twice",
    });
    expect(
      inWords({ kind: "decision", payload: { ...payload, status: "open", note: "", undoes: 1 } }),
    ).toEqual({
      kind: "Undone",
      sentence: "A decision on Chain break at walletID 77 was undone; it is open again.",
      by: "Ada",
      note: null,
    });
  });

  it("says which accounts were set, and what was released of a month", () => {
    const said = { by: "Ada", note: "The client's chart" };
    const accounts = [
      { purpose: "wallet", currency: null, account: "1200" },
      { purpose: "suspense", currency: "USD", account: "9998" },
    ];
    expect(inWords({ kind: "books", payload: { event: { kind: "accounts", accounts }, ...said } })).toEqual({
      kind: "Accounts",
      sentence: "The accounts were set: wallet 1200; suspense in USD 9998.",
      ...said,
    });
    const file = { program: "qbo", file: "August.csv", sha256: "ab", bytes: 3 };
    const released = { kind: "released", month: "2026-08", release: 2, reverses: 1, ...file };
    expect(inWords({ kind: "books", payload: { event: released, by: "Ada", note: "" } })).toEqual({
      kind: "Journal",
      sentence: "Journal 2026-08/2 was released for qbo, which takes back release 1.",
      by: "Ada",
      note: null,
      lines: ["August.csv", "SHA-256 ab"],
    });
    const written = { kind: "written", month: "2026-08", release: 2, ...file, program: "xero" };
    expect(inWords({ kind: "books", payload: { event: written } }).sentence).toBe(
      "Journal 2026-08/2 was written once more for xero.",
    );
  });

  it("describes settings, exports and prunes", () => {
    expect(inWords({ kind: "setting", payload: { timeZone: "Africa/Lagos", decimals: 2 } }).sentence).toBe(
      "Days begin and end in Africa/Lagos, amounts have 2 decimals.",
    );
    const options = { convention: "bank", tolerance: 0 };
    const signed = { by: "Ada", note: "Agreed", before: { convention: "auto" } };
    expect(
      inWords({ kind: "setting", payload: { timeZone: "UTC", decimals: 2, options, ...signed } }),
    ).toEqual({ kind: "Settings", sentence: "Convention: auto → bank.", by: "Ada", note: "Agreed" });
    const moved = { timeZone: "UTC", options, ...signed, before: { timeZone: "Africa/Lagos" } };
    expect(inWords({ kind: "setting", payload: moved }).sentence).toBe("Time zone: Africa/Lagos → UTC.");
    expect(inWords({ kind: "export", payload: { file: "a.xlsx", bytes: 2000, run: 3 } }).sentence).toBe(
      "a.xlsx was written (2.0 kB), showing run 3.",
    );
    expect(inWords({ kind: "prune", payload: { keep: 1, bodies: [{ id: 1 }, { id: 2 }] } }).sentence).toBe(
      "2 old responses dropped, all but those of the newest 1 pull. Their hashes stay.",
    );
  });

  it("describes evidence by its file and what it is attached to, and its withdrawal with the reason", () => {
    const file = { name: "bank.pdf", sha256: "", bytes: 2000, by: "Ada" };
    const subjects = [
      [{ kind: "month", month: "2026-10" }, "October 2026"],
      [{ kind: "match", match: 3 }, "match 3"],
      [{ kind: "finding", rule: "chain-break", walletID: 77, payID: null }, "Chain break at walletID 77"],
    ] as const;
    for (const [subject, words] of subjects) {
      const payload = { attachment: 1, subject: { ...subject }, ...file, note: "", undoes: null };
      expect(inWords({ kind: "attachment", payload })).toEqual({
        kind: "Evidence",
        sentence: `Attached to ${words}: bank.pdf (2.0 kB).`,
        by: "Ada",
        note: null,
      });
    }
    const payload = { attachment: 2, subject: {}, ...file, note: "Not this one", undoes: 1 };
    expect(inWords({ kind: "attachment", payload })).toMatchObject({
      kind: "Withdrawn",
      sentence: "Evidence 1 was withdrawn: bank.pdf (2.0 kB).",
      note: "Not this one",
    });
  });

  it("describes what was written in the months' files, with the amounts and what shows them", () => {
    const said = { month: "2026-10", by: "Ada", note: "" };
    const wallet = { userID: 1, businessID: 7, currency: "NGN" };
    const marks = [
      [{ kind: "step", step: 3, done: true }, "Step 3 of October 2026 was ticked."],
      [{ kind: "step", step: 3, done: false }, "Step 3 of October 2026 is open again."],
      [
        { kind: "confirmation", wallet, balance: 5000, source: "Statement", evidence: 2 },
        "The closing balance of October 2026 was confirmed: User 1, business 7, NGN 50.00 (Statement, evidence 2).",
      ],
      [
        { kind: "confirmation", wallet, balance: null },
        "The confirmation of October 2026's closing balance was taken back: User 1, business 7, NGN.",
      ],
      [
        { kind: "fluctuation", wallet, figure: "inflow", before: 100, now: 300 },
        "The inflow of October 2026 was explained: User 1, business 7, NGN moved from 1.00 to 3.00.",
      ],
    ] as const;
    for (const [subject, sentence] of marks) {
      const payload = { mark: 1, subject: { ...subject }, ...said };
      expect(linkWords({ kind: "mark", payload }, 2)).toEqual({
        kind: "File",
        sentence,
        by: "Ada",
        note: null,
      });
    }
    const one = { currency: "NGN", amount: 5000, performance: null, trivial: null, basis: "" };
    const states = {
      materiality: [one],
      fluctuation: { amount: 100, percent: 10 },
      checklist: [{}, {}],
    };
    expect(inWords({ kind: "terms", payload: { terms: 2, states, ...said } }).sentence).toBe(
      "Version 2 of the months' file was written: materiality NGN 5,000; a note for movements from 100 and 10% on; 2 steps.",
    );
    const written = {
      ...states,
      checklist: [{ id: 1, text: "Everything pulled" }],
      purpose: "To prove the balance",
      policy: "Monthly",
      procedures: "",
    };
    expect(inWords({ kind: "terms", payload: { terms: 3, states: written, ...said } }).sentence).toBe(
      "Version 3 of the months' file was written: materiality NGN 5,000; a note for movements from 100 and 10% on; 1 step: 1 Everything pulled; purpose “To prove the balance”; policy “Monthly”.",
    );
    const older = { ...states, materiality: null, fluctuation: null };
    expect(inWords({ kind: "terms", payload: { terms: 1, states: older, ...said } }).sentence).toBe(
      "Version 1 of the months' file was written: no materiality; 2 steps.",
    );
    expect(inWords({ kind: "terms", payload: { terms: 2, ...said } }).sentence).toBe(
      "Version 2 of the months' file was written.",
    );
  });

  it("describes what happened to a letter", () => {
    const events = [
      [
        {
          kind: "written",
          items: [{ number: 1 }, { number: 2 }, { number: 1 }],
          file: "letter.docx",
          sha256: "ab",
        },
        "Letter 1 of August 2026 was written with 2 questions.",
        { lines: ["letter.docx", "SHA-256 ab"] },
      ],
      [
        { kind: "sent", on: "2026-09-03", to: "Escrow Ltd", how: "" },
        "Letter 1 of August 2026 was sent on 2026-09-03 to Escrow Ltd.",
        { lines: [] },
      ],
      [
        { kind: "answered", on: "2026-09-10", evidence: null },
        "Letter 1 of August 2026 was answered on 2026-09-10.",
        {},
      ],
      [
        { kind: "answered", on: "2026-09-10", evidence: 4 },
        "Letter 1 of August 2026 was answered on 2026-09-10 (evidence 4).",
        { evidence: 4 },
      ],
    ] as const;
    for (const [event, sentence, onD2] of events) {
      const said = { letterStep: 1, letter: "2026-08/1", by: "Ada", note: "" };
      const payload = { ...said, event: structuredClone(event) as unknown as JsonValue };
      expect(inWords({ kind: "letter", payload })).toEqual({
        kind: "Letter",
        sentence,
        by: "Ada",
        note: null,
        status: event.kind,
        ...onD2,
      });
    }
  });

  it("describes a point of a reviewer, and what was said on it", () => {
    const said = { month: "2026-10", by: "Ben", note: "Why?" };
    const finding = { rule: "chain-break", walletID: 12, payID: null, payref: null };
    const made = { ...said, pointStep: 3, event: { kind: "made", finding } };
    expect(inWords({ kind: "point", payload: made })).toEqual({
      kind: "Point",
      sentence: "Point 3 on October 2026 was made: Chain break at walletID 12.",
      by: "Ben",
      note: "Why?",
      status: "made",
    });
    const sentence = (event: object) =>
      inWords({ kind: "point", payload: { ...said, pointStep: 4, event } }).sentence;
    expect(sentence({ kind: "made", finding: null })).toBe("Point 4 on October 2026 was made.");
    expect(sentence({ kind: "answered", point: 3 })).toBe("Point 3 on October 2026 was answered.");
    expect(sentence({ kind: "repeated", point: 3 })).toBe("Point 3 on October 2026 was made again.");
  });

  it("describes a manual match by its records, and its undo with the reason", () => {
    const records = {
      entries: [
        { walletID: 4, sha256: "" },
        { walletID: 7, sha256: "" },
      ],
      transactions: [{ payID: 9, sha256: "" }],
    };
    const payload = { match: 1, note: "One payment in two parts", by: "Ada", undoes: null, records };
    expect(inWords({ kind: "match", payload })).toEqual({
      kind: "Match",
      sentence: "Matched by hand: walletIDs 4, 7 with payID 9.",
      by: "Ada",
      note: "One payment in two parts",
    });
    expect(inWords({ kind: "match", payload: { ...payload, undoes: 1 } })).toMatchObject({
      kind: "Undone",
      sentence: "Match 1 was undone: walletIDs 4, 7 with payID 9 are no longer matched.",
    });
    const many = {
      ...records,
      entries: Array.from({ length: 23 }, (_, walletID) => ({ walletID, sha256: "" })),
    };
    expect(inWords({ kind: "match", payload: { ...payload, records: many } }).sentence).toMatch(
      /walletIDs 0, 1, 2, .*, 19 and 3 more up to 22 with payID 9/u,
    );
  });

  it("describes each step of the close, with person and reason", () => {
    const payload = { close: 1, month: "2026-10", step: "prepare", by: "Ada", note: "Asked the provider" };
    const frozen = { runId: 4, overridden: [{ kind: "not-over", sentence: "…" }] };
    expect(inWords({ kind: "close", payload: { ...payload, frozen } })).toEqual({
      kind: "Close",
      sentence: "October 2026 was prepared, despite obstacles, on run 4.",
      by: "Ada",
      note: "Asked the provider",
    });
    expect(inWords({ kind: "close", payload: { ...payload, step: "reopen", frozen: null } }).sentence).toBe(
      "October 2026 was reopened.",
    );
  });

  it("names the restored backup", () => {
    expect(inWords({ kind: "restore", payload: { from: "a.backup", replaced: "ff" } }).sentence).toContain(
      "a.backup",
    );
    expect(inWords({ kind: "restore", payload: { from: "a.backup", replaced: null } }).sentence).toBe(
      "The backup a.backup was restored to a place without a ledger.",
    );
  });

  it("describes a time stamp by its link, time and authority, whatever else is in their place", () => {
    const payload = { link: 12, statedAtMs: Date.UTC(2026, 10, 30, 10, 4, 11), authority: "Example\nTSA" };
    expect(inWords({ kind: "anchor", payload })).toEqual({
      kind: "Time stamp",
      sentence: "Link 12 existed by 2026-11-30 10:04:11 UTC, says Example TSA.",
      by: null,
      note: null,
    });
    const odd = { link: "12", statedAtMs: 1e300, authority: 7 };
    expect(inWords({ kind: "anchor", payload: odd }).sentence).toBe(
      "Link 0 existed by 1970-01-01 00:00:00 UTC, says .",
    );
  });

  it("describes every payload, whatever is missing or unknown in it", () => {
    for (const kind of [
      "created",
      "setting",
      "pull",
      "run",
      "export",
      "prune",
      "decision",
      "match",
      "close",
      "restore",
      "anchor",
      "sign-off",
    ]) {
      for (const payload of [null, {}, [], "text", { finding: null }]) {
        expect(inWords({ kind, payload }).sentence).toMatch(/\.$/u);
      }
    }
  });
});
