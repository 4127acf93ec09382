/** Where the program of a thread is, and the memory that it gets. */

/**
 * The path of a thread's program: TypeScript when run from source, otherwise the built file beside its
 * caller.
 * @param name `packing` for `packing.worker.ts`
 * @param beside `import.meta.url` of its caller, in the same folder of the source
 */
export function workerFile(name: string, beside: string): URL {
  const extension = beside.endsWith(".ts") ? "ts" : "js";
  return new URL(`./${name}.worker.${extension}`, beside);
}

/**
 * For a thread whose objects live for a moment, or are columns outside of V8's heap: room for few of them is
 * enough, where V8 would take up to 48 MB and keep them.
 */
export const FEW_YOUNG_OBJECTS = { maxYoungGenerationSizeMb: 16 };
