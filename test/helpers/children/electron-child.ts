/**
 * Runs the built main process of Electron's app with the stand-in in Electron's place, and does to it what its parent says:
 * what a person, a page, the system or a second start would do.
 */
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { MenuItemConstructorOptions } from "electron";
import { app } from "../../main/electron/stand-in/app.ts";
import { type Sender, callMain } from "../../main/electron/stand-in/ipc.ts";
import { StandInFile } from "../../main/electron/stand-in/preload.ts";
import { type Setting, StandInEvent, answers, run, seen } from "../../main/electron/stand-in/rules.ts";
import { isCancelled, request, session } from "../../main/electron/stand-in/session.ts";
import { nativeTheme, shownMenu } from "../../main/electron/stand-in/system.ts";
import { type StandInContents, type StandInWindow, windows } from "../../main/electron/stand-in/windows.ts";

const STAND_IN = pathToFileURL(join(import.meta.dirname, "../../main/electron/stand-in/electron.ts")).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "electron" ? { url: STAND_IN, shortCircuit: true } : next(specifier, context),
});

interface Exposed {
  readonly methods: Readonly<Record<string, (input: unknown, ...more: unknown[]) => Promise<unknown>>>;
  readonly listen: (listener: (message: unknown) => void) => () => void;
  readonly take: (files: readonly unknown[]) => Promise<unknown>;
}

const window = (): StandInWindow => {
  const newest = windows().at(-1);
  if (newest === undefined) throw new Error("no window is open");
  return newest;
};
const contents = (): StandInContents => window().webContents;
const exposed = (): Exposed => contents().page?.exposed.get("tieout") as Exposed;
const heard: unknown[] = [];

function emitted(
  emitter: { emit(name: string, ...given: unknown[]): boolean },
  name: string,
  ...given: unknown[]
) {
  const event = new StandInEvent();
  emitter.emit(name, Object.assign(event, given[0] as object), ...given.slice(1));
  return event.defaultPrevented;
}

function find(items: readonly MenuItemConstructorOptions[], id: string): MenuItemConstructorOptions | null {
  for (const item of items) {
    if (item.id === id || item.label === id) return item;
    const below = Array.isArray(item.submenu) ? find(item.submenu, id) : null;
    if (below !== null) return below;
  }
  return null;
}

/** Functions of a menu cannot cross to the parent; everything else of it can. */
function plain(items: readonly MenuItemConstructorOptions[]): unknown[] {
  return items.map(({ submenu, ...item }) => ({
    ...item,
    click: null,
    ...(Array.isArray(submenu) ? { submenu: plain(submenu) } : {}),
  }));
}

const acts = {
  call: (method: string, input: unknown, ...more: unknown[]) => exposed().methods[method]?.(input, ...more),
  methods: () => Object.keys(exposed().methods),
  exposedNames: () => [...(contents().page?.exposed.keys() ?? [])],
  listen: () => void exposed().listen((message) => heard.push(message)),
  heard: () => heard,
  drop: (paths: readonly string[]) => exposed().take(paths.map((path) => new StandInFile(path))),
  invoke: (channel: string, given: readonly unknown[], sender: Sender) =>
    callMain(contents(), channel, given, sender),
  async fetch(url: string, method?: string) {
    const response = await request(url, method);
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
    };
  },
  isCancelled,
  onContents: (name: string, ...given: unknown[]) => emitted(contents(), name, ...given),
  onApp: (name: string, ...given: unknown[]) => emitted(app, name, ...given),
  onSession: (name: string) => emitted(session.defaultSession, name),
  bluetooth() {
    let chosen: string | null = null;
    const prevented = emitted(
      contents(),
      "select-bluetooth-device",
      {},
      [{}],
      (name: string) => (chosen = name),
    );
    return { prevented, chosen };
  },
  windowOpen: (url: string) => contents().openHandler?.({ url }),
  permission(name: string) {
    const { permissionRequest, permissionCheck } = session.defaultSession;
    let granted: boolean | null = null;
    permissionRequest?.(contents(), name, (answer) => (granted = answer));
    return { granted, checked: permissionCheck?.(contents(), name) };
  },
  device: (type: string) => session.defaultSession.devicePermission?.({ deviceType: type }),
  menu: () => plain(shownMenu()),
  choose: (id: string) => {
    const item = find(shownMenu(), id);
    if (item?.click === undefined) throw new Error(`the menu has no ${id}`);
    if (item.enabled === false) throw new Error(`${id} is greyed out`);
    item.click(...([] as unknown as Parameters<typeof item.click>));
  },
  answer: (...given: unknown[]) => answers.push(...given),
  zoom: (level: number) => (contents().zoomLevel = level),
  /** Something that nobody expected goes wrong in main. */
  fail: (text: string) => {
    setImmediate(() => {
      throw new Error(text);
    });
  },
  minimise: () => {
    window().minimize();
  },
  close: () => window().close(),
  quit: () => {
    app.quit();
  },
  window() {
    const { options, title, background, calls, progress, represented, isEdited } = window();
    return { options, title, background, calls, progress, represented, isEdited, count: windows().length };
  },
  seen: () => ({ ...seen, theme: nativeTheme.themeSource, name: app.name, peers: contents().peerPolicy }),
  sessionData: () => app.getPath("sessionData"),
};

export type Acts = typeof acts;

interface Order {
  readonly id: number;
  readonly act: keyof Acts;
  readonly given: readonly unknown[];
}

process.on("message", (message: { readonly setting: Setting } | Order) => {
  if ("setting" in message) void begin(message.setting);
  else void obey(message);
});

async function begin(setting: Setting): Promise<void> {
  run.setting = setting;
  Object.defineProperty(process, "platform", { value: setting.platform });
  process.argv = [...setting.argv];
  if (!setting.isPackaged) Object.assign(process, { defaultApp: true });
  await import(pathToFileURL(join(process.env["TIEOUT_BUILT"] ?? "", "main/index.js")).href);
  app.becomeReady();
}

async function obey({ id, act, given }: Order): Promise<void> {
  try {
    const value = await (acts[act] as (...values: readonly unknown[]) => unknown)(...given);
    process.send?.({ id, value });
  } catch (error) {
    process.send?.({ id, error: String(error) });
  }
}
