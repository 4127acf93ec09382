/**
 * Opens an address in the default browser. Other users of the machine can read a program's arguments, and the
 * address holds a token. So the browser gets a private file that redirects to the address.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { withoutOurs } from "../../../core/environment.ts";
import { TOKEN_LIFE_MS } from "./access.ts";

/** After so long without a failure it is taken to have worked, milliseconds. */
const FAILS_WITHIN_MS = 3000;
const NAME = "open-tieout.html";

/**
 * @param privateFile makes a path for a file of that name which this user alone may read
 * @param signal when it is aborted, nothing is waited for and the file is removed
 * @returns whether a browser could be started, as far as that is known
 */
export async function openBrowser(
  address: string,
  privateFile: (name: string) => string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const file = (await placeForSnap()) ?? privateFile(NAME);
    rmSync(file, { force: true });
    writeFileSync(file, leadingTo(address), { mode: 0o600, flag: "wx" });
    void removeLater(file, signal);
    const [command, ...given] = opener();
    return await starts(command, [...given, file]);
  } catch {
    return false;
  }
}

/** Once the token is worth nothing, so is the file. */
async function removeLater(file: string, signal: AbortSignal): Promise<void> {
  await setTimeout(TOKEN_LIFE_MS, null, { signal, ref: false }).catch(() => {});
  rmSync(file, { force: true });
}

/** What the system opens files with; no shell reads the name. */
function opener(): [string, ...string[]] {
  if (process.platform === "darwin") return ["open"];
  if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return ["xdg-open"];
}

/** Ubuntu's browsers are snaps, which see no temporary and no hidden folder, but one of their own. */
async function placeForSnap(): Promise<string | null> {
  if (process.platform !== "linux") return null;
  try {
    const asked = promisify(execFile)("xdg-settings", ["get", "default-web-browser"], {
      timeout: 1000,
      env: withoutOurs(process.env),
    });
    const [, snap] = /^([a-z\d-]+)_[\w-]+\.desktop\s*$/u.exec((await asked).stdout) ?? [];
    const folder = join(homedir(), "snap", snap ?? "", "common");
    return snap !== undefined && existsSync(folder) ? join(folder, NAME) : null;
  } catch {
    return null;
  }
}

function leadingTo(address: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}"><title>Tieout</title></head>
<body><a href="${address}">Open Tieout</a></body></html>
`;
}

async function starts(command: string, given: readonly string[]): Promise<boolean> {
  const env = withoutOurs(process.env);
  const child = spawn(command, given, { stdio: "ignore", detached: true, env });
  child.unref();
  const ended = once(child, "exit").then(([status]) => status === 0);
  return Promise.race([ended, setTimeout(FAILS_WITHIN_MS, true, { ref: false })]);
}
