/** The packaging configuration, held against electron-builder's own schema and against what must not be lost. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "../../..");
const read = (file: string): Buffer => readFileSync(join(ROOT, file));

interface Configuration {
  readonly appId: string;
  readonly files: readonly string[];
  readonly electronFuses: Readonly<Record<string, boolean>>;
  readonly fileAssociations: readonly unknown[];
  readonly mac: { readonly icon: string; readonly entitlements: string };
  readonly win: { readonly icon: string };
  readonly linux: { readonly icon: string };
}

const configuration = parse(read("electron-builder.yml").toString()) as Configuration;

/** electron-builder's own check. It is a dependency of electron-builder, found from there. */
const { validateConfiguration } = createRequire(createRequire(import.meta.url).resolve("electron-builder"))(
  "app-builder-lib/out/util/config/config.js",
) as {
  readonly validateConfiguration: (given: unknown, log: { readonly isEnabled: boolean }) => Promise<void>;
};

describe("electron-builder.yml", () => {
  test("follows electron-builder's schema", async () => {
    await expect(
      validateConfiguration(structuredClone(configuration), { isEnabled: false }),
    ).resolves.toBeUndefined();
  });

  test("is checked by a schema that refuses a misspelt key", async () => {
    const misspelt = { ...configuration, electronFuse: {} };
    await expect(validateConfiguration(misspelt, { isEnabled: false })).rejects.toThrow("electronFuse");
  });

  test("sets every fuse of the program, the dangerous ones off and the protecting ones on", () => {
    expect(configuration.electronFuses).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      grantFileProtocolExtraPrivileges: false,
      onlyLoadAppFromAsar: true,
      enableEmbeddedAsarIntegrityValidation: true,
      enableCookieEncryption: true,
    });
  });

  test("packs what runs, unpacks what is native, and opens .tieout files", () => {
    expect(configuration).toMatchObject({
      asar: true,
      asarUnpack: ["**/*.node"],
      files: expect.arrayContaining(["out/**", "package.json"]),
      fileAssociations: [{ ext: "tieout", role: "Editor" }],
      mac: { hardenedRuntime: true },
      nsis: { deleteAppDataOnUninstall: false },
    });
    expect(read("src/main/electron/index.ts").toString()).toContain(`"${configuration.appId}"`);
    const { main } = JSON.parse(read("package.json").toString()) as { readonly main: string };
    expect(main).toBe("out/main/index.js");
  });

  test("names files that exist", () => {
    const { mac, win, linux } = configuration;
    for (const file of [mac.icon, mac.entitlements, win.icon, linux.icon]) {
      expect({ file, isThere: existsSync(join(ROOT, file)) }).toEqual({ file, isThere: true });
    }
  });
});

test("the icon is a picture large enough for electron-builder to make every size of it", () => {
  const png = read(configuration.mac.icon);
  expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1024, 1024]);
  expect(configuration.win.icon).toBe(configuration.mac.icon);
  expect(read(configuration.linux.icon).toString()).toContain("<svg");
});
