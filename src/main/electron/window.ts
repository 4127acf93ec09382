/** The window: one sandboxed page, at its last place and size, titled with the ledger's name. */
import { fileURLToPath } from "node:url";
import {
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  app,
  dialog,
  nativeTheme,
  screen,
} from "electron";
import type { LedgerFacts } from "../../ipc/contract.ts";
import type { Job } from "../../ipc/jobs.ts";
import { PAGE_ADDRESS } from "./protocol.ts";
import { type WindowState, readWindowState, writeWindowState } from "./window-state.ts";

const NAME = "Tieout";
const PRELOAD = fileURLToPath(new URL("../preload/index.cjs", import.meta.url));

/** The page's `--paper`, so that nothing flashes before it is drawn. */
const PAPER = { light: "#faf8f4", dark: "#14181b" } as const;

const FIRST_SIZE = { width: 1360, height: 860 };
const LEAST_SIZE = { minWidth: 880, minHeight: 560 };

/** How much larger one level of zoom is than the one below. */
const ZOOM_STEP = 1.2;

const paper = (): string => (nativeTheme.shouldUseDarkColors ? PAPER.dark : PAPER.light);

/** Opens a window and loads the page into it. */
export function openWindow(): BrowserWindow {
  const folder = app.getPath("userData");
  const state = readWindowState(
    folder,
    screen.getAllDisplays().map(({ workArea }) => workArea),
  );
  const window = new BrowserWindow(optionsFor(state));
  window.once("ready-to-show", () => {
    if (state.isMaximized) window.maximize();
    window.show();
    if (state.isFullScreen) window.setFullScreen(true);
  });
  window.on("close", () => {
    writeWindowState(folder, stateOf(window));
  });
  keepTitle(window);
  keepPaper(window);
  reviveWhenGone(window);
  askBeforeLeaving(window);
  void window.loadURL(PAGE_ADDRESS);
  return window;
}

/** Checklist 2 to 4, 6 and 8 to 10: nothing that Electron could grant the page beyond what a browser does. */
function optionsFor({ bounds, zoomLevel }: WindowState): BrowserWindowConstructorOptions {
  return {
    ...FIRST_SIZE,
    ...LEAST_SIZE,
    ...bounds,
    show: false,
    title: NAME,
    backgroundColor: paper(),
    webPreferences: {
      preload: PRELOAD,
      sandbox: true,
      contextIsolation: true,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: false,
      devTools: !app.isPackaged,
      zoomFactor: ZOOM_STEP ** zoomLevel,
    },
  };
}

function stateOf(window: BrowserWindow): WindowState {
  return {
    bounds: window.getNormalBounds(),
    isMaximized: window.isMaximized(),
    isFullScreen: window.isFullScreen(),
    zoomLevel: window.webContents.getZoomLevel(),
  };
}

/** The title is main's, after the ledger; a page's own would be put in its place at every load. */
function keepTitle(window: BrowserWindow): void {
  window.on("page-title-updated", (event) => {
    event.preventDefault();
  });
}

function keepPaper(window: BrowserWindow): void {
  const repaint = (): void => {
    window.setBackgroundColor(paper());
  };
  nativeTheme.on("updated", repaint);
  window.once("closed", () => {
    nativeTheme.off("updated", repaint);
  });
}

/** The page's process can end by itself or be ended; the ledger is not in it. */
function reviveWhenGone(window: BrowserWindow): void {
  window.webContents.on("render-process-gone", (_event, { reason }) => {
    if (reason !== "clean-exit" && !window.isDestroyed()) void offerReload(window);
  });
}

async function offerReload(window: BrowserWindow): Promise<void> {
  await dialog.showMessageBox(window, {
    type: "error",
    message: "The window stopped working",
    detail: "The ledger is unharmed. Unsaved input is lost.",
    buttons: ["Load It Again"],
  });
  if (!window.isDestroyed()) window.reload();
}

/** The page asks to stay while it saves something. Leaving anyway may lose that. */
function askBeforeLeaving(window: BrowserWindow): void {
  window.webContents.on("will-prevent-unload", () => {
    void askWhetherToClose(window);
  });
}

async function askWhetherToClose(window: BrowserWindow): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: "warning",
    message: "A decision is still being saved",
    detail: "It takes a moment. Closing now may lose it.",
    buttons: ["Stay", "Close Anyway"],
    defaultId: 0,
    cancelId: 0,
  });
  if (response === 1 && !window.isDestroyed()) window.destroy();
}

/** Names the window after its ledger; on macOS the title bar also stands for the file. */
export function showLedger(window: BrowserWindow, ledger: LedgerFacts | null, path: string | null): void {
  const name = ledger?.name.replace(/\.tieout$/iu, "");
  window.setTitle(name === undefined ? NAME : `${name} – ${NAME}`);
  if (process.platform === "darwin") window.setRepresentedFilename(ledger === null ? "" : (path ?? ""));
}

/** How far long work is, in task bar or dock; macOS says at the close button that closing interrupts it. */
export function showWork(window: BrowserWindow, job: Job): void {
  const runs = job.state === "running";
  const step = job.steps.at(-1);
  const share = step?.total ? step.done / step.total : null;
  if (!runs) window.setProgressBar(-1);
  else if (share === null) window.setProgressBar(2, { mode: "indeterminate" });
  else window.setProgressBar(Math.min(1, share));
  if (process.platform === "darwin") window.setDocumentEdited(runs);
}

/** Brings the window to the front, where it is open. */
export function focusWindow(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window === undefined) return;
  if (window.isMinimized()) window.restore();
  window.focus();
}
