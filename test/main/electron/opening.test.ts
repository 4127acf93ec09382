import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { LedgerFacts } from "../../../src/ipc/contract.ts";
import { builtFolder } from "../../helpers/built.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { FIRST_STATE, parseWindowState, readWindowState } from "../../../src/main/electron/window-state.ts";
import { type RunningApp, startApp } from "./app.ts";

const FIXTURE = join(import.meta.dirname, "../../fixtures/ledgers/schema-2.tieout");

/** A ledger of the test's own. */
function ledgerCopy(name = "Escrow 2026.tieout"): string {
  const path = join(temporaryFolder(), name);
  cpSync(FIXTURE, path);
  return path;
}

async function waitForTitle(app: RunningApp, title: string): Promise<void> {
  await vi.waitFor(async () => expect((await app.act("window")).title).toBe(title), { timeout: 20_000 });
}

describe("a start", () => {
  test("follows every rule of Electron's that the stand-in knows, and shows one window once it is drawn", async () => {
    const app = await startApp();
    const { options, calls, title, count } = await app.act("window");
    expect({ count, title, calls, show: options.show }).toEqual({
      count: 1,
      title: "Tieout",
      calls: ["show"],
      show: false,
    });
    expect(await app.act("seen")).toMatchObject({ breaches: [], dialogs: [], name: "Tieout" });
    expect(await app.act("sessionData")).toBe(join(app.folder, "chromium"));
  });

  test("has no developer tools and the same sandbox when packaged", async () => {
    const app = await startApp({ isPackaged: true, argv: ["/opt/Tieout/tieout"] });
    const { options } = await app.act("window");
    expect(options.webPreferences).toMatchObject({
      devTools: false,
      sandbox: true,
      contextIsolation: true,
      webSecurity: true,
      nodeIntegration: false,
      webviewTag: false,
    });
    expect(JSON.stringify(await app.act("menu"))).not.toContain("toggleDevTools");
  });

  test("gives the window the paper colour of its theme first", async () => {
    const tokens = readFileSync(join(import.meta.dirname, "../../../src/renderer/ui/tokens.css"), "utf8");
    const [, ...papers] = /--paper: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/u.exec(tokens) ?? [];
    expect(papers).toHaveLength(2);
    const light = await startApp();
    const dark = await startApp({ prefersDark: true });
    expect((await light.act("window")).background).toBe(papers[0]);
    expect((await dark.act("window")).background).toBe(papers[1]);
    await light.act("choose", "theme-dark");
    await vi.waitFor(async () => expect((await light.act("seen")).theme).toBe("dark"));
    expect((await light.act("window")).background).toBe(papers[1]);
  });

  test("reports a missing page in one box and exits 1", async () => {
    // Beside the libraries, which are looked for upwards from the bundle.
    const broken = join(await builtFolder(), "..", "build", `broken-${process.pid}`);
    cpSync(join(await builtFolder(), "main"), join(broken, "main"), { recursive: true });
    onTestFinished(() => rmSync(broken, { recursive: true, force: true }));
    const app = await startApp({}, { built: broken, waitsForWindow: false });
    const { code, seen } = await app.exit;
    expect(code).toBe(1);
    expect(seen.dialogs).toMatchObject([
      { kind: "showErrorBox", options: { content: expect.stringContaining("FILE_UNREADABLE") } },
    ]);
    expect(JSON.stringify(seen.dialogs)).not.toMatch(/ at .*:\d+/u);
  });
});

test("reports that its own folder cannot be made in one box and exits 1", async () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "in the way");
  const app = await startApp({}, { home: join(file, "Tieout"), waitsForWindow: false });
  const { code, seen } = await app.exit;
  expect(code).toBe(1);
  const content = expect.stringContaining("EXPORT_TARGET") as unknown;
  expect(seen).toMatchObject({ breaches: [], dialogs: [{ kind: "showErrorBox", options: { content } }] });
  expect(JSON.stringify(seen.dialogs)).not.toMatch(/ at .*:\d+/u);
});

