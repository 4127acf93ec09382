/**
 * Which journeys through the window run where, and in which windows (docs/decisions/0073). Each file `NAME.test.ts` of this folder and
 * those in it is in one of the lists; each is driven once by CI.
 */

export const THEMES = ["light", "dark"] as const;

/** The least of windows in which everything has its place, the usual one and the largest. */
export const SIZES = {
  least: { width: 1024, height: 700 },
  usual: { width: 1280, height: 800 },
  largest: { width: 1920, height: 1080 },
} as const;

/** What asks for a theme and a width, as `npm run test:journeys` does; what each journey leaves is looked at then. */
export const ASKED = { theme: "TIEOUT_THEME", width: "TIEOUT_WIDTH" } as const;

/** `npm test` drives these in Chromium: filling, connecting, pulling, importing, reviewing, keys, the grid, a month closed by two people, its workbook. */
export const IN_THE_SUITE = ["close", "import", "keyboard"] as const;

/** `npm run test:journeys` drives these in Chromium, also where there is Electron: each does not run in it, for a reason. */
export const IN_A_BROWSER_ALONE: Readonly<Record<string, string>> = {
  "full-disk": "the host is started within a disk of its own, before which Electron cannot be driven",
  "late-news": "the socket from main is held back, which Electron has none of",
  "open-again": "a second tab of one host, which Electron has none of",
  "pull-end": "the socket to main is held back, which Electron has none of",
  typing: "the socket to main is slowed down and cut, which Electron has none of",
};

/** `npm test` leaves these to Electron, and to Chromium where its runtime is missing. No test of them is of a browser alone. */
export const LEFT_TO_ELECTRON = [
  "bank",
  "causes",
  "check-options",
  "clients",
  "conclusion",
  "figure-links",
  "find",
  "fork",
  "hostile",
  "kinds",
  "large",
  "letters",
  "month-file",
  "one-screen",
  "points",
  "proposals",
  "restatement",
  "settings-of-signed",
  "sixty-keys",
] as const;

/** `npm test` leaves these to Chromium. Where a theme and a width are asked for, Electron runs them too, but skips what is of a browser alone. */
export const LEFT_TO_CHROMIUM = [
  "access",
  "as-read",
  "as-signed",
  "backups",
  "bank-statement",
  "copies",
  "evidence",
  "export",
  "first-start",
  "focus",
  "grid",
  "journal",
  "ledgers",
  "letter-files",
  "long-amounts",
  "match",
  "notices",
  "one-truth",
  "overview",
  "period-change",
  "queue",
  "queue-end",
  "replaced",
  "rest",
  "restated-closing",
  "review",
  "room",
  "service",
  "sizes",
  "steady",
  "two-ledgers",
  "unread-messages",
  "unsaved",
  "whole-words",
  "workbook",
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

/**
 * The journeys of each of vitest's projects: `npm test` drives those of `window`, `npm run test:journeys` those of `journeys`, and with
 * `--electron` those of `electron`. Without its runtime what only Electron can show is skipped among `journeys`, and says so.
 */
export const JOURNEYS: Readonly<Record<"window" | "journeys" | "electron", readonly string[]>> = {
  window: [...IN_THE_SUITE],
  journeys: [
    ...Object.keys(IN_A_BROWSER_ALONE),
    ...LEFT_TO_ELECTRON,
    ...LEFT_TO_CHROMIUM,
    ...IN_ELECTRON_ALONE,
  ],
  electron: [...LEFT_TO_ELECTRON, ...IN_ELECTRON_ALONE],
};

/** Not in Electron, or with a page at the end that they broke, or filled with what is to be blocked: nobody looks at it. */
const NOT_LOOKED_AT: ReadonlySet<string> = new Set([
  ...Object.keys(IN_A_BROWSER_ALONE),
  "electron-confined",
  "electron-crash",
]);

/** What runs in Electron where a theme and a width are asked for. */
export const IN_ELECTRON_IN_A_LOOK = [...IN_THE_SUITE, ...JOURNEYS.journeys].filter(
  (name) => !NOT_LOOKED_AT.has(name),
);
