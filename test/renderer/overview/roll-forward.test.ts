import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { BREAK_RULES } from "../../../src/core/reconcile/input/rules.ts";
import type { CheckSummary } from "../../../src/renderer/bridge/protocol.ts";
import { RollForward } from "../../../src/renderer/features/overview/roll-forward.tsx";
import { DisplayFormatProvider } from "../../../src/renderer/ui/values.tsx";

const ROLL = { wallets: 1, opening: 0, inflow: 500, outflow: 0 };

test("of the break differences only figures are in the colour of an error, and no nil", () => {
  vi.stubGlobal("window", { location: { hash: "" } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const findings = Object.fromEntries([...BREAK_RULES].map((rule) => [rule, 2]));
  const counts = { entries: 9, transactions: 2, findings };
  const summary = {
    period: null,
    wallets: [],
    counts,
    rollForward: [
      { ...ROLL, currency: "NGN", breakDifference: 70, closing: 570 },
      { ...ROLL, currency: "GHS", breakDifference: 0, closing: 500 },
    ],
  } as unknown as CheckSummary;
  const props = {
    summary,
    review: null,
    signed: null,
    shows: "now" as const,
    isOpen: false,
    onOpen: () => {},
    children: null,
  };
  const html = renderToStaticMarkup(
    createElement(DisplayFormatProvider, { of: null }, createElement(RollForward, props)),
  );
  const line = /<tr[^>]*>(?:(?!<\/tr>).)*Break differences.*?<\/tr>/u.exec(html)?.[0] ?? "";
  const cells = [...line.matchAll(/<td class="([^"]*)"/gu)].map(([, name]) => name);
  expect(cells).toEqual(["number roll-broken", "number"]);
  expect(html.split("roll-broken")).toHaveLength(2);
});
