/**
 * Characters that most fonts draw like another one: letters of Cyrillic and Greek beside Latin ones, digits
 * and strokes beside letters. Other scripts, other accents and what merely looks similar (rn for m) are left
 * apart.
 */

/** As written, upper and lower case apart: В looks like B, в like no Latin letter. */
const LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["АВЕІЈКМНОРСЅТУҮХԚԜӀ", "ABEIJKMHOPCSTYYXQWI"],
    ["аеіјорсѕухһԛԝѵкԁӏ", "aeijopcsyxhqwvkdl"],
    ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"],
    ["αιονρυκγ", "aiovpuky"],
    ["ıɑɡǀ", "iagl"],
  ].flatMap(([from = "", to = ""]) => Array.from(from, (letter, at) => [letter, to[at] ?? letter])),
);

/** Digits and strokes that stand in for letters. I and l look alike as well. */
const STAND_INS: Readonly<Record<string, string>> = { "0": "o", "1": "l", "|": "l", I: "l" };

/** Each letter as the Latin one that looks like it. */
export function inLatin(text: string): string {
  return Array.from(text, (letter) => LATIN[letter] ?? letter).join("");
}

/** Each digit or stroke as the letter that it may stand in for. */
export function withoutStandIns(text: string): string {
  return Array.from(text, (letter) => STAND_INS[letter] ?? letter).join("");
}

/** Digits that look like a capital letter in print, where ids are typed from paper. */
const IN_PRINT: Readonly<Record<string, string>> = { "2": "z", "5": "s", "6": "g", "8": "b" };

/** Whether two characters of an id are easily taken for each other. @example looksLike("0", "O") // true */
export function looksLike(one: string, other: string): boolean {
  return lookOf(one) === lookOf(other);
}

function lookOf(character: string): string {
  const look = withoutStandIns(inLatin(character.normalize("NFKC")));
  // A capital L is no stroke, though its small letter is one.
  return IN_PRINT[look] ?? (look === "L" ? look : look.toLowerCase());
}
