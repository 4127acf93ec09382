/** What runs the service or the window on this machine: `tieout sandbox`, `demo`, `serve`. */
import { usageError } from "../../core/errors.ts";
import type { BankStatementFile, BooksFile } from "../../../sandbox/generate/bank.ts";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { formatAmount } from "../../core/money.ts";
import { periodTitle } from "../../core/words/month.ts";
import { monthDays } from "../../core/time.ts";
import { dataFolder } from "../../main/services/shared/places.ts";
import { PLAN_NAMES, USUAL_ONE_IN, isPlanName, parseFaultPlan } from "../../../sandbox/plan.ts";
import type { Sandbox, SandboxSettings } from "../../../sandbox/generate/generate-world.ts";
import {
  type Parse,
  anyText,
  command,
  option,
  optionalArgument,
  standardOption,
  toggle,
  wholeNumber,
  word,
} from "../terminal/command.ts";
import { APP_VERSION, type Session, interruption, harmless, print } from "../terminal/terminal.ts";

const PORT = { port: standardOption("<number>", "port; 0 takes a free one", wholeNumber(0, 65_535), 0) };
const SEED = { seed: standardOption("<number>", "seed of the records", wholeNumber(0), 1) };

/** One wallet, or one for each of two businesses. */
const oneOrTwo: Parse<1 | 2> = (text, name) => (wholeNumber(1, 2)(text, name, undefined) === 1 ? 1 : 2);

export const PROGRAM_COMMANDS = {
  sandbox: command({
    takes: {
      ...PORT,
      entries: standardOption("<count>", "wallet entries", wholeNumber(0, 5_000_000), 5000),
      ...SEED,
      faults: standardOption(
        "<plan>",
        `${PLAN_NAMES.join(", ")}, or a JSON file with the count of each fault to plant`,
        anyText,
        "none",
      ),
      oneIn: standardOption(
        "<rows>",
        "with races and all: about one row in so many begins an incident",
        wholeNumber(1),
        USUAL_ONE_IN,
      ),
      wallets: standardOption(
        "<count>",
        "with races: one wallet, or one for each of two businesses",
        oneOrTwo,
        1,
      ),
      convention: standardOption(
        "<word>",
        "what raises the balance: asset (a debit) or bank (a credit)",
        word(["asset", "bank"]),
        "asset",
      ),
      latency: standardOption("<ms>", "wait before each response", wholeNumber(0, 600_000), 0),
      bank: option(
        "<file>",
        "write the bank's statement of the wallet's withdrawals and top-ups to this new file",
      ),
      credentialsFile: option(
        "<file>",
        "write the credentials to this new file, readable by you alone, instead of printing them; deleted at the end",
      ),
    },
    after: `
Prints one JSON line {baseUrl, appId, secretKey, phone, password} when it is ready, and serves until interrupted.
The credentials are made from the seed. The same arguments give the same records.
--credentials-file writes the credentials into a new file that only you can read, for --credentials of the other commands. It is
deleted when the sandbox stops. The line is then {baseUrl, credentialsFile}.

--faults default plants faults one by one; races lets requests run at once, crash and come twice; all does both.

  GET  /__sandbox/faults    lists the planted faults, what a check must find, and what went wrong by itself
  POST /__sandbox/advance   advances one month, with its later changes
  POST /__sandbox/wire      breaks the connection on purpose: {"rules":[{"fault":"status","status":503,"times":2}]}; {} removes them

--bank FILE writes CSV as banks hand it out: money that arrives late, twice, short, in two lines, with another's, or never, among
others' lines. FILE.truth.json says what became of each entry. FILE.books-YYYY-MM.csv are trial balances of the last three months,
of which FILE.books.truth.json says what is wrong: their wallet account is 1200.

Example:
  tieout sandbox --port 8080 --entries 20000 --faults default --credentials-file sandbox.json
  tieout pull wallet.tieout --credentials sandbox.json`,
    run: async ({ latency: latencyMs, credentialsFile = null, bank, faults, ...plan }, session) => {
      const takeBank =
        bank === undefined
          ? undefined
          : ({ text, truth }: BankStatementFile, books: readonly BooksFile[]) => {
              writeNew(bank, text, "--bank");
              writeNew(`${bank}.truth.json`, `${JSON.stringify(truth)}\n`, "--bank");
              for (const { month, text: balances } of books)
                writeNew(`${bank}.books-${month}.csv`, balances, "--bank");
              const said = books.map(({ month, fault, difference }) => ({ month, fault, difference }));
              writeNew(`${bank}.books.truth.json`, `${JSON.stringify(said)}\n`, "--bank");
            };
      const settings = { ...plan, faults: faultsFrom(faults), latencyMs, takeBank };
      return runSandbox(session, settings, credentialsFile);
    },
  }),

  demo: command({
    takes: {
      entries: standardOption("<count>", "wallet entries", wholeNumber(1, 1_000_000), 5000),
      ...SEED,
      out: option("<folder>", "folder for the ledger and the workbook (default: a new folder tieout-demo)"),
    },
    after: `
Starts the Escrow Payment Service on this machine with faults planted in its records. Then it logs in, pulls over HTTP into
a new ledger, checks the last month, shows the first exceptions and writes the workbook. Nothing has to be set up, and nothing
leaves this machine. Exit status 0 means that every step worked, whatever was found.`,
    run: async ({ entries, seed, out }, session) => {
      // The HTTP server is a large library, which no other command needs to wait for.
      const { startSandbox } = await import("../../../sandbox/generate/generate-world.ts");
      const folder = newFolder(out);
      const sandbox = await startSandbox({ entries, seed, faults: "default" });
      try {
        await runDemo(session, sandbox, folder, entries);
      } finally {
        await sandbox.stop();
      }
    },
  }),

  serve: command({
    takes: {
      ledger: optionalArgument("the ledger to open (.tieout)"),
      ...PORT,
      open: toggle("open the default browser"),
      signWith: option("<file>", "the file of the key that signs what its owner does in the window"),
    },
    after: `
Prints one address when it is ready, and serves the window there until interrupted, only to browsers on this machine. The
address works once, within a minute. After that you can reload the window and open more tabs of it. Each start has a new name
under "localhost". Browsers resolve it to this machine; Safari may not. Saving downloads a file, opening uploads one. New ledgers
are kept in the app's own folder (TIEOUT_HOME, or the system's folder for application data).

Examples:
  tieout serve --open
  tieout serve wallet.tieout --port 8080
  tieout serve wallet.tieout --sign-with ada.tieout-key`,
    run: async ({ ledger, port, open, signWith }, session) => {
      const { heldKeys } = await import("../terminal/signing.ts");
      // Whoever has no key still signs by name in the same window.
      const keys = signWith === undefined ? undefined : await heldKeys(session, signWith, false);
      return runWindow(session, ledger === undefined ? null : resolve(ledger), { port, open, keys });
    },
  }),
};

