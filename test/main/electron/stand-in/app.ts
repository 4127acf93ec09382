/** The stand-in's `app`: order of calls, paths, the single instance, and leaving. */
import { EventEmitter } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openWindows } from "./open-windows.ts";
import { StandInEvent, breach, onlyBeforeReady, onlyOn, run, seen } from "./rules.ts";

class StandInApp extends EventEmitter {
  name = "electron";
  isSandboxed = false;
  readonly #paths = new Map<string, string>();
  #ready = Promise.withResolvers<void>();
  #isQuitting = false;

  get isPackaged(): boolean {
    return run.setting.isPackaged;
  }
  setName(name: string): void {
    onlyBeforeReady("app.setName");
    if (this.#paths.size > 0) breach("app.setName must come before a path is asked for");
    this.name = name;
  }
  getVersion(): string {
    return "0.1.0";
  }
  getAppPath(): string {
    return join(import.meta.dirname, "../../../..");
  }
  getPath(name: string): string {
    const known = this.#paths.get(name);
    if (known !== undefined) return known;
    if (name !== "documents") return breach(`app.getPath does not know ${name} yet`);
    const path = join(run.setting.userData, "documents");
    this.#paths.set(name, path);
    return path;
  }
  setPath(name: string, path: string): void {
    onlyBeforeReady(`app.setPath ${name}`);
    if (!existsSync(path)) breach("app.setPath to a folder that is not there");
    this.#paths.set(name, path);
  }
  setAppUserModelId(): void {
    onlyOn("app.setAppUserModelId", "win32");
  }
  addRecentDocument(path: string): void {
    onlyOn("app.addRecentDocument", "darwin", "win32");
    seen.recent.push(path);
  }
  enableSandbox(): void {
    onlyBeforeReady("app.enableSandbox");
    this.isSandboxed = true;
  }
  requestSingleInstanceLock(handover: Record<string, unknown>): boolean {
    onlyBeforeReady("app.requestSingleInstanceLock");
    // Both sides take it for JSON.
    seen.handedOver = JSON.parse(JSON.stringify(handover));
    return !run.setting.isSecond;
  }
  whenReady(): Promise<void> {
    return this.#ready.promise;
  }
  /** As Electron does once the entry module has been evaluated. */
  becomeReady(): void {
    run.isReady = true;
    this.emit("ready", new StandInEvent());
    this.#ready.resolve();
  }
  /** Asks, closes the windows, asks again, ends. Anybody may prevent it. */
  quit(): void {
    const asked = new StandInEvent();
    this.emit("before-quit", asked);
    if (asked.defaultPrevented) return;
    this.#isQuitting = true;
    for (const window of openWindows()) if (!window.close()) return this.#stay();
    const leaving = new StandInEvent();
    this.emit("will-quit", leaving);
    if (leaving.defaultPrevented) return this.#stay();
    this.exit(0);
  }
  #stay(): void {
    this.#isQuitting = false;
  }
  /** Called by a window that has closed. */
  windowClosed(): void {
    if (openWindows().length > 0 || this.#isQuitting) return;
    if (!this.emit("window-all-closed")) this.quit();
  }
  exit(code = 0): void {
    process.send?.({ exiting: { code, seen } }, () => process.exit(code));
  }
}

export const app = new StandInApp();
