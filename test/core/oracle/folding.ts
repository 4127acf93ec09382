/** Unicode's full case folding for the letters that the oracle's cases hold, from CaseFolding.txt by hand. */

/** Letters whose folding is not their small letter. */
const FULL: Readonly<Record<string, string>> = {
  ß: "ss",
  ẞ: "ss",
  ſ: "s",
  ς: "σ",
  ﬀ: "ff",
  İ: "i\u0307",
  ı: "ı",
};

export function fullyFolded(text: string): string {
  return Array.from(text, (letter) => FULL[letter] ?? letter.toLowerCase()).join("");
}
