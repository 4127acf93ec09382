/** The app's own folder, where the system expects it. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** Where preferences, the recent list, connections and ledgers of the app's own making are kept. */
export function dataFolder(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const told = env["TIEOUT_HOME"];
  if (told !== undefined && told !== "") return resolve(told);
  if (platform === "darwin") return join(home, "Library", "Application Support", "Tieout");
  if (platform === "win32") return join(env["APPDATA"] || join(home, "AppData", "Roaming"), "Tieout");
  return join(env["XDG_DATA_HOME"] || join(home, ".local", "share"), "tieout");
}
