/** Where something lies, as people say it. */
import { homedir } from "node:os";
import { sep } from "node:path";

/** A path with the person's own folder as `~`; any other text as it is. */
export function placeInWords(path: string, home: string = homedir()): string {
  if (home.length <= 1) return path;
  if (path === home) return "~";
  return path.startsWith(`${home}${sep}`) ? `~${path.slice(home.length)}` : path;
}
