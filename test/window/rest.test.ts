/** A window that nobody touches asks for nothing, whatever it shows. */
import { expect, test } from "vitest";
import { useShared } from "../helpers/at-end.ts";
import { callsAtRest, countCalls } from "../helpers/window/window-calls.ts";
import { ledgerOf } from "../helpers/window/window-service.ts";
import { goTo, openFirstRow, verdictOf } from "../helpers/window/window-steps.ts";
import { conclusionKept, enter, pageFor, startHost, useBrowser, watch } from "../helpers/window/window.ts";

useBrowser();

/** A window whose calls are counted. */
const counting = useShared(async () => {
  const { url, home } = await startHost(await ledgerOf({ entries: 600 }));
  const page = await pageFor(url);
  watch(page);
  await countCalls(page);
  await enter(page, url);
  await verdictOf(page);
  await conclusionKept(home);
  return page;
});

test("no finding calls the worker or main while the user does nothing", async () => {
  const page = counting();
  await goTo(page, "Exceptions");
  const counts: Record<string, number> = {};
  for (const rule of ["Chain break", "Orphan payref"]) {
    await page
      .getByRole("option", { name: new RegExp(rule, "u") })
      .first()
      .click();
    await page.getByRole("article", { name: new RegExp(`^${rule}`, "u") }).waitFor();
    counts[rule] = await callsAtRest(page);
  }
  expect(counts).toEqual({ "Chain break": 0, "Orphan payref": 0 });
});

test("nor does any other place, with a record open where there are records", async () => {
  const page = counting();
  await goTo(page, "Overview");
  const counts: Record<string, number> = { Overview: await callsAtRest(page) };
  for (const place of ["Wallet", "Transactions"]) {
    await goTo(page, place);
    await openFirstRow(page);
    await page.getByRole("complementary").waitFor();
    counts[place] = await callsAtRest(page);
  }
  for (const place of ["The check", "Close", "History", "Settings"]) {
    await goTo(page, place);
    counts[place] = await callsAtRest(page);
  }
  expect(Object.values(counts)).toHaveLength(7);
  expect(Object.entries(counts).filter(([, count]) => count > 0)).toEqual([]);
});
