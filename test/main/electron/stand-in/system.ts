/** The stand-in's parts of the system: dialogs, menu, screens, theme, shell, keychain. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import type { MenuItemConstructorOptions } from "electron";
import { answers, breach, onlyOn, onlyWhenReady, run, seen } from "./rules.ts";

type Options = Readonly<Record<string, unknown>>;

/** @param given a window or none, then the options */
function asked(kind: string, given: readonly unknown[]): unknown {
  onlyWhenReady(`dialog.${kind}`);
  seen.dialogs.push({ kind, options: structuredClone(given.at(-1) as Options) });
  return answers.shift();
}

export const dialog = {
  async showOpenDialog(...given: unknown[]): Promise<unknown> {
    const paths = (await asked("showOpenDialog", given)) as string[] | undefined;
    return { canceled: paths === undefined, filePaths: paths ?? [] };
  },
  async showSaveDialog(...given: unknown[]): Promise<unknown> {
    const path = (await asked("showSaveDialog", given)) as string | undefined;
    return { canceled: path === undefined, filePath: path ?? "" };
  },
  async showMessageBox(...given: unknown[]): Promise<unknown> {
    const { cancelId = 0 } = given.at(-1) as { readonly cancelId?: number };
    return { response: (await asked("showMessageBox", given)) ?? cancelId, checkboxChecked: false };
  },
  showErrorBox(title: string, content: string): void {
    seen.dialogs.push({ kind: "showErrorBox", options: { title, content } });
  },
};

let menu: readonly MenuItemConstructorOptions[] = [];
/** The menu as it was set last. */
export const shownMenu = (): readonly MenuItemConstructorOptions[] => menu;

export const Menu = {
  buildFromTemplate(template: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] {
    checkItems(template);
    return template;
  },
  setApplicationMenu(built: readonly MenuItemConstructorOptions[]): void {
    onlyWhenReady("Menu.setApplicationMenu");
    menu = built;
  },
};

function checkItems(items: readonly MenuItemConstructorOptions[]): void {
  const ids = items.map(({ id }) => id).filter((id) => id !== undefined);
  if (new Set(ids).size < ids.length) breach("two menu items of one id");
  for (const { label, role, type, submenu, accelerator } of items) {
    if (label === undefined && role === undefined && type !== "separator") {
      breach("a menu item without label, role or type");
    }
    if (typeof accelerator === "string" && accelerator.includes("++"))
      breach(`no accelerator: ${accelerator}`);
    if (Array.isArray(submenu)) checkItems(submenu);
  }
}

export const screen = {
  getAllDisplays(): unknown[] {
    onlyWhenReady("screen");
    return [{ workArea: { x: 0, y: 25, width: 1440, height: 875 } }];
  },
};

class StandInTheme extends EventEmitter {
  #source = "system";
  get themeSource(): string {
    return this.#source;
  }
  set themeSource(source: string) {
    if (!["system", "light", "dark"].includes(source)) breach(`no theme: ${source}`);
    this.#source = source;
    this.emit("updated");
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === "system" ? run.setting.prefersDark : this.#source === "dark";
  }
}
export const nativeTheme = new StandInTheme();

export const shell = {
  showItemInFolder: (path: string): unknown => seen.revealed.push(path),
  openPath: (path: string): Promise<string> => {
    seen.viewed.push(path);
    return Promise.resolve("");
  },
  openExternal: (url: string): unknown => seen.openedOutside.push(url),
};

const key = randomBytes(32);
let isAvailabilityKnown = false;

/** Encrypts for real, so that a secret cannot be found in what it gives. */
export const safeStorage = {
  isAsyncEncryptionAvailable(): Promise<boolean> {
    onlyWhenReady("safeStorage");
    isAvailabilityKnown = true;
    return Promise.resolve(run.setting.keychain !== "absent");
  },
  getSelectedStorageBackend(): string {
    onlyOn("safeStorage.getSelectedStorageBackend", "linux");
    if (!isAvailabilityKnown) return "unknown";
    return run.setting.keychain === "basic_text" ? "basic_text" : "gnome_libsecret";
  },
  encryptStringAsync(text: string): Promise<Buffer> {
    onlyWhenReady("safeStorage");
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key, iv);
    const encrypted = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final()]);
    return Promise.resolve(Buffer.concat([encrypted, cipher.getAuthTag()]));
  },
  decryptStringAsync(encrypted: Buffer): Promise<unknown> {
    onlyWhenReady("safeStorage");
    if (!Buffer.isBuffer(encrypted)) breach("safeStorage.decryptStringAsync takes a Buffer");
    if (run.setting.keychain === "changed") {
      return Promise.reject(new Error("Error while decrypting the ciphertext"));
    }
    const decipher = createDecipheriv("aes-256-gcm", key, encrypted.subarray(0, 12));
    decipher.setAuthTag(encrypted.subarray(-16));
    const result = decipher.update(encrypted.subarray(12, -16), undefined, "utf8");
    return Promise.resolve({ result: result + decipher.final("utf8"), shouldReEncrypt: false });
  },
  isEncryptionAvailable: (): never => breach("safeStorage.isEncryptionAvailable is deprecated"),
  encryptString: (): never => breach("safeStorage.encryptString is deprecated"),
  decryptString: (): never => breach("safeStorage.decryptString is deprecated"),
  setUsePlainTextEncryption: (): never => breach("safeStorage.setUsePlainTextEncryption protects nothing"),
};
