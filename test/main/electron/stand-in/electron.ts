/** What `import … from "electron"` gives in these tests: only what the app uses, under Electron's own names. */
export { app } from "./app.ts";
export { ipcMain } from "./ipc.ts";
export { protocol, session } from "./session.ts";
export { Menu, dialog, nativeTheme, safeStorage, screen, shell } from "./system.ts";
export { StandInWindow as BrowserWindow } from "./windows.ts";
