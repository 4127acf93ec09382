/**
 * The browser that the window's tests run in: the one that an npm package carries, so that a machine with Node alone runs them and
 * nobody needs to be root. It is a Chromium without any window of its own, which takes a third less of the processor than an
 * installed one; that is for machines which the package does not know.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Browser, chromium } from "playwright";

const INSTALLED = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const PACKAGE = resolve("node_modules/@sparticuz/chromium");

/** Where the carried browser is unpacked, once per checkout and version: another package brings another browser. */
const UNPACKED = resolve(`build/chromium-${versionOf(PACKAGE)}`);

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }).version;
}

interface Runnable {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Pages of most tests live for seconds: optimising their code takes more of the processor than it saves, and so does clearing away
 * what is short-lived before much of it has gathered. Compiling a function plainly when it first runs takes less than interpreting it.
 */
const SHORT_LIVED =
  "--js-flags=--no-opt --no-maglev --always-sparkplug --min-semi-space-size=16 --max-semi-space-size=32";

/** A process fewer for each browser: handing bytes to one that asks the network took a seventh of opening a page. */
const IN_ONE_PROCESS = ["--enable-features=NetworkServiceInProcess2", "--disable-background-networking"];

/**
 * Launches the browser. Tests may run as root, whom Chromium's own sandbox refuses.
 *
 * @param isLasting whether its pages do so much that optimising their code is worth it
 */
export async function launchBrowser({ isLasting = true } = {}): Promise<Browser> {
  const { executablePath, env } = await findBrowser();
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", ...IN_ONE_PROCESS, ...(isLasting ? [] : [SHORT_LIVED])],
    env: { ...definedEnvironment(), ...env },
  });
}

/** The browser to run; unpacks the carried one when it is needed. TIEOUT_CHROMIUM is the path of another one. */
export async function findBrowser(): Promise<Runnable> {
  const carriedRuns = process.platform === "linux" && process.arch === "x64";
  const other =
    process.env["TIEOUT_CHROMIUM"] ?? (carriedRuns ? undefined : INSTALLED.find((path) => existsSync(path)));
  return other === undefined ? unpackCarried() : { executablePath: other, env: {} };
}

async function unpackCarried(): Promise<Runnable> {
  const executablePath = join(UNPACKED, "chromium");
  if (!existsSync(executablePath)) await unpackInto(UNPACKED);
  const env = missesLibraries(executablePath)
    ? { LD_LIBRARY_PATH: join(UNPACKED, "al2023", "lib") }
    : undefined;
  const fonts = existsSync("/etc/fonts/fonts.conf")
    ? undefined
    : { FONTCONFIG_PATH: join(UNPACKED, "fonts") };
  return { executablePath, env: { ...env, ...fonts } };
}

/** Unpacks beside and renames: two test files may ask at once. */
async function unpackInto(folder: string): Promise<void> {
  const beside = `${folder}.${process.pid}`;
  mkdirSync(beside, { recursive: true });
  const temporary = process.env["TMPDIR"];
  // The package unpacks into the system's temporary folder, which it asks for each time.
  process.env["TMPDIR"] = beside;
  try {
    const { inflate } = await import("@sparticuz/chromium");
    const packed = join(PACKAGE, "bin");
    for (const name of ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"]) {
      await inflate(join(packed, name));
    }
  } finally {
    if (temporary === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = temporary;
  }
  try {
    renameSync(beside, folder);
  } catch (error) {
    if (!existsSync(join(folder, "chromium"))) throw error;
    rmSync(beside, { recursive: true });
  }
}

/** The carried browser links libraries of the desktop that a bare machine lacks; the package brings those, too. */
function missesLibraries(executablePath: string): boolean {
  const { status } = spawnSync(executablePath, ["--version"], { stdio: "ignore" });
  return status !== 0;
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}
