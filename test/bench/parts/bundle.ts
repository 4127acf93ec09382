/** Bundles what a bench runs as the program is bundled, so that what is measured is what people run. */
import { join } from "node:path";
import { build } from "vite";

export const PROJECT = join(import.meta.dirname, "../../..");

/**
 * @param input the file of each bundle, by its name
 * @param outDir where NAME.js is written; emptied first
 */
export async function bundle(input: Readonly<Record<string, string>>, outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: "error",
    root: PROJECT,
    build: {
      ssr: true,
      target: "node22",
      outDir,
      rollupOptions: {
        input,
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  });
}