describe("a ledger that the system asks for", () => {
  test("is opened from an argument, named in the window and reported to the page", async () => {
    const path = ledgerCopy();
    const app = await startApp({ argv: ["electron", ".", path] });
    await waitForTitle(app, "Escrow 2026 – Tieout");
    const reply = await app.call<LedgerFacts | null>("ledger.current");
    expect(reply).toMatchObject({ ok: true, value: { name: "Escrow 2026.tieout" } });
  });

  test("is the first argument of a packaged program, options aside", async () => {
    const path = ledgerCopy();
    const app = await startApp({ isPackaged: true, argv: ["/opt/tieout", "--no-first-run", path] });
    await waitForTitle(app, "Escrow 2026 – Tieout");
    expect((await app.act("seen")).dialogs).toEqual([]);
  });

  test("is reported in a box with its code when it cannot be opened, and the window stays", async () => {
    const foreign = join(temporaryFolder(), "foreign.tieout");
    writeFileSync(foreign, "this is no ledger at all, only a text that somebody named so");
    const app = await startApp({ argv: ["electron", ".", foreign] });
    await vi.waitFor(async () => expect((await app.act("seen")).dialogs).toHaveLength(1), {
      timeout: 20_000,
    });
    expect((await app.act("seen")).dialogs).toMatchObject([
      {
        kind: "showMessageBox",
        options: { type: "error", detail: expect.stringContaining("LEDGER_FOREIGN") },
      },
    ]);
    expect((await app.act("window")).title).toBe("Tieout");
  });

  test("macOS: opens on request, and appears in the title bar and the recent documents", async () => {
    const path = ledgerCopy();
    const app = await startApp({ platform: "darwin" });
    expect(await app.act("onApp", "open-file", {}, path)).toBe(true);
    await waitForTitle(app, "Escrow 2026 – Tieout");
    await vi.waitFor(async () => expect((await app.act("window")).represented).toBe(path));
    expect((await app.act("seen")).recent).toEqual([path]);
  });

  test("case 35: a second start passes its ledger on and exits 0, and the first comes to the front and opens it", async () => {
    const path = ledgerCopy();
    const first = await startApp();
    await first.act("minimise");
    const second = await startApp(
      { userData: first.folder, isSecond: true, argv: ["electron", ".", path] },
      { waitsForWindow: false },
    );
    const { code, seen } = await second.exit;
    expect({ code, breaches: seen.breaches, dialogs: seen.dialogs }).toEqual({
      code: 0,
      breaches: [],
      dialogs: [],
    });

    await first.act("onApp", "second-instance", {}, ["electron"], "/elsewhere", seen.handedOver);
    await waitForTitle(first, "Escrow 2026 – Tieout");
    const { calls, count } = await first.act("window");
    expect({ count, calls }).toEqual({ count: 1, calls: ["show", "restore", "focus"] });
  });

  test("case 35: a message of another form opens no ledger", async () => {
    const app = await startApp();
    for (const given of [null, 7, "text", {}, { ledger: 7 }, { ledger: "" }]) {
      await app.act("onApp", "second-instance", {}, [], "/", given);
    }
    expect(await app.call("ledger.current")).toEqual({ ok: true, value: null });
    expect((await app.act("seen")).dialogs).toEqual([]);
  });
});

