/** Electron's main process: its parts, in the order in which they start. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BrowserWindow, app, dialog, session } from "electron";
import { faultOf } from "../../ipc/envelope.ts";
import { type Backend, createBackend } from "../backend/backend.ts";
import { makeFolder } from "../backend/stores/connections.ts";
import { loadPage } from "../backend/page.ts";
import { registerIpc, sendEvent } from "./register.ts";
import { createNativeState } from "./menu.ts";
import { electronPlatform } from "./platform.ts";
import { ORIGIN, claimScheme, servePage } from "./protocol.ts";
import {
  pageAsked,
  printPage,
  printerOf,
  type Handover,
  createRequests,
  ledgerAsked,
  ledgerHandedOver,
} from "./printing.ts";
import { tellDefect, tellFault } from "./questions.ts";
import { leaveInOrder } from "./quit.ts";
import { secure } from "./security.ts";
import { dataFolder } from "../services/shared/places.ts";
import { focusWindow, openWindow } from "./window.ts";

const PAGE_FOLDER = fileURLToPath(new URL("../renderer", import.meta.url));
/** As in electron-builder.yml, so that Windows groups windows and documents under the installed program. */
const APP_ID = "com.tieout.desktop";

app.setName("Tieout");
const handover: Handover = { ledger: ledgerAsked(process.argv, !process.defaultApp, process.cwd()) };
const asked = pageAsked(process.argv);
try {
  if (asked === null) start();
  else printPage(asked);
} catch (error) {
  giveUp(error);
}

function start(): void {
  keepOwnFolder();
  // Case 35: a second start hands its ledger over to the first, and ends.
  if (app.requestSingleInstanceLock({ ...handover })) begin();
  else app.exit(0);
}

/** All that has to be said before Electron is ready: nothing in here waits. */
function begin(): void {
  const requests = createRequests();
  if (handover.ledger !== null) requests.ask(handover.ledger);
  if (process.platform === "win32") app.setAppUserModelId(APP_ID);
  keepChromiumApart();
  app.enableSandbox();
  claimScheme();
  app.on("open-file", (event, path) => {
    event.preventDefault();
    requests.ask(path);
  });
  app.on("second-instance", (_event, _argv, _folder, given) => {
    const ledger = ledgerHandedOver(given);
    focusWindow();
    if (ledger !== null) requests.ask(ledger);
  });
  process.on("uncaughtException", giveUp);
  app
    .whenReady()
    .then(() => run(requests.answer))
    .catch(giveUp);
}

/** The same folder as the browser host's, with its preferences and recent ledgers; one instance holds it. */
function keepOwnFolder(): void {
  const folder = dataFolder(process.env);
  makeFolder(folder);
  app.setPath("userData", folder);
}

/** Chromium's caches and logs do not belong among preferences, connections and the sandbox's ledgers. */
function keepChromiumApart(): void {
  const folder = join(app.getPath("userData"), "chromium");
  makeFolder(folder);
  app.setPath("sessionData", folder);
}

async function run(answer: (open: (path: string) => void) => void): Promise<void> {
  secure(session.defaultSession);
  servePage(session.defaultSession, loadPage(PAGE_FOLDER));

  const system = electronPlatform((path) => {
    state.opened(path);
  });
  const state = createNativeState(system.os);
  const backend = await createBackend({
    platform: { ...system, printer: printerOf(import.meta.url) },
    dataFolder: app.getPath("userData"),
    appVersion: app.getVersion(),
    now: Date.now,
    send(message) {
      for (const { webContents } of BrowserWindow.getAllWindows()) sendEvent(webContents, message);
      state.hear(message);
    },
  });
  registerIpc(backend, ORIGIN);
  await state.follow(backend);

  const leaving = leaveInOrder(backend);
  const open = (): void => {
    const window = openWindow();
    leaving.guard(window);
    state.show(window);
  };
  open();
  backend.warmUp();
  process.off("uncaughtException", giveUp).on("uncaughtException", (error) => void tellDefect(error));
  app.on("activate", () => {
    if (BrowserWindow.getAllWindows().length === 0) open();
  });
  answer((path) => void openLedger(backend, path));
}

async function openLedger(backend: Backend, path: string): Promise<void> {
  const reply = await backend.openPath(path);
  if (!reply.ok) await tellFault(reply.fault);
}

/** Without page or backend there is no app. */
function giveUp(error: unknown): void {
  const { code, sentence, remedy } = faultOf(error);
  dialog.showErrorBox(sentence, `${remedy}\n\n${code}`);
  app.exit(1);
}
