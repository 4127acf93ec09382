import { describe, expect, it } from "vitest";
import { amountText, whenInFull, whenText } from "../../../src/renderer/ui/values.tsx";
import { themeOf } from "../../../src/renderer/ui/theme.ts";

describe("amounts", () => {
  it("have thin grouping, a true minus and a dash for nothing", () => {
    expect(amountText(-1_234_567, { decimals: 2 })).toBe("−12,345.67");
    expect(amountText(0, { decimals: 2 })).toBe("–");
    expect(amountText(0, { decimals: 2, zero: "0" })).toBe("0.00");
  });

  it("have a plus only where requested and not for zero", () => {
    expect(amountText(10, { decimals: 0, sign: true })).toBe("+10");
    expect(amountText(-10, { decimals: 0, sign: true })).toBe("−10");
    expect(amountText(10, { decimals: 0 })).toBe("10");
    expect(amountText(0, { decimals: 0, sign: true })).toBe("–");
  });
});

describe("times", () => {
  // 2026-10-31 23:30:05 UTC, a Saturday; in Lagos it is Sunday already.
  const LATE = Date.UTC(2026, 9, 31, 23, 30, 5);

  it("case 84: are in the ledger's zone, whatever the machine's", () => {
    expect(whenText(LATE, "UTC", false)).toBe("2026-10-31");
    expect(whenText(LATE, "UTC", true)).toBe("2026-10-31 23:30");
    expect(whenText(LATE, "Africa/Lagos", true)).toBe("2026-11-01 00:30");
    expect(whenInFull(LATE, "UTC")).toBe("Saturday 2026-10-31 23:30:05 UTC");
    expect(whenInFull(LATE, "Africa/Lagos")).toBe("Sunday 2026-11-01 00:30:05 Africa/Lagos");
  });
});

describe("the theme", () => {
  it("follows the system until the preferences say otherwise", () => {
    const dark = { dark: true, more: false };
    expect(themeOf({ theme: "system", contrast: "system" }, dark)).toEqual({ theme: "dark", high: false });
    expect(themeOf({ theme: "light", contrast: "system" }, dark)).toEqual({ theme: "light", high: false });
    expect(themeOf({ theme: "dark", contrast: "high" }, { dark: false, more: false })).toEqual({
      theme: "dark",
      high: true,
    });
  });

  it("never removes contrast that the system asks for", () => {
    const { high } = themeOf({ theme: "system", contrast: "system" }, { dark: false, more: true });
    expect(high).toBe(true);
  });
});
