import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { dataFolder } from "../../main/services/shared/places.ts";
import { openBrowser } from "../../host/open-browser.ts";
import { interruption } from "../interruption.ts";
import type { Session } from "../session.ts";
import { print } from "../terminal.ts";
import { integerArgument } from "../usage.ts";
import { APP_VERSION } from "../version.ts";

interface Flags {
  readonly port: number;
  readonly open?: boolean;
}

const HELP_AFTER = `
Prints one address when it is ready, and serves the window there until interrupted, only to browsers on this machine. The
address works once, within a minute. After that you can reload the window and open more tabs of it. Each start has a new name
under "localhost". Browsers resolve it to this machine; Safari may not. Saving downloads a file, opening uploads one. New ledgers
are kept in the app's own folder (TIEOUT_HOME, or the system's folder for application data).

Examples:
  tieout serve --open
  tieout serve wallet.tieout --port 8080`;

/** `tieout serve [LEDGER]`: the window in a browser, until it is interrupted. */
export function serveCommand(session: Session): Command {
  return new Command("serve")
    .argument("[ledger]", "the ledger to open (.tieout)")
    .option("--port <number>", "port; 0 takes a free one", integerArgument("--port", 0, 65_535), 0)
    .option("--open", "open the default browser")
    .addHelpText("after", HELP_AFTER)
    .action(async (ledger: string | undefined, flags: Flags) => {
      await serveUntilInterrupted(session, ledger === undefined ? null : resolve(ledger), flags);
    });
}

async function serveUntilInterrupted(
  session: Session,
  ledger: string | null,
  { port, open = false }: Flags,
): Promise<void> {
  const { terminal, signal } = session;
  // The HTTP server is a large library, which no other command needs to wait for.
  const { serveApp } = await import("../../host/serve.ts");
  const host = await serveApp({
    pageFolder: pageFolder(),
    dataFolder: dataFolder(terminal.env),
    appVersion: APP_VERSION,
    now: () => terminal.now(),
    port,
    ledger,
  });
  try {
    const address = host.newAddress();
    await print(terminal, `${address}\n`);
    // Whatever becomes of it, being interrupted is not kept waiting.
    if (open) void show(address, host.ownFile, session);
    await interruption(signal);
  } finally {
    await host.stop();
  }
}

async function show(
  address: string,
  privateFile: (name: string) => string,
  { terminal, signal }: Session,
): Promise<void> {
  if (await openBrowser(address, privateFile, signal)) return;
  terminal.stderr.write(
    "No browser could be started. Open the address above in a browser on this machine.\n",
  );
}

/** The built renderer, in the folder beside this built file. */
function pageFolder(): string {
  const beside = import.meta.url.endsWith(".ts") ? "../../../out/renderer" : "../renderer";
  return fileURLToPath(new URL(beside, import.meta.url));
}
