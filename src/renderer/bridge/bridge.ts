/** The way to main, whichever host the page runs in. */
import type { Envelope, Fault } from "../../ipc/envelope.ts";
import type { EventMessage } from "../../ipc/events.ts";
import type { MethodName } from "../../ipc/contract.ts";
import type { FileFacts } from "../../ipc/values.ts";

export interface Bridge {
  readonly call: (method: MethodName, input: unknown) => Promise<Envelope<unknown>>;
  readonly listen: (listener: (message: EventMessage) => void) => () => void;
  readonly take: (files: readonly File[]) => Promise<Envelope<readonly FileFacts[]>>;
  /** Where files are picked: `main` asks with native dialogs, `page` with a file input and hands them over. */
  readonly picks: "main" | "page";
  /** Fetches a written file, for hosts that cannot reveal it; null where they can. */
  readonly fetchFile: ((handle: string) => Promise<Blob>) | null;
  /** Tells that main cannot be reached, and null when it can again. */
  readonly onLost: (listener: (fault: Fault | null) => void) => () => void;
}
