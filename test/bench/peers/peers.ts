/** Tieout, and what people would use instead of it where that is installed. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "../parts/bundle.ts";
import { peerCounts, tieoutCounts, type Counts } from "./counts.ts";

export interface Contestant {
  readonly name: string;
  /** Whole processes, one after the other, in an empty folder beside the two files. */
  readonly commands: readonly (readonly string[])[];
  /** Exit statuses that are no failure: 0 unless given. */
  readonly statuses?: readonly number[];
  /** The counts in what the last process printed; without it, finishing is all that is asked. */
  readonly countsIn?: (stdout: string) => Counts;
  /** What must be refused, or the contestant does not check at all. */
  readonly refused?: readonly string[];
}

export interface Peer extends Contestant {
  readonly isInstalled: boolean;
  /** How to install it. */
  readonly install: string;
}

const HERE = import.meta.dirname;
const COUNTS_SQL = join(HERE, "counts.sql");
const TIEOUT = [process.execPath, join(PROJECT, "bin/tieout.js")];
const FILES = ["--wallet", "../wallet.json", "--transactions", "../transactions.json"];
/** Tieout ends with 1 where a check finds errors. */
const WITH_FINDINGS = [0, 1];
const DUCKDB = "@duckdb/node-api";

export const IMPORT_AND_CHECK: Contestant = {
  name: "Tieout: import, then check of the ledger",
  commands: [
    [...TIEOUT, "import", "ledger.tieout", ...FILES],
    [...TIEOUT, "check", "ledger.tieout", "--json"],
  ],
  statuses: WITH_FINDINGS,
  countsIn: tieoutCounts,
};

export const CHECK_OF_FILES: Contestant = {
  name: "Tieout: check of the files",
  commands: [[...TIEOUT, "check", ...FILES, "--json"]],
  statuses: WITH_FINDINGS,
  countsIn: tieoutCounts,
};

/**
 * @param built where the peers in TypeScript are bundled
 * @param duckdb the folder in which DuckDB's package is installed
 */
export function peers(built: string, duckdb = ""): Peer[] {
  return [
    {
      name: "better-sqlite3, written lean",
      commands: [[process.execPath, join(built, "better-sqlite3.js")]],
      countsIn: peerCounts,
      isInstalled: true,
      install: "npm install",
    },
    {
      name: "DuckDB",
      commands: [[process.execPath, join(built, "duckdb.js"), duckdb, COUNTS_SQL]],
      countsIn: peerCounts,
      isInstalled: duckdb !== "" && existsSync(join(duckdb, "node_modules", DUCKDB)),
      install: `npm install --prefix FOLDER ${DUCKDB}@1.5.6-r.1, then --duckdb FOLDER`,
    },
    {
      name: "pandas",
      commands: [["python3", join(HERE, "pandas_counts.py")]],
      countsIn: peerCounts,
      isInstalled: runs("python3", "-c", "import pandas"),
      install: "apt install python3-pandas",
    },
    {
      name: "sqlite3, the shell",
      commands: [["sqlite3", "peer.db", `.read '${join(HERE, "sqlite3.sql")}'`, `.read '${COUNTS_SQL}'`]],
      countsIn: (stdout) => peerCounts(stdout.slice(stdout.indexOf("{"))),
      isInstalled: runs("sqlite3", "--version"),
      install: "apt install sqlite3",
    },
    {
      name: "hledger, balances only",
      commands: [["hledger", "-f", "../right.journal", "check"]],
      refused: ["hledger", "-f", "../wrong.journal", "check"],
      isInstalled: runs("hledger", "--version"),
      install: "apt install hledger",
    },
  ];
}

function runs(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args).status === 0;
}
