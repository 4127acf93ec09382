/** The command line's entry: the process's own streams and signals, one run, its exit status. */
import { remedyFor } from "../core/remedies.ts";
import { run } from "./program.ts";
import { EXIT, openSession } from "./session.ts";
import { processTerminal } from "./terminal.ts";

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    interrupted.abort();
  });
}
const session = openSession(processTerminal(), interrupted.signal);
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough (`tieout check | head`) closes the pipe: no failure of ours, and the status stays what it is.
  if (error.code === "EPIPE") process.exit(session.exitStatus);
  process.stderr.write(
    `OUTPUT_LOST: The result cannot be written: ${error.code ?? "unknown"}. ${remedyFor("OUTPUT_LOST")}\n`,
  );
  process.exit(EXIT.failed);
});

process.exitCode = await run(process.argv.slice(2), session);
