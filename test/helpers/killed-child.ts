/**
 * Loaded before a program (`--import`), kills it with SIGKILL right before the step KILL_AT that changes files: the how manieth call of
 * those that KILL_CALLS names.
 */
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const calls = (process.env["KILL_CALLS"] ?? "open,link,rename,rm").split(",");
const at = Number(process.env["KILL_AT"] ?? Infinity);
let count = 0;

for (const name of calls) {
  const original = Reflect.get(fs, name) as (...given: unknown[]) => unknown;
  Reflect.set(fs, name, (...given: unknown[]) => {
    count += 1;
    if (count === at) process.kill(process.pid, "SIGKILL");
    return original(...given);
  });
}
syncBuiltinESMExports();
