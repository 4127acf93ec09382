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
