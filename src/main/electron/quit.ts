/** Quitting in order: asks before it cancels running work, and closes the ledger before the program ends. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { type App, type BrowserWindow, type Event, app } from "electron";
import type { Backend } from "../backend/backend.ts";
import { askToLeave } from "./questions.ts";

/** So long the backend may take to come to an end; what it wrote by then is safe, whatever it still does. */
const LONGEST_CLOSE_MS = 10_000;

/** On macOS a program stays when its last window closes, and so does its work; elsewhere that is the end. */
const STAYS_WITHOUT_WINDOW = process.platform === "darwin";

interface Leaving {
  /** Asks before the window closes, where that ends the program. */
  readonly guard: (window: BrowserWindow) => void;
}

/** Follows the app to its end. */
export function leaveInOrder(backend: Backend, electron: App = app): Leaving {
  const consent = createConsent(backend);
  let isClosed = false;
  const close = async (): Promise<void> => {
    await withinLimit(backend.close());
    // In a turn of its own: where nothing had to be waited for, Electron still refuses the first quit and
    // would ignore another.
    await nextTurn();
    isClosed = true;
    electron.quit();
  };
  electron.on("window-all-closed", () => {
    if (!STAYS_WITHOUT_WINDOW) electron.quit();
  });
  electron.on("before-quit", (event) => {
    consent.hold(event, () => {
      electron.quit();
    });
  });
  electron.on("will-quit", (event) => {
    if (isClosed) return;
    event.preventDefault();
    void close();
  });
  return {
    guard(window) {
      if (STAYS_WITHOUT_WINDOW) return;
      window.on("close", (event) => {
        consent.hold(event, () => {
          window.close();
        });
      });
    },
  };
}

/** The question is put once at a time, and a yes counts for everything that follows from it. */
function createConsent(backend: Backend): {
  readonly hold: (event: Event, goOn: () => void) => void;
} {
  let isGiven = false;
  let isAsked = false;
  const ask = async (goOn: () => void): Promise<void> => {
    isAsked = true;
    isGiven = await askToLeave();
    isAsked = false;
    if (isGiven) goOn();
  };
  return {
    hold(event, goOn) {
      if (isGiven || !backend.isBusy()) return;
      event.preventDefault();
      if (!isAsked) void ask(goOn);
    },
  };
}

function withinLimit(work: Promise<void>): Promise<unknown> {
  const limit = new Promise((resolve) => {
    setTimeout(resolve, LONGEST_CLOSE_MS).unref();
  });
  return Promise.race([work.catch(() => {}), limit]);
}
