/** The stand-in's windows: what a BrowserWindow is allowed to be, and what its contents do. */
import { EventEmitter } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { BrowserWindowConstructorOptions } from "electron";
import { app } from "./app.ts";
import { addWindow, openWindows, removeWindow } from "./open-windows.ts";
import { type StandInPage, runPreload } from "./preload.ts";
import { StandInEvent, breach, crossed, onlyOn, onlyWhenReady } from "./rules.ts";
import { request, requireGuards } from "./session.ts";

export const windows = (): StandInWindow[] => openWindows() as StandInWindow[];

interface StandInFrame {
  readonly parent: StandInFrame | null;
  readonly origin: string;
  readonly url: string;
}

export class StandInContents extends EventEmitter {
  page: StandInPage | null = null;
  mainFrame: StandInFrame | null = null;
  openHandler: ((details: { readonly url: string }) => { readonly action: string }) | null = null;
  peerPolicy = "default";
  zoomLevel = 0;
  #isDestroyed = false;

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
  destroy(): void {
    this.#isDestroyed = true;
  }
  setWindowOpenHandler(handler: (details: { readonly url: string }) => { readonly action: string }): void {
    this.openHandler = handler;
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.peerPolicy = policy;
  }
  getZoomLevel(): number {
    return this.zoomLevel;
  }
  send(channel: string, ...given: unknown[]): void {
    if (this.#isDestroyed) breach("contents.send after the contents are destroyed");
    this.page?.hear(channel, crossed(given, `what is sent on ${channel}`));
  }
}

const DANGEROUS = [
  "nodeIntegration",
  "nodeIntegrationInWorker",
  "nodeIntegrationInSubFrames",
  "webviewTag",
  "allowRunningInsecureContent",
  "experimentalFeatures",
  "enableBlinkFeatures",
  "navigateOnDragDrop",
  "disableDialogs",
  "plugins",
  "enableWebSQL",
] as const;

function checkOptions({ webPreferences = {} }: BrowserWindowConstructorOptions): void {
  for (const key of DANGEROUS) {
    if ((webPreferences as Readonly<Record<string, unknown>>)[key]) breach(`webPreferences.${key} is on`);
  }
  for (const key of ["sandbox", "contextIsolation", "webSecurity"] as const) {
    if (webPreferences[key] !== true) breach(`webPreferences.${key} is not on`);
  }
  if (webPreferences.spellcheck !== false) breach("webPreferences.spellcheck is on");
  if (app.isPackaged && webPreferences.devTools !== false) breach("developer tools in a packaged program");
  const { preload = "" } = webPreferences;
  if (!isAbsolute(preload) || !existsSync(preload)) breach(`the preload is not there: ${preload}`);
}

export class StandInWindow extends EventEmitter {
  static getAllWindows = windows;
  static getFocusedWindow = (): StandInWindow | null => windows().at(-1) ?? null;

  readonly webContents = new StandInContents();
  readonly options: BrowserWindowConstructorOptions;
  title: string;
  progress = -1;
  isEdited = false;
  represented = "";
  background: string;
  calls: string[] = [];
  #isMinimized = false;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    onlyWhenReady("new BrowserWindow");
    if (!app.isSandboxed) breach("a window without app.enableSandbox");
    checkOptions(options);
    this.options = options;
    this.title = options.title ?? "";
    this.background = options.backgroundColor ?? "";
    addWindow(this);
    app.emit("web-contents-created", new StandInEvent(), this.webContents);
    if (this.webContents.openHandler === null) breach("contents without a window open handler");
  }

  async loadURL(url: string): Promise<void> {
    requireGuards();
    const response = await request(url);
    if (!response.ok) throw new Error(`ERR_FAILED ${response.status}`);
    const preload = this.options.webPreferences?.preload ?? "";
    const frame = { parent: null, origin: url.split("/").slice(0, 3).join("/"), url };
    this.webContents.mainFrame = frame;
    this.webContents.page = runPreload(readFileSync(preload, "utf8"), this.webContents);
    this.emit("page-title-updated", new StandInEvent(), "the page's own title");
    this.emit("ready-to-show");
    this.webContents.emit("did-finish-load");
  }
  reload(): void {
    this.calls.push("reload");
    void this.loadURL(this.webContents.mainFrame?.url ?? "");
  }
  /** @returns whether it closed */
  close(): boolean {
    const event = new StandInEvent();
    this.emit("close", event);
    if (event.defaultPrevented) return false;
    this.destroy();
    return true;
  }
  destroy(): void {
    this.webContents.destroy();
    removeWindow(this);
    this.emit("closed");
    app.windowClosed();
  }
  isDestroyed = (): boolean => !windows().includes(this);
  show = (): unknown => this.calls.push("show");
  focus = (): unknown => this.calls.push("focus");
  maximize = (): unknown => this.calls.push("maximize");
  minimize(): void {
    this.#isMinimized = true;
  }
  restore(): void {
    this.#isMinimized = false;
    this.calls.push("restore");
  }
  isMinimized = (): boolean => this.#isMinimized;
  isMaximized = (): boolean => this.calls.includes("maximize");
  isFullScreen = (): boolean => false;
  setFullScreen = (): unknown => this.calls.push("full screen");
  getNormalBounds = (): unknown => ({
    x: this.options.x ?? 10,
    y: this.options.y ?? 20,
    width: this.options.width ?? 800,
    height: this.options.height ?? 600,
  });
  setTitle(title: string): void {
    this.title = title;
  }
  setBackgroundColor(colour: string): void {
    this.background = colour;
  }
  setProgressBar(progress: number): void {
    this.progress = progress;
  }
  setRepresentedFilename(path: string): void {
    onlyOn("setRepresentedFilename", "darwin");
    this.represented = path;
  }
  setDocumentEdited(isEdited: boolean): void {
    onlyOn("setDocumentEdited", "darwin");
    this.isEdited = isEdited;
  }
}
