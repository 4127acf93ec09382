/** Finds a browser of the Chromium family on this machine, to print with. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { TieoutError } from "../../../core/errors.ts";

const ON_MAC = ["Google Chrome", "Microsoft Edge", "Chromium"].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const ON_WINDOWS = [
  ["Google", "Chrome", "Application", "chrome.exe"],
  ["Microsoft", "Edge", "Application", "msedge.exe"],
];
const ON_PATH = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "microsoft-edge"];

/**
 * @param env where it may be named, in TIEOUT_CHROMIUM
 * @returns its path
 * @throws TieoutError PRINT_FAILED where there is none
 */
export function findBrowser(env: NodeJS.ProcessEnv, platform = process.platform): string {
  const { TIEOUT_CHROMIUM: named } = env;
  const found = (named === undefined ? placesOn(platform, env) : [named]).find(isProgram);
  if (found !== undefined) return found;
  throw new TieoutError(
    "PRINT_FAILED",
    named === undefined ? "There is no browser to print with" : "TIEOUT_CHROMIUM names no program",
  );
}

function placesOn(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  if (platform === "darwin") return ON_MAC;
  if (platform === "win32") {
    const roots = [env["ProgramFiles"], env["ProgramFiles(x86)"], env["LOCALAPPDATA"]];
    return roots.flatMap((root) =>
      root === undefined || root === "" ? [] : ON_WINDOWS.map((parts) => join(root, ...parts)),
    );
  }
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder.startsWith("/"));
  return ON_PATH.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
