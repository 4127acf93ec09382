/**
 * Printing a page of HTML as PDF by Electron itself: the program starts once more for that alone, without a
 * window in sight, without its own folder, its lock or its backend, and ends.
 */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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
