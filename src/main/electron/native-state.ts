/** The app's state outside the page: window title, task bar, theme, application menu. */
import { BrowserWindow, app, nativeTheme } from "electron";
import type { AppFacts, LedgerFacts, Output, Preferences } from "../../ipc/contract.ts";
import type { Envelope } from "../../ipc/envelope.ts";
import type { EventMessage, MenuCommand } from "../../ipc/events.ts";
import type { Backend } from "../backend/backend.ts";
import { sendEvent } from "./register.ts";
import { type RecentItem, showMenu } from "./menu.ts";
import { tellFault } from "./questions.ts";
import { showLedger, showWork } from "./window.ts";

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
        choose,
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
function choose(command: MenuCommand): void {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  if (window !== undefined) sendEvent(window.webContents, { event: "menu.chosen", value: { command } });
}

async function orTell(reply: Promise<Envelope<unknown>>): Promise<void> {
  const envelope = await reply;
  if (!envelope.ok) await tellFault(envelope.fault);
}
