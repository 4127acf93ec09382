/**
 * What `npm test` runs: format, lint, types and dead code, two at a time, and the build where what was built is out of date; then all
 * tests. A check that passed takes one line; of one that failed all of its output is shown, and no test runs.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { isStale } from "../bin/start/build.js";

const ROOT = join(import.meta.dirname, "..");

/** Scripts of package.json, the longest first. Installing has built already. */
const CHECKS = ["lint", "types", "dead-code", ...(isStale(ROOT) ? ["build"] : []), "format:check"];
const AT_ONCE = 2;

/** Linter and compiler are written in Go and done before much of what they drop has to be cleared away; that took a third of their time. */
const WITHOUT_CLEARING = { GOGC: "off", GOMEMLIMIT: "2GiB" };

/** Runs a script of package.json. @returns its exit status */
async function run(script: string, stdio: "pipe" | "inherit"): Promise<number> {
  const begun = performance.now();
  const env = { ...WITHOUT_CLEARING, ...process.env };
  const options = { cwd: ROOT, env, shell: process.platform === "win32" };
  const child = spawn("npm", ["run", "--silent", script], { ...options, stdio: ["ignore", stdio, stdio] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [status] = (await once(child, "close")) as [number | null];
  if (stdio === "pipe") {
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${status === 0 ? "✓" : "✗"} ${script} ${seconds} s`);
    if (status !== 0) console.log(output.trim());
  }
  return status ?? 1;
}

const left = [...CHECKS];
const failed: string[] = [];
async function work(): Promise<void> {
  for (let script = left.shift(); script !== undefined; script = left.shift()) {
    if ((await run(script, "pipe")) !== 0) failed.push(script);
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work));

if (failed.length > 0) {
  console.log(`Failed: ${failed.join(", ")}. No test was run.`);
  process.exitCode = 1;
} else process.exitCode = await run("unit", "inherit");
