/** One function per method of the contract, events, dropped files: nothing else reaches the page. */
import { contextBridge, ipcRenderer, webUtils } from "electron";
import { PRELOADED, type Preloaded, CHANNELS } from "../ipc/bridge.ts";
import type { Envelope } from "../ipc/envelope.ts";
import type { EventMessage } from "../ipc/events.ts";
import { METHODS } from "../ipc/methods.ts";

const preloaded: Preloaded = {
  methods: Object.fromEntries(
    METHODS.map((method) => [
      method,
      async (input: unknown) => (await ipcRenderer.invoke(CHANNELS.call, method, input)) as Envelope<unknown>,
    ]),
  ) as Preloaded["methods"],
  listen(listener) {
    const heard = (_: unknown, message: EventMessage) => {
      listener(message);
    };
    ipcRenderer.on(CHANNELS.event, heard);
    return () => {
      ipcRenderer.off(CHANNELS.event, heard);
    };
  },
  // A path is known here alone, for a file that a person dropped; the page gets main's handle for it.
  take: async (files) =>
    (await ipcRenderer.invoke(
      CHANNELS.take,
      files.map((file) => webUtils.getPathForFile(file as File)),
    )) as Awaited<ReturnType<Preloaded["take"]>>,
};

contextBridge.exposeInMainWorld(PRELOADED, preloaded);
