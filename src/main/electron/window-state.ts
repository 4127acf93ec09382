/** The window's place and size, kept from one start to the next. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** In device-independent pixels, as Electron has them. */
interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface WindowState {
  /** Of the window when it is neither maximised nor full screen; null lets the system place it. */
  readonly bounds: Rectangle | null;
  readonly isMaximized: boolean;
  readonly isFullScreen: boolean;
  /** 0 is 100 %, each step a fifth more or less. */
  readonly zoomLevel: number;
}

export const FIRST_STATE: WindowState = {
  bounds: null,
  isMaximized: false,
  isFullScreen: false,
  zoomLevel: 0,
};

/** How much of the window must be on a screen, so that it can be moved. */
const GRIP = 100;
/** Electron's own limits of zooming by menu. */
const MOST_ZOOM = 9;

const file = (folder: string): string => join(folder, "window.json");

/** What was kept, as far as it makes sense still; a file that cannot be read is as good as none. */
export function readWindowState(folder: string, screens: readonly Rectangle[]): WindowState {
  try {
    return parseWindowState(JSON.parse(readFileSync(file(folder), "utf8")), screens);
  } catch {
    return FIRST_STATE;
  }
}

/** Whole or not at all. Where the folder cannot be written the window merely opens where it did before. */
export function writeWindowState(folder: string, state: WindowState): void {
  const unfinished = `${file(folder)}.${process.pid}.tmp`;
  try {
    writeFileSync(unfinished, JSON.stringify(state));
    renameSync(unfinished, file(folder));
  } catch {
    // Nothing that anybody entered is lost.
  }
}

/** @param screens the parts of the screens that windows may cover */
export function parseWindowState(kept: unknown, screens: readonly Rectangle[]): WindowState {
  if (!isRecord(kept)) return FIRST_STATE;
  const { bounds, isMaximized, isFullScreen, zoomLevel } = kept;
  return {
    bounds: isRectangle(bounds) && screens.some((screen) => canBeGripped(bounds, screen)) ? bounds : null,
    isMaximized: isMaximized === true,
    isFullScreen: isFullScreen === true,
    zoomLevel: typeof zoomLevel === "number" && Math.abs(zoomLevel) <= MOST_ZOOM ? zoomLevel : 0,
  };
}

/** By its upper edge, which carries the title. */
function canBeGripped(window: Rectangle, screen: Rectangle): boolean {
  const shown =
    Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x) >= GRIP;
  return shown && window.y >= screen.y && window.y <= screen.y + screen.height - GRIP;
}

function isRectangle(value: unknown): value is Rectangle {
  if (!isRecord(value)) return false;
  const { x, y, width, height } = value;
  return [x, y, width, height].every(Number.isSafeInteger) && Number(width) > 0 && Number(height) > 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
