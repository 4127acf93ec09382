import { expect, test } from "vitest";

test("a language of the system that Intl refuses is replaced before the plot formats by it", async () => {
  Object.defineProperty(navigator, "language", { value: "en-US@posix", configurable: true });
  expect(() => new Intl.NumberFormat(navigator.language)).toThrow(RangeError);
  await import("../../../src/renderer/features/overview/balance/known-language.ts");
  expect(new Intl.NumberFormat(navigator.language).format(1234)).toBe("1,234");
});
