/** Whether what was built is older than what it was built from, and building it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Of each part one file that every build writes anew. */
const BUILT = [
  "out/main/cli.js",
  "out/main/index.js",
  "out/preload/index.cjs",
  "out/renderer/index.html",
  "out/verify.html",
];
const SOURCES = [
  "electron.vite.config.ts",
  "package.json",
  "package-lock.json",
  "resources/packaging",
  "resources/verify",
  "src",
  "sandbox",
  "tsconfig.base.json",
];

/**
 * @param {string} root the project's folder; an installed package has no sources, and what it has is fresh
 * @returns {boolean}
 */
export function isStale(root) {
  if (!existsSync(join(root, "src"))) return false;
  if (BUILT.some((file) => !existsSync(join(root, file)))) return true;
  const oldestBuilt = Math.min(...BUILT.map((file) => statSync(join(root, file)).mtimeMs));
  return SOURCES.some((source) => newest(join(root, source)) > oldestBuilt);
}

/** When the newest file of a folder was changed, or one was added or removed, in milliseconds UTC. */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/**
 * @param {string} root
 * @returns {Promise<string | null>} null, or what the build said when it failed
 */
export async function build(root) {
  const builder = fileURLToPath(
    import.meta.resolve("electron-vite/package.json").replace("package.json", "bin/electron-vite.js"),
  );
  const child = spawn(process.execPath, [builder, "build"], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  const [status] = await once(child, "close");
  return status === 0 ? null : output.trim();
}
