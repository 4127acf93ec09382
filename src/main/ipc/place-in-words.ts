/** Where something lies, as people say it. */
import { homedir } from "node:os";
import { sep } from "node:path";
import { type Fault, faultOf } from "../../ipc/envelope.ts";

/** A path with the person's own folder as `~`; any other text as it is. */
export function placeInWords(path: string, home: string = homedir()): string {
  if (home.length <= 1) return path;
  if (path === home) return "~";
  return path.startsWith(`${home}${sep}`) ? `~${path.slice(home.length)}` : path;
}

/** An error as a fault that names a file as people say it. */
export function faultInWords(error: unknown): Fault {
  const fault = faultOf(error);
  return fault.file === null ? fault : { ...fault, file: placeInWords(fault.file) };
}
