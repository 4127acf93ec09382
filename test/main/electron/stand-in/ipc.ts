/** The stand-in's `ipcMain`, and calls as they reach it. */
import { breach, crossed } from "./rules.ts";

/** The contents that call, as far as that matters here. */
export interface Calling {
  readonly mainFrame: { readonly origin: string } | null;
}

type Handler = (event: unknown, ...given: unknown[]) => unknown;
const handlers = new Map<string, Handler>();

export const ipcMain = {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) breach(`a second handler for ${channel}`);
    handlers.set(channel, handler);
  },
};

/** Who calls: the page itself unless something else is said. */
export interface Sender {
  readonly frame: "main" | "sub-frame" | "none";
  readonly origin?: string;
}

/** A call of a renderer. What senderFrame says is known at once and gone after the handler's first wait. */
export async function callMain(
  contents: Calling,
  channel: string,
  given: readonly unknown[],
  sender: Sender = { frame: "main" },
): Promise<unknown> {
  const handler = handlers.get(channel);
  if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
  let frame = frameOf(contents, sender);
  const event = {
    sender: contents,
    type: "frame",
    frameId: 1,
    processId: 1,
    get senderFrame() {
      return frame;
    },
  };
  const reply = handler(event, ...(crossed(given, `the arguments of ${channel}`) as unknown[]));
  frame = null;
  return crossed(await reply, `the reply of ${channel}`);
}

function frameOf(contents: Calling, { frame, origin }: Sender): unknown {
  if (frame === "none") return null;
  const main = { ...contents.mainFrame, origin: origin ?? contents.mainFrame?.origin };
  return frame === "main" ? main : { ...main, parent: main };
}
