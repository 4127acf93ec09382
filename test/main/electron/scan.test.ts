/** What no line of Electron's files may say, whoever writes it. */
import { readFileSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const SRC = join(ROOT, "src");

const sources = [SRC, join(ROOT, "sandbox")]
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/u.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ file: relative(SRC, path).split(sep).join("/"), text: readFileSync(path, "utf8") }));

/** Electron's own files. */
const isNative = (file: string): boolean => /^(?:main\/electron\/|preload\/)/u.test(file);

function where(pattern: RegExp, isAsked: (file: string) => boolean = () => true): string[] {
  return sources.filter(({ file, text }) => isAsked(file) && pattern.test(text)).map(({ file }) => file);
}

test("only main's own files, the bridge's end and the preload import electron", () => {
  const found = where(/from "electron"|require\("electron"\)|import\("electron"\)/u);
  expect(found.filter((file) => !isNative(file))).toEqual([]);
  expect(found).toContain("main/electron/security.ts");
});

test.each([
  ["an address handed to the system", /openExternal|openPath\s*\(\s*url|shell\.beep/u],
  ["Node in a page", /nodeIntegration\w*:\s*true/u],
  [
    "a page out of its sandbox",
    /sandbox:\s*false|contextIsolation:\s*false|webSecurity:\s*false|no-sandbox/u,
  ],
  ["an embedded browser", /webviewTag:\s*true|<webview/u],
  ["pages from files", /file:\/\/|loadFile\(/u],
  ["a call that waits", /sendSync|showMessageBoxSync|showOpenDialogSync|showSaveDialogSync/u],
  ["main's objects in a page", /@electron\/remote|electron\.remote|enableRemoteModule/u],
  ["scripts put into a page", /executeJavaScript|insertCSS|eval\(|new Function\(/u],
  [
    "the deprecated keychain calls",
    /\.(?:encryptString|decryptString|isEncryptionAvailable|setUsePlainTextEncryption)\(/u,
  ],
  ["a scheme past the policy", /bypassCSP:\s*true/u],
  ["ways around certificates", /ignore-certificate-errors|setCertificateVerifyProc|certificate-error/u],
  ["ipcRenderer handed to the page", /exposeInMainWorld\([^)]*ipcRenderer/u],
])("no file has: %s", (_, pattern) => {
  expect(where(pattern, isNative)).toEqual([]);
});

test("registers handlers for calls in one place, which checks the sender", () => {
  expect(where(/ipcMain\.(?:on|once|handle|handleOnce)\(/u)).toEqual(["main/electron/register.ts"]);
});

test("hands a file to the system in one place, which is given copies of evidence alone", () => {
  expect(where(/shell\.openPath\(/u)).toEqual(["main/electron/platform.ts"]);
  expect(where(/platform\.view\b/u)).toEqual(["main/backend/calls/all.ts"]);
});

test("creates windows in two places: those of the app, and the one out of sight that prints", () => {
  expect(where(/new BrowserWindow\(|new BaseWindow\(|new WebContentsView\(/u)).toEqual([
    "main/electron/printing.ts",
    "main/electron/window.ts",
  ]);
});
