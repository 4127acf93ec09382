/** The name under which a file is attached. */

/** In UTF-16 units: no system has longer ones. */
const LONGEST_NAME = 255;
/** Longer endings are part of the name. */
const LONGEST_ENDING = 12;
/** What is not seen, or shows other letters elsewhere than they are: controls, marks of direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * A file's name without its folder, as it is stored: one line in which every sign is seen, with an ending
 * that stays when the name is cut. The name that it gives is given back as it is.
 *
 * @example `C:\mail\bank.pdf` → `bank.pdf`
 */
export function attachedName(file: string): string {
  const last = file.split(/[/\\]/u).at(-1) ?? "";
  const name = last.toWellFormed().replaceAll(UNSEEN, "\uFFFD").trim();
  if (/^\.*$/u.test(name)) return "file";
  if (name.length <= LONGEST_NAME) return name;
  const at = name.lastIndexOf(".");
  const ending = at > 0 && name.length - at <= LONGEST_ENDING ? name.slice(at) : "";
  return `${name
    .slice(0, LONGEST_NAME - ending.length)
    .toWellFormed()
    .trim()}${ending}`;
}
