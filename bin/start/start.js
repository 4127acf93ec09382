/** Builds what is stale, then opens the window where that can be done best. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, isStale } from "./build.js";
import { findRuntime, obtainRuntime } from "./runtime.js";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A program that ends in failure so soon never opened a window: no display, no sandbox, run as root. */
const SOON_MS = 10_000;

const say = (sentence) => process.stderr.write(`${sentence}\n`);

/**
 * @param {string[]} given the command line: at most a ledger
 * @returns {Promise<number>} the exit status: 2 when it could not be done
 */
export async function start(given) {
  if (given.length > 1 || given.some((argument) => argument.startsWith("-"))) {
    say("USAGE: npm start takes at most a ledger. Run it as `npm start` or `npm start wallet.tieout`.");
    return 2;
  }
  const ledger = given.map(placed);
  if (isStale(ROOT)) {
    say("Building Tieout, because its sources are newer than the build …");
    const output = await build(ROOT);
    if (output !== null) {
      say(`${output}\nTieout cannot be built from its sources; what is wrong stands above.`);
      return 2;
    }
  }
  const outcome = await openElectron(ledger);
  if (typeof outcome === "number") return outcome;
  say(`${outcome}: Tieout opens in the browser.`);
  return run(process.execPath, [join(ROOT, "bin/tieout.js"), "serve", ...ledger, "--open"]);
}

/** npm runs a script in the project's folder; a person names a file from where they are. */
function placed(path) {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

/** @returns {Promise<number | string>} the status it ended with, or why it could not be opened */
async function openElectron(ledger) {
  const found = findRuntime(ROOT);
  const { path, why } = found === null ? await obtainRuntime(ROOT, say) : { path: found, why: null };
  if (path === null) return `Electron's runtime is not installed and cannot be downloaded (${why})`;
  const begun = Date.now();
  const status = await run(path, [ROOT, ...ledger]);
  const isSoon = Date.now() - begun < SOON_MS;
  return status !== 0 && isSoon ? "Electron ended at once, so it cannot run here" : status;
}

/** Runs a program to its end, with our own streams; what asks us to end asks it. */
async function run(program, given) {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const child = spawn(program, given, { stdio: "inherit", env });
  const pass = (signal) => child.kill(signal);
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, pass);
  try {
    const [status] = await once(child, "exit");
    return status ?? 1;
  } catch {
    return 1;
  } finally {
    for (const signal of signals) process.off(signal, pass);
  }
}
