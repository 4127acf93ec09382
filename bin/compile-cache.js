// Plain JavaScript, as all that runs before the bundle.
import module from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Has Node keep what it compiles beside the code itself, and take it from there the next time. Whoever could put something else
 * there could change the code as well. Where nothing can be written, nothing is kept.
 */
export function keepCompiled() {
  // Threads are told by the environment.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("../out/main/compiled", import.meta.url));
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
}
