import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { BREAK_RULES } from "../../../src/core/reconcile/input/rules.ts";
import type { CheckSummary } from "../../../src/renderer/bridge/protocol.ts";
import { RollForward } from "../../../src/renderer/features/overview/roll-forward.tsx";
import { DisplayFormatProvider } from "../../../src/renderer/ui/values.tsx";

const ROLL = { wallets: 1, opening: 0, inflow: 500, outflow: 0 };
const WALLET = { userID: 1, businessID: null, entries: 3, opening: 0, closing: 5, breakDifference: 0 };

test.each([
  ["several wallets of one currency", [{ currency: "NGN" }, { currency: "NGN" }], true],
  ["one that is empty beside it", [{ currency: "NGN" }, { currency: "NGN", entries: 0, closing: 0 }], false],
  ["one wallet of each currency", [{ currency: "NGN" }, { currency: "GHS" }], false],
])("offers the roll-forward of each wallet where there is %s", (_, wallets, isOffered) => {
  const html = rendered({
    wallets: wallets.map((one) => ({ ...WALLET, ...one })),
    counts: { entries: 9, transactions: 2, findings: {} },
    rollForward: [],
  });
  expect(html.includes("Show 2 wallets")).toBe(isOffered);
});

test("leads each figure of a currency to its rows, and no nil", () => {
  const findings = Object.fromEntries([...BREAK_RULES].map((rule) => [rule, 1]));
  const rollForward = [
    { ...ROLL, currency: "NGN", outflow: 20, breakDifference: 70, closing: 550 },
    { ...ROLL, currency: null, inflow: 0, breakDifference: 5, closing: 5 },
  ];
  const html = rendered({ wallets: [], counts: { entries: 9, transactions: 2, findings }, rollForward });
  const links = [...html.matchAll(/<a href="([^"]*)">/gu)].map(([, href]) => decodeURIComponent(href ?? ""));
  const rules = [...BREAK_RULES].join(",");
  expect(links).toEqual([
    "#/wallet?in.figure=inflow:NGN",
    "#/wallet?in.figure=outflow:NGN",
    `#/exceptions?rule=${rules}&amp;currency=NGN`,
    `#/exceptions?rule=${rules}&amp;currency=none`,
    "#/wallet?in.figure=closing:NGN",
    "#/wallet?in.figure=closing:",
  ]);
});

function rendered(summary: object): string {
  vi.stubGlobal("window", { location: { hash: "" } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const shown = { period: null, ...summary } as unknown as CheckSummary;
  const props = {
    summary: shown,
    review: null,
    signed: null,
    shows: "now" as const,
    isOpen: false,
    onOpen: () => {},
    children: null,
  };
  return renderToStaticMarkup(
    createElement(DisplayFormatProvider, { of: null }, createElement(RollForward, props)),
  );
}

test("of the break differences only figures are in the colour of an error, and no nil", () => {
  const findings = Object.fromEntries([...BREAK_RULES].map((rule) => [rule, 2]));
  const html = rendered({
    wallets: [],
    counts: { entries: 9, transactions: 2, findings },
    rollForward: [
      { ...ROLL, currency: "NGN", breakDifference: 70, closing: 570 },
      { ...ROLL, currency: "GHS", breakDifference: 0, closing: 500 },
    ],
  });
  const line = /<tr[^>]*>(?:(?!<\/tr>).)*Break differences.*?<\/tr>/u.exec(html)?.[0] ?? "";
  const cells = [...line.matchAll(/<td class="([^"]*)"/gu)].map(([, name]) => name);
  expect(cells).toEqual(["number roll-broken", "number"]);
  expect(html.split("roll-broken")).toHaveLength(2);
});
