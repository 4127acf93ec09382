/**
 * Loaded before a program (`--import`), counts each step of it that changes files, the calls that KILL_CALLS names, and before each does what
 * its environment asks (snapshots.ts).
 */
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { stepper } from "../ledgers/snapshots.ts";

const calls = (process.env["KILL_CALLS"] ?? "open,link,rename,rm").split(",");
const step = stepper();

for (const name of calls) {
  const original = Reflect.get(fs, name) as (...given: unknown[]) => unknown;
  Reflect.set(fs, name, (...given: unknown[]) => {
    step();
    return original(...given);
  });
}
syncBuiltinESMExports();
