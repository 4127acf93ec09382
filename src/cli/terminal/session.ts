/** What all commands of one run share: terminal, progress line, interruption, exit status. */
import packageJson from "../../../package.json" with { type: "json" };
import { formatAmount } from "../../core/money.ts";
import type { Progress, ServiceContext } from "../../main/services/shared/thread-messages.ts";
import { type Terminal, harmless } from "./terminal.ts";

/** The version that workbooks and audit links name. */
export const APP_VERSION: string = packageJson.version;

const FRAME_MS = 100;
const BAR_WIDTH = 24;

interface ProgressLine {
  update(progress: Progress): void;
  /** Takes the line off the screen again. */
  clear(): void;
}

function progressLine(terminal: Terminal): ProgressLine {
  if (!terminal.stderr.isTTY) return { update: () => {}, clear: () => {} };
  let shownAtMs = 0;
  /** Phases that were shown already: where several take turns, each is shown when it is due. */
  const known = new Set<string>();
  return {
    update(progress) {
      const nowMs = terminal.now();
      const phase = phaseOf(progress);
      if (known.has(phase) && nowMs - shownAtMs < FRAME_MS) return;
      shownAtMs = nowMs;
      known.add(phase);
      terminal.stderr.write(`\r\u001b[K${harmless(describeProgress(progress))}`);
    },
    clear() {
      terminal.stderr.write("\r\u001b[K");
    },
  };
}

function phaseOf({ phase, ledger }: Progress): string {
  return ledger === undefined ? phase : `${ledger}: ${phase}`;
}

function describeProgress(progress: Progress): string {
  const { done, total, unit } = progress;
  const phase = phaseOf(progress);
  const count = `${formatAmount(done)}${total === null ? "" : ` of ${formatAmount(total)}`} ${unit}`;
  if (total === null || total === 0) return `${phase}  ${count}`;
  const filled = Math.min(BAR_WIDTH, Math.floor((done / total) * BAR_WIDTH));
  return `${phase}  ${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}  ${count}`;
}

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

/** Waiting for Ctrl-C or a termination signal, for commands that run until then. */
export async function interruption(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
