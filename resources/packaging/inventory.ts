/**
 * What the built app contains of others: the third-party notices and a software bill of materials (CycloneDX 1.6), both made from what
 * the bundles and the packed libraries really hold.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { Enums, Models, SPDX, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import type { Plugin } from "vite";

/** What a package says of itself, and where it lies. */
interface Package {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly description: string;
  readonly homepage: string;
  readonly dependencies: readonly string[];
}

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice|ofl)\b.*$/iu;

/** Collects what all builds of one run contain, and writes it when the last one is done. */
export class Inventory {
  readonly #root: string;
  readonly #packages = new Map<string, Package>();

  /** @param root the project's folder: its package.json names the libraries that are packed as they are */
  constructor(root: string) {
    this.#root = root;
  }

  /** Notes the package of each module and each font that goes into a bundle. */
  collect(): Plugin {
    let from = this.#root;
    return {
      name: "tieout-inventory",
      configResolved: ({ root }) => {
        from = root;
      },
      generateBundle: (_options, bundle) => {
        for (const output of Object.values(bundle)) {
          const files = output.type === "chunk" ? output.moduleIds : output.originalFileNames;
          for (const file of files)
            this.#addFile(resolve(from, file.replace(/^\0/u, "").replace(/\?.*$/u, "")));
        }
      },
    };
  }

  /** Writes `THIRD-PARTY-NOTICES.txt` and `sbom.cdx.json` once the bundle of this plugin is written. */
  write(outDir: string): Plugin {
    return {
      name: "tieout-inventory-writer",
      writeBundle: () => {
        const own = readPackage(this.#root);
        for (const name of own.dependencies) this.#addInstalled(name, this.#root);
        this.#addInstalled("electron", this.#root);
        const packages = [...this.#packages.values()].toSorted(
          (a, b) => compare(a.name, b.name) || compare(a.version, b.version),
        );
        mkdirSync(outDir, { recursive: true });
        writeFileSync(join(outDir, "THIRD-PARTY-NOTICES.txt"), noticesOf(packages));
        writeFileSync(join(outDir, "sbom.cdx.json"), billOfMaterials(own, packages));
      },
    };
  }

  #addFile(file: string): void {
    const marker = `${sep}node_modules${sep}`;
    const at = file.lastIndexOf(marker);
    if (at === -1) return;
    const [scope = "", name = ""] = file.slice(at + marker.length).split(sep);
    this.#add(join(file.slice(0, at + marker.length), scope.startsWith("@") ? join(scope, name) : scope));
  }

  /** Adds a library that is packed as it is, and all that it needs. Electron brings its own runtime and needs nothing at run time. */
  #addInstalled(name: string, from: string): void {
    const folder = findPackage(name, from);
    // What is optional and for another system is not installed.
    if (folder === null || !this.#add(folder) || name === "electron") return;
    for (const needed of readPackage(folder).dependencies) this.#addInstalled(needed, folder);
  }

  /** @returns whether it was not known yet */
  #add(folder: string): boolean {
    const found = readPackage(folder);
    const key = `${found.name}@${found.version}`;
    if (this.#packages.has(key)) return false;
    this.#packages.set(key, found);
    return true;
  }
}

/** @throws Error when a package does not say under which licence it is */
function readPackage(folder: string): Package {
  const said = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, unknown>;
  const {
    name,
    version,
    license,
    description = "",
    homepage = "",
    dependencies,
    optionalDependencies,
  } = said;
  if (typeof name !== "string" || typeof version !== "string" || typeof license !== "string")
    throw new Error(`${folder}: package.json states no name, version or license`);
  return {
    folder,
    name,
    version,
    license,
    description: String(description),
    homepage: String(homepage),
    dependencies: Object.keys(Object.assign({}, dependencies, optionalDependencies)),
  };
}

/** The folder of a package as Node finds it from another one; null when it is not installed. */
function findPackage(name: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return candidate;
    if (dirname(folder) === folder) return null;
  }
}

/** Name, version and licence of each package, and the licence's text where the package brings it. */
function noticesOf(packages: readonly Package[]): string {
  const parts = packages.map(({ folder, name, version, license, homepage }) => {
    const texts = readdirSync(folder)
      .filter((file) => LICENSE_FILE.test(file))
      .toSorted(compare)
      .map((file) => readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim());
    return [
      `${name} ${version}`,
      `Licence: ${license}`,
      ...(homepage === "" ? [] : [homepage]),
      "",
      ...texts,
    ].join("\n");
  });
  const head = "Tieout contains the following software of others, under the licences given here.";
  return `${[head, ...parts].join(`\n\n${"-".repeat(72)}\n\n`)}\n`;
}

/** The bill of materials without time or serial number, so that the same build gives the same bytes. */
function billOfMaterials(own: Package, packages: readonly Package[]): string {
  const bom = new Models.Bom();
  bom.metadata.component = componentOf(own, Enums.ComponentType.Application);
  for (const found of packages) bom.components.add(componentOf(found, Enums.ComponentType.Library));
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function componentOf(
  { name, version, license, description }: Package,
  type: Enums.ComponentType,
): Models.Component {
  const [scope, short] = name.startsWith("@") ? name.split("/") : [undefined, name];
  const purl = `pkg:npm/${scope === undefined ? "" : `${encodeURIComponent(scope)}/`}${short}@${version}`;
  return new Models.Component(type, short ?? name, {
    ...(scope === undefined ? {} : { group: scope }),
    version,
    purl,
    bomRef: `${name}@${version}`,
    description,
    licenses: new Models.LicenseRepository([licenseOf(license)]),
  });
}

/** One SPDX id, an expression of several, or words of its own. */
function licenseOf(text: string): Models.License {
  if (SPDX.isSupportedSpdxId(text)) return new Models.SpdxLicense(text);
  return / (?:OR|AND|WITH) /u.test(text) ? new Models.LicenseExpression(text) : new Models.NamedLicense(text);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
