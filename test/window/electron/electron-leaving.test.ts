/** Leaving while work is under way, and the window as it was at the next start. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ElectronApplication } from "playwright";
import { expect, test } from "vitest";
import { temporaryFolder, tieout } from "../../helpers/cli.ts";
import {
  answerBoxes,
  boxesOf,
  endOf,
  startApp,
  startWithLedger,
} from "../../helpers/window/electron-journey.ts";
import { ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";
import { typeCredentials } from "../../helpers/window/window-connection.ts";
import { filledLedger, setWire, startService } from "../../helpers/window/window-service.ts";

const KEEP_WORKING = 0;
const LEAVE = 1;

async function closeWindow(app: ElectronApplication): Promise<void> {
  // By a task of its own: the call must not be under way when the process ends.
  await app.evaluate(({ BrowserWindow }) => {
    setTimeout(() => BrowserWindow.getAllWindows()[0]?.close(), 0);
  });
}

test("closing the window during a pull asks first, and leaving keeps nothing of the pull and a ledger that verifies", async (context) => {
  const sandbox = await startService({ entries: 300 });
  const ledger = await filledLedger(sandbox);
  const { app, page } = await startWithLedger(context, ledger);
  await setWire(sandbox, [{ fault: "hang", endpoint: "wallet" }]);
  await page.getByRole("banner").getByRole("button", { name: "Pull now" }).click();
  const dialog = page.getByRole("dialog");
  await typeCredentials(page, sandbox);
  await dialog.getByRole("button", { name: "Save and pull" }).click();
  await dialog
    .getByText(/^Requesting .*wallet/iu)
    .first()
    .waitFor();
  await answerBoxes(app, KEEP_WORKING);
  await closeWindow(app);
  await expect.poll(() => boxesOf(app)).toEqual([expect.stringContaining("A task is still running")]);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  await answerBoxes(app, LEAVE);
  const ended = endOf(app);
  await closeWindow(app);
  expect(await ended).toEqual([0, null]);
  const { status } = await tieout(["verify", ledger]);
  expect(status).toBe(0);
  expect(existsSync(`${ledger}-wal`)).toBe(false);
  // Nobody holds it any more.
  const again = await startWithLedger(context, ledger);
  expect(await again.page.getByText("LEDGER_LOCKED").count()).toBe(0);
});

test("closing the window before any ledger was open ends the app", async (context) => {
  const { app, page } = await startApp(context);
  await page.getByRole("button", { name: "Fill the sandbox" }).waitFor();
  const ended = endOf(app);
  await closeWindow(app);
  expect(await ended).toEqual([0, null]);
});

/** What was kept of the window. */
const kept = (home: string) => JSON.parse(readFileSync(join(home, "window.json"), "utf8")) as unknown;

const stateOf = async (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return { bounds: window?.getBounds(), zoom: window?.webContents.getZoomLevel() };
  });

test("reopens with the last place, size and zoom", async (context) => {
  const first = await startWithLedger(context, await ledgerToReview());
  const bounds = { x: 40, y: 30, width: 1000, height: 640 };
  await first.app.evaluate(({ BrowserWindow }, wanted) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setBounds(wanted);
    window?.webContents.setZoomLevel(1);
  }, bounds);
  await expect.poll(async () => (await stateOf(first.app)).bounds).toEqual(bounds);
  const ended = endOf(first.app);
  await closeWindow(first.app);
  expect(await ended).toEqual([0, null]);
  expect(kept(first.home)).toEqual({ bounds, isMaximized: false, isFullScreen: false, zoomLevel: 1 });

  const second = await startApp(context, [], first.home);
  await expect.poll(() => stateOf(second.app)).toEqual({ bounds, zoom: 1 });
});

test.for([
  ["a screen that went away", { x: 6000, y: 100, width: 900, height: 600 }],
  ["a screen above that went away", { x: 100, y: -4000, width: 900, height: 600 }],
] as const)("a window last on %s opens on a screen that exists", async ([, bounds], context) => {
  const home = temporaryFolder();
  writeFileSync(
    join(home, "window.json"),
    JSON.stringify({ bounds, isMaximized: false, isFullScreen: false, zoomLevel: 0 }),
  );
  const { app } = await startApp(context, [], home);
  const isOnScreen = await app.evaluate(({ BrowserWindow, screen }) => {
    const window = BrowserWindow.getAllWindows()[0]?.getBounds();
    return (
      window !== undefined &&
      screen.getAllDisplays().some(({ workArea: { x, y, width, height } }) => {
        const fromLeft = window.x + window.width > x && window.x < x + width;
        return fromLeft && window.y >= y && window.y < y + height;
      })
    );
  });
  expect(isOnScreen).toBe(true);
});

test("keeps full screen, and the size from before it", async (context) => {
  const first = await startApp(context);
  const isFull = async (app: ElectronApplication) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFullScreen());
  const before = (await stateOf(first.app)).bounds;
  await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setFullScreen(true));
  await expect.poll(() => isFull(first.app)).toBe(true);
  const ended = endOf(first.app);
  await closeWindow(first.app);
  expect(await ended).toEqual([0, null]);
  expect(kept(first.home)).toMatchObject({ bounds: before, isFullScreen: true });
  const second = await startApp(context, [], first.home);
  await expect.poll(() => isFull(second.app)).toBe(true);
});
