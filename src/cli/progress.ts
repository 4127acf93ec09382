/** The progress line on a terminal's stderr. Writes nothing when stderr is a file or a pipe. */
import type { Progress } from "../main/services/shared/context.ts";
import { formatAmount } from "../core/money.ts";
import { type Terminal, harmless } from "./terminal.ts";

const FRAME_MS = 100;
const BAR_WIDTH = 24;

export interface ProgressLine {
  update(progress: Progress): void;
  /** Takes the line off the screen again. */
  clear(): void;
}

export function progressLine(terminal: Terminal): ProgressLine {
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
