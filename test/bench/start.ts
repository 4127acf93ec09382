/**
 * What the command line takes to start, as whole processes in turn with a node that does nothing. Runs what `npm run build`
 * has built.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { printMeasure } from "./parts/measure.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "15" } } });
const TIEOUT = join(import.meta.dirname, "../../bin/tieout.js");

/** Runs node once. @returns how long it took, milliseconds */
function timed(...args: readonly string[]): number {
  const begun = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${args.join(" ")} failed: ${stderr}`);
  return performance.now() - begun;
}

/** The one in the middle; of an even number the later. */
const middle = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? NaN;

const folder = mkdtempSync(join(tmpdir(), "tieout-start-"));
const ledger = join(folder, "wallet.tieout");

/** The fingerprint of the first finding of the ledger. */
function firstFinding(): string {
  const { stdout } = spawnSync(process.execPath, [TIEOUT, "check", ledger, "--json"], { encoding: "utf8" });
  return (JSON.parse(stdout) as { readonly findings: readonly [{ readonly fingerprint: string }] })
    .findings[0].fingerprint;
}

try {
  timed(TIEOUT, "demo", "--entries", "500", "--out", folder);
  const commands = [
    { measure: "tieout --help, against node -e 0", args: [TIEOUT, "--help"], mark: 4 },
    {
      measure: "tieout months of 500 entries, against node -e 0",
      args: [TIEOUT, "months", ledger],
      mark: 6,
    },
  ].map((command) => ({ ...command, times: [] as number[] }));
  const decide = [
    "--fingerprint",
    firstFinding(),
    "--status",
    "accepted",
    "--note",
    "Seen",
    "--by",
    "Ada Obi",
  ];
  const bare: number[] = [];
  const decisions: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    bare.push(timed("-e", "0"));
    for (const { args, times } of commands) times.push(timed(...args));
    decisions.push(timed(TIEOUT, "review", ledger, ...decide));
  }
  for (const { measure, times, mark } of commands) {
    const [ms, baselineMs] = [middle(times), middle(bare)];
    printMeasure({ measure, ms, baselineMs, ratio: ms / baselineMs, mark });
  }
  const [ms, baselineMs] = [middle(decisions), middle(commands[1]?.times ?? [])];
  const measure = "one decision on the command line, against tieout months";
  printMeasure({ measure, ms, baselineMs, ratio: ms / baselineMs, mark: 2 });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
