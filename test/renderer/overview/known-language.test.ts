import { afterEach, expect, test, vi } from "vitest";
import { replaceUnknownLanguage } from "../../../src/renderer/features/overview/known-language.ts";

const own = navigator.language;

function setLanguage(value: string): void {
  Object.defineProperty(navigator, "language", { value, configurable: true });
}

afterEach(() => {
  setLanguage(own);
  vi.unstubAllGlobals();
});

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

test("the plot, and the library that draws it, load where the system names such a language", async () => {
  const listens = { addEventListener: () => {}, removeEventListener: () => {}, dispatchEvent: () => true };
  vi.resetModules();
  vi.stubGlobal("window", listens);
  vi.stubGlobal("document", {});
  vi.stubGlobal("devicePixelRatio", 1);
  vi.stubGlobal("matchMedia", () => listens);
  setLanguage("en-US@posix");
  await expect(import("../../../src/renderer/features/overview/balance-plot.ts")).resolves.toBeDefined();
});
