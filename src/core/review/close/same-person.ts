/**
 * Whether two typed names mean one person. It stops slips and simple tricks, and proves nobody's identity.
 * Letters that look alike count as one letter; nicknames and names that merely look similar (rn for m) count
 * as other names.
 */
import { inLatin, withoutStandIns } from "../../text/look-alikes.ts";

/**
 * Whether two names are the same but for case, blanks, punctuation, signs that are not seen, the order of
 * their words, and letters that look like others.
 *
 * @example isSamePerson("Ada Obi", "OBI, Аda") // true, with a Cyrillic А
 */
export function isSamePerson(one: string, other: string): boolean {
  const known = new Set(formsOf(one));
  return formsOf(other).some((form) => known.has(form));
}

/** A name as it may be compared. Forms of different kinds are never the same: each begins with its kind. */
function formsOf(name: string): string[] {
  const seen = visible(name);
  const looks = inLatin(seen);
  const standIns = withoutStandIns(looks);
  return [seen, looks, standIns].flatMap((text, kind) => {
    const words = wordsOf(folded(text));
    // A name of signs alone is compared as it is.
    if (words.length === 0) return [`${kind} ${folded(text).trim()}`];
    return [`${kind} ${words.join("")}`, `${kind} ${words.toSorted().join("")}`];
  });
}

/**
 * Without signs that are not seen, in compatible forms. An unseen sign keeps a letter and its accent apart
 * until it is gone.
 */
function visible(name: string): string {
  return name
    .normalize("NFKC")
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .normalize("NFKC");
}

/** Upper case first: ß and SS, ς and σ are the same only that way round. */
function folded(text: string): string {
  return text.toUpperCase().toLowerCase().normalize("NFKC");
}

/** Its letters and digits, word by word; a point, a dash or an apostrophe inside a word parts nothing. */
function wordsOf(text: string): string[] {
  const joined = text.replaceAll(/(?<=[\p{L}\p{M}\p{N}])['’ʼ`´.\-\u2010-\u2015·](?=[\p{L}\p{M}\p{N}])/gu, "");
  return joined.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
