/** Files that a person chooses, drops and gets: by the page in a browser, by the system's dialogs and its disk in Electron. */
import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import { IN_ELECTRON, appOf } from "./electron-window.ts";

/** A file that was written for a person. */
interface FileSaved {
  readonly name: string;
  readonly path: string;
}

/** Chooses files where `ask` has the window ask for some. @returns whether several may be chosen */
export async function chooseFiles(
  page: Page,
  ask: () => Promise<unknown>,
  ...paths: readonly string[]
): Promise<boolean> {
  if (IN_ELECTRON) return chooseInDialog(page, ask, paths);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), ask()]);
  await chooser.setFiles([...paths]);
  return chooser.isMultiple();
}

async function chooseInDialog(
  page: Page,
  ask: () => Promise<unknown>,
  paths: readonly string[],
): Promise<boolean> {
  const app = appOf(page);
  await app.evaluate(
    ({ dialog }, filePaths) => {
      const asked = globalThis as unknown as { asked: readonly string[] | null };
      asked.asked = null;
      dialog.showOpenDialog = async (...given: readonly unknown[]) => {
        asked.asked = (given.at(-1) as { readonly properties?: readonly string[] }).properties ?? [];
        return Promise.resolve({ canceled: false, filePaths });
      };
    },
    [...paths],
  );
  await ask();
  const properties = () =>
    app.evaluate(() => (globalThis as unknown as { asked: readonly string[] | null }).asked);
  await expect.poll(properties).not.toBeNull();
  return (await properties())?.includes("multiSelections") === true;
}

/** Opens a ledger's file by the first button for that. */
export async function openFile(page: Page, path: string): Promise<void> {
  const button = page.getByRole("button", { name: /^Open a/u }).first();
  await chooseFiles(page, () => button.click(), path);
}

/** Drops files as a file manager does. */
export async function dropFiles(page: Page, paths: readonly string[], on = "body"): Promise<void> {
  await page.evaluate(() => {
    const input = document.createElement("input");
    Object.assign(input, { type: "file", multiple: true, id: "dropped-files", hidden: true });
    document.body.append(input);
  });
  await page.locator("#dropped-files").setInputFiles([...paths]);
  const transfer = await page.evaluateHandle(() => {
    const input = document.querySelector<HTMLInputElement>("#dropped-files");
    const dropped = new DataTransfer();
    for (const file of input?.files ?? []) dropped.items.add(file);
    input?.remove();
    return dropped;
  });
  for (const type of ["dragenter", "dragover", "drop"]) {
    await page.dispatchEvent(on, type, { dataTransfer: transfer });
  }
}

/** The file that the window writes when it is asked to. */
export async function savedFile(page: Page, ask: () => Promise<unknown>): Promise<FileSaved> {
  if (IN_ELECTRON) {
    const before = (await savedIn(page)).length;
    await ask();
    await expect.poll(async () => (await savedIn(page)).length, { timeout: 60_000 }).toBeGreaterThan(before);
    return lastSaved(page);
  }
  const [download] = await Promise.all([page.waitForEvent("download"), ask()]);
  return { name: download.suggestedFilename(), path: await download.path() };
}

/** The file that a job has written: downloaded by its button in a browser; in Electron it is where the dialog said. */
export async function writtenFile(
  page: Page,
  within: Locator,
  press: (button: Locator) => Promise<unknown> = async (button) => button.click(),
): Promise<FileSaved> {
  if (!IN_ELECTRON) return savedFile(page, () => press(within.getByRole("button", { name: /download/iu })));
  await within.getByRole("button", { name: "Show in folder" }).waitFor();
  return lastSaved(page);
}

/** Where files were saved, of those that are there. */
async function savedIn(page: Page): Promise<readonly string[]> {
  const saved = await appOf(page).evaluate(
    () => (globalThis as unknown as { saved: readonly string[] }).saved,
  );
  return saved.filter((path) => existsSync(path));
}

async function lastSaved(page: Page): Promise<FileSaved> {
  const path = (await savedIn(page)).at(-1);
  if (path === undefined) throw new Error("nothing was saved");
  return { name: basename(path), path };
}
