import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { dataFolder } from "../../main/services/shared/data-folder.ts";
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
Prints one address when it is ready, and serves the window there until it is interrupted, to browsers on this machine
alone. The address lets one window in, once, within a minute; from then on reloading it, and opening further tabs of
it, need none. The name in the address is a new one at each start, and the only one that is answered to; browsers know
every name under "localhost" to be this machine, though Safari may not. What is saved is downloaded, what is opened is uploaded; new ledgers are kept in the app's own folder
(TIEOUT_HOME, else where the system keeps such things).

Examples:
  tieout serve --open
  tieout serve wallet.tieout --port 8080`;

/** `tieout serve [LEDGER]`: the window in a browser, until it is interrupted. */
export function serveCommand(session: Session): Command {
  return new Command("serve")
    .description("the window, in a browser on this machine")
    .argument("[ledger]", "the ledger to open (.tieout)")
    .option("--port <number>", "port; 0 takes a free one", integerArgument("--port", 0, 65_535), 0)
    .option("--open", "show it in the default browser")
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
  terminal.stderr.write("No browser could be started. Open the address above in one on this machine.\n");
}

/** What a build makes of the renderer; it lies beside what it makes of this. */
function pageFolder(): string {
  const beside = import.meta.url.endsWith(".ts") ? "../../../out/renderer" : "../renderer";
  return fileURLToPath(new URL(beside, import.meta.url));
}
