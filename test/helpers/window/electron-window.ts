/**
 * The window in Electron itself. Where its runtime is present most journeys run there a second time:
 * `npx vitest run --project electron`.
 */
import { dirname, join } from "node:path";
import { type BrowserContextOptions, type ElectronApplication, type Page, _electron } from "playwright";
import { findRuntime } from "../../../bin/start/runtime.js";
import { atEnd } from "../at-end.ts";
import { builtFolder } from "../built.ts";
import { builtForDriving } from "./driven-electron.ts";
import { IS_LOOKED_AT, LOOK, USUAL_WAIT_MS } from "./window-look.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** Whether this run's windows are Electron's. */
export const IN_ELECTRON = process.env["TIEOUT_WINDOW"] === "electron";

/** Path of the runtime, null where there is none. */
export const ELECTRON_RUNTIME = findRuntime(ROOT);

/** How long an app may take to end once its test has ended, milliseconds. */
const LATE_MS = 10_000;

/** Starts the app as `npm start` does; it stops when the test ends. Whoever is asked where to save takes the first place in `home`. */
export async function launchElectron(args: readonly string[], home: string): Promise<ElectronApplication> {
  if (ELECTRON_RUNTIME === null) throw new Error("there is no Electron runtime");
  const driven = join(dirname(await electronMain()), "driven.js");
  const app = await _electron.launch({
    executablePath: ELECTRON_RUNTIME,
    args: [driven, ...args],
    env: { ...process.env, TZ: "UTC", TIEOUT_HOME: home },
  });
  atEnd(async () => {
    await leaveUnasked(app);
    // Playwright has been seen to wait forever for an app that was about to end by itself.
    const late = setTimeout(() => app.process().kill("SIGKILL"), LATE_MS);
    await app.close();
    clearTimeout(late);
  });
  await app.evaluate(({ dialog }, folder) => {
    // The app's files may not be loaded yet: whoever comes first makes the promise.
    const held = globalThis as unknown as { driven?: PromiseWithResolvers<void>; saved: string[] };
    held.saved = [];
    dialog.showSaveDialog = async (...given: readonly unknown[]) => {
      const { defaultPath = "" } = given.at(-1) as { readonly defaultPath?: string };
      const filePath = `${folder}/${defaultPath.split(/[\\/]/u).at(-1) ?? ""}`;
      held.saved.push(filePath);
      return { canceled: false, filePath };
    };
    (held.driven ??= Promise.withResolvers<void>()).resolve();
  }, home);
  return app;
}

/** Where something is still at work, a window asks before it closes and the app before it quits; a test that has ended says yes. */
async function leaveUnasked(app: ElectronApplication): Promise<void> {
  try {
    await app.evaluate(({ BrowserWindow, dialog }) => {
      // The second button of every question is the one that leaves.
      dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
      for (const window of BrowserWindow.getAllWindows()) window.destroy();
    });
  } catch {
    // The app has ended already.
  }
}

let copied: string | null = null;

/** The built app's main file, as the runtime that is here can run it. */
export async function electronMain(): Promise<string> {
  if (ELECTRON_RUNTIME === null) throw new Error("there is no Electron runtime");
  copied ??= builtForDriving(await builtFolder(), ELECTRON_RUNTIME);
  return join(copied, "main/index.js");
}

const started = new Map<string, ElectronApplication>();
const apps = new WeakMap<Page, ElectronApplication>();

/** The app of a window. */
export function appOf(page: Page): ElectronApplication {
  const app = apps.get(page);
  if (app === undefined) throw new Error("the page is no window of an app");
  return app;
}

/** @returns what stands for its address */
export async function startInElectron(
  args: readonly string[],
  home: string,
): Promise<{ readonly url: string; readonly app: ElectronApplication }> {
  const app = await launchElectron(args, home);
  const url = `electron:${started.size}`;
  started.set(url, app);
  return { url, app };
}

/** The window of an app that was started here. */
export async function electronPage(url: string, options: BrowserContextOptions): Promise<Page> {
  const app = started.get(url);
  if (app === undefined) throw new Error(`no app was started as ${url}`);
  return windowOf(app, options);
}

/** An app's window: of the run's size and theme where somebody asks for them, else as the app opens it. */
export async function windowOf(
  app: ElectronApplication,
  { colorScheme, reducedMotion, viewport }: BrowserContextOptions = {},
): Promise<Page> {
  const page = await app.firstWindow();
  apps.set(page, app);
  page.setDefaultTimeout(USUAL_WAIT_MS);
  const asked = IS_LOOKED_AT ? LOOK : null;
  const size = viewport ?? asked?.size ?? null;
  if (size !== null) await page.setViewportSize(size);
  await page.emulateMedia({
    colorScheme: colorScheme ?? asked?.theme ?? null,
    reducedMotion: reducedMotion ?? null,
  });
  return page;
}
