import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import type { Plugin } from "vite";
import { Inventory } from "./resources/packaging/inventory.ts";
import { verifyPage } from "./resources/packaging/verify-page.ts";
import { METHODS } from "./src/ipc/methods.ts";

const inventory = new Inventory(import.meta.dirname);

const METHODS_FILE = resolve("src/ipc/methods.ts");

/**
 * The names of the bridge's methods as a list, in the place of the contract that they are the keys of. A build
 * that never meets the file fails: it would carry the whole contract, or go by another one.
 */
function methodNames(): Plugin {
  let hits = 0;
  return {
    name: "tieout-method-names",
    load(id) {
      // Vite adds a query to some ids, and writes them with / on every system.
      const [file = ""] = id.split("?");
      if (resolve(file) !== METHODS_FILE) return null;
      hits += 1;
      return `export const METHODS = ${JSON.stringify(METHODS)};`;
    },
    generateBundle() {
      if (hits === 0)
        this.error(`no module of this build is ${METHODS_FILE}, whose methods are to be listed`);
    },
  };
}

/** exceljs's readers, which nothing calls, would load saxes in our version, which is not theirs. */
function withoutReadersParser(): Plugin {
  return {
    name: "tieout-without-readers-parser",
    load: (id) =>
      resolve(id) === resolve("node_modules/exceljs/lib/utils/parse-sax.js")
        ? "module.exports = null;"
        : null,
  };
}

/** Installing builds, too: somebody who tries Tieout is told of what goes wrong, and not of two hundred files. */
const logLevel = "warn" as const;

/** In kB. All files come from the same machine, so that a large one costs nothing. */
const chunkSizeWarningLimit = 2000;

/** Has the browser fetch the place that a window begins with while it reads the page's own scripts. */
function fetchFirstPlace(): Plugin {
  return {
    name: "tieout-fetch-first-place",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const place = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith("/overview-place.tsx"));
        if (place === undefined) throw new Error("the overview is no chunk of its own");
        const page = chunks.find(({ isEntry }) => isEntry)?.fileName;
        return [place.fileName, ...place.imports]
          .filter((file) => file !== page)
          .map((file) => ({
            tag: "link",
            attrs: { rel: "modulepreload", crossorigin: true, href: `./${file}` },
          }));
      },
    },
  };
}

/** Which modules import one, but those that load it only when they need it. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** How many commands, threads and places of main want a module that lies with others in one file. */
const WANTED_BY_MANY = 30;

const COMMAND_LINE = resolve("src/cli/index.ts");

/** Whether the command line loads a module before it knows which command is run. */
function isLoadedAtStart(id: string, graph: ModuleGraph): boolean {
  const importers = new Set([id]);
  for (const module of importers)
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) importers.add(importer);
  // Some ids are written with / on every system.
  return [...importers].some((module) => resolve(module) === COMMAND_LINE);
}

/**
 * What most commands load lies in two files: as seventy of their own, finding and opening them took a fifth of a short command's time.
 * Help needs neither, but what any command starts with.
 */
const SHARED_CODE = [
  {
    name: (id: string, graph: ModuleGraph) => (isLoadedAtStart(id, graph) ? "start" : null),
    test: /src[\\/](?:core|main)[\\/]/u,
    priority: 3,
  },
  {
    name: "core",
    test: /src[\\/](?:core|main[\\/]excel[\\/]output)[\\/]/u,
    minShareCount: WANTED_BY_MANY,
    priority: 2,
  },
  { name: "shared", minShareCount: WANTED_BY_MANY, priority: 1 },
];

/** How long the parts of a build take says nothing to who installs. */
const checks = { bundlerTimings: false };

/**
 * Main, preload and renderer, and the command line beside Electron's main process, because both stand on the same services;
 * their libraries stay in node_modules, but zod, commander and exceljs, which are no dependencies of what is installed: read as 95
 * files zod takes as long as all else that a short command loads, commander's seven a tenth of what help does, and exceljs is 205 with
 * what it needs. All files of main lie flat, so that a thread's file is beside whoever starts it.
 */
export default defineConfig({
  main: {
    logLevel,
    plugins: [
      withoutReadersParser(),
      inventory.collect(),
      verifyPage(resolve("out/verify.html"), () => [inventory.collect()]),
    ],
    build: {
      outDir: "out/main",
      target: "node22",
      sourcemap: false,
      chunkSizeWarningLimit,
      rollupOptions: {
        checks,
        input: {
          index: resolve("src/main/electron/index.ts"),
          cli: resolve("src/cli/index.ts"),
          "packing.worker": resolve("src/main/services/import/packing.worker.ts"),
          "export.worker": resolve("src/main/services/practice/export.worker.ts"),
          "service.worker": resolve("src/main/backend/service.worker.ts"),
          "sandbox.worker": resolve("src/main/backend/sandbox.worker.ts"),
        },
        output: {
          format: "es",
          entryFileNames: "[name].js",
          chunkFileNames: "[name]-[hash].js",
          // Reading the code is a sixth of a short command, and takes three times as long where it has a character that is not ASCII.
          minify: true,
          charset: "ascii",
          codeSplitting: { groups: SHARED_CODE },
        },
      },
    },
  },
  preload: {
    logLevel,
    plugins: [methodNames(), inventory.collect()],
    build: {
      outDir: "out/preload",
      sourcemap: false,
      // A sandboxed preload is CommonJS in one file and may require electron alone.
      rollupOptions: {
        checks,
        input: { index: resolve("src/preload/index.ts") },
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    logLevel,
    root: "src/renderer",
    // The renderer is built last.
    plugins: [
      react(),
      fetchFirstPlace(),
      methodNames(),
      inventory.collect(),
      inventory.write(resolve("out")),
    ],
    worker: { format: "es", plugins: () => [inventory.collect()] },
    build: {
      outDir: "out/renderer",
      sourcemap: false,
      chunkSizeWarningLimit,
      minify: true,
      // Nothing may be inlined: the policy of the page allows no data: scripts, and a font is no data: URL either.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: {
        checks,
        input: { index: resolve("src/renderer/index.html") },
        // What the page begins with is one file, and not the two dozen that it shares with its places.
        output: { codeSplitting: { groups: [{ name: "start", tags: ["$initial"] }] } },
      },
    },
  },
});
