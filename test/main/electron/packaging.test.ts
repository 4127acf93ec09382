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
    expect(read("src/main/index.ts").toString()).toContain(`"${configuration.appId}"`);
    const { main } = JSON.parse(read("package.json").toString()) as { readonly main: string };
    expect(main).toBe("out/main/index.js");
  });

  test("names files that exist", () => {
    const { mac, win, linux } = configuration;
    for (const file of [mac.icon, mac.entitlements, win.icon, linux.icon, "resources/icons/512x512.png"]) {
      expect({ file, isThere: existsSync(join(ROOT, file)) }).toEqual({ file, isThere: true });
    }
    expect(configuration.files).toContain("resources/icons/512x512.png");
  });
});

/** The sides of a PNG, in pixels. */
function sides(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe("the icon", () => {
  test.each([16, 32, 48, 64, 128, 256, 512, 1024])("has a version of %i pixels", (size) => {
    expect(sides(read(`resources/icons/${size}x${size}.png`))).toEqual([size, size]);
  });

  test("for Windows has six sizes, each where its record says", () => {
    const ico = read("resources/icons/icon.ico");
    const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
      const at = 6 + 16 * index;
      const offset = ico.readUInt32LE(at + 12);
      const size = ico.readUInt8(at) || 256;
      expect(sides(ico.subarray(offset, offset + ico.readUInt32LE(at + 8)))).toEqual([size, size]);
      return size;
    });
    expect(sizes).toEqual([16, 32, 48, 64, 128, 256]);
  });

  test("for macOS has eight pictures and nothing else", () => {
    const icns = read("resources/icons/icon.icns");
    expect(icns.toString("latin1", 0, 4)).toBe("icns");
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    const found: string[] = [];
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
      found.push(`${icns.toString("latin1", at, at + 4)} ${sides(icns.subarray(at + 8))[0]}`);
    }
    expect(found).toEqual([
      "ic11 32",
      "ic12 64",
      "ic07 128",
      "ic08 256",
      "ic13 256",
      "ic09 512",
      "ic14 512",
      "ic10 1024",
    ]);
  });
});
