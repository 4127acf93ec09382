/**
 * The built app for an Electron older than the one it is made for, so that its journeys run there, too. Such a runtime is lent
 * what its Node lacks; what its zstd cannot say is added here.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const ZLIB = /(?<before>\b(?:from|import)\s*)"node:zlib"/gu;

/** How many bytes were read stands in `engine`: here all of them, which that runtime cannot tell. */
const WITH_INFO = `
export * from "node:zlib";
import { zstdDecompressSync as decompress } from "node:zlib";
export const zstdDecompressSync = (bytes, options) => {
  const buffer = decompress(bytes, options);
  return options?.info === true ? { buffer, engine: { bytesWritten: bytes.length } } : buffer;
};
`;

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** Whether a runtime, by its executable, is older than the app's own version of Electron. */
export function isOlder(runtime: string): boolean {
  const wanted = JSON.parse(readFileSync(join(ROOT, "node_modules/electron/package.json"), "utf8")) as {
    readonly version: string;
  };
  const version = readFileSync(join(dirname(runtime), "version"), "utf8")
    .trim()
    .replace(/^v/u, "");
  return Number.parseInt(version, 10) < Number.parseInt(wanted.version, 10);
}

/**
 * Removed after the tests of the file that loads this.
 *
 * @param built the folder with `main`, `preload` and `renderer` in it
 * @returns its copy for an older runtime
 */
export function builtForOlder(built: string): string {
  mkdirSync(join(ROOT, "build"), { recursive: true });
  // Inside the project, so that libraries are found from it.
  const apart = mkdtempSync(join(ROOT, "build/for-older-"));
  made.push(apart);
  const main = join(apart, "out/main");
  cpSync(built, join(apart, "out"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(apart, "package.json"));
  for (const name of readdirSync(main).filter((one) => one.endsWith(".js"))) {
    const text = readFileSync(join(main, name), "utf8");
    writeFileSync(join(main, name), text.replaceAll(ZLIB, '$<before>"./zlib-with-info.js"'));
  }
  writeFileSync(join(main, "zlib-with-info.js"), WITH_INFO);
  return join(apart, "out");
}
