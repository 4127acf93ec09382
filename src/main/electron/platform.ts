/** Electron's implementation of the platform: native dialogs, file manager, recent documents, keychain. */
import { existsSync } from "node:fs";
import { basename, extname, join } from "node:path";
import {
  BrowserWindow,
  type FileFilter,
  type OpenDialogOptions,
  type SaveDialogOptions,
  app,
  dialog,
  safeStorage,
  shell,
} from "electron";
import { TieoutError } from "../../core/errors.ts";
import { type OpenPurpose, type Platform, type SavePurpose, ownSystem } from "../backend/calls/desk.ts";
import type { SecretKeeper } from "../backend/stores/connections.ts";

const LEDGER: FileFilter = { name: "Tieout ledger", extensions: ["tieout"] };
const BINDER: FileFilter = { name: "PDF", extensions: ["pdf"] };
const LETTER: FileFilter = { name: "Word document", extensions: ["docx"] };
const WORKBOOK: FileFilter = { name: "Excel workbook", extensions: ["xlsx"] };
const TABLES: FileFilter = { name: "ZIP", extensions: ["zip"] };
const CSV: FileFilter = { name: "CSV", extensions: ["csv"] };
const ANSWERS: FileFilter = { name: "Saved responses", extensions: ["json", "txt"] };
const ANYTHING: FileFilter = { name: "All files", extensions: ["*"] };

const OPENING: Readonly<Record<OpenPurpose, OpenDialogOptions>> = {
  ledger: { title: "Open a ledger", filters: [LEDGER, ANYTHING], properties: ["openFile"] },
  answers: {
    title: "Import saved responses",
    filters: [ANSWERS, ANYTHING],
    properties: ["openFile", "multiSelections"],
  },
  workbook: { title: "Choose the workbook", filters: [WORKBOOK, ANYTHING], properties: ["openFile"] },
  evidence: {
    title: "Attach evidence",
    filters: [ANYTHING],
    properties: ["openFile", "multiSelections"],
  },
  clients: { title: "Choose the folder of your clients' ledgers", properties: ["openDirectory"] },
};

interface SaveQuestion {
  readonly title: string;
  /** null where the name may have any ending, or none. */
  readonly filter: FileFilter | null;
}

const SAVING: Readonly<Record<Exclude<SavePurpose, "workbooks">, SaveQuestion>> = {
  ledger: { title: "Save the new ledger as", filter: LEDGER },
  workbook: { title: "Export the workbook to", filter: WORKBOOK },
  binder: { title: "Export the binder to", filter: BINDER },
  letter: { title: "Save the letter as", filter: LETTER },
  tables: { title: "Export the tables to", filter: TABLES },
  table: { title: "Save the rows as", filter: CSV },
  pack: { title: "Save the evidence pack as", filter: TABLES },
  "back-up": { title: "Back up to", filter: LEDGER },
  evidence: { title: "Save the evidence as", filter: null },
  journal: { title: "Save the journal as", filter: null },
};

const SAVE_PROPERTIES = ["createDirectory", "showOverwriteConfirmation"] as const satisfies NonNullable<
  SaveDialogOptions["properties"]
>;

/** @param opened is called with which ledger was opened */
export function electronPlatform(opened: (path: string) => void): Platform {
  return {
    host: "electron",
    os: ownSystem(),
    async chooseToOpen(purpose) {
      const { canceled, filePaths } = await askToOpen(OPENING[purpose]);
      return canceled ? [] : filePaths;
    },
    chooseToSave: (purpose, suggestedName) =>
      purpose === "workbooks" ? askForFolder() : askToSave(SAVING[purpose], suggestedName),
    reveal(path) {
      shell.showItemInFolder(path);
      return Promise.resolve();
    },
    async view(path) {
      // Its ending is one that a viewer reads: `copyToOpen` gives it no other.
      const failure = await shell.openPath(path);
      if (failure === "") return;
      const sentence = "The system has no program that opens this kind of file";
      throw new TieoutError("EVIDENCE_NOT_OPENED", sentence, { file: basename(path) });
    },
    noteRecent(path) {
      if (process.platform !== "linux") app.addRecentDocument(path);
      opened(path);
    },
    secrets: keychain,
  };
}

/** The window that a question belongs to. */
function askingWindow(): BrowserWindow | null {
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0] ?? null;
}

function askToOpen(options: OpenDialogOptions): ReturnType<typeof dialog.showOpenDialog> {
  const window = askingWindow();
  return window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options);
}

async function askForFolder(): Promise<string | null> {
  const { canceled, filePaths } = await askToOpen({
    title: "Write the workbooks into a folder",
    properties: ["openDirectory", "createDirectory"],
  });
  return canceled ? null : (filePaths[0] ?? null);
}

async function askToSave({ title, filter }: SaveQuestion, name: string): Promise<string | null> {
  const window = askingWindow();
  let defaultPath = join(app.getPath("documents"), name);
  for (;;) {
    const options: SaveDialogOptions = {
      title,
      defaultPath,
      ...(filter === null ? {} : { filters: [filter] }),
      properties: [...SAVE_PROPERTIES],
    };
    const { canceled, filePath } =
      window === null ? await dialog.showSaveDialog(options) : await dialog.showSaveDialog(window, options);
    if (canceled || filePath === "") return null;
    if (filter === null) return filePath;
    const extension = `.${filter.extensions.join("")}`;
    if (extname(filePath).toLowerCase() === extension) return filePath;
    // Not every system adds the ending. If that names another existing file, the person has not confirmed it
    // yet.
    defaultPath = `${filePath}${extension}`;
    if (!existsSync(defaultPath)) return defaultPath;
  }
}

/** By the asynchronous calls; the synchronous ones are deprecated and wait for the keychain. */
const keychain: SecretKeeper = {
  async protect(text) {
    await requireKeychain();
    try {
      return await safeStorage.encryptStringAsync(text);
    } catch {
      throw unprotected();
    }
  },
  async reveal(protectedText) {
    await requireKeychain();
    try {
      const { result } = await safeStorage.decryptStringAsync(Buffer.from(protectedText));
      return result;
    } catch {
      throw new TieoutError("SECRET_UNREADABLE", "The system's keychain cannot read the stored credentials");
    }
  },
};

/**
 * On Linux, where no keychain is found, Chromium falls back on a password that everybody knows: that protects
 * nothing. Which one it found is known once the asynchronous calls are ready.
 *
 * @throws TieoutError SECRET_UNPROTECTED
 */
async function requireKeychain(): Promise<void> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) throw unprotected();
  if (process.platform !== "linux") return;
  const backend = safeStorage.getSelectedStorageBackend();
  if (backend === "basic_text" || backend === "unknown") throw unprotected();
}

function unprotected(): TieoutError {
  return new TieoutError("SECRET_UNPROTECTED", "The system has no keychain to protect the credentials");
}
