import { expect, test } from "vitest";

test("English replaces a language of the system that Intl refuses", async () => {
  Object.defineProperty(navigator, "language", { value: "en-US@posix", configurable: true });
  expect(() => new Intl.NumberFormat(navigator.language)).toThrow(RangeError);
  const { isKnownLanguage } =
    await import("../../../src/renderer/features/overview/balance/known-language.ts");
  expect(new Intl.NumberFormat(navigator.language).format(1234)).toBe("1,234");
  expect(isKnownLanguage("de-DE")).toBe(true);
});
