/** What all commands of one run share: terminal, progress line, interruption, exit status. */
import type { ServiceContext } from "../main/services/shared/context.ts";
import { type ProgressLine, progressLine } from "./progress.ts";
import type { Terminal } from "./terminal.ts";
import { APP_VERSION } from "./version.ts";

/** Like a linter's: done, done with something to say, could not do it. */
export const EXIT = { done: 0, found: 1, failed: 2 } as const;
export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

export interface Session {
  readonly terminal: Terminal;
  readonly progress: ProgressLine;
  /** Aborted by SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  readonly context: ServiceContext;
  exitStatus: ExitStatus;
  /** Whether the result cannot be written any more, which was said. */
  isOutputLost: boolean;
}

/** @param signal aborted when the user wants to stop */
export function openSession(terminal: Terminal, signal: AbortSignal): Session {
  const progress = progressLine(terminal);
  return {
    terminal,
    progress,
    signal,
    context: {
      now: () => terminal.now(),
      appVersion: APP_VERSION,
      signal,
      onProgress: (at) => {
        progress.update(at);
      },
    },
    exitStatus: EXIT.done,
    isOutputLost: false,
  };
}
