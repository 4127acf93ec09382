/** Whether parts of a cell's text are shown otherwise than the cell. */
import type { FormattedRun } from "../file/text-runs.ts";
import type { Palette, Rgb } from "./palette.ts";
import { type ShownStyle, isUnseen } from "./visible-style.ts";

/** The font of every exported cell. */
const FONT = "Calibri";

/** `unseen` where nobody sees some part, `other` where one has a colour, size or font of its own. */
export function ownParts(
  runs: readonly FormattedRun[],
  cell: ShownStyle,
  palette: Palette,
): "unseen" | "other" | null {
  const shown = runs.map(({ color, size }) => ({
    behind: cell.behind,
    ink: (color === null ? null : palette.colorOf(color)) ?? cell.ink,
    size: size === null ? cell.size : Number(size),
  }));
  if (shown.some(isUnseen)) return "unseen";
  const isOther =
    shown.some(({ ink, size }) => size !== cell.size || !isSameInk(ink, cell.ink)) ||
    runs.some(({ font }) => font !== null && font !== FONT);
  return isOther ? "other" : null;
}

function isSameInk(one: Rgb | "unknown", other: Rgb | "unknown"): boolean {
  return String(one) === String(other);
}
