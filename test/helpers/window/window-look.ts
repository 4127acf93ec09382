/** In which theme and size the windows of a run are. */
import { ASKED, SIZES, THEMES } from "../../window/journeys.ts";

const theme = process.env[ASKED.theme];
const width = process.env[ASKED.width];

/** Whether what a journey leaves on screen is looked at when it ends: where somebody asks for a theme or a width. */
export const IS_LOOKED_AT = theme !== undefined || width !== undefined;

/** The theme and the size; light and the usual size where nobody asks. */
export const LOOK = {
  theme: among(THEMES, (one) => one === theme, "light"),
  size: among(Object.values(SIZES), (one) => String(one.width) === width, SIZES.usual),
} as const;

/** Whether the windows are the least: some of what others show without being asked has no room there. */
export const IS_LEAST = LOOK.size.width === SIZES.least.width;

function among<T>(all: readonly T[], isAsked: (one: T) => boolean, usual: T): T {
  return all.find(isAsked) ?? usual;
}

/** How long anything in a window is waited for, milliseconds. With three times as many journeys as processors some waits took 20 s. */
export const USUAL_WAIT_MS = 45_000;