/** @throws TieoutError USAGE when the file for the credentials is there already or cannot be made */
async function runSandbox(
  session: Session,
  settings: SandboxSettings,
  credentialsFile: string | null,
): Promise<void> {
  // The HTTP server is a large library, which no other command needs to wait for.
  const { startSandbox } = await import("../../../sandbox/generate/generate-world.ts");
  const sandbox = await startSandbox(settings);
  try {
    const { baseUrl, appId, secretKey, phone, password } = sandbox;
    const credentials = { baseUrl, appId, secretKey, phone, password };
    if (credentialsFile !== null)
      writeNew(credentialsFile, `${JSON.stringify(credentials)}\n`, "--credentials-file", 0o600);
    try {
      const told = credentialsFile === null ? credentials : { baseUrl, credentialsFile };
      await print(session.terminal, `${JSON.stringify(told)}\n`);
      await interruption(session.signal);
    } finally {
      if (credentialsFile !== null) rmSync(credentialsFile, { force: true });
    }
  } finally {
    await sandbox.stop();
  }
}

/** What is there may be real credentials: it is never written over. @throws TieoutError USAGE */
function writeNew(file: string, text: string, flag: string, mode = 0o666): void {
  try {
    writeFileSync(file, text, { flag: "wx", mode });
  } catch {
    throw usageError(`${flag} must name a new file in an existing folder, not "${file}".`);
  }
}

/** @throws TieoutError USAGE when the plan's file cannot be read, or is not a plan */
function faultsFrom(text: string): SandboxSettings["faults"] {
  if (isPlanName(text)) return text;
  let plan: unknown;
  try {
    // What a pipe would give is not waited for.
    if (!statSync(text).isFile()) throw new Error("not a file");
    plan = JSON.parse(readFileSync(text, "utf8"));
  } catch {
    throw usageError(`--faults takes ${PLAN_NAMES.join(", ")} or a readable JSON file, not "${text}".`);
  }
  return parseFaultPlan(plan);
}

const LEDGER = "wallet.tieout";

