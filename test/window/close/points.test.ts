/** The reviewer's loop: points in Exceptions and on the month, the month back with its preparer, answers, and the signature. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { violations } from "../../helpers/window/axe.ts";
import { tieout } from "../../helpers/cli.ts";
import { waitForFocus } from "../../helpers/window/window-keys.ts";
import { picture } from "../../helpers/window/window-pictures.ts";
import { ledgerOf } from "../../helpers/window/window-service.ts";
import {
  goTo,
  goToClose,
  goToQueue,
  monthStands,
  unfold,
  verdictOf,
  stepOf,
} from "../../helpers/window/window-steps.ts";
import { type Host, homeWith, openWindow, startHost, useBrowser } from "../../helpers/window/window.ts";
import { SIZES } from "../journeys.ts";

useBrowser();

const NOVEMBER = Date.UTC(2026, 10, 1);
const AUGUST = ["--month", "2026-08"];

const scrolledBy = async (page: Page) =>
  page.getByRole("article", { name: "August 2026" }).evaluate((one) => one.scrollHeight - one.clientHeight);

/** A prepared August with nothing else to do, seen by whoever the window knows. */
async function prepared(): Promise<string> {
  const ledger = await ledgerOf({ entries: 1000, seed: 1 }, NOVEMBER);
  const raised = ["--rule", "all", "--status", "raised", "--note", "Ticket 4711", "--by", "Ada Obi"];
  for (const args of [
    ["review", ledger, ...AUGUST, ...raised],
    ["prepare", ledger, ...AUGUST, "--by", "Ada Obi"],
  ])
    expect(await tieout(args)).toMatchObject({ status: 0 });
  return ledger;
}

let host: Host | null = null;

/** Whoever had the ledger open before lets it go. */
async function seenBy(ledger: string, reviewer: string): Promise<Page> {
  await host?.stop();
  host = await startHost(ledger, homeWith({ reviewer }));
  const page = await openWindow(host.url);
  await verdictOf(page);
  return page;
}

test("Ben makes a point on a finding and one on the month by keys and returns it; Ada answers, prepares again, and Ben signs", async () => {
  const ledger = await prepared();
  const ben = await seenBy(ledger, "Ben Cole");
  const list = await goToQueue(ben);
  await list.press("c");
  const dialog = ben.getByRole("dialog");
  await waitForFocus(dialog.getByRole("textbox", { name: "Reviewed by" }));
  await dialog.getByRole("textbox", { name: "Point" }).fill("Add the ticket number");
  await ben.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "hidden" });
  const detail = ben.getByRole("article");
  await detail.getByRole("list", { name: "Points" }).getByText("Add the ticket number").waitFor();
  expect(await violations(ben)).toEqual([]);

  await goToClose(ben);
  await stepOf(ben, "Sign").getByText("once 1 review point is answered").waitFor();
  expect(await stepOf(ben, "Sign").getByRole("button").allInnerTexts()).toEqual([
    expect.stringMatching(/^Return to Ada Obi…/u),
  ]);
  await ben.keyboard.press("b");
  await waitForFocus(dialog.getByRole("textbox", { name: "Reviewed by" }));
  await dialog.getByText("Point 1: Add the ticket number").waitFor();
  const points = dialog.getByRole("textbox", { name: "Points on the month, one a line" });
  await points.fill("Where is the statement?\nDate the letter");
  expect(await violations(ben)).toEqual([]);
  await picture(ben, "points-return");
  await ben.keyboard.press("Control+Enter");
  await monthStands(ben, /^Returned to Ada Obi by Ben Cole, /u).waitFor();
  await ben.getByRole("navigation", { name: "Months" }).getByText("with the preparer, Ada Obi").waitFor();
  await picture(ben, "points-returned");
  await ben.setViewportSize(SIZES.usual);
  expect(await scrolledBy(ben)).toBeLessThanOrEqual(0);
  await ben.context().close();

  const ada = await seenBy(ledger, "Ada Obi");
  await goToClose(ada);
  const row = stepOf(ada, "Points");
  await row.getByText("3 review points to answer", { exact: true }).waitFor();
  // The letter is not written: it comes first, and does not stand in the way.
  await ada.keyboard.press("a");
  await waitForFocus(row.getByRole("textbox", { name: "Answer to point 1" }));
  for (const colorScheme of ["dark", "light"] as const) {
    await ada.emulateMedia({ colorScheme });
    expect(await violations(ada)).toEqual([]);
  }
  await picture(ada, "points-answers");
  await ada.keyboard.type("Ticket 4712");
  await ada.keyboard.press("Enter");
  await row.getByText("2 review points to answer", { exact: true }).waitFor();

  await goTo(ada, "Exceptions");
  await ada.getByRole("article").waitFor();
  expect(await ada.getByRole("button", { name: /^Points \(/u }).count()).toBe(0);
  await goToClose(ada);
  await unfold(ada, "Points");
  for (const [point, answer] of [
    [2, "Attached"],
    [3, "Dated"],
  ] as const) {
    const field = stepOf(ada, "Points").getByRole("textbox", { name: `Answer to point ${point}` });
    await field.fill(answer);
    await field.press("Enter");
    await field.waitFor({ state: "hidden" });
  }
  await stepOf(ada, "Points").getByText("3 review points, all answered").waitFor();
  await ada.getByRole("button", { name: "Prepare again as Ada Obi" }).click();
  await monthStands(ada, /^Prepared by Ada Obi/u).waitFor();
  await ada.context().close();

  const again = await seenBy(ledger, "Ben Cole");
  await goToClose(again);
  await stepOf(again, "Sign")
    .getByRole("button", { name: /^Return to Ada Obi/u })
    .waitFor();
  await again.keyboard.press("s");
  await waitForFocus(again.getByRole("textbox", { name: "Reviewed and signed off by" }));
  await again.keyboard.press("Enter");
  await monthStands(again, /^Signed off by Ben Cole/u).waitFor();
  expect(await tieout(["verify", ledger])).toMatchObject({ status: 0 });
}, 480_000);

test("the queue filters by points that wait; an answer in the finding's detail ends that; the preparer makes no points", async () => {
  const ledger = await prepared();
  const { stdout } = await tieout(["review", ledger, ...AUGUST, "--json"]);
  const { exceptions } = JSON.parse(stdout) as { exceptions: { finding: { fingerprint: string } }[] };
  const about = ["--fingerprint", exceptions[1]?.finding.fingerprint ?? ""];
  const made = await tieout([
    "point",
    ledger,
    ...AUGUST,
    "--by",
    "Ben Cole",
    "--text",
    "Which ticket?",
    ...about,
  ]);
  expect(made).toMatchObject({ status: 0, stderr: "" });
  const page = await seenBy(ledger, "Ada Obi");
  const list = await goToQueue(page);
  await page.getByRole("button", { name: "Points (1)" }).click();
  await page.getByRole("status", { name: "Totals of the queue" }).getByText("1 finding").waitFor();
  await list.focus();
  await list.press("c");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Point" }).fill("My own");
  await page.keyboard.press("Control+Enter");
  await dialog.getByText(/another person must make points on it/u).waitFor();
  await page.keyboard.press("Escape");
  const field = page.getByRole("article").getByRole("textbox", { name: "Answer to point 1" });
  await field.fill("Ticket 4712");
  await field.press("Enter");
  await page.getByRole("article").getByText("Ticket 4712").first().waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, "points-queue");
}, 480_000);
