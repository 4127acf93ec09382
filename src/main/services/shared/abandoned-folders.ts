/** Removes what killed processes left in the system's temporary folder, which may hold clients' records. */
export { removeAbandonedFolders } from "../../excel/output/own-folder.ts";
