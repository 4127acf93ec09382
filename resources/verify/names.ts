/** Which names count as the same (docs/evidence-pack.md, section 6): whoever signs is not who prepared, and a key is a name's. */

/** Letters that look like Latin ones, and these. */
const LOOK_ALIKES: Readonly<Record<string, string>> = tableOf([
  ["АВЕІЈКМНОРСЅТУҮХԚԜӀ", "ABEIJKMHOPCSTYYXQWI"],
  ["аеіјорсѕухһԛԝѵкԁӏ", "aeijopcsyxhqwvkdl"],
  ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"],
  ["αιονρυκγ", "aiovpuky"],
  ["ıɑɡǀ", "iagl"],
]);

/** What stands in for a letter. */
const STAND_INS: Readonly<Record<string, string>> = tableOf([["01|I", "olll"]]);

function tableOf(rows: readonly (readonly [from: string, to: string])[]): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap(([from, to]) => Array.from(from, (letter, at) => [letter, to[at] ?? letter])),
  );
}

export function isSameName(one: string, other: string): boolean {
  const [ones, others] = [formsOf(one), formsOf(other)];
  return ones.some((forms, kind) => forms.some((form) => others[kind]?.includes(form)));
}

/** Of each kind, the texts that stand for a name. */
function formsOf(name: string): string[][] {
  const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
  const seen = name.normalize("NFKC").replaceAll(unseen, "").normalize("NFKC");
  const latin = replaced(seen, LOOK_ALIKES);
  return [seen, latin, replaced(latin, STAND_INS)].map((text) => {
    const folded = text.toUpperCase().toLowerCase().normalize("NFKC");
    const inside = /(?<=[\p{L}\p{M}\p{N}])['’ʼ`´.\-\u2010-\u2015·](?=[\p{L}\p{M}\p{N}])/gu;
    const words = folded.replaceAll(inside, "").match(/[\p{L}\p{M}\p{N}]+/gu);
    return words === null ? [folded.trim()] : [words.join(""), words.toSorted().join("")];
  });
}

function replaced(text: string, by: Readonly<Record<string, string>>): string {
  return Array.from(text, (letter) => by[letter] ?? letter).join("");
}
