/** Saved responses as options, the same for every command that reads them. */
import type { Command } from "commander";
import type { ImportFiles } from "../../main/services/pull/import.ts";
import { collect } from "../usage.ts";

export interface FileFlags {
  readonly wallet?: string[];
  readonly transactions?: string[];
  readonly user?: string;
  readonly business?: string[];
}

/** Adds `--wallet`, `--transactions`, `--user` and `--business` to a command. */
export function addFileOptions(command: Command): Command {
  return command
    .option("--wallet <file>", "saved wallet history; may be given several times, - is stdin", collect)
    .option("--transactions <file>", "saved transaction list; may be given several times", collect)
    .option("--user <file>", "saved user record")
    .option("--business <file>", "saved business record; may be given several times", collect);
}

/** The files given, null when there are none. */
export function filesFrom(flags: FileFlags): ImportFiles | null {
  const { wallet = [], transactions = [], user = null, business = [] } = flags;
  if (wallet.length + transactions.length + business.length === 0 && user === null) return null;
  return { wallet, transactions, user, business };
}
