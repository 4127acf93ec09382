/** What a page has of main, whichever way it is reached: a preload's functions, or a socket. */
import type { Envelope } from "./envelope.ts";
import type { EventMessage } from "./events.ts";
import type { MethodName } from "./contract.ts";
import type { FileFacts } from "./values.ts";

/** What the preload puts into the page: one function per method, events, and files that were dropped. */
export interface Preloaded {
  readonly methods: Readonly<Record<MethodName, (input: unknown) => Promise<Envelope<unknown>>>>;
  /** @returns a function that ends it */
  readonly listen: (listener: (message: EventMessage) => void) => () => void;
  /** Tells main which files were dropped; it answers with handles. */
  readonly take: (files: readonly unknown[]) => Promise<Envelope<readonly FileFacts[]>>;
}

/** The preload's name in the page's global scope. */
export const PRELOADED = "tieout";
