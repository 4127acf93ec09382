/** Case 108: the page's process, a thread, or main itself ends while decisions are being saved: whole, or visibly not there. */
import { setTimeout as sleep } from "node:timers/promises";
import type { ElectronApplication, Page } from "playwright";
import { expect, test } from "vitest";
import { listLedgerDecisions } from "../../../src/main/services/review/review.ts";
import { tieout } from "../../helpers/cli.ts";
import {
  answerBoxes,
  boxesOf,
  endOf,
  startWithLedger,
  textOf,
} from "../../helpers/window/electron-journey.ts";
import { ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";
import { waitForFocus } from "../../helpers/window/window-keys.ts";
import { goTo, goToQueue } from "../../helpers/window/window-steps.ts";

/** Three findings are decided at once, so that half of it would show. */
const AT_ONCE = 3;

type Strike = "page" | "thread" | "main";

/** Has something end at the moment when a decision goes to the thread that saves it, or some milliseconds later. */
async function strikeAtDecision(app: ElectronApplication, strike: Strike, afterMs: number): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, { what, waitMs }) => {
      const { Worker } = process.getBuiltinModule("node:worker_threads");
      // oxlint-disable-next-line unbound-method -- it is called on the thread that is asked
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (
        this: typeof Worker.prototype,
        message: unknown,
        ...more: never[]
      ) {
        postMessage.call(this, message, ...more);
        if ((message as { readonly name?: string }).name !== "review.decide") return;
        Worker.prototype.postMessage = postMessage;
        const strikeNow = () => {
          if (what === "thread") void this.terminate();
          else if (what === "main") process.kill(process.pid, "SIGKILL");
          else process.kill(BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0, "SIGKILL");
        };
        if (waitMs === 0) strikeNow();
        else setTimeout(strikeNow, waitMs);
      };
    },
    { what: strike, waitMs: afterMs },
  );
}

/** Accepts three findings, as somebody who is asked for a name once; what becomes of it is not waited for. */
async function acceptThree(page: Page, isNamed = false): Promise<void> {
  await goToQueue(page);
  for (const key of ["x", "j", "j", "Shift+X"]) await page.keyboard.press(key);
  await page.getByText("3 selected").waitFor();
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: /3 findings/u }).waitFor();
  await waitForFocus(dialog.getByRole("textbox"));
  await page.keyboard.type("Under the firm's limit");
  await page.keyboard.press("Control+Enter");
  if (isNamed) return;
  const question = page.getByRole("dialog", { name: "Who decides?" });
  await question.getByRole("textbox", { name: "Your name" }).fill("Ada Obi");
  await page.keyboard.press("Enter").catch(() => undefined);
}

/**
 * Waits until the window, gone to Exceptions, says how many findings are reviewed. Main is asked, which does so by its menu: the
 * page's process may be another by now.
 */
async function expectReviewed(app: ElectronApplication, count: number): Promise<void> {
  const shown = async () => {
    await app.evaluate(({ Menu, BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      Menu.getApplicationMenu()?.getMenuItemById("exceptions")?.click(undefined, window);
    });
    return textOf(app).catch(String);
  };
  await expect.poll(shown, { interval: 500 }).toMatch(new RegExp(`\\b${count} of \\d+ reviewed`, "u"));
}

/** All of them or none, and the trail holds. */
async function expectWhole(ledger: string): Promise<number> {
  const kept = listLedgerDecisions(ledger).length;
  expect([0, AT_ONCE]).toContain(kept);
  const { status, stdout } = await tieout(["verify", ledger]);
  expect({ status, stdout }).toMatchObject({ status: 0 });
  return kept;
}

test.for([0, 3])(
  "a crash of the page's process %i ms after a decision was sent loses nothing: it is saved, and the window reloads and shows it",
  async (afterMs, context) => {
    const ledger = await ledgerToReview();
    const { app, page } = await startWithLedger(context, ledger);
    await answerBoxes(app, 0);
    await strikeAtDecision(app, "page", afterMs);
    await acceptThree(page);
    await expect.poll(() => boxesOf(app)).toEqual([expect.stringContaining("The window stopped working")]);
    await expectReviewed(app, AT_ONCE);
    expect(await expectWhole(ledger)).toBe(AT_ONCE);
  },
);

test.for([0, 2])(
  "a crash of the saving thread %i ms after it began: the window shows what the ledger holds, and works on",
  async (afterMs, context) => {
    const ledger = await ledgerToReview();
    const { app, page } = await startWithLedger(context, ledger);
    await strikeAtDecision(app, "thread", afterMs);
    await acceptThree(page);
    await expect
      .poll(async () => {
        const text = await textOf(app);
        return (
          /[1-9]\d* of \d+ reviewed/u.test(text) || /WORK_LOST|not saved|ended unexpectedly/iu.test(text)
        );
      })
      .toBe(true);
    const kept = await expectWhole(ledger);
    await page.reload();
    await expectReviewed(app, kept);
    if (kept > 0) return;
    await acceptThree(page, true);
    await expectReviewed(app, AT_ONCE);
    expect(await expectWhole(ledger)).toBe(AT_ONCE);
  },
);

test.for([0, 3, 12])(
  "a crash of main %i ms after a decision was sent: the next start shows all of it or nothing, as in the ledger",
  async (afterMs, context) => {
    const ledger = await ledgerToReview();
    const { app, page, home } = await startWithLedger(context, ledger);
    await strikeAtDecision(app, "main", afterMs);
    const ended = endOf(app);
    // Where it cannot be sent, main goes on, and this says why.
    const unsent = acceptThree(page).then(
      () => ended,
      async (error: unknown) => {
        await sleep(20_000, null, { ref: false });
        throw error;
      },
    );
    expect(await Promise.race([ended, unsent])).toEqual([null, "SIGKILL"]);
    const again = await startWithLedger(context, ledger, home);
    await goTo(again.page, "Exceptions");
    const kept = await expectWhole(ledger);
    await expectReviewed(again.app, kept);
    // It can be decided on: the lock of the process that is gone holds nobody up.
    expect(await again.page.getByText("LEDGER_LOCKED").count()).toBe(0);
  },
);
