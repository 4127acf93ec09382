/** `npm start`, with a project around it that the test makes: what is stale, which runtime there is, who answers. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { type RequestListener, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../helpers/cli.ts";

const ROOT = join(import.meta.dirname, "../../..");
const VERSION = "45.4.1";
const BUILT = [
  "out/main/cli.js",
  "out/main/index.js",
  "out/preload/index.cjs",
  "out/renderer/index.html",
  "out/verify.html",
];

interface Project {
  readonly root: string;
  readonly put: (file: string, text?: string) => string;
  /** What a program of the project was started with, null when it was not. */
  readonly startedWith: (program: "electron" | "tieout") => string[] | null;
}

/** A project that is built and has neither Electron's runtime nor anything to fetch it from. */
function makeProject(): Project {
  const root = temporaryFolder();
  const put = (file: string, text = ""): string => {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  cpSync(join(ROOT, "bin"), join(root, "bin"), { recursive: true });
  put("package.json", '{"type":"module"}');
  put("src/index.ts");
  put("bin/tieout.js", noting(join(root, "tieout.txt")));
  put("node_modules/electron/package.json", JSON.stringify({ name: "electron", version: VERSION }));
  put("node_modules/electron/checksums.json", '{"none":"none"}');
  put("node_modules/electron/install.js", "process.exit(3)");
  mkdirSync(join(root, "node_modules/@electron"));
  symlinkSync(join(ROOT, "node_modules/@electron/get"), join(root, "node_modules/@electron/get"));
  symlinkSync(join(ROOT, "node_modules/undici"), join(root, "node_modules/undici"));
  put("node_modules/electron-vite/package.json", '{"name":"electron-vite"}');
  put("node_modules/electron-vite/bin/electron-vite.js", "throw new Error('nothing was to be built')");
  const later = new Date(Date.now() + 5000);
  for (const file of BUILT) utimesSync(put(file), later, later);
  return {
    root,
    put,
    startedWith: (program) => {
      const file = join(root, `${program}.txt`);
      return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as string[]) : null;
    },
  };
}

/** A program that notes what it was started with. */
function noting(file: string): string {
  return `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.argv.slice(2)));`;
}

/** A runtime that notes what it was started with and ends so. */
function putRuntime(project: Project, folder: string, status = 0): string {
  const script = project.put(
    "fake-electron.js",
    `${noting(join(project.root, "electron.txt"))} process.exitCode = ${status};`,
  );
  const path = project.put(
    join(folder, "electron"),
    `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`,
  );
  chmodSync(path, 0o755);
  project.put(join(folder, "version"), VERSION);
  return join(project.root, folder);
}

