/**
 * Has English take the place of a language that Intl refuses, which a system can name ("en-US@posix"). uPlot makes a number format of
 * the browser's language when it is loaded, and the Overview would not open: imported before uPlot, this comes first.
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
