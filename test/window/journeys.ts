/** Which journeys through the window run where, and in which windows. Each file `NAME.test.ts` of this folder and those in it is in one of the lists. */

export const THEMES = ["light", "dark"] as const;

/** The least of windows in which everything has its place, the usual one and the largest. */
export const SIZES = {
  least: { width: 1024, height: 700 },
  usual: { width: 1280, height: 800 },
  largest: { width: 1920, height: 1080 },
} as const;

/** What asks for a theme and a width, as `npm run test:journeys` does; what each journey leaves is looked at then. */
export const ASKED = { theme: "TIEOUT_THEME", width: "TIEOUT_WIDTH" } as const;

/** These run in Electron too, where its runtime is present. What a test of them has of a browser alone it skips there. */
export const IN_ELECTRON_TOO = [
  "as-signed",
  "bank",
  "causes",
  "check-options",
  "clients",
  "close",
  "conclusion",
  "figure-links",
  "find",
  "first-start",
  "fork",
  "hostile",
  "kinds",
  "large",
  "letters",
  "match",
  "month-file",
  "one-screen",
  "overview",
  "points",
  "proposals",
  "restatement",
  "review",
  "service",
  "settings-of-signed",
  "sixty-keys",
  "year",
] as const;

/** These run there where a theme and a width are asked for: they take as long again. */
export const IN_ELECTRON_IF_ASKED = [
  "access",
  "backups",
  "bank-statement",
  "copies",
  "evidence",
  "export",
  "focus",
  "grid",
  "import",
  "keyboard",
  "ledgers",
  "letter-files",
  "long-amounts",
  "notices",
  "one-truth",
  "period-change",
  "queue",
  "queue-end",
  "replaced",
  "rest",
  "restated-closing",
  "room",
  "sizes",
  "steady",
  "two-ledgers",
  "unread-messages",
  "unsaved",
  "whole-words",
  "workbook",
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
  "as-read":
    "the first check is held from its beginning, which is over by the time that a page of Electron can be prepared",
  journal: "the journal is downloaded",
  "full-disk": "the host is started within a disk of its own, before which Electron cannot be driven",
  "open-again": "a second tab of one host, which Electron has none of",
  "pull-end": "the socket to main is held back, which Electron has none of",
  typing: "the socket to main is slowed down and cut, which Electron has none of",
};