async function start(project: Project, given: readonly string[] = [], env: Record<string, string> = {}) {
  const began = performance.now();
  const child = spawn(process.execPath, [join(project.root, "bin/start.js"), ...given], {
    cwd: project.root,
    env: {
      PATH: process.env["PATH"],
      HOME: project.root,
      electron_config_cache: join(project.root, "cache"),
      ELECTRON_MIRROR: "http://127.0.0.1:9/",
      ...env,
    },
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [status] = (await once(child, "close")) as [number | null];
  return { status, stderr, ms: performance.now() - began };
}

/** A host to download from. */
async function serveMirror(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe("with Electron's runtime", () => {
  test("opens it with the project and the ledger, relative to the current folder, and passes on its status", async () => {
    const project = makeProject();
    putRuntime(project, "node_modules/electron/dist");
    const from = temporaryFolder();
    const { status, stderr } = await start(project, ["books/wallet.tieout"], { INIT_CWD: from });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(project.startedWith("electron")).toEqual([project.root, join(from, "books/wallet.tieout")]);
    expect(project.startedWith("tieout")).toBeNull();
  });

  test("uses the one that ELECTRON_OVERRIDE_DIST_PATH names", async () => {
    const project = makeProject();
    const folder = putRuntime(project, "elsewhere");
    const { status } = await start(project, [], { ELECTRON_OVERRIDE_DIST_PATH: folder });
    expect(status).toBe(0);
    expect(project.startedWith("electron")).toEqual([project.root]);
  });

  test("opens the browser, said in one line, when the runtime fails at once", async () => {
    const project = makeProject();
    putRuntime(project, "node_modules/electron/dist", 1);
    const { status, stderr } = await start(project, ["/a/wallet.tieout"]);
    expect(status).toBe(0);
    expect(stderr).toBe("Electron ended at once, so it cannot run here: Tieout opens in the browser.\n");
    expect(project.startedWith("tieout")).toEqual(["serve", "/a/wallet.tieout", "--open"]);
  });

  test("ignores a runtime of another version", async () => {
    const project = makeProject();
    putRuntime(project, "node_modules/electron/dist");
    project.put("node_modules/electron/dist/version", "44.0.0");
    const { stderr } = await start(project);
    expect(stderr).toContain("cannot be downloaded");
    expect(project.startedWith("electron")).toBeNull();
  });
});

describe("without Electron's runtime", () => {
  test("opens the browser, said in one line, when the host does not respond", async () => {
    const project = makeProject();
    const { status, stderr } = await start(project);
    expect(status).toBe(0);
    expect(stderr).toBe(
      "Electron's runtime is not installed and cannot be downloaded (127.0.0.1:9 cannot be reached): Tieout opens in the browser.\n",
    );
    expect(project.startedWith("tieout")).toEqual(["serve", "--open"]);
  });

  test("gives up after 5 s on a host that accepts the connection and sends nothing", async () => {
    const project = makeProject();
    const mirror = await serveMirror(() => {});
    const { stderr, ms } = await start(project, [], { ELECTRON_MIRROR: mirror });
    expect(stderr).toMatch(
      /^Electron's runtime is not installed .* \(127\.0\.0\.1:\d+ does not answer\): .*\n$/u,
    );
    expect(ms).toBeGreaterThan(4500);
    // Whoever waits for an answer waits five minutes; a busy machine makes seconds of less than one.
    expect(ms).toBeLessThan(120_000);
    expect(project.startedWith("tieout")).toEqual(["serve", "--open"]);
  });

  test("names a host that lacks the version, with its response", async () => {
    const project = makeProject();
    const asked: (string | undefined)[] = [];
    const mirror = await serveMirror(({ url }, response) => {
      asked.push(url);
      response.writeHead(404).end();
    });
    const { stderr } = await start(project, [], { ELECTRON_MIRROR: mirror });
    expect(stderr).toMatch(/\(127\.0\.0\.1:\d+ answered 404\)/u);
    expect(asked).toEqual([`/v${VERSION}/electron-v${VERSION}-${process.platform}-${process.arch}.zip`]);
  });

  test("has the package's own script fetch it from a host that responds, and opens Electron", async () => {
    const project = makeProject();
    putRuntime(project, "fetched");
    project.put(
      "node_modules/electron/install.js",
      `import { cpSync } from "node:fs"; cpSync("fetched", "node_modules/electron/dist", { recursive: true });`,
    );
    project.put("node_modules/electron/package.json", JSON.stringify({ version: VERSION, type: "module" }));
    const mirror = await serveMirror((_, response) => response.writeHead(200).end("zip"));
    const { status, stderr } = await start(project, [], { ELECTRON_MIRROR: mirror });
    expect(status).toBe(0);
    expect(stderr).toMatch(/^Downloading Electron's runtime[^\n]*\n$/u);
    expect(project.startedWith("electron")).toEqual([project.root]);
  });

  test("reports a script that fails, without its stack", async () => {
    const project = makeProject();
    const mirror = await serveMirror((_, response) => response.writeHead(200).end("zip"));
    const { stderr } = await start(project, [], { ELECTRON_MIRROR: mirror });
    expect(stderr).toContain("its download failed with status 3");
    expect(stderr).not.toMatch(/ at .*:\d+/u);
    expect(project.startedWith("tieout")).toEqual(["serve", "--open"]);
  });
});

describe("the build", () => {
  const BUILDER = "node_modules/electron-vite/bin/electron-vite.js";
  const touchAll = `import { utimesSync } from "node:fs"; const now = new Date(Date.now() + 60000); for (const file of ${JSON.stringify(BUILT)}) utimesSync(file, now, now); console.log(process.argv.slice(2).join(" "));`;

  test.each([
    ["a source", "src/index.ts"],
    ["the lock file", "package-lock.json"],
    ["the build's configuration", "electron.vite.config.ts"],
  ])("is made again when %s is newer, once", async (_, file) => {
    const project = makeProject();
    putRuntime(project, "node_modules/electron/dist");
    project.put(BUILDER, touchAll);
    const newer = new Date(Date.now() + 10_000);
    utimesSync(project.put(file), newer, newer);
    expect((await start(project)).stderr).toMatch(/^Building Tieout[^\n]*\n$/u);
    expect((await start(project)).stderr).toBe("");
  });

  test("ends the start with its own error when it fails", async () => {
    const project = makeProject();
    project.put(BUILDER, "console.error('src/index.ts: what is this?'); process.exitCode = 1;");
    const newer = new Date(Date.now() + 10_000);
    utimesSync(project.put("src/index.ts"), newer, newer);
    const { status, stderr } = await start(project);
    expect(status).toBe(2);
    expect(stderr).toContain("src/index.ts: what is this?");
    expect(project.startedWith("tieout")).toBeNull();
  });
});

describe("arguments", () => {
  test.each([[["a.tieout", "b.tieout"]], [["--help"]]])("refuses %j as USAGE", async (given) => {
    const { status, stderr } = await start(makeProject(), given);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^USAGE: [^\n]+\n$/u);
  });

  test.each([
    ["bin/start.js", "npm start"],
    ["bin/tieout.js", "npx tieout"],
  ])("%s refuses a Node that is too old before it loads anything", async (file, command) => {
    const old =
      "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'22.18.0'}})";
    const child = spawn(process.execPath, ["--import", old, join(ROOT, file)]);
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const [status] = (await once(child, "close")) as [number];
    expect(status).toBe(2);
    expect(stderr).toBe(
      `NODE_TOO_OLD: Tieout needs Node 22.19 or newer and this is 22.18.0. Run \`${command}\` inside the clone. It uses the Node that \`npm ci\` installed there.\n`,
    );
  });
});
