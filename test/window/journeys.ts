/** Which journeys through the window run where. Each file `NAME.test.ts` of this folder and those in it is in one of the lists. */

/** These need nothing of a browser's own, and run in Electron too where its runtime is present. */
export const IN_ELECTRON_TOO = [
  "as-signed",
  "causes",
  "clients",
  "close",
  "find",
  "first-start",
  "hostile",
  "large",
  "letters",
  "match",
  "month-file",
  "overview",
  "proposals",
  "restatement",
  "review",
  "service",
  "settings-of-signed",
  "sixty-keys",
  "what-if",
  "year",
] as const;

/** What only Electron can show. Without its runtime they are skipped. */
export const IN_ELECTRON_ALONE = [
  "electron-confined",
  "electron-crash",
  "electron-files",
  "electron-keychain",
  "electron-leaving",
  "electron-menu",
  "electron-start",
] as const;

/** These do not run in Electron, each for a reason. */
export const IN_A_BROWSER_ALONE: Readonly<Record<string, string>> = {
  "as-read": "the worker is held in the page",
  access: "files are chosen through the page",
  copies: "the window is made as small as half a screen",
  backups: "places are gone to by the page's address",
  evidence: "files are chosen through the page, and downloaded",
  export: "the workbook downloaded",
  focus: "the worker is held in the page",
  "full-disk": "the host gets a disk of its own",
  grid: "the clipboard is read in the page",
  import: "files are dropped that have no path",
  notices: "the window is made narrower",
  "long-amounts": "the window is made as large as four screens",
  "letter-files": "files are chosen through the page, and downloaded",
  keyboard: "files are chosen through the page, and downloaded",
  ledgers: "files are chosen through the page",
  "restated-closing": "the workbook downloaded",
  "period-change": "the worker is slowed down in the page",
  queue: "the worker is slowed down in the page",
  "two-ledgers": "ledgers are opened one after the other, and the page is loaded again",
  "open-again": "a second tab without its worker",
  "pull-end": "the wire to main is held back",
  replaced: "the worker is held in the page",
  rest: "the calls are counted in the page before it is opened",
  steady: "the host goes away while the page stays",
  typing: "the wire to main is slowed down and cut",
  unsaved: "the host goes away while the page stays",
  "unread-messages": "the worker is reached from the page",
  "whole-words": "the window is made as small as half a screen",
  workbook: "files are dropped that have no path",
};
