/** The bridge's end in Electron: who calls is looked at first, then what; all the rest is the backend's. */
import { type IpcMainInvokeEvent, type WebContents, ipcMain } from "electron";
import { TieoutError } from "../../core/errors.ts";
import { CHANNELS } from "../../ipc/bridge.ts";
import { type Envelope, faultOf } from "../../ipc/envelope.ts";
import type { EventMessage } from "../../ipc/events.ts";
import type { Backend } from "../backend/backend.ts";

/** The most files of one drop, as many as an import takes. */
const MOST_FILES = 500;

/** One handler per channel: it answers with an envelope, never throws. @param origin alone is answered */
export function registerIpc(backend: Backend, origin: string): void {
  handle(CHANNELS.call, origin, (method, input, ...more) => {
    if (typeof method !== "string" || more.length > 0) throw invalid();
    return backend.call(method, input);
  });
  handle(CHANNELS.take, origin, (paths, ...more) => {
    if (!arePaths(paths) || more.length > 0) throw invalid();
    return backend.take(paths);
  });
}

/** Tells one window. */
export function sendEvent(contents: WebContents, message: EventMessage): void {
  if (!contents.isDestroyed()) contents.send(CHANNELS.event, message);
}

function handle(
  channel: string,
  origin: string,
  run: (...given: unknown[]) => Promise<Envelope<unknown>>,
): void {
  ipcMain.handle(channel, async (event, ...given: unknown[]): Promise<Envelope<unknown>> => {
    try {
      // Before anything is awaited: afterwards the frame may be gone, and then nobody knows who called.
      refuseStrangers(event, origin);
      return await run(...given);
    } catch (error) {
      return { ok: false, fault: faultOf(error) };
    }
  });
}

/** @throws TieoutError IPC_FORBIDDEN unless it is the page itself, in its window's main frame */
function refuseStrangers({ senderFrame }: IpcMainInvokeEvent, origin: string): void {
  if (senderFrame?.parent === null && senderFrame.origin === origin) return;
  throw new TieoutError("IPC_FORBIDDEN", "Something other than the window called");
}

/** A file without a path was made by a script, and is none that a person dropped. */
function arePaths(value: unknown): value is readonly string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_FILES) return false;
  return value.every((path) => typeof path === "string" && path !== "");
}

function invalid(): TieoutError {
  return new TieoutError("IPC_INVALID", "A call of the window is malformed");
}
