/** Runs a preload as a sandboxed one is run: CommonJS, in a world of its own, with nothing of Node's but what Electron lends. */
import { types } from "node:util";
import { runInNewContext } from "node:vm";
import { type Calling, callMain } from "./ipc.ts";
import { breach, crossed } from "./rules.ts";

/** The main world of a page, as far as a preload reaches into it. */
export interface StandInPage {
  /** What the preload exposed, by name. */
  readonly exposed: ReadonlyMap<string, unknown>;
  readonly hear: (channel: string, given: readonly unknown[]) => void;
}

/** A file of a page; only its path is of interest. '' is one that a script made. */
export class StandInFile {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

type Listener = (event: unknown, ...given: unknown[]) => void;

export function runPreload(source: string, contents: Calling): StandInPage {
  const exposed = new Map<string, unknown>();
  const listeners = new Map<string, Set<Listener>>();
  const electron = {
    contextBridge: {
      exposeInMainWorld(name: string, api: unknown): void {
        if (exposed.has(name)) breach(`${name} is exposed a second time`);
        exposed.set(name, bridged(api, name));
      },
    },
    ipcRenderer: {
      invoke: (channel: string, ...given: unknown[]) => callMain(contents, channel, given),
      on: (channel: string, listener: Listener) => {
        listeners.set(channel, (listeners.get(channel) ?? new Set<Listener>()).add(listener));
      },
      off: (channel: string, listener: Listener) => listeners.get(channel)?.delete(listener),
    },
    webUtils: {
      getPathForFile(file: unknown): string {
        if (!(file instanceof StandInFile)) throw new TypeError("the argument is no File");
        return file.path;
      },
    },
  };
  const require = (name: string): unknown => {
    if (name !== "electron") breach(`a sandboxed preload requires ${name}`);
    return new Proxy(electron, {
      get: (known, key) =>
        key in known
          ? known[key as keyof typeof known]
          : breach(`a sandboxed preload has no electron.${String(key)}`),
    });
  };
  const preload = runInNewContext(`(function (require, module, exports) {${source}\n})`, { Promise }) as (
    ...given: unknown[]
  ) => void;
  const module = { exports: {} };
  preload(require, module, module.exports);
  return {
    exposed,
    hear(channel, given) {
      for (const listener of listeners.get(channel) ?? []) listener({ senderId: 0 }, ...given);
    },
  };
}

/** A value on its way over the context bridge: objects and arrays are copied, functions called through, files passed as they are. */
function bridged(value: unknown, where: string): unknown {
  if (typeof value === "function") return proxied(value as (...given: unknown[]) => unknown, where);
  if (value instanceof StandInFile) return value;
  if (Array.isArray(value)) return value.map((item, index) => bridged(item, `${where}[${index}]`));
  // Of the preload's world or of ours.
  if (types.isPromise(value)) return value.then((settled) => bridged(settled, where));
  if (isPlain(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, bridged(item, `${where}.${key}`)]),
    );
  }
  return crossed(value, where);
}

function proxied(call: (...given: unknown[]) => unknown, where: string) {
  return (...given: unknown[]): unknown =>
    bridged(
      call(...given.map((item, index) => bridged(item, `${where}(${index})`))),
      `the answer of ${where}`,
    );
}

/** A plain object of either world. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && Object.prototype.toString.call(value) === "[object Object]"
  );
}
