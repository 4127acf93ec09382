/** The built host of a ledger, and a page of its own in a real browser. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Browser, Page } from "playwright";
import { filesIn, writeGenerated } from "./generated.ts";
import { runWhole } from "./whole-process.ts";

export const CLI = join(import.meta.dirname, "../../../bin/tieout.js");

export interface WindowOf {
  readonly chromium: Browser;
  /** The ledger's path; null for none. */
  readonly ledger: string | null;
  readonly env: NodeJS.ProcessEnv;
}

/** A ledger in a folder, imported from so many generated entries. @returns its path */
export function importedLedger(folder: string, entries: number): string {
  const ledger = join(folder, "wallet.tieout");
  writeGenerated(folder, entries);
  const { wallet, transactions } = filesIn(folder);
  const files = ["--wallet", wallet, "--transactions", transactions];
  const { status, stderr } = runWhole([process.execPath, CLI, "import", ledger, ...files]);
  if (status !== 0) throw new Error(stderr);
  return ledger;
}

/** Works in a window of a ledger; page and host end with it. */
export async function withWindow(
  { chromium, ledger, env }: WindowOf,
  work: (page: Page, host: ChildProcess) => Promise<void>,
): Promise<void> {
  const args = ledger === null ? ["serve"] : ["serve", ledger];
  const host = spawn(process.execPath, [CLI, ...args], { env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [url] = (await once(createInterface({ input: host.stdout }), "line")) as [string];
    const context = await chromium.newContext({ reducedMotion: "reduce" });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(url, { waitUntil: "commit" });
    await work(page, host);
    await context.close();
  } finally {
    await end(host);
  }
}

async function end(host: ChildProcess): Promise<void> {
  const ended = once(host, "close");
  host.kill();
  await ended;
}
