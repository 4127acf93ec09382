/** What the build says of the software of others in it: the notices and the bill of materials. */
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { builtFolder } from "../../helpers/built.ts";
import { temporaryFolder } from "../../helpers/cli.ts";

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly "bom-ref": string;
  readonly licenses: readonly unknown[];
}

const SCHEMAS = join(
  dirname(createRequire(import.meta.url).resolve("@cyclonedx/cyclonedx-library/package.json")),
  "res/schema",
);
const schema = (name: string) =>
  JSON.parse(readFileSync(join(SCHEMAS, `${name}.SNAPSHOT.schema.json`), "utf8")) as { readonly $id: string };

test("the bill of materials follows CycloneDX's schema, and lists the libraries of every bundle, fonts and Electron included", async () => {
  const bill = JSON.parse(readFileSync(join(await builtFolder(), "sbom.cdx.json"), "utf8")) as {
    readonly components: readonly Component[];
  };
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const name of ["spdx", "jsf-0.82", "cryptography-defs"]) {
    ajv.addSchema({ ...schema(name), $id: `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json` });
  }
  const isValid = ajv.compile(schema("bom-1.6"));
  expect([isValid(bill), isValid.errors]).toEqual([true, null]);
  expect(isValid({ ...bill, bomFormat: "other" })).toBe(false);

  const names = new Set(bill.components.map((one) => one["bom-ref"].replace(/(?!^)@[^@]+$/u, "")));
  for (const name of ["better-sqlite3", "fastify", "exceljs", "undici", "zod"]) expect(names).toContain(name);
  for (const name of ["react", "react-dom", "ag-grid-community", "uplot"]) expect(names).toContain(name);
  for (const name of ["@fontsource-variable/inter", "@fontsource-variable/source-serif-4", "electron"])
    expect(names).toContain(name);
  for (const name of ["vitest", "playwright", "typescript", "vite"]) expect(names).not.toContain(name);
  expect(bill.components.filter(({ licenses }) => licenses.length === 0)).toEqual([]);
});

test("the notices list each component with its licence", async () => {
  const built = await builtFolder();
  const { components } = JSON.parse(readFileSync(join(built, "sbom.cdx.json"), "utf8")) as {
    readonly components: readonly Component[];
  };
  const notices = readFileSync(join(built, "THIRD-PARTY-NOTICES.txt"), "utf8");
  for (const { "bom-ref": id } of components)
    expect(notices).toContain(`\n${id.replace(/(?!^)@/u, " ")}\nLicence: `);
  expect(notices).toContain("SIL OPEN FONT LICENSE");
});

test("sha256sum accepts the checksums beside the installers", async () => {
  const folder = temporaryFolder();
  const paths = ["Tieout.deb", "Tieout.AppImage"].map((name) => join(folder, name));
  for (const path of paths) writeFileSync(path, path);
  const hook = join(import.meta.dirname, "../../../resources/packaging/checksums.js");
  const { default: writeChecksums } = (await import(hook)) as {
    default: (result: { outDir: string; artifactPaths: string[] }) => Promise<string[]>;
  };
  const written = await writeChecksums({ outDir: folder, artifactPaths: paths });
  expect(written).toEqual([join(folder, "SHA256SUMS")]);
  const sums = readFileSync(join(folder, "SHA256SUMS"), "utf8");
  const hashOf = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");
  expect(sums).toBe(`${hashOf(paths[1]!)}  Tieout.AppImage\n${hashOf(paths[0]!)}  Tieout.deb\n`);
  if (existsSync("/usr/bin/sha256sum")) execFileSync("sha256sum", ["-c", "SHA256SUMS"], { cwd: folder });
});
