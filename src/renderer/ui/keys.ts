/**
 * Keyboard shortcuts as texts. `Mod` is Ctrl, or Cmd on Apple's machines; `g o` is one after the other.
 * Letters are written small and alone (`j`), or with modifiers and great (`Mod+Shift+Z`, `Shift+J`); other
 * signs as they are typed (`?`).
 */

/** What of a keyboard event makes a chord. */
export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

const MODIFIERS = new Set(["Control", "Meta", "Shift", "Alt", "AltGraph", "CapsLock", "Dead", "Process"]);

/** Whether this is one of Apple's machines, where Cmd does what Ctrl does elsewhere. */
export function isApple(): boolean {
  return typeof navigator !== "undefined" && /Mac|iPhone|iPad/u.test(navigator.userAgent);
}

/** The chord of a key that was pressed, as shortcuts write it; null for a modifier alone. */
export function chordOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed, apple: boolean): string | null {
  if (MODIFIERS.has(key)) return null;
  const mod = apple ? metaKey : ctrlKey;
  const other = apple ? ctrlKey : metaKey;
  const isLetter = /^\p{L}$/u.test(key);
  // AltGr types signs on many keyboards and arrives as Ctrl and Alt.
  const typed = key.length === 1 && !isLetter;
  const modifiers = [
    mod && !(typed && altKey) ? "Mod+" : "",
    other ? (apple ? "Ctrl+" : "Meta+") : "",
    altKey && !typed ? "Alt+" : "",
    shiftKey && !typed ? "Shift+" : "",
  ].join("");
  const name = key === " " ? "Space" : key;
  if (!isLetter) return modifiers + name;
  return modifiers === "" ? name.toLowerCase() : modifiers + name.toUpperCase();
}

/** Within this time the second chord of a sequence must come, milliseconds. */
const PATIENCE_MS = 1200;

export class KeyReader {
  #first: { readonly chord: string; readonly atMs: number } | null = null;

  /**
   * @param shortcuts those in force now
   * @param atMs when it was pressed, on any one clock
   * @returns the shortcut that is complete; `pending` when a second chord may follow; null when it is none
   */
  read(
    chord: string,
    atMs: number,
    shortcuts: readonly string[],
  ): { readonly shortcut: string } | "pending" | null {
    const first = this.#first;
    this.#first = null;
    if (first !== null && atMs - first.atMs <= PATIENCE_MS) {
      const sequence = `${first.chord} ${chord}`;
      if (shortcuts.includes(sequence)) return { shortcut: sequence };
    }
    if (shortcuts.includes(chord)) return { shortcut: chord };
    if (!shortcuts.some((shortcut) => shortcut.startsWith(`${chord} `))) return null;
    this.#first = { chord, atMs };
    return "pending";
  }
}

const APPLE_SIGNS: Readonly<Record<string, string>> = { Mod: "⌘", Shift: "⇧", Alt: "⌥", Ctrl: "⌃" };
const NAMES: Readonly<Record<string, string>> = {
  Mod: "Ctrl",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
};

/** A shortcut as people read it: `Ctrl+Z`, `⌘Z`, `g o`. */
export function keyLabels(shortcut: string, apple: boolean): string {
  return shortcut
    .split(" ")
    .map((chord) => {
      // `+` itself may be the key.
      const parts = chord
        .split(/\+(?=.)/u)
        .map((part) => (apple ? APPLE_SIGNS[part] : undefined) ?? NAMES[part] ?? part);
      return parts.join(apple ? "" : "+");
    })
    .join(" ");
}
