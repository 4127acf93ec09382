/** Number formats, compared by what they make a reader see, however a program writes them down. */

/** A format as it is written, and as it is compared. */
export interface NumberFormat {
  readonly code: string;
  /** Of numbers: without quotes, blanks for padding and capitals. */
  readonly numbers: string;
  /** Of texts: what the part for texts says. */
  readonly texts: string;
}

/** What stands in a format for itself without being quoted. */
const BARE = new Set("-+/():!^&'~{}<>=$ ");

const known = new Map<string, NumberFormat>();
/** Beyond so many, none is remembered: no program writes as many. */
const MOST_KNOWN = 10_000;

/** As it is compared. @example numberFormat('yyyy"-"mm').numbers === numberFormat("YYYY\\-mm").numbers */
export function numberFormat(code: string): NumberFormat {
  const before = known.get(code);
  if (before !== undefined) return before;
  const sections = sectionsOf(code);
  const [first = ""] = sections;
  const isGeneral = sections.length === 1 && (first === "general" || first === "@" || first === "");
  const format = {
    code,
    numbers: isGeneral ? "general" : sections.join(";"),
    texts: isGeneral ? "@" : (sections[3] ?? sections.find((section) => section.includes("@")) ?? "@"),
  };
  if (known.size < MOST_KNOWN) known.set(code, format);
  return format;
}

/** Sections as they are compared: each literal character after a backslash, padding left out. */
function sectionsOf(code: string): string[] {
  const sections = [""];
  const add = (text: string) => sections.push((sections.pop() ?? "") + text);
  const characters = Array.from(code);
  for (let at = 0; at < characters.length; at += 1) {
    const one = characters[at] ?? "";
    const next = characters[at + 1] ?? "";
    if (one === '"') {
      for (at += 1; at < characters.length && characters[at] !== '"'; at += 1) add(`\\${characters[at]}`);
    } else if (one === "\\") {
      add(`\\${next}`);
      at += 1;
    } else if (one === "_") at += 1;
    else if (one === "*") {
      add(`*${next}`);
      at += 1;
    } else if (one === ";") sections.push("");
    else add(BARE.has(one) || one > "~" ? `\\${one}` : one.toLowerCase());
  }
  return sections.map((section) => section.replaceAll(BLANK_ENDS, ""));
}

/** Whether a format shows a number as a date or a time. */
export function isDateFormat({ numbers }: NumberFormat): boolean {
  return numbers !== "general" && /[dhmsy]/u.test(numbers.replaceAll(/\\[\s\S]|\[[^\]]*\]/gu, ""));
}

/** Blanks before and after what is shown: LibreOffice writes padding as such. */
const BLANK_ENDS = /^(?:\\ )+|(?:\\ )+$/gu;

/** What the numbers of formats stand for that need no code. */
const BUILT_IN: Readonly<Record<number, string>> = {
  0: "General",
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: "m/d/yyyy",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "m/d/yyyy h:mm",
  37: "#,##0 ;(#,##0)",
  38: "#,##0 ;[Red](#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;[Red](#,##0.00)",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mmss.0",
  48: "##0.0E+0",
  49: "@",
};

/** The code of a built-in format; those that are of a country are told by their number. */
export function builtInFormat(id: number): string {
  return BUILT_IN[id] ?? `built-in format ${id}`;
}
