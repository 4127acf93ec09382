/** The application menu: the platform's own items, and the window's commands with their keys. */
import { Menu, type MenuItemConstructorOptions, BrowserWindow, app, nativeTheme } from "electron";
import type { AppFacts, Preferences, LedgerFacts, Output } from "../../ipc/contract.ts";
import type { MenuCommand, EventMessage } from "../../ipc/events.ts";
import type { Envelope } from "../../ipc/envelope.ts";
import type { Backend } from "../backend/backend.ts";
import { sendEvent } from "./register.ts";
import { tellFault } from "./questions.ts";
import { showLedger, showWork } from "./window.ts";

/** A ledger that was open before. */
export interface RecentItem {
  readonly handle: string;
  readonly name: string;
  readonly where: string;
}

/** What the menu shows depends on. */
interface MenuState {
  readonly os: AppFacts["platform"];
  /** Whether the person may look behind the page. */
  readonly hasDeveloperTools: boolean;
  /** Whether a ledger is open, without which there is nothing to check or export. */
  readonly hasLedger: boolean;
  readonly theme: Preferences["theme"];
  readonly recent: readonly RecentItem[];
}

/** What choosing leads to. */
interface MenuActions {
  readonly choose: (command: MenuCommand) => void;
  readonly openRecent: (handle: string) => void;
  readonly changeTheme: (theme: Preferences["theme"]) => void;
}

type MenuItem = MenuItemConstructorOptions;
const LINE: MenuItem = { type: "separator" };

/** The places in the order in which the window lists them, with the digit that goes there, if any. */
const PLACES = [
  ["clients", "All Clients", undefined],
  ["overview", "Overview", "1"],
  ["wallet", "Wallet", "2"],
  ["transactions", "Transactions", "3"],
  ["exceptions", "Exceptions", "4"],
  ["close", "Close", "5"],
  ["settings", "Settings", "6"],
  ["welcome", "Welcome", "9"],
] as const satisfies readonly (readonly [MenuCommand, string, string | undefined])[];

const THEMES = [
  ["system", "Same as System"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const satisfies readonly (readonly [Preferences["theme"], string])[];

/** Puts the menu of a state in the place of the one before. */
export function showMenu(state: MenuState, actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(state, actions)));
}

/** The menu as Electron is given it. */
function menuTemplate(state: MenuState, actions: MenuActions): MenuItem[] {
  const isMac = state.os === "darwin";
  return [
    ...(isMac ? [appMenu(actions)] : []),
    { label: "&File", submenu: fileMenu(state, actions, isMac) },
    { label: "&Edit", submenu: editMenu(state, actions, isMac) },
    { label: "&View", submenu: viewMenu(state, actions) },
    { label: "&Go", submenu: PLACES.map(([command, label, digit]) => item(actions, command, label, digit)) },
    { role: "windowMenu" },
    { role: "help", submenu: helpMenu(actions, isMac) },
  ];
}

/** An item that does what the window's own key does; keys are given without the platform's modifier. */
function item({ choose }: MenuActions, command: MenuCommand, label: string, key?: string): MenuItem {
  return {
    id: command,
    label,
    ...(key === undefined ? {} : { accelerator: `CmdOrCtrl+${key}` }),
    click: () => {
      choose(command);
    },
  };
}

function appMenu(actions: MenuActions): MenuItem {
  return {
    role: "appMenu",
    submenu: [
      { role: "about" },
      LINE,
      { ...item(actions, "settings", "Settings…", ","), id: "app-settings" },
      LINE,
      { role: "services" },
      LINE,
      { role: "hide" },
      { role: "hideOthers" },
      { role: "unhide" },
      LINE,
      { role: "quit" },
    ],
  };
}

function fileMenu(state: MenuState, actions: MenuActions, isMac: boolean): MenuItem[] {
  const enabled = state.hasLedger;
  return [
    item(actions, "new", "New Ledger…", "N"),
    item(actions, "open", "Open…", "O"),
    isMac
      ? { role: "recentDocuments", submenu: [{ role: "clearRecentDocuments" }] }
      : recentMenu(state, actions),
    LINE,
    { ...item(actions, "back-up", "Back Up To…", "Shift+S"), enabled },
    { ...item(actions, "verify", "Verify Ledger"), enabled },
    LINE,
    { ...item(actions, "pull", "Pull Now", "Shift+P"), enabled },
    item(actions, "import", "Import Saved Responses…", "I"),
    { ...item(actions, "export", "Export…", "E"), enabled },
    { ...item(actions, "verify-workbook", "Compare a Workbook with This Ledger…"), enabled },
    { ...item(actions, "reviewed-workbook", "Import Review…"), enabled },
    ...(isMac ? [] : [LINE, { ...item(actions, "settings", "Settings…", ","), id: "app-settings" }]),
    LINE,
    isMac ? { role: "close" } : { role: "quit" },
  ];
}

/** macOS keeps a list of its own; elsewhere it is ours, the newest first. */
function recentMenu({ recent }: MenuState, { openRecent }: MenuActions): MenuItem {
  return {
    label: "Open Recent",
    enabled: recent.length > 0,
    submenu: recent.map(({ handle, name, where }) => ({
      label: `${literal(name)} – ${literal(where)}`,
      click: () => {
        openRecent(handle);
      },
    })),
  };
}

