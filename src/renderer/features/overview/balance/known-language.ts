/**
 * uPlot makes a number format of the browser's language when it loads. A system can name a language that Intl
 * refuses ("en-US@posix"), and the Overview would not open: English takes its place. Import this before uPlot.
 */

/** Whether Intl can format by a language, given as the browser names it. */
export function isKnownLanguage(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length === 1;
  } catch {
    return false;
  }
}

if (!isKnownLanguage(navigator.language)) {
  Object.defineProperty(navigator, "language", { value: "en-GB", configurable: true });
}
