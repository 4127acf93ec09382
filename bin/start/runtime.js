/**
 * Electron's runtime, which is not in its npm package: found where it was fetched to, or fetched by the package's own script.
 * The package itself is never loaded here, since loading it starts that download by itself and waits for it without limit.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** So long the host of the download may take to answer. */
const LONGEST_CONNECT_MS = 5000;

const EXECUTABLE =
  { darwin: "Electron.app/Contents/MacOS/Electron", win32: "electron.exe" }[process.platform] ?? "electron";

const electronFolder = (root) => join(root, "node_modules/electron");

/** @returns {string | null} the executable, null when it is not here or of another version */
export function findRuntime(root) {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const folder = override || join(electronFolder(root), "dist");
  const path = join(folder, EXECUTABLE);
  if (!existsSync(path)) return null;
  return override || versionIn(folder) === wantedVersion(root) ? path : null;
}

function versionIn(folder) {
  const file = join(folder, "version");
  return existsSync(file) ? readFileSync(file, "utf8").trim().replace(/^v/u, "") : null;
}

function wantedVersion(root) {
  return JSON.parse(readFileSync(join(electronFolder(root), "package.json"), "utf8")).version;
}

/**
 * Fetches it, unless nobody answers soon.
 *
 * @param {string} root
 * @param {(sentence: string) => void} say
 * @returns {Promise<{path: string | null, why: string | null}>}
 */
export async function obtainRuntime(root, say) {
  if (!existsSync(join(electronFolder(root), "install.js")))
    return absent("the package electron is not installed");
  const why = await findObstacle(root);
  if (why !== null) return absent(why);
  say("Downloading Electron's runtime, about 110 MB. This happens only once …");
  const script = spawn(process.execPath, [join(electronFolder(root), "install.js")], {
    stdio: "ignore",
    // Node's own switch for HTTPS_PROXY and NO_PROXY, which the script does not read by itself.
    env: { ...process.env, NODE_USE_ENV_PROXY: "1" },
  });
  const [status] = await once(script, "exit");
  const path = findRuntime(root);
  return path === null ? absent(`its download failed with status ${status}`) : { path, why: null };
}

const absent = (why) => ({ path: null, why });

/**
 * Asks Electron's own downloader where it would fetch from, whatever mirror is set up, and then that host whether it
 * answers. A download that lies in the cache needs no host.
 *
 * @returns {Promise<string | null>} what stands in the way
 */
async function findObstacle(root) {
  const require = createRequire(join(electronFolder(root), "install.js"));
  const { downloadArtifact } = await import(pathToFileURL(require.resolve("@electron/get")).href);
  let obstacle = null;
  const asked = new Error("asked, not downloaded");
  const downloader = {
    async download(url) {
      obstacle = await probe(url);
      throw asked;
    },
  };
  try {
    const version = wantedVersion(root);
    const checksums = require("./checksums.json");
    const cacheRoot = process.env.electron_config_cache;
    const { platform, arch } = process;
    await downloadArtifact({
      version,
      artifactName: "electron",
      checksums,
      cacheRoot,
      platform,
      arch,
      downloader,
    });
    return null;
  } catch (error) {
    return error === asked ? obstacle : "its version cannot be had for this system";
  }
}

async function probe(address) {
  const { EnvHttpProxyAgent, fetch } = await import("undici");
  const dispatcher = new EnvHttpProxyAgent();
  const host = URL.canParse(address) ? new URL(address).host : address;
  try {
    const signal = AbortSignal.timeout(LONGEST_CONNECT_MS);
    const response = await fetch(address, { dispatcher, signal });
    await response.body?.cancel();
    return response.ok ? null : `${host} answered ${response.status}`;
  } catch (error) {
    return error.name === "TimeoutError" ? `${host} does not answer` : `${host} cannot be reached`;
  } finally {
    await dispatcher.destroy();
  }
}
