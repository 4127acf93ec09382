/** The application menu: the platform's own items, and the window's commands with their keys. */
import { Menu, type MenuItemConstructorOptions } from "electron";
import type { AppFacts, Preferences } from "../../ipc/contract.ts";
import type { MenuCommand } from "../../ipc/events.ts";

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
  ["what-if", "What-If", "5"],
  ["close", "Close", "6"],
  ["activity", "Activity", "7"],
  ["settings", "Settings", "8"],
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