async function runDemo(session: Session, sandbox: Sandbox, folder: string, entries: number): Promise<void> {
  const { terminal, context, progress } = session;
  const ledger = join(folder, LEDGER);
  const period = monthDays(sandbox.lastMonth);
  if (period === null) throw new Error(`the sandbox's last month is ${sandbox.lastMonth}`);
  const { pullIntoLedger } = await import("../../main/services/pull/pull.ts");
  const { checkRecords } = await import("../../main/services/check/check.ts");
  const { exportLedger } = await import("../../main/services/export/export.ts");
  const { workbookPlace } = await import("../../main/services/export/refuse-edited-target.ts");
  const { printCheck } = await import("../terminal/check.ts");
  const { printPull } = await import("../terminal/pulls.ts");
  const { baseUrl, secretKey, appId, phone, password } = sandbox;
  await print(
    terminal,
    `Escrow Payment Service (sandbox) at ${baseUrl}: ${formatAmount(entries)} wallet entries, faults planted.\n`,
  );
  const pulled = await pullIntoLedger(
    {
      ledger,
      service: { baseUrl, pathPrefix: "/sandbox/index", authForm: "key" },
      credentials: { secretKey, appId, phone, password },
      history: { kind: "full" },
    },
    context,
  );
  progress.clear();
  printPull(terminal, shown(ledger), pulled);

  const check = await checkRecords({ source: { ledger }, period, options: {}, save: false }, context);
  progress.clear();
  const { decimals, progress: reviewed } = check;
  await printCheck(terminal, check.result, {
    decimals,
    progress: reviewed,
    severity: "info",
    all: false,
  });

  const { name } = await workbookPlace(ledger, folder, `${periodTitle(check.result.period)}.xlsx`);
  const workbook = join(folder, name);
  const written = await exportLedger({ ledger, period, options: {}, out: workbook, format: "xlsx" }, context);
  progress.clear();
  await print(
    terminal,
    `\nLedger    ${shown(ledger)}\nWorkbook  ${shown(workbook)} (${formatAmount(written.proof.bytes)} bytes)\n\n` +
      `Next:\n` +
      `  npx tieout check ${shown(ledger)} --month ${sandbox.lastMonth}   every finding of the month\n` +
      `  npx tieout verify ${shown(ledger)}   prove that the ledger is intact\n`,
  );
}

/** A folder that holds no ledger yet; without a name the first free of tieout-demo, tieout-demo-2 … */
function newFolder(named: string | undefined): string {
  if (named !== undefined && existsSync(join(named, LEDGER))) {
    throw usageError(
      `${named} already holds ${LEDGER}, and the demo starts a new ledger. Name another folder.`,
    );
  }
  if (named === "") throw usageError("--out needs the name of a folder.");
  const folder = named ?? firstFree("tieout-demo");
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    throw usageError(`The folder ${folder} cannot be made. Name another with --out.`);
  }
  return folder;
}

function firstFree(name: string): string {
  for (let number = 1; ; number += 1) {
    const folder = number === 1 ? name : `${name}-${number}`;
    if (!existsSync(folder)) return folder;
  }
}

/** The path as a person would type it from here, quoted where a blank asks for it. */
function shown(path: string): string {
  const near = relative(process.cwd(), path);
  const shortest = near !== "" && near.length < path.length ? near : path;
  return harmless(/\s/u.test(shortest) ? `"${shortest}"` : shortest);
}

async function runWindow(
  session: Session,
  ledger: string | null,
  {
    port,
    open,
    keys,
  }: { readonly port: number; readonly open: boolean; readonly keys: Session["context"]["keys"] },
): Promise<void> {
  const { terminal, signal } = session;
  // The HTTP server is a large library, which no other command needs to wait for.
  const { serveApp } = await import("../../main/backend/server/serve.ts");
  const host = await serveApp({
    pageFolder: pageFolder(),
    dataFolder: dataFolder(terminal.env),
    appVersion: APP_VERSION,
    now: () => terminal.now(),
    port,
    ledger,
    keys,
  });
  try {
    const address = host.newAddress();
    await print(terminal, `${address}\n`);
    // Whatever becomes of it, being interrupted is not kept waiting.
    if (open) void showAddress(address, host.ownFile, session);
    await interruption(signal);
  } finally {
    await host.stop();
  }
}

async function showAddress(
  address: string,
  privateFile: (name: string) => string,
  { terminal, signal }: Session,
): Promise<void> {
  const { openBrowser } = await import("../../main/backend/server/open-browser.ts");
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
