/** The command line's entry: the process's own streams and signals, one run, its exit status. */
import { remedyFor } from "../core/remedies.ts";
import { removeAbandonedFolders } from "../main/services/shared/abandoned-folders.ts";
import { run } from "./program.ts";
import { EXIT, openSession, processTerminal } from "./terminal/terminal.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** npm repeats a Ctrl-C that everyone got already: two within this time are one. Milliseconds. */
const SAME_PRESS_MS = 300;
/** How long work may take to end once nobody can read what comes of it, milliseconds. */
const PATIENCE_MS = 5000;

const interrupted = new AbortController();
for (const signal of SIGNALS) process.on(signal, interrupt);

/** The first ends in good order; from then on the system ends the process at once. */
function interrupt(): void {
  if (interrupted.signal.aborted) return;
  interrupted.abort();
  setTimeout(() => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }, SAME_PRESS_MS).unref();
}

const session = openSession(processTerminal(), interrupted.signal);
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough (`tieout demo | head`) closes the pipe: no failure of ours, the work goes
  // on to its end.
  if (error.code === "EPIPE" || session.isOutputLost) return;
  session.isOutputLost = true;
  process.stderr.write(
    `OUTPUT_LOST: The result cannot be written: ${error.code ?? "unknown"}. ${remedyFor("OUTPUT_LOST")}\n`,
  );
  // What is under way ends in good order, or not in time.
  interrupt();
  setTimeout(() => process.exit(EXIT.failed), PATIENCE_MS).unref();
});

// Where nobody reads the error, the exit status still reports it.
process.stderr.on("error", () => {});

removeAbandonedFolders();
const status = await run(process.argv.slice(2), session);
process.exitCode = session.isOutputLost ? EXIT.failed : status;
// All is written then. Without it Node would take its memory apart first, a fiftieth of a check of 100,000 entries.
process.once("beforeExit", () => process.exit());
