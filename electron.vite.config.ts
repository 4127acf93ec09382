import { resolve } from "node:path";
import { defineConfig } from "electron-vite";

/**
 * One build for everything that runs outside the renderer. The command line is built beside Electron's main process,
 * because both stand on the same services; libraries stay in node_modules. All files lie flat, so that a thread's file is beside
 * whoever starts it.
 */
export default defineConfig({
  main: {
    build: {
      outDir: "out/main",
      target: "node22",
      sourcemap: false,
      rollupOptions: {
        input: {
          cli: resolve("src/cli/index.ts"),
          "packing.worker": resolve("src/main/services/packing.worker.ts"),
        },
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  },
});