/** Names of files may hold the sign that marks a menu's access key. */
function literal(text: string): string {
  return text.replaceAll("&", "&&");
}

function editMenu({ hasLedger }: MenuState, actions: MenuActions, isMac: boolean): MenuItem[] {
  return [
    { role: "undo" },
    { role: "redo" },
    LINE,
    { role: "cut" },
    { role: "copy" },
    { role: "paste" },
    ...(isMac ? [{ role: "pasteAndMatchStyle" } as const] : []),
    { role: "delete" },
    { role: "selectAll" },
    LINE,
    { ...item(actions, "undo", "Undo Decision"), enabled: hasLedger },
    { ...item(actions, "redo", "Redo Decision"), enabled: hasLedger },
    LINE,
    { ...item(actions, "search", "Find…", "F"), enabled: hasLedger },
    item(actions, "find", "Find Anything…", "K"),
  ];
}

function viewMenu({ theme, hasDeveloperTools }: MenuState, { changeTheme }: MenuActions): MenuItem[] {
  return [
    { role: "resetZoom" },
    { role: "zoomIn" },
    // The plus sign needs Shift on most keyboards; nobody should have to think of it.
    { role: "zoomIn", accelerator: "CmdOrCtrl+=", visible: false },
    { role: "zoomOut" },
    LINE,
    {
      label: "Theme",
      submenu: THEMES.map(([value, label]) => ({
        id: `theme-${value}`,
        label,
        type: "radio",
        checked: value === theme,
        click: () => {
          changeTheme(value);
        },
      })),
    },
    LINE,
    { role: "togglefullscreen" },
    ...(hasDeveloperTools ? ([LINE, { role: "reload" }, { role: "toggleDevTools" }] as const) : []),
  ];
}

function helpMenu(actions: MenuActions, isMac: boolean): MenuItem[] {
  const keys: MenuItem = { ...item(actions, "keys", "Keyboard Shortcuts"), accelerator: "F1" };
  return isMac ? [keys] : [keys, LINE, { role: "about" }];
}

// The app's state outside the page: window title, task bar, theme, application menu.

interface NativeState {
  /** Applies an event that main sends to every window. */
  readonly hear: (message: EventMessage) => void;
  /** Remembers the open ledger's path, which no event carries. */
  readonly opened: (path: string) => void;
  /** Reads the state that was kept, and shows it; menu and theme work from then on. */
  readonly follow: (backend: Backend) => Promise<void>;
  /** Shows it on a window that has just been opened. */
  readonly show: (window: BrowserWindow) => void;
}

export function createNativeState(os: AppFacts["platform"]): NativeState {
  let backend: Backend | null = null;
  let ledger: LedgerFacts | null = null;
  let path: string | null = null;
  let theme: Preferences["theme"] = "system";
  let recent: readonly RecentItem[] = [];

  const menu = (): void => {
    const followed = backend;
    if (followed === null) return;
    showMenu(
      { os, hasDeveloperTools: !app.isPackaged, hasLedger: ledger !== null, theme, recent },
      {
        choose: sendCommand,
        openRecent: (handle) => void orTell(followed.call("ledger.open", { file: handle })),
        changeTheme: (chosen) => void orTell(followed.call("preferences.change", { theme: chosen })),
      },
    );
  };
  const readRecent = async (): Promise<void> => {
    if (backend === null) return;
    const reply = (await backend.call("ledger.recent", {})) as Envelope<Output<"ledger.recent">>;
    if (reply.ok) recent = reply.value.ledgers.filter(({ isThere }) => isThere);
    menu();
  };
  const takeTheme = (chosen: Preferences["theme"]): void => {
    theme = chosen;
    nativeTheme.themeSource = chosen;
  };
  const show = (window: BrowserWindow): void => {
    showLedger(window, ledger, path);
  };

  return {
    hear({ event, value }) {
      if (event === "ledger.changed") {
        const isAnother = value?.id !== ledger?.id;
        ledger = value;
        for (const window of BrowserWindow.getAllWindows()) show(window);
        if (isAnother) void readRecent();
      } else if (event === "preferences.changed") {
        takeTheme(value.theme);
        menu();
      } else if (event === "job.changed") {
        for (const window of BrowserWindow.getAllWindows()) showWork(window, value);
      }
    },
    opened(at) {
      path = at;
      for (const window of BrowserWindow.getAllWindows()) show(window);
      void readRecent();
    },
    async follow(followed) {
      backend = followed;
      const reply = (await followed.call("app.describe", {})) as Envelope<AppFacts>;
      if (reply.ok) takeTheme(reply.value.preferences.theme);
      await readRecent();
    },
    show,
  };
}

/** To the window in front, since a command is meant for what the person sees. */
function sendCommand(command: MenuCommand): void {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  if (window !== undefined) sendEvent(window.webContents, { event: "menu.chosen", value: { command } });
}

async function orTell(reply: Promise<Envelope<unknown>>): Promise<void> {
  const envelope = await reply;
  if (!envelope.ok) await tellFault(envelope.fault);
}
