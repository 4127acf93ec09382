/** The letters of a month on Close. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { LetterStanding } from "../../../src/core/review/letters/letters.ts";
import { LetterLine } from "../../../src/renderer/features/close/letter-line.tsx";
import { DisplayFormatProvider } from "../../../src/renderer/ui/values.tsx";

test("shows how each finding of a question about several stands", () => {
  const said = { by: "Ada Obi", atMs: 0 };
  const items = [1, 1, 1, 2].map((number, at) => ({
    number,
    fingerprint: `f${at}`,
    rule: "chain-break",
    walletID: at + 1,
    payID: null,
    payref: null,
    currency: "NGN",
    amount: 5,
  }));
  const standing = {
    letter: {
      ref: "2026-10/1",
      month: "2026-10",
      written: said,
      sent: null,
      answers: [],
      file: "a.docx",
      items,
    },
    states: ["waits", "decided", "waits", "gone"],
    days: null,
    withdrawn: [],
  } as unknown as LetterStanding;
  const line = createElement(LetterLine, { standing, onSent: null, onAnswer: null });
  const html = renderToStaticMarkup(createElement(DisplayFormatProvider, { of: null }, line));
  const states = [...html.matchAll(/>(open|decided|cleared)<\/td>/gu)].map(([, state]) => state);
  expect(states).toEqual(["open", "decided", "open", "cleared"]);
});
