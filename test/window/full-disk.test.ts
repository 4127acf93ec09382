/** A ledger on a disk without room: it opens for reading only, and the window says so, says why, and what to do. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { violations } from "../helpers/window/axe.ts";
import { temporaryFolder } from "../helpers/cli.ts";
import { FILLER } from "../helpers/fill-disk.ts";
import { ledgerToReview } from "../helpers/ledgers/review-ledger.ts";
import { canMount, inMemory } from "../helpers/small-disk.ts";
import { goTo, verdictOf } from "../helpers/window/window-steps.ts";
import { openWindow, startHostProcess, useBrowser } from "../helpers/window/window.ts";

useBrowser();

test.skipIf(!canMount)(
  "a ledger on a full disk can be read, and changed once reopened with room again",
  async () => {
    const disk = join(temporaryFolder(), "disk");
    mkdirSync(disk);
    const ledger = join(disk, "wallet.tieout");
    // Copied onto the disk, the rest of which is filled, before the host starts on it.
    const fill = `cp "$1" "$2" && { cat /dev/zero > "$3" 2>/dev/null; shift 3; exec "$@"; }`;
    const filling = ["sh", "-c", fill, "sh", await ledgerToReview(), ledger, join(disk, FILLER)];
    const host = await startHostProcess(ledger, { within: [...inMemory(disk, 4096), ...filling] });
    const page = await openWindow(host.url, { reducedMotion: "reduce" });
    await verdictOf(page);
    const banner = page.getByRole("alert");
    expect(await banner.getByRole("paragraph").textContent()).toBe(
      "Read-only. The disk is full. You can view and check the ledger, not change it. Nothing that was saved is lost. Free some space on its disk, then open the ledger again. LEDGER_DISK_FULL",
    );
    expect(await violations(page)).toEqual([]);
    await goTo(page, "Exceptions");
    await page.getByText("The disk is full. You can view earlier decisions.").waitFor();
    await banner.getByRole("button", { name: "Open again" }).click();
    await page.getByText("The ledger is still read-only").waitFor();
    // The disk as the host sees it.
    rmSync(join("/proc", String(host.process.pid), "root", disk, FILLER));
    await banner.getByRole("button", { name: "Open again" }).click();
    await page.getByText("The ledger can be changed again").waitFor();
    await page.getByText("Read-only.").waitFor({ state: "detached" });
    await page
      .getByRole("article")
      .getByRole("button", { name: /^Accept/u })
      .waitFor();
  },
);
