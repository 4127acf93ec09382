/** Builds `verify.html`: one file with its own style and scripts, and a policy that lets it ask no network. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Plugin, build } from "vite";

const SOURCES = resolve("resources/verify");

/** Writes the page to a file once the bundle of this plugin is written. @param plugins see what goes into it */
export function verifyPage(file: string, plugins: () => Plugin[]): Plugin {
  return {
    name: "tieout-verify-page",
    writeBundle: async () => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, await pageOf(plugins));
    },
  };
}

async function pageOf(plugins: () => Plugin[]): Promise<string> {
  const parts = {
    STYLE: readFileSync(join(SOURCES, "page.css"), "utf8"),
    WORKER: await scriptOf("worker.ts", plugins()),
    SCRIPT: await scriptOf("page.ts", plugins()),
  };
  const policy = [
    "default-src 'none'",
    `script-src '${digestOf(parts.SCRIPT)}'`,
    `style-src '${digestOf(parts.STYLE)}'`,
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const page = readFileSync(join(SOURCES, "page.html"), "utf8");
  // The policy counts white space around what it allows, too.
  return page.replaceAll(
    /\s*%([A-Z]+)%\s*/gu,
    (_, name: string) => ({ ...parts, POLICY: policy })[name] ?? "",
  );
}

/** As Content-Security-Policy names what it allows. */
function digestOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

async function scriptOf(name: string, plugins: Plugin[]): Promise<string> {
  const built = await build({
    configFile: false,
    root: SOURCES,
    logLevel: "warn",
    plugins,
    build: {
      write: false,
      target: "es2024",
      minify: true,
      rollupOptions: { input: join(SOURCES, name), output: { format: "iife" } },
    },
  });
  const [chunk, ...more] = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
  if (chunk?.type !== "chunk" || more.length > 0) throw new Error(`${name} is not one script`);
  if (/<\/script|<!--/iu.test(chunk.code)) throw new Error(`${name} cannot stand in a page`);
  return chunk.code.trim();
}
