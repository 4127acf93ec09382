/** The way to main through Electron's preload. */
import type { Preloaded } from "../ipc/bridge.ts";
import type { Bridge } from "./bridge.ts";

export function electronBridge({ methods, listen, take }: Preloaded): Bridge {
  return {
    call: (method, input) => methods[method](input),
    listen,
    take,
    picks: "main",
    fetchFile: null,
    // The window ends with main.
    onLost: () => () => {},
  };
}
