/**
 * uPlot makes a number format of the browser's language when it loads. A system can name a language that Intl
 * refuses ("en-US@posix"), and the Overview would not open: English takes its place. Import this before
 * uPlot.
 */

/** Puts British English in the place of a browser's language that Intl refuses. */
export function replaceUnknownLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, "language", { value: "en-GB", configurable: true });
  }
}

replaceUnknownLanguage();
