import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Command } from "commander";
import { PLAN_NAMES, USUAL_ONE_IN, isPlanName, parseFaultPlan } from "../../sandbox/plan.ts";
import type { SandboxSettings } from "../../sandbox/server.ts";
import { interruption } from "../interruption.ts";
import type { Session } from "../session.ts";
import { print } from "../terminal.ts";
import { integerArgument, usageError, wordArgument } from "../usage.ts";

interface Flags {
  readonly port: number;
  readonly entries: number;
  readonly seed: number;
  readonly faults: string;
  readonly convention: "asset" | "bank";
  readonly latency: number;
  readonly oneIn: number;
  readonly wallets: 1 | 2;
  readonly credentialsFile?: string;
}

const HELP_AFTER = `
Prints one JSON line {baseUrl, appId, secretKey, phone, password} when it is ready, and serves until interrupted.
The credentials are made from the seed. The same arguments give the same records.
--credentials-file writes the credentials into a new file that only you can read, for --credentials of the other commands. It is
deleted when the sandbox stops. The line is then {baseUrl, credentialsFile}.

--faults default plants faults one by one; races lets requests run at once, crash and come twice; all does both.

  GET  /__sandbox/faults    lists the planted faults, what a check must find, and what went wrong by itself
  POST /__sandbox/advance   advances one month, with its later changes
  POST /__sandbox/wire      breaks the connection on purpose: {"rules":[{"fault":"status","status":503,"times":2}]}; {} removes them

Example:
  tieout sandbox --port 8080 --entries 20000 --faults default --credentials-file sandbox.json
  tieout pull wallet.tieout --credentials sandbox.json`;

/** `tieout sandbox`: serves until it is interrupted. */
export function sandboxCommand(session: Session): Command {
  return new Command("sandbox")
    .option("--port <number>", "port; 0 takes a free one", integerArgument("--port", 0, 65_535), 0)
    .option("--entries <count>", "wallet entries", integerArgument("--entries", 0, 5_000_000), 5000)
    .option("--seed <number>", "seed of the records", integerArgument("--seed", 0), 1)
    .option(
      "--faults <plan>",
      `${PLAN_NAMES.join(", ")}, or a JSON file with the count of each fault to plant`,
      "none",
    )
    .option(
      "--one-in <rows>",
      "with races and all: about one row in so many begins an incident",
      integerArgument("--one-in", 1),
      USUAL_ONE_IN,
    )
    .option(
      "--wallets <count>",
      "with races: one wallet, or one for each of two businesses",
      integerArgument("--wallets", 1, 2),
      1,
    )
    .option(
      "--convention <word>",
      "what raises the balance: asset (a debit) or bank (a credit)",
      wordArgument("--convention", ["asset", "bank"]),
      "asset" as const,
    )
    .option("--latency <ms>", "wait before each response", integerArgument("--latency", 0, 600_000), 0)
    .option(
      "--credentials-file <file>",
      "write the credentials to this new file, readable by you alone, instead of printing them; deleted at the end",
    )
    .addHelpText("after", HELP_AFTER)
    .action(async (flags: Flags) => {
      const { latency: latencyMs, credentialsFile = null, ...plan } = flags;
      const settings = { ...plan, faults: faultsFrom(flags.faults), latencyMs };
      await serveUntilInterrupted(session, settings, credentialsFile);
    });
}

/** @throws TieoutError USAGE when the file for the credentials is there already or cannot be made */
async function serveUntilInterrupted(
  session: Session,
  settings: SandboxSettings,
  credentialsFile: string | null,
): Promise<void> {
  // The HTTP server is a large library, which no other command needs to wait for.
  const { startSandbox } = await import("../../sandbox/server.ts");
  const sandbox = await startSandbox(settings);
  try {
    const { baseUrl, appId, secretKey, phone, password } = sandbox;
    const credentials = { baseUrl, appId, secretKey, phone, password };
    if (credentialsFile !== null) keepPrivately(credentialsFile, `${JSON.stringify(credentials)}\n`);
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

/**
 * A file that is there may hold somebody's real credentials: it is never written over.
 * @throws TieoutError USAGE
 */
function keepPrivately(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
  } catch {
    throw usageError(`--credentials-file must name a new file in an existing folder, not "${file}".`);
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
