/**
 * The built app as tests drive it in Electron: it waits to be told to begin. In an Electron older than the one it is made for it runs,
 * too: such a runtime is lent what its Node lacks; what its zstd cannot say is added here.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const ZLIB = /(?<before>\b(?:from|import)\s*)"node:zlib"/gu;

/** What the stand-in for node:zlib lacks: a name, and how many bytes were read, in `engine`: here all of them, which that runtime cannot tell. */
const WITH_INFO = `
export * from "node:zlib";
import zlib, { zstdDecompressSync as decompress } from "node:zlib";
export const { DeflateRaw } = zlib;
export const zstdDecompressSync = (bytes, options) => {
  const buffer = decompress(bytes, options);
  return options?.info === true ? { buffer, engine: { bytesWritten: bytes.length } } : buffer;
};
`;

/**
 * Playwright connects to an app that is already running. When a window opens at that very moment it may wait forever: 3 of 100 starts
 * did.
 */
const HELD = `
import { app } from "electron";
const ready = app.whenReady();
const { promise: told } = (globalThis.driven ??= Promise.withResolvers());
app.whenReady = () => Promise.all([ready, told]);
`;

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** Whether a runtime, by its executable, is older than the app's own version of Electron. */
function isOlder(runtime: string): boolean {
  const wanted = JSON.parse(readFileSync(join(ROOT, "node_modules/electron/package.json"), "utf8")) as {
    readonly version: string;
  };
  const version = readFileSync(join(dirname(runtime), "version"), "utf8")
    .trim()
    .replace(/^v/u, "");
  return Number.parseInt(version, 10) < Number.parseInt(wanted.version, 10);
}

/**
 * Removed after the tests of the file that loads this. `main/index.js` is the app; `main/driven.js` is the app that begins once
 * `globalThis.driven` in it is resolved.
 *
 * @param built the folder with `main`, `preload` and `renderer` in it
 * @param runtime the executable that it is for
 * @returns its copy
 */
export function builtForDriving(built: string, runtime: string): string {
  mkdirSync(join(ROOT, "build"), { recursive: true });
  // Inside the project, so that libraries are found from it.
  const apart = mkdtempSync(join(ROOT, "build/driven-"));
  made.push(apart);
  const main = join(apart, "out/main");
  cpSync(built, join(apart, "out"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(apart, "package.json"));
  if (isOlder(runtime)) substituteZlib(main);
  writeFileSync(join(main, "held.js"), HELD);
  writeFileSync(join(main, "driven.js"), `import "./held.js";\nimport "./index.js";\n`);
  return join(apart, "out");
}

function substituteZlib(main: string): void {
  for (const name of readdirSync(main).filter((one) => one.endsWith(".js"))) {
    const text = readFileSync(join(main, name), "utf8");
    writeFileSync(join(main, name), text.replaceAll(ZLIB, '$<before>"./zlib-with-info.js"'));
  }
  writeFileSync(join(main, "zlib-with-info.js"), WITH_INFO);
}
