/** The command line's entry: the process's own streams and signals, one run, its exit status. */
import { run } from "./program.ts";
import { openSession } from "./session.ts";
import { processTerminal } from "./terminal.ts";

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    interrupted.abort();
  });
}
// A reader that has seen enough (`tieout check | head`) closes the pipe; that is no failure of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

process.exitCode = await run(process.argv.slice(2), openSession(processTerminal(), interrupted.signal));
