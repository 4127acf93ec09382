/**
 * Copies of a folder as a process leaves it that is killed right before one of its steps on files: what stands in the file system
 * then is what a kill leaves. One run makes the copies of all steps.
 */
import fs, { lstatSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";

// As they are before a program begins to count its own calls of them.
const { copyFileSync, linkSync } = fs;

/** Copies a folder whole; two names of one file are two names of one copy. */
function copyFolder(from: string, to: string, copied = new Map<number, string>()): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    const stat = lstatSync(source);
    if (stat.isDirectory()) {
      copyFolder(source, target, copied);
      continue;
    }
    const before = copied.get(stat.ino);
    if (before === undefined) copyFileSync(source, target);
    else linkSync(before, target);
    copied.set(stat.ino, target);
  }
}

/**
 * What a program calls before each of its steps, as its environment asks: SNAPSHOTS_OF is a folder that is copied into SNAPSHOTS_IN under
 * each step's number; KILL_AT kills it with SIGKILL before the step of that number.
 */
export function stepper(): () => void {
  const { KILL_AT, SNAPSHOTS_OF = "", SNAPSHOTS_IN } = process.env;
  let step = 0;
  return () => {
    step += 1;
    if (SNAPSHOTS_IN !== undefined) copyFolder(SNAPSHOTS_OF, join(SNAPSHOTS_IN, String(step)));
    if (step === Number(KILL_AT)) process.kill(process.pid, "SIGKILL");
  };
}

/** The folders that a program copied, in the order of its steps. */
export function snapshotsIn(folder: string): string[] {
  const steps = readdirSync(folder).map(Number);
  return steps.toSorted((one, other) => one - other).map((step) => join(folder, String(step)));
}

/** Names and bytes of all files of a folder, also within folders of it. */
export function filesOf(folder: string): Record<string, string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = found.map((one) => join(one.parentPath, one.name)).toSorted();
  return Object.fromEntries(
    paths.map((path) => [relative(folder, path), readFileSync(path).toString("base64")]),
  );
}

/** Any of the whole numbers from … to …, another one each time. */
export function anyOf(from: number, to: number): number {
  return from + Math.floor(Math.random() * (to - from + 1));
}
