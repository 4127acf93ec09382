/** Where the app finds its own folder and the program of a thread, and what it may call a file. */
import { homedir } from "node:os";
import { join, resolve, extname } from "node:path";

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

/** Longer names are cut: some systems take no more than 255 bytes. */
const LONGEST_NAME = 60;
/** Names that Windows gives to devices, whatever follows a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/** A name that is nothing but a name in any folder of any system. @example `../a:b.json` → `a b.json` */
export function plainName(name: string): string {
  const last = name.split(/[/\\]/u).at(-1) ?? "";
  const kept = last
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]+/gu, " ")
    .replaceAll(/^[\s.]+|[\s.]+$/gu, "");
  const ending = extname(kept).length <= 12 ? extname(kept) : "";
  const stem = kept
    .slice(0, kept.length - ending.length)
    .slice(0, LONGEST_NAME)
    .replace(/[\ud800-\udbff]$/u, "")
    .replace(/[\s.]+$/u, "");
  if (stem === "") return `file${ending}`;
  return DEVICE.test(stem) ? `_${stem}${ending}` : `${stem}${ending}`;
}

/**
 * The path of a thread's program: TypeScript when run from source, otherwise the built file beside its
 * caller.
 * @param name `packing` for `packing.worker.ts`
 * @param beside `import.meta.url` of its caller, in the same folder of the source
 */
export function workerFile(name: string, beside: string): URL {
  const extension = beside.endsWith(".ts") ? "ts" : "js";
  return new URL(`./${name}.worker.${extension}`, beside);
}

/** For threads that make few objects, or hold columns outside V8's heap, where V8 would keep several times as much. */
export const FEW_YOUNG_OBJECTS = { maxYoungGenerationSizeMb: 16 };
