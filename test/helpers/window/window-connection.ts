/** A service that a window connects to, and that goes on. */
import type { Page } from "playwright";
import { expect } from "vitest";
import type { Sandbox } from "../../../sandbox/generate/generate-world.ts";
import { verdictOf } from "./window-steps.ts";

type Credentials = Pick<Sandbox, "baseUrl" | "appId" | "secretKey" | "phone" | "password">;

/** What is typed to connect to a service, by the names of the fields. */
export function credentialFields(service: Credentials): [name: string, value: string][] {
  return [
    ["Base URL", service.baseUrl],
    ["App id", service.appId],
    ["Secret key", service.secretKey],
    ["Phone", service.phone],
    ["Password", service.password],
  ];
}

/** Types them into the dialog that is open. */
export async function typeCredentials(page: Page, service: Credentials): Promise<void> {
  const dialog = page.getByRole("dialog");
  for (const [name, value] of credentialFields(service))
    await dialog.getByRole("textbox", { name }).fill(value);
}

/** From Welcome: connects to a sandbox, pulls it into a new ledger and waits for its Overview. */
export async function connectTo(page: Page, sandbox: Sandbox): Promise<void> {
  await page.getByRole("button", { name: "Connect…" }).click();
  await typeCredentials(page, sandbox);
  const dialog = page.getByRole("dialog");
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
