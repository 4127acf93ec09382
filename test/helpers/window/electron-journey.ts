/** What only Electron can show: the app started on a small ledger, and what a test does in its main process. */
import type { ElectronApplication, Page } from "playwright";
import type { TestContext } from "vitest";
import { atEnd } from "../at-end.ts";
import { temporaryFolder } from "../cli.ts";
import { ELECTRON_RUNTIME, IN_ELECTRON, launchElectron, windowOf } from "./electron-window.ts";
import { lookAtEnd } from "./last-look.ts";
import { verdictOf } from "./window-steps.ts";

export interface Started {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** The app's own folder. */
  readonly home: string;
}

/** Starts the app with a folder of its own; without a runtime, or where the journeys run in a browser, the test is skipped. */
export async function startApp(
  context: Pick<TestContext, "skip" | "task">,
  args: readonly string[] = [],
  home = temporaryFolder(),
): Promise<Started> {
  if (ELECTRON_RUNTIME === null) return context.skip("skipped: no Electron runtime");
  if (!IN_ELECTRON) return context.skip("skipped: it runs in the project electron");
  const app = await launchElectron(args, home);
  const page = await windowOf(app);
  atEnd(async () => lookAtEnd(context.task, [page]));
  return { app, page, home };
}

/** The same with a ledger open. */
export async function startWithLedger(
  context: Pick<TestContext, "skip" | "task">,
  ledger: string,
  home?: string,
): Promise<Started> {
  const started = await startApp(context, [ledger], home);
  await verdictOf(started.page);
  return started;
}

/** From now on each box that main shows is noted and answered with the button of a number. */
export async function answerBoxes(app: ElectronApplication, button: number): Promise<void> {
  await app.evaluate(({ dialog }, response) => {
    const noted = globalThis as unknown as { boxes: string[] };
    noted.boxes = [];
    dialog.showMessageBox = async (...given: readonly unknown[]) => {
      const { message, detail = "" } = given.at(-1) as { readonly message: string; readonly detail?: string };
      noted.boxes.push(`${message}\n${detail}`);
      return Promise.resolve({ response, checkboxChecked: false });
    };
  }, button);
}

/** What `answerBoxes` noted so far. */
export async function boxesOf(app: ElectronApplication): Promise<string[]> {
  return app.evaluate(() => (globalThis as unknown as { boxes: string[] }).boxes);
}

/** The text that the window shows, asked by main: it can be asked also after the page's process ended. */
export async function textOf(app: ElectronApplication): Promise<string> {
  return app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return String(await window?.webContents.executeJavaScript("document.body.innerText"));
  });
}

/** How the app's process ended: status and signal. */
export async function endOf(app: ElectronApplication): Promise<readonly [number | null, string | null]> {
  const child = app.process();
  if (child.exitCode !== null || child.signalCode !== null) return [child.exitCode, child.signalCode];
  return new Promise((resolve) => {
    child.once("exit", (status, signal) => {
      resolve([status, signal]);
    });
  });
}
