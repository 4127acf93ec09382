/** The browser host keeps the app's own folder where Electron keeps it. */
export { dataFolder } from "../main/ipc/data-folder.ts";
