/**
 * Where a thread's program lies: TypeScript where this runs from its source, else built beside whoever starts it.
 *
 * @param name `packing` for `packing.worker.ts`
 * @param beside `import.meta.url` of whoever starts it, in the same folder of the source
 */
export function workerFile(name: string, beside: string): URL {
  const extension = beside.endsWith(".ts") ? "ts" : "js";
  return new URL(`./${name}.worker.${extension}`, beside);
}
