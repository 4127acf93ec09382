/** A window that nobody touches asks for nothing, whatever it shows. */
import { expect, test } from "vitest";
import { callsAtRest, countCalls } from "../helpers/window-calls.ts";
import { filledLedger, startService } from "../helpers/window-service.ts";
import { goTo, openFirstRow, verdictOf } from "../helpers/window-steps.ts";
import { newContext, startHost, useBrowser, watch } from "../helpers/window.ts";

useBrowser();

test("no place calls the worker or main while nobody does anything, with a finding or a record open", async () => {
  const ledger = await filledLedger(await startService());
  const { url } = await startHost([ledger]);
  const page = await (await newContext()).newPage();
  watch(page);
  await countCalls(page);
  await page.goto(url);
  await verdictOf(page);
  const counts: Record<string, number> = { Overview: await callsAtRest(page) };
  for (const place of ["Wallet", "Transactions"]) {
    await goTo(page, place);
    await openFirstRow(page);
    await page.getByRole("complementary").waitFor();
    counts[place] = await callsAtRest(page);
  }
  await goTo(page, "Exceptions");
  for (const rule of ["Chain break", "Orphan payref"]) {
    await page
      .getByRole("option", { name: new RegExp(rule, "u") })
      .first()
      .click();
    await page.getByRole("article", { name: new RegExp(`^${rule}`, "u") }).waitFor();
    counts[`Exceptions: ${rule}`] = await callsAtRest(page);
  }
  for (const place of ["What if", "Close", "Activity", "Settings"]) {
    await goTo(page, place);
    counts[place] = await callsAtRest(page);
  }
  expect(Object.values(counts).length).toBe(9);
  expect(Object.entries(counts).filter(([, count]) => count > 0)).toEqual([]);
});
