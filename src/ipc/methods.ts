/** The names of all methods; the build puts the list here (electron.vite.config.ts), without the parser. */
import { CONTRACT, type MethodName } from "./contract.ts";

export const METHODS = Object.keys(CONTRACT) as readonly MethodName[];
