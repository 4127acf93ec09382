/**
 * `node test/bench/standing.ts [ENTRIES] [SEED]`: how often what earlier decisions propose is right, 5,000 entries unless told otherwise. A
 * person decides each month of the sandbox's worlds by the planted truth: the note is the fault's kind, an error is raised and a warning
 * explained. Before a month is decided, it is held out: each of its proposals is compared with the truth. Precision is the share of
 * proposals with the right note and status, coverage the share of undecided exceptions with a proposal. One JSON line per plan, in
 * percent: the default plan, and one with each of its faults thirty times, over five seeds each, from the first seed on.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Finding } from "../../src/core/reconcile/input/findings.ts";
import type { DecisionStatus } from "../../src/core/review/decisions/decision.ts";
import { type Withheld, WITHHELD } from "../../src/core/review/standing/proposals.ts";
import { monthDays } from "../../src/core/time.ts";
import { CheckMemory } from "../../src/main/services/shared/check-memory.ts";
import { importIntoLedger } from "../../src/main/services/import/import.ts";
import { decideEach } from "../../src/main/services/review/review.ts";
import { readStanding } from "../../src/main/services/review/standing.ts";
import { FAULTS } from "../../sandbox/generate/plan.ts";
import { generateWorld } from "../../sandbox/generate/generate-world.ts";
import { MONTHS_OF_HISTORY, nameOfMonth } from "../../sandbox/generate/caller.ts";
import type { PlantedFinding, World, WorldPlan } from "../../sandbox/world.ts";
import { saveWorld } from "../helpers/ledgers/world-check.ts";

const ENTRIES = Number(process.argv[2] ?? 5000);
const FIRST_SEED = Number(process.argv[3] ?? 1);
const SEEDS = Array.from({ length: 5 }, (_, at) => FIRST_SEED + at);
/** Months after the world's first history, each with what was planted to show later. */
const LATER_MONTHS = 3;
const CONTEXT = { now: () => Date.UTC(2027, 0, 1), appVersion: "bench", memory: new CheckMemory() };

interface Score {
  undecided: number;
  proposed: number;
  right: number;
  readonly withheld: Record<Withheld, number>;
  /** Wrong proposals, by rule and what was proposed instead of what. */
  readonly wrong: Map<string, number>;
}

const thirtyTimes = Object.fromEntries(FAULTS.map(({ word, times }) => [word, 30 * times]));
for (const [plan, faults] of [
  ["default", "default"],
  ["default, each fault thirty times", thirtyTimes],
] as const) {
  report(plan, await scoreOf(faults));
}

async function scoreOf(faults: WorldPlan["faults"]): Promise<Score> {
  const none = Object.fromEntries(WITHHELD.map((reason) => [reason, 0])) as Score["withheld"];
  const score: Score = { undecided: 0, proposed: 0, right: 0, withheld: none, wrong: new Map() };
  for (const seed of SEEDS) {
    const folder = mkdtempSync(join(tmpdir(), "tieout-bench-standing-"));
    try {
      await playMonths(generateWorld({ entries: ENTRIES, seed, convention: "asset", faults }), folder, score);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return score;
}

async function playMonths(first: World, folder: string, score: Score): Promise<void> {
  const ledger = join(folder, "wallet.tieout");
  let world = first;
  await importIntoLedger({ ledger, files: saveWorld(world, folder) }, CONTEXT);
  for (let month = 0; month < MONTHS_OF_HISTORY; month += 1) {
    await playMonth(ledger, nameOfMonth(month), world, score);
  }
  for (let later = 0; later < LATER_MONTHS; later += 1) {
    world = world.advance();
    await importIntoLedger({ ledger, files: saveWorld(world, folder) }, CONTEXT);
    await playMonth(ledger, world.month, world, score);
  }
}

/** Compares a month's proposals with the truth, then decides the month by the truth. */
async function playMonth(ledger: string, month: string, world: World, score: Score): Promise<void> {
  const period = monthDays(month);
  const request = { ledger, period, options: {}, rules: null, fingerprints: null };
  const { answers } = readStanding(request, CONTEXT);
  const noteOf = truthOf(world);
  const items = answers.map(({ reviewed: { finding, seen }, proposal, withheld }) => {
    const truth = { status: statusOf(finding), note: noteOf(finding) };
    score.undecided += 1;
    if (withheld !== null) score.withheld[withheld] += 1;
    else {
      score.proposed += 1;
      const isRight = proposal.status === truth.status && proposal.words === truth.note;
      if (isRight) score.right += 1;
      else count(score.wrong, `${finding.rule}: ${proposal.words} instead of ${truth.note}`);
    }
    return { fingerprint: finding.fingerprint, seen, ...truth };
  });
  if (items.length > 0) await decideEach({ ...request, items, by: "Ada Obi" }, CONTEXT);
}

function statusOf({ severity }: Finding): DecisionStatus {
  return severity === "error" ? "raised" : "explained";
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** By finding the kind of the fault that was planted. */
function truthOf({ faults }: World): (finding: Finding) => string {
  const kinds = new Map<string, string>();
  for (const { fault, history, historyLater = [], month } of faults) {
    for (const finding of [...history, ...historyLater, ...month]) kinds.set(subjectOf(finding), fault);
  }
  return (finding) => kinds.get(subjectOf(finding)) ?? `${finding.rule}, not planted`;
}

function subjectOf({ rule, walletID, payID }: Pick<PlantedFinding, "rule" | "walletID" | "payID">): string {
  return `${rule} ${walletID} ${payID}`;
}

function report(plan: string, { undecided, proposed, right, withheld, wrong }: Score): void {
  const line = {
    measure: "standing explanations on held-out months",
    plan,
    entries: ENTRIES,
    seeds: SEEDS.length,
    undecided,
    proposed,
    right,
    precision: percent(proposed === 0 ? null : right / proposed),
    coverage: percent(undecided === 0 ? null : proposed / undecided),
    withheld,
    wrong: Object.fromEntries([...wrong].toSorted(([, a], [, b]) => b - a).slice(0, 10)),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** To a tenth. */
function percent(share: number | null): number | null {
  return share === null ? null : Math.round(share * 1000) / 10;
}
