/** A service that a window connects to, and that goes on. */
import type { Page } from "playwright";
import { expect } from "vitest";
import type { Sandbox } from "../../src/sandbox/server.ts";
import { verdictOf } from "./window-steps.ts";

/** From Welcome: connects to a sandbox, pulls it into a new ledger and waits for its Overview. */
export async function connectTo(page: Page, sandbox: Sandbox): Promise<void> {
  await page.getByRole("button", { name: "Connect…" }).click();
  const dialog = page.getByRole("dialog");
  const fields = {
    "Base URL": sandbox.baseUrl,
    "App id": sandbox.appId,
    "Secret key": sandbox.secretKey,
    Phone: sandbox.phone,
    Password: sandbox.password,
  };
  for (const [name, value] of Object.entries(fields)) await dialog.getByRole("textbox", { name }).fill(value);
  await dialog.getByRole("button", { name: "Pull into a new ledger…" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await verdictOf(page);
}

/** The service goes on a month. */
export async function goOnAMonth(sandbox: Sandbox): Promise<void> {
  const answer = await fetch(new URL("/__sandbox/advance", sandbox.baseUrl), { method: "POST" });
  expect(answer.status).toBe(200);
}

/** Begins to pull everything again. */
export async function pullEverything(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: /^Pull everything again/u }).click();
}
