/** The page that verifies packs, opened from disk in Chromium and in an installed Firefox. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtFolder } from "../helpers/built.ts";
import { temporaryFolder } from "../helpers/cli.ts";
import { bytesOf, packOf, rehashed, takenApart } from "../helpers/packs.ts";
import { violations } from "../helpers/window/axe.ts";
import { launchBrowser } from "../helpers/window/browser.ts";
import { FirefoxPage, findFirefox } from "../helpers/window/firefox.ts";

let browser: Browser;
let address: string;

beforeAll(async () => {
  browser = await launchBrowser();
  address = pathToFileURL(join(await builtFolder(), "verify.html")).href;
});
afterAll(async () => browser.close());

function saved(name: string, bytes: Buffer): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

/** One whose entry states another balance, with every hash made right again. */
async function rewritten(): Promise<Buffer> {
  const pack = takenApart(await packOf("settled"));
  const record = pack.lists.entries.at(-1)?.leaf["record"] as { balance: number };
  record.balance += 7;
  return rehashed(pack);
}

async function openPage(): Promise<{ readonly page: Page; readonly asked: string[] }> {
  const page = await browser.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(address);
  return { page, asked };
}

async function verdictOn(page: Page, path: string): Promise<string | null> {
  await page.setInputFiles("#file", path);
  const verdict = page.locator("#verdict");
  await verdict.waitFor();
  return verdict.textContent();
}

const HONEST = "Nothing in this pack is broken. 18 of 21 claims are proven, 3 cannot be proven here.";

test("the page proves an honest pack, and asks no network", async () => {
  const { page, asked } = await openPage();
  expect(await verdictOn(page, saved("pack.zip", await packOf("settled")))).toBe(HONEST);
  await expect(page.locator("dl").textContent()).resolves.toContain("2026-10");
  expect(asked.filter((url) => url !== address && !url.startsWith("blob:"))).toEqual([]);
  const blocked = page.evaluate(async () => {
    const violated = new Promise<string>((resolve) => {
      addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
    });
    await fetch("https://example.com/").catch(() => null);
    return violated;
  });
  await expect(blocked).resolves.toBe("connect-src");
  expect(await violations(page)).toEqual([]);
  const pages = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/gu);
  expect(pages).toHaveLength(1);
});

test("the page says where a pack is broken though every hash fits", async () => {
  const { page } = await openPage();
  const verdict = await verdictOn(page, saved("pack.zip", await rewritten()));
  expect(verdict).toMatch(/^This pack is broken: \d+ of 21 claims do not hold\.$/u);
  const chain = page.locator("tr", { hasText: "Each balance follows" });
  await expect(chain.textContent()).resolves.toMatch(
    /broken.*entry-work\.jsonl, line \d+, \d+: its balance/u,
  );
  expect(await violations(page)).toEqual([]);
});

test("a head that was kept elsewhere is looked for among the links", async () => {
  const { page } = await openPage();
  const pack = await packOf("settled");
  const { head } = takenApart(pack).manifest as unknown as { head: { hash: string } };
  await page.fill("#head", "123");
  await page.setInputFiles("#file", saved("pack.zip", pack));
  await page.getByText("A head has 64 digits, 0 to 9 and a to f.").waitFor();
  await page.fill("#head", head.hash.toUpperCase());
  await page.keyboard.press("Enter");
  await page.getByText(`${head.hash} is the hash of one of the links`).waitFor();
  await page.fill("#head", "0".repeat(64));
  await page.keyboard.press("Enter");
  const trail = page.locator("tr", { hasText: "Each link of the audit trail" });
  await expect.poll(async () => trail.textContent()).toContain("no link has the head that was given");
});

test("an excerpt is checked alone, and leads to its head", async () => {
  const { page } = await openPage();
  const { files, manifest } = takenApart(await packOf("settled"));
  const name = [...files.keys()].find((one) => one.startsWith("excerpts/")) ?? "";
  const excerpt = files.get(name) as Buffer;
  expect(await verdictOn(page, saved("link.json", excerpt))).toBe(
    "This link belongs to the ledger whose head is stated below.",
  );
  const { head } = manifest as unknown as { head: { hash: string } };
  await expect(page.locator("dl").textContent()).resolves.toContain(head.hash);
  expect(await violations(page)).toEqual([]);
  const other = JSON.parse(excerpt.toString()) as { line: { leaf: { atMs: number } } };
  other.line.leaf.atMs += 1;
  await page.setInputFiles("#file", saved("link.json", bytesOf(other)));
  await page.getByText("its proof does not lead from the link to the tree").waitFor();
});

test("what is no pack is refused in one sentence", async () => {
  const { page } = await openPage();
  const verdict = await verdictOn(page, saved("notes.zip", Buffer.from("PK, but no zip")));
  expect(verdict).toBe("This pack is broken: 1 of 21 claims do not hold.");
  await page.getByText("it is not a zip file.").waitFor();
});

test.skipIf(findFirefox() === null)(
  "the page works in an installed Firefox (skipped without one)",
  async () => {
    const page = await FirefoxPage.open(findFirefox() ?? "", address);
    try {
      const verdict = () => page.evaluate<string>("document.querySelector('#verdict').textContent");
      await page.chooseFile("#file", saved("pack.zip", await packOf("settled")));
      await expect.poll(verdict, { timeout: 60_000 }).toBe(HONEST);
      await page.chooseFile("#file", saved("other.zip", await rewritten()));
      await expect.poll(verdict, { timeout: 60_000 }).toMatch(/^This pack is broken/u);
    } finally {
      await page.close();
    }
  },
);
