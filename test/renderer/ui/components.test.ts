import { type ReactElement, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { REVIEW_STATUSES } from "../../../src/core/review/decisions/review.ts";
import type { Fault } from "../../../src/ipc/envelope.ts";
import { Amount, type DisplayFormat, DisplayFormatProvider, When } from "../../../src/renderer/ui/values.tsx";
import { FaultNote } from "../../../src/renderer/ui/faults.tsx";
import { SeverityMark, StatusMark } from "../../../src/renderer/ui/marks.tsx";

const drawn = (element: ReactElement, of: DisplayFormat | null = null) =>
  renderToStaticMarkup(createElement(DisplayFormatProvider, { of }, element));
/** How a ledger of Lagos shows its amounts and times. */
const KOBO = { decimals: 2, timeZone: "Africa/Lagos" };
/** What a screen reader says: everything but what is hidden from it. */
const spoken = (html: string) =>
  html.replaceAll(/<[^>]*aria-hidden="true"[^>]*>[^<]*<\/[^>]*>/gu, "").replaceAll(/<[^>]*>/gu, "");

describe("marks", () => {
  it("never depend on colour or sign alone", () => {
    for (const severity of ["error", "warning", "info"] as const) {
      expect(spoken(drawn(createElement(SeverityMark, { severity })))).toBe(severity);
      expect(spoken(drawn(createElement(SeverityMark, { severity, bare: true })))).toBe(severity);
    }
    for (const status of REVIEW_STATUSES) {
      expect(spoken(drawn(createElement(StatusMark, { status, bare: true })))).toBe(status);
    }
  });
});

describe("a displayed fault", () => {
  const fault: Fault = {
    code: "PAYLOAD_AMOUNT",
    sentence: 'The description <script>alert("1")</script> is odd',
    remedy: "Ask the provider.",
    file: "wallet.json",
    record: "walletID 77",
    field: "",
  };

  it("case 55: shows hostile text literally, and the place of the fault", () => {
    const html = drawn(createElement(FaultNote, { fault }));
    expect(html).not.toContain("<script");
    expect(html).toContain("&lt;script&gt;");
    expect(html).toContain("wallet.json, walletID 77<");
    expect(html).toContain("PAYLOAD_AMOUNT");
    expect(html).toContain('role="alert"');
  });

  it("says what to enter, without the command line's code", () => {
    const sentence = "Start the address with https://";
    const html = drawn(createElement(FaultNote, { fault: { ...fault, code: "USAGE", sentence } }));
    expect(html).toContain(sentence);
    expect(html).not.toContain("USAGE");
  });
});

describe("figures and times", () => {
  it("are empty without an amount, and a dash for zero", () => {
    expect(drawn(createElement(Amount, { value: null }))).toBe("");
    expect(spoken(drawn(createElement(Amount, { value: 0 }), KOBO))).toBe("–");
    expect(spoken(drawn(createElement(Amount, { value: -1200 }), KOBO))).toBe("−12.00");
  });

  it("name the instant for machines, and the day in the zone for people", () => {
    const html = drawn(createElement(When, { atMs: Date.UTC(2026, 9, 31, 23, 30) }), KOBO);
    expect(html).toContain('dateTime="2026-10-31T23:30:00.000Z"');
    expect(html).toContain('title="Sunday 2026-11-01 00:30:00 Africa/Lagos"');
    expect(spoken(html)).toBe("2026-11-01");
  });
});
