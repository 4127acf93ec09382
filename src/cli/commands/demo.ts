import { existsSync, mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import { Command } from "commander";
import { formatAmount } from "../../core/money.ts";
import { periodTitle } from "../../core/words/month.ts";
import { monthDays } from "../../core/time.ts";
import { checkRecords } from "../../main/services/check/check.ts";
import { exportLedger } from "../../main/services/workbook/export.ts";
import { workbookPlace } from "../../main/services/workbook/month-workbook.ts";
import { pullIntoLedger } from "../../main/services/pull/pull.ts";
import type { Sandbox } from "../../sandbox/server.ts";
import { printCheck } from "../print/print-check.ts";
import { printPull } from "../print/print-pull.ts";
import type { Session } from "../session.ts";
import { print, harmless } from "../terminal.ts";
import { integerArgument, usageError } from "../usage.ts";

interface Flags {
  readonly entries: number;
  readonly seed: number;
  readonly out?: string;
}

const LEDGER = "wallet.tieout";

const HELP_AFTER = `
Starts the Escrow Payment Service on this machine with faults planted in its records. Then it logs in, pulls over HTTP into
a new ledger, checks the last month, shows the first exceptions and writes the workbook. Nothing has to be set up, and nothing
leaves this machine. Exit status 0 means that every step worked, whatever was found.`;

/** `tieout demo`: the whole main job against the sandbox, into a new folder. */
export function demoCommand(session: Session): Command {
  return new Command("demo")
    .option("--entries <count>", "wallet entries", integerArgument("--entries", 1, 1_000_000), 5000)
    .option("--seed <number>", "seed of the records", integerArgument("--seed", 0), 1)
    .option("--out <folder>", "folder for the ledger and the workbook (default: a new folder tieout-demo)")
    .addHelpText("after", HELP_AFTER)
    .action(async (flags: Flags) => {
      // The HTTP server is a large library, which no other command needs to wait for.
      const { startSandbox } = await import("../../sandbox/server.ts");
      const folder = newFolder(flags.out);
      const { entries, seed } = flags;
      const sandbox = await startSandbox({ entries, seed, faults: "default" });
      try {
        await runDemo(session, sandbox, folder, entries);
      } finally {
        await sandbox.stop();
      }
    });
}

async function runDemo(session: Session, sandbox: Sandbox, folder: string, entries: number): Promise<void> {
  const { terminal, context, progress } = session;
  const ledger = join(folder, LEDGER);
  const period = monthDays(sandbox.lastMonth);
  if (period === null) throw new Error(`the sandbox's last month is ${sandbox.lastMonth}`);
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
