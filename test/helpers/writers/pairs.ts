/** Two processes that write to one ledger at once, and what must hold whatever came of it. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openForReading, openForWriting } from "../../../src/main/ledger/file/open.ts";
import { closeLedger } from "../../../src/main/ledger/file/connection.ts";
import { type LinkKind, walkLinks } from "../../../src/main/ledger/file/audit.ts";
import { readSettings } from "../../../src/main/ledger/acts/settings.ts";
import { verifyLedgerFile } from "../../../src/main/services/verify/verify.ts";
import { readLedger } from "../../../src/main/services/shared/use-ledger.ts";
import { CONTEXT, type Scene, type Stage } from "./scene.ts";
import { OWN_SETTING, WRITERS, type Who } from "./writers.ts";

export interface Order {
  readonly writer: string;
  readonly scene: Scene;
  readonly who: Who;
}

export interface Outcome {
  /** null where the work was acknowledged. */
  readonly code: string | null;
  readonly said: string;
}

export interface PairReport {
  readonly outcomes: readonly [Outcome, Outcome];
  /** What does not hold, one sentence each. */
  readonly problems: readonly string[];
}

const CHILD = join(import.meta.dirname, "../children/ledgers/writing-child.ts");
/** Both read what they decide on while a third process has the right to write, and then write in turn. */
const HELD_MS = 40;
/** It takes a ledger's place only while no other process has it open. */
const TAKES_PLACE = new Set(["restore"]);
/** Of two of them the second has nothing to do. */
const DOES_ONCE = new Set(["prune", "decide by rule", "pack"]);
/** No refusal of a writer that came second: they say that the ledger is broken. */
const BROKEN = /^(?:DEFECT|AUDIT_.*|LEDGER_CORRUPT|LEDGER_VALUE|LEDGER_FOREIGN)$/u;

export class TwoWriters {
  readonly #children: readonly [ChildProcess, ChildProcess];

  private constructor(children: readonly [ChildProcess, ChildProcess]) {
    this.#children = children;
  }

  static async start(): Promise<TwoWriters> {
    const begin = async () => {
      const child = fork(CHILD, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
      await once(child, "message");
      return child;
    };
    return new TwoWriters(await Promise.all([begin(), begin()]));
  }

  stop(): void {
    for (const child of this.#children) child.kill();
  }

  /** Has two writers write at once to a ledger of their own. */
  async run(stage: Stage, name: string, writers: readonly [string, string]): Promise<PairReport> {
    const scene = stage.scene(name);
    const before = countLinks(scene.ledger);
    const release = writers.some((writer) => TAKES_PLACE.has(writer))
      ? null
      : await holdWriters(scene.ledger);
    const [first, second] = this.#children;
    const running = [
      orderOf(first, { writer: writers[0], scene, who: "first" }),
      orderOf(second, { writer: writers[1], scene, who: "second" }),
    ] as const;
    await Promise.all(running.map(async ({ began }) => began));
    if (release !== null) {
      await wait(HELD_MS);
      release();
    }
    const outcomes = [await running[0].ended, await running[1].ended] as const;
    return { outcomes, problems: await problemsOf(scene, writers, outcomes, before) };
  }
}

function orderOf(child: ChildProcess, order: Order) {
  const began = once(child, "message");
  const ended = began.then(async () => ((await once(child, "message")) as [Outcome])[0]);
  child.send(order);
  return { began, ended };
}

/** Keeps all others from writing until it is called. */
async function holdWriters(ledger: string): Promise<() => void> {
  const db = await openForWriting(ledger);
  db.exec("BEGIN IMMEDIATE");
  return () => {
    db.exec("ROLLBACK");
    closeLedger(db);
  };
}

async function problemsOf(
  { ledger }: Scene,
  writers: readonly [string, string],
  outcomes: readonly [Outcome, Outcome],
  before: ReadonlyMap<LinkKind, number>,
): Promise<string[]> {
  const problems = outcomes.flatMap(({ code, said }, at) =>
    code !== null && BROKEN.test(code) ? [`${writers[at]}: ${said}`] : [],
  );
  if (outcomes.every(({ code }) => code !== null))
    problems.push(`Both were refused: ${outcomes.map(({ said }) => said).join(" · ")}`);
  const acknowledged = writers.filter((_, at) => outcomes[at]?.code === null);
  const proof = await verifyLedgerFile(ledger, null, CONTEXT);
  problems.push(...proof.problems.map(({ code, sentence }) => `verify: ${code}: ${sentence}`));
  problems.push(...lostWork(ledger, acknowledged, before));
  if (acknowledged.length === 2 && writers.every((writer) => writer === "settings"))
    problems.push(...lostSettings(ledger));
  return problems;
}

/** What was acknowledged is in the ledger, or in what a restore kept of it. */
function lostWork(
  ledger: string,
  acknowledged: readonly string[],
  before: ReadonlyMap<LinkKind, number>,
): string[] {
  const kept = readdirSync(dirname(ledger)).filter((name) => / before restore .*\.tieout$/u.test(name));
  const counted = [ledger, ...kept.map((name) => join(dirname(ledger), name))].map(countLinks);
  const kinds = Map.groupBy(acknowledged, (writer) => WRITERS[writer]?.link);
  return [...kinds].flatMap(([kind, writers]) => {
    if (kind === undefined) return [];
    const added = counted.reduce((sum, counts) => sum + (counts.get(kind) ?? 0) - (before.get(kind) ?? 0), 0);
    const expected = writers.filter(
      (writer, at) => !DOES_ONCE.has(writer) || writers.indexOf(writer) === at,
    ).length;
    return added >= expected ? [] : [`${added} of ${expected} links of ${writers.join(" and ")}`];
  });
}

function lostSettings(ledger: string): string[] {
  const { decimals, options } = readLedger(ledger, readSettings);
  const kept = { first: decimals, second: options.cutoffDays };
  const wanted = { first: OWN_SETTING.first.decimals, second: OWN_SETTING.second.options.cutoffDays };
  return (["first", "second"] as const).flatMap((who) =>
    kept[who] === wanted[who] ? [] : [`The ${who} change of settings is not in force`],
  );
}

function countLinks(ledger: string): Map<LinkKind, number> {
  const db = openForReading(ledger);
  try {
    const counts = new Map<LinkKind, number>();
    for (const { kind } of walkLinks(db)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return counts;
  } finally {
    closeLedger(db);
  }
}
