/** The native menu: what it offers, what it leads to, and its keys. */
import type { ElectronApplication } from "playwright";
import { expect, test } from "vitest";
import { startApp, startWithLedger } from "../../helpers/window/electron-journey.ts";
import { ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";
import { atPlace, goTo } from "../../helpers/window/window-steps.ts";

interface Item {
  readonly label: string;
  readonly accelerator: string | null;
  readonly enabled: boolean;
}

/** Every item that has a key or a command of the window, by menu. */
async function menuOf(app: ElectronApplication): Promise<Record<string, Item[]>> {
  return app.evaluate(({ Menu }) => {
    const menus: Record<string, { label: string; accelerator: string | null; enabled: boolean }[]> = {};
    for (const { label, submenu } of Menu.getApplicationMenu()?.items ?? []) {
      menus[label.replaceAll("&", "")] = (submenu?.items ?? [])
        .filter(({ type, visible }) => type !== "separator" && visible)
        .map((item) => ({
          label: item.label,
          accelerator: item.accelerator ?? null,
          enabled: item.enabled,
        }));
    }
    return menus;
  });
}

async function choose(app: ElectronApplication, id: string): Promise<void> {
  await app.evaluate(({ Menu, BrowserWindow }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted);
    if (item?.enabled !== true) throw new Error(`the menu offers no ${wanted}`);
    item.click(undefined, BrowserWindow.getAllWindows()[0]);
  }, id);
}

test("greys out what needs a ledger while none is open, and gives every place of a ledger its key", async (context) => {
  const { app } = await startApp(context);
  const before = await menuOf(app);
  const greyed = (menus: Record<string, Item[]>, name: string) =>
    (menus[name] ?? []).flatMap(({ label, enabled }) => (enabled ? [] : [label]));
  expect(greyed(before, "File")).toEqual(
    expect.arrayContaining(["Back Up To…", "Verify Ledger", "Pull Now", "Export…"]),
  );
  const open = await startWithLedger(context, await ledgerToReview());
  const after = await menuOf(open.app);
  expect(greyed(after, "File")).toEqual([]);
  expect(after["Go"]?.map(({ label, accelerator }) => `${accelerator} ${label}`)).toEqual([
    "null All Clients",
    "CmdOrCtrl+1 Overview",
    "CmdOrCtrl+2 Wallet",
    "CmdOrCtrl+3 Transactions",
    "CmdOrCtrl+4 Exceptions",
    "CmdOrCtrl+5 Close",
    "CmdOrCtrl+6 Settings",
    "CmdOrCtrl+9 Welcome",
  ]);
});

test("its items lead where they say, and a theme chosen there applies to the window and to main", async (context) => {
  const { app, page } = await startWithLedger(context, await ledgerToReview());
  for (const [id, place] of [
    ["wallet", "Wallet"],
    ["exceptions", "Exceptions"],
    ["close", "Close"],
    ["settings", "Settings"],
  ] as const) {
    await choose(app, id);
    await atPlace(page, place);
  }
  await choose(app, "keys");
  await page.getByRole("dialog").getByRole("heading", { name: "All keys" }).waitFor();
  await page.keyboard.press("Escape");
  await choose(app, "theme-dark");
  await expect.poll(() => app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe("dark");
  expect(await app.evaluate(({ nativeTheme }) => nativeTheme.shouldUseDarkColors)).toBe(true);
});

test("its keys work in the window: places, and zoom", async (context) => {
  const { app, page } = await startWithLedger(context, await ledgerToReview());
  await goTo(page, "Exceptions");
  const press = async (keyCode: string) =>
    app.evaluate(({ BrowserWindow }, key) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.focus();
      window?.webContents.focus();
      for (const type of ["keyDown", "keyUp"] as const) {
        window?.webContents.sendInputEvent({ type, keyCode: key, modifiers: ["control"] });
      }
    }, keyCode);
  await press("2");
  await atPlace(page, "Wallet");
  const zoom = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.zoomLevel);
  expect(await zoom()).toBe(0);
  await press("=");
  await expect.poll(zoom).toBe(0.5);
  await press("0");
  await expect.poll(zoom).toBe(0);
});
