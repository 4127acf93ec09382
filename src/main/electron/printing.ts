/**
 * Printing a page of HTML as PDF by Electron itself: the program starts once more for that alone, without a
 * window in sight, without its own folder, its lock or its backend, and ends.
 */
import { writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { BrowserWindow, app, session } from "electron";

/** What is printed, and where the PDF goes. */
interface AskedPage {
  readonly page: string;
  readonly to: string;
}

const PRINT = "--print-page=";
const TO = "--print-to=";

/** How the program is started to print; the page and the PDF follow as arguments. */
export function printerOf(entry: string): readonly string[] {
  return process.defaultApp ? [process.execPath, fileURLToPath(entry)] : [process.execPath];
}

/** What this start is to print; null where it is a start of the app. */
export function pageAsked(argv: readonly string[]): AskedPage | null {
  const after = (name: string) => argv.find((one) => one.startsWith(name))?.slice(name.length) ?? "";
  const [page, to] = [after(PRINT), after(TO)];
  return page === "" || to === "" ? null : { page, to };
}

/** Prints and ends: status 0 once the PDF is written. */
export function printPage({ page, to }: AskedPage): void {
  app.setPath("userData", join(dirname(to), "electron"));
  app.enableSandbox();
  app.disableHardwareAcceleration();
  app.dock?.hide();
  printTo(to, pathToFileURL(page).href).then(
    () => app.exit(0),
    () => app.exit(1),
  );
}

async function printTo(to: string, address: string): Promise<void> {
  await app.whenReady();
  writeFileSync(to, await printed(address), { mode: 0o600 });
}

/** The page runs nothing, goes nowhere and fetches nothing but itself. */
async function printed(address: string): Promise<Buffer> {
  const own = session.defaultSession;
  own.setPermissionRequestHandler((_contents, _permission, answer) => {
    answer(false);
  });
  own.setPermissionCheckHandler(() => false);
  own.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: url !== address });
  });
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      sandbox: true,
      contextIsolation: true,
      javascript: false,
      spellcheck: false,
      devTools: false,
    },
  });
  await window.loadURL(address);
  return window.webContents.printToPDF({ printBackground: true, preferCSSPageSize: true });
}

// Ledgers that the system asks to open: by command line, a second start, or a double click on a file.

/**
 * The ledger that a command line names: the first argument that is no option.
 *
 * @param argv as `process.argv` has it
 * @param isBundled whether the program is its own executable, or Electron was given a folder to run
 * @param folder against which a relative path counts
 */
export function ledgerAsked(argv: readonly string[], isBundled: boolean, folder: string): string | null {
  const named = argv
    .slice(isBundled ? 1 : 2)
    .find((argument) => argument !== "" && !argument.startsWith("-"));
  return named === undefined ? null : resolve(folder, named);
}

/** What a second start hands over to the first. */
export interface Handover {
  readonly ledger: string | null;
}

/** The ledger of a handover; whatever else another program hands over asks for none. */
export function ledgerHandedOver(given: unknown): string | null {
  if (typeof given !== "object" || given === null || !("ledger" in given)) return null;
  return typeof given.ledger === "string" && given.ledger !== "" ? given.ledger : null;
}

/** Keeps what is asked before anybody can answer: the system may ask before the app is ready. */
interface Requests {
  readonly ask: (path: string) => void;
  /** Each is answered at once from now on; of those waiting only the last, as only one ledger is open. */
  readonly answer: (open: (path: string) => void) => void;
}

export function createRequests(): Requests {
  let waiting: string | null = null;
  let answerer: ((path: string) => void) | null = null;
  return {
    ask(path) {
      if (answerer === null) waiting = path;
      else answerer(path);
    },
    answer(open) {
      answerer = open;
      if (waiting !== null) open(waiting);
      waiting = null;
    },
  };
}
