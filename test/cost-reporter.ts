/**
 * What each file of tests costs: CPU seconds, user and system, of the worker and of all that it starts; on Linux alone.
 * `npm run test:cost -- test/core` has one worker, so that what is spent between the ends of two files is the second's.
 */
import { readdirSync, readFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

const TICKS_A_SECOND = 100;

/** CPU seconds, seconds on the clock, seconds that imports took, and tests. */
type Cost = readonly [cpu: number, clock: number, importing: number, tests: number];

/** Prints the cost of each file as it ends, and of all at last. */
export default class CostReporter implements Reporter {
  #all: Cost = [0, 0, 0, 0];
  #spent = spentBelow(process.pid);
  #begun = performance.now();

  onTestRunStart(): void {
    console.log("  CPU s   clock  import   tests");
  }

  onTestModuleEnd(module: TestModule): void {
    const [spent, now] = [spentBelow(process.pid), performance.now()];
    const importing = module.diagnostic().collectDuration / 1000;
    const tests = [...module.children.allTests()];
    const cost: Cost = [spent - this.#spent, (now - this.#begun) / 1000, importing, tests.length];
    [this.#spent, this.#begun] = [spent, now];
    this.#all = this.#all.map((sum, at) => sum + (cost[at] ?? 0)) as unknown as Cost;
    print(cost, `${module.relativeModuleId}${module.ok() ? "" : " FAILED"}`);
  }

  onTestRunEnd(): void {
    print(this.#all, "all");
  }
}

function print([...values]: Cost, name: string): void {
  const tests = values.pop() ?? 0;
  console.log(
    [...values.map((value) => value.toFixed(1)), tests, name]
      .map((cell) => String(cell).padStart(7))
      .join(" "),
  );
}

/** CPU seconds of a process, of its children that ended, and of all that run below it. */
export function spentBelow(top: number): number {
  const parents = new Map<number, number>();
  const ticks = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/u.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      // The name of a process may have blanks and brackets in it.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      parents.set(Number(name), Number(fields[1]));
      ticks.set(
        Number(name),
        fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0),
      );
    } catch {
      // It ended meanwhile.
    }
  }
  const isBelow = (pid: number): boolean =>
    pid === top || (parents.has(pid) && isBelow(parents.get(pid) ?? 0));
  return [...ticks].filter(([pid]) => isBelow(pid)).reduce((sum, [, own]) => sum + own, 0) / TICKS_A_SECOND;
}
