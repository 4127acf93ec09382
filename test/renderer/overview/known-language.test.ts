import { afterEach, expect, test } from "vitest";
import { replaceUnknownLanguage } from "../../../src/renderer/features/overview/balance-plot.ts";

const own = navigator.language;

function setLanguage(value: string): void {
  Object.defineProperty(navigator, "language", { value, configurable: true });
}

afterEach(() => setLanguage(own));

test("English replaces a language of the system that Intl refuses", () => {
  setLanguage("en-US@posix");
  expect(() => new Intl.NumberFormat(navigator.language)).toThrow(RangeError);
  replaceUnknownLanguage();
  expect(new Intl.NumberFormat(navigator.language).format(1234)).toBe("1,234");
});

test("a language that Intl knows stays", () => {
  setLanguage("de-DE");
  replaceUnknownLanguage();
  expect(navigator.language).toBe("de-DE");
});
