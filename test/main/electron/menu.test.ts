/** The application menu of the built app: what stands in it, and what choosing leads to. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { MenuItemConstructorOptions } from "electron";
import { MENU_COMMANDS } from "../../../src/ipc/events.ts";
import { IS_EXHAUSTIVE } from "../../helpers/exhaustive.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { type RunningApp, startApp } from "./app.ts";

type Item = Omit<MenuItemConstructorOptions, "submenu"> & { readonly submenu?: readonly Item[] };

function flat(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [item, ...flat(item.submenu ?? [])]);
}

async function menuOf(app: RunningApp): Promise<Item[]> {
  return flat((await app.act("menu")) as Item[]);
}

async function withLedger(name: string, told: Parameters<typeof startApp>[0] = {}): Promise<RunningApp> {
  const path = join(temporaryFolder(), name);
  cpSync(join(import.meta.dirname, "../../fixtures/ledgers/schema-2.tieout"), path);
  const app = await startApp({ argv: ["electron", ".", path], ...told });
  await vi.waitFor(async () => expect((await app.act("window")).title).not.toBe("Tieout"), {
    timeout: 20_000,
  });
  return app;
}

describe.each(["linux", "win32", "darwin"] as const)("on %s", (platform) => {
  test("gives every command an item, and no two the same key", async () => {
    const items = await menuOf(await startApp({ platform }));
    for (const command of MENU_COMMANDS) expect(items.filter(({ id }) => id === command)).toHaveLength(1);
    const keys = items
      .filter(({ id }) => id !== "app-settings")
      .flatMap(({ accelerator }) => accelerator ?? []);
    expect(keys).toEqual(
      expect.arrayContaining(["CmdOrCtrl+N", "CmdOrCtrl+O", "CmdOrCtrl+E", "CmdOrCtrl+F", "CmdOrCtrl+1"]),
    );
    expect(new Set(keys).size).toBe(keys.length);
    const roles = items.flatMap(({ role }) => role ?? []);
    expect(roles).toEqual(
      expect.arrayContaining(["undo", "cut", "copy", "paste", "selectAll", "zoomIn", "quit", "about"]),
    );
    expect(roles.includes("hide")).toBe(platform === "darwin");
  });
});

test("passes each command to the page unchanged", async () => {
  const app = await withLedger("October.tieout");
  for (const command of MENU_COMMANDS) await app.act("choose", command);
  const chosen = ((await app.act("heard")) as { readonly event: string; readonly value: unknown }[]).filter(
    ({ event }) => event === "menu.chosen",
  );
  expect(chosen.map(({ value }) => value)).toEqual(MENU_COMMANDS.map((command) => ({ command })));
});

test.runIf(IS_EXHAUSTIVE)("greys out what needs a ledger until one is open", async () => {
  const grey = (items: readonly Item[]) =>
    items.filter(({ enabled, id }) => enabled === false && id !== undefined).map(({ id }) => id);
  const app = await startApp();
  expect(grey(await menuOf(app))).toEqual([
    "back-up",
    "verify",
    "pull",
    "export",
    "verify-workbook",
    "reviewed-workbook",
    "undo",
    "redo",
    "search",
  ]);
  const open = await withLedger("October.tieout");
  await vi.waitFor(async () => expect(grey(await menuOf(open))).toEqual([]));
});

test.runIf(IS_EXHAUSTIVE)(
  "lists a ledger that was open under Open Recent, with its exact name, and opens it from there",
  async () => {
    const app = await withLedger("Smith & Sons.tieout");
    await app.call("ledger.close");
    await vi.waitFor(async () => expect((await app.act("window")).title).toBe("Tieout"));
    const recent = (await menuOf(app)).find(({ label }) => label === "Open Recent")?.submenu ?? [];
    expect(recent).toHaveLength(1);
    expect(recent[0]?.label).toMatch(/^Smith && Sons\.tieout – /u);
    await app.act("choose", recent[0]?.label ?? "");
    await vi.waitFor(async () => expect((await app.act("window")).title).toBe("Smith & Sons – Tieout"));
  },
);

test.runIf(IS_EXHAUSTIVE)(
  "macOS: leaves recent documents to the system, and has settings in the app's own menu",
  async () => {
    const app = await startApp({ platform: "darwin" });
    const menu = (await app.act("menu")) as Item[];
    expect(menu[0]).toMatchObject({ role: "appMenu" });
    expect(flat(menu.slice(0, 1)).map(({ id }) => id)).toContain("app-settings");
    expect(flat(menu).map(({ role }) => role)).toContain("recentDocuments");
  },
);

test("keeps, shows and marks the chosen theme", async () => {
  const app = await startApp();
  await app.act("choose", "theme-dark");
  await vi.waitFor(async () => {
    const marked = (await menuOf(app)).filter(({ checked }) => checked).map(({ id }) => id);
    expect(marked).toEqual(["theme-dark"]);
  });
  const again = await startApp({ userData: app.folder });
  expect((await again.act("seen")).theme).toBe("dark");
  expect((await again.act("window")).background).toBe("#14181b");
});
