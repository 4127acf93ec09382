/** Names of files that came from a page and may say more than a name. */
import { extname } from "node:path";

/** Longer names are cut: some systems take no more than 255 bytes. */
const LONGEST_NAME = 60;
/** Names that Windows gives to devices, whatever follows a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/**
 * A name that is nothing but a name in any folder of any system.
 *
 * @example `../a:b.json` → `a b.json`
 */
export function plainName(name: string): string {
  const last = name.split(/[/\\]/u).at(-1) ?? "";
  const kept = last
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]+/gu, " ")
    .replaceAll(/^[\s.]+|[\s.]+$/gu, "");
  const ending = extname(kept).length <= 12 ? extname(kept) : "";
  const stem = kept
    .slice(0, kept.length - ending.length)
    .slice(0, LONGEST_NAME)
    .replace(/[\ud800-\udbff]$/u, "")
    .replace(/[\s.]+$/u, "");
  if (stem === "") return `file${ending}`;
  return DEVICE.test(stem) ? `_${stem}${ending}` : `${stem}${ending}`;
}
