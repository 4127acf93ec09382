/** The packed program: packed for real around a runtime that is none, unpacked again, and run under the stand-in. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { isStale } from "../../../bin/start/build.js";
import { temporaryFolder } from "../../helpers/cli.ts";
import { startApp } from "./app.ts";

const ROOT = join(import.meta.dirname, "../../..");
const require = createRequire(import.meta.url);
const builderRequire = createRequire(
  createRequire(require.resolve("electron-builder")).resolve("app-builder-lib"),
);
const asar = builderRequire("@electron/asar") as {
  readonly extractAll: (archive: string, to: string) => void;
};

/** What marks the fuses in Electron's executable; version, count and one digit for each follow. */
const FUSE_MARK = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";

/** So much of Electron's runtime as packing touches: an executable with fuses, all as they are delivered. */
function runtimeFolder(): string {
  const folder = temporaryFolder();
  const fuses = Buffer.concat([Buffer.from(FUSE_MARK), Buffer.from([1, 9]), Buffer.from("101101011")]);
  writeFileSync(join(folder, "electron"), Buffer.concat([fuses, Buffer.alloc(64)]), { mode: 0o755 });
  mkdirSync(join(folder, "locales"));
  for (const file of ["version", "LICENSE", "LICENSES.chromium.html"]) writeFileSync(join(folder, file), "");
  return folder;
}

/** Runs electron-builder as `npm run package` does, up to the folder that an installer would be made of. */
function pack(): string {
  const output = temporaryFolder();
  const builder = join(ROOT, "node_modules/electron-builder/cli.js");
  const given = [`-c.electronDist=${runtimeFolder()}`, `-c.directories.output=${output}`];
  const env = { PATH: process.env["PATH"], HOME: output };
  execFileSync(process.execPath, [builder, "--linux", "dir", "--x64", ...given], {
    cwd: ROOT,
    env,
    stdio: "pipe",
  });
  return join(output, "linux-unpacked");
}

/** Each library below a folder of packages, as `name@version`. */
function packedLibraries(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => /(?:^|node_modules\/)(?:@[^/]+\/)?[^@/]+\/package\.json$/u.test(file))
    .map(
      (file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as { name?: string; version?: string },
    )
    .flatMap(({ name, version }) => (version === undefined ? [] : [`${name}@${version}`]));
  expect(found.length).toBeGreaterThan(50);
  return found;
}

test.skipIf(process.platform !== "linux" || process.arch !== "x64")(
  "the package has its fuses set, its binary outside, and runs on its own content",
  async ({ skip }) => {
    if (isStale(ROOT)) skip("skipped: out/ is older than the sources; npm run build");
    const packed = pack();

    const executable = readFileSync(join(packed, "tieout")).toString("latin1");
    const fuses = executable.slice(executable.indexOf(FUSE_MARK) + FUSE_MARK.length + 2).slice(0, 8);
    // RunAsNode, CookieEncryption, NodeOptions, CliInspect, AsarIntegrity, OnlyAsar, BrowserSnapshot, FileProtocol
    expect(fuses).toBe("01001100");

    const binaries = readdirSync(join(packed, "resources/app.asar.unpacked"), { recursive: true })
      .map(String)
      .filter((file) => file.endsWith(".node"));
    expect(binaries).toEqual(["node_modules/better-sqlite3/prebuilds/linux-x64.node"]);

    const unpacked = temporaryFolder();
    asar.extractAll(join(packed, "resources/app.asar"), unpacked);
    expect(readdirSync(unpacked).toSorted()).toEqual(["node_modules", "out", "package.json"]);
    // The bill of materials names each library that is packed.
    const bill = readFileSync(join(unpacked, "out/sbom.cdx.json"), "utf8");
    const unnamed = packedLibraries(join(unpacked, "node_modules")).filter((id) => !bill.includes(`"${id}"`));
    expect(unnamed).toEqual([]);

    const app = await startApp(
      { isPackaged: true, argv: ["/opt/Tieout/tieout"] },
      { built: join(unpacked, "out") },
    );
    expect(await app.call("sandbox.fill", { entries: 100 })).toMatchObject({ ok: true });
    await vi.waitFor(async () => expect((await app.act("window")).title).toBe("Sandbox – Tieout"), {
      timeout: 40_000,
    });
    expect(await app.act("seen")).toMatchObject({ breaches: [], dialogs: [] });
  },
  180_000,
);
