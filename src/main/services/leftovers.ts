/** What killed processes left among the system's temporary files: it holds clients' records, and goes when a program begins. */
export { removeAbandonedFolders } from "../excel/own-folder.ts";
