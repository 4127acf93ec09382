/**
 * The names of all methods. The build puts the list itself in the place of this file
 * (electron.vite.config.ts), so that preload and page carry no parser.
 */
import { CONTRACT, type MethodName } from "./contract.ts";

export const METHODS = Object.keys(CONTRACT) as readonly MethodName[];
