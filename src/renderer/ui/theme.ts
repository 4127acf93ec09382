/** Light or dark, and how much contrast: after the system, unless the preferences say otherwise. */
import type { Preferences } from "../../ipc/contract.ts";

const DARK = "(prefers-color-scheme: dark)";
const MORE = "(prefers-contrast: more)";

/** What stands on <html>: the theme as resolved, and whether contrast is high. */
export function themeOf(
  { theme, contrast }: Pick<Preferences, "theme" | "contrast">,
  system: { readonly dark: boolean; readonly more: boolean },
): { readonly theme: "light" | "dark"; readonly high: boolean } {
  return {
    theme: theme === "system" ? (system.dark ? "dark" : "light") : theme,
    high: contrast === "high" || system.more,
  };
}

/**
 * Keeps the page's theme after the preferences and the system until it is ended. Tells `tieout:theme` on the
 * window after each change, for what is drawn rather than styled.
 *
 * @returns a function that ends it
 */
export function followTheme(preferences: Pick<Preferences, "theme" | "contrast">): () => void {
  const [dark, more] = [matchMedia(DARK), matchMedia(MORE)];
  const show = (isOnPaper: boolean) => {
    const { theme, high } = themeOf(preferences, { dark: dark.matches, more: more.matches });
    const root = document.documentElement;
    // Light letters on white paper are none.
    root.dataset["theme"] = isOnPaper ? "light" : theme;
    if (high) root.dataset["contrast"] = "high";
    else delete root.dataset["contrast"];
    window.dispatchEvent(new Event("tieout:theme"));
  };
  const apply = () => show(false);
  const toPaper = () => show(true);
  apply();
  const control = new AbortController();
  const { signal } = control;
  window.addEventListener("beforeprint", toPaper, { signal });
  window.addEventListener("afterprint", apply, { signal });
  dark.addEventListener("change", apply, { signal });
  more.addEventListener("change", apply, { signal });
  return () => control.abort();
}