describe("the window's place", () => {
  const keep = (folder: string, state: unknown): void =>
    writeFileSync(join(folder, "window.json"), typeof state === "string" ? state : JSON.stringify(state));
  test("is restored with its zoom, and saved whole on closing", async () => {
    const userData = temporaryFolder();
    const bounds = { x: 100, y: 50, width: 1000, height: 700 };
    keep(userData, { bounds, isMaximized: true, isFullScreen: false, zoomLevel: 1 });
    const app = await startApp({ userData });
    const { options, calls } = await app.act("window");
    expect(options).toMatchObject({ ...bounds, webPreferences: { zoomFactor: 1.2 } });
    expect(calls).toEqual(["maximize", "show"]);
    await app.act("zoom", -2);
    await app.act("quit");
    await app.exit;
    const kept = JSON.parse(readFileSync(join(userData, "window.json"), "utf8")) as unknown;
    expect(kept).toEqual({ bounds, isMaximized: true, isFullScreen: false, zoomLevel: -2 });
    expect(existsSync(join(userData, `window.json.${process.pid}.tmp`))).toBe(false);
  });

  const screens = [{ x: 0, y: 25, width: 1440, height: 875 }];

  test.each([
    ["off to the left", { x: -5000, y: 50, width: 1000, height: 700 }],
    ["with its title above the screen", { x: 100, y: -300, width: 1000, height: 700 }],
    ["below the screen", { x: 100, y: 3000, width: 1000, height: 700 }],
    ["of no size", { x: 100, y: 50, width: 0, height: -1 }],
    ["of no numbers", { x: "100", y: null, width: Infinity, height: 700 }],
  ])("is not restored when %s", (_, bounds) => {
    expect(parseWindowState({ bounds, isMaximized: true }, screens)).toEqual({
      ...FIRST_STATE,
      isMaximized: true,
    });
  });

  test.each([null, [], "text", 7, { zoomLevel: 1e9, isMaximized: "yes", isFullScreen: 1 }])(
    "is ignored in a file that holds %j",
    (kept) => {
      expect(parseWindowState(kept, screens)).toEqual(FIRST_STATE);
    },
  );

  test("is ignored in a damaged or missing file", () => {
    const folder = temporaryFolder();
    expect(readWindowState(folder, screens)).toEqual(FIRST_STATE);
    keep(folder, '{"zoomLevel":');
    expect(readWindowState(folder, screens)).toEqual(FIRST_STATE);
  });
});

describe("quitting", () => {
  test("closes the ledger and exits 0 with the last window", async () => {
    const path = ledgerCopy();
    const app = await startApp({ argv: ["electron", ".", path] });
    await waitForTitle(app, "Escrow 2026 – Tieout");
    await app.act("close");
    const { code, seen } = await app.exit;
    expect({ code, breaches: seen.breaches }).toEqual({ code: 0, breaches: [] });
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  test("asks first while a job runs: no keeps the window and the work, yes cancels it and quits", async () => {
    const app = await startApp();
    const started = await app.call<{ readonly id: string }>("sandbox.fill", { entries: 60_000 });
    expect(started.ok).toBe(true);
    await app.act("quit");
    await app.act("close");
    const { dialogs } = await app.act("seen");
    expect(dialogs).toMatchObject([
      { kind: "showMessageBox", options: { type: "question", defaultId: 0, cancelId: 0 } },
      { kind: "showMessageBox" },
    ]);
    expect((await app.act("window")).progress).not.toBe(-1);
    await app.act("answer", 1);
    await app.act("close");
    const { code } = await app.exit;
    expect(code).toBe(0);
    expect(existsSync(join(app.folder, "ledgers/Sandbox.tieout"))).toBe(false);
  });

  test("macOS: stays when its window closes, and opens another on request", async () => {
    const app = await startApp({ platform: "darwin" });
    await app.act("close");
    await app.act("onApp", "activate");
    expect((await app.act("window")).count).toBe(1);
    await app.act("quit");
    expect((await app.exit).code).toBe(0);
  });
});

test("leaves a page that is still saving only when confirmed", async () => {
  const app = await startApp({ platform: "darwin" });
  await app.act("onContents", "will-prevent-unload", {});
  await vi.waitFor(async () =>
    expect((await app.act("seen")).dialogs).toMatchObject([
      { options: { type: "warning", buttons: ["Stay", "Close Anyway"], cancelId: 0 } },
    ]),
  );
  expect((await app.act("window")).count).toBe(1);
  await app.act("answer", 1);
  await app.act("onContents", "will-prevent-unload", {});
  await vi.waitFor(async () => {
    await expect(app.act("window")).rejects.toThrow("no window is open");
  });
});

test("reloads a page whose process ended after saying so, with the ledger still open", async () => {
  const path = ledgerCopy();
  const app = await startApp({ argv: ["electron", ".", path] });
  await waitForTitle(app, "Escrow 2026 – Tieout");
  await app.act("onContents", "render-process-gone", {}, { reason: "crashed", exitCode: 5 });
  await vi.waitFor(async () => expect((await app.act("window")).calls).toContain("reload"));
  expect((await app.act("seen")).dialogs).toMatchObject([{ options: { type: "error" } }]);
  expect(await app.call("ledger.current")).toMatchObject({ ok: true, value: { name: "Escrow 2026.tieout" } });
});
