import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkRecords } from "../../../../src/main/services/check/check.ts";
import { listLedgerDecisions } from "../../../../src/main/services/review/review.ts";
import { CONTEXT, ledgerToReview } from "../../../helpers/ledgers/review-ledger.ts";
import { OPTIONS, Person, until } from "../opening.ts";
import { timesOf } from "../../../helpers/exhaustive.ts";

const CHILD = join(import.meta.dirname, "../../../helpers/children/window-child.ts");

async function fingerprintsOf(ledger: string): Promise<string[]> {
  const request = { source: { ledger }, period: null, options: {}, save: false };
  const { result } = await checkRecords(request, CONTEXT);
  return result.findings.map(({ fingerprint }) => fingerprint);
}

/** Starts the app, lets it decide until it is killed after some decisions and a moment, and says how many it told of. */
async function killOnce(ledger: string, fingerprints: readonly string[], round: number): Promise<number> {
  const dataFolder = join(ledger, "..", `app-${round}`);
  const child = spawn(process.execPath, [CHILD, dataFolder, ledger, ...fingerprints], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let told = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (told += text));
  await until(() => told.split("\n").length > 2 + round);
  await new Promise((resolve) => {
    setTimeout(resolve, (round * 7) % 23);
  });
  child.kill("SIGKILL");
  await once(child, "close");
  return Number(told.trimEnd().split("\n").at(-1));
}

describe("case 54: killed while saving", () => {
  test("the app: what it acknowledged is there, a bulk decision is whole or absent, and the ledger opens again", async () => {
    for (let round = 0; round < timesOf(2, 4); round += 1) {
      const ledger = await ledgerToReview();
      const fingerprints = await fingerprintsOf(ledger);
      expect(fingerprints.length).toBeGreaterThan(2);
      const acknowledged = await killOnce(ledger, fingerprints, round);
      expect(acknowledged).toBeGreaterThan(0);
      const kept = listLedgerDecisions(ledger).length;
      expect(kept % fingerprints.length).toBe(0);
      expect(kept).toBeGreaterThanOrEqual(acknowledged);
      expect(kept).toBeLessThanOrEqual(acknowledged + fingerprints.length);

      const person = await Person.open();
      const opened = await person.backend.openPath(ledger);
      // Case 37: the lock of a process that is gone holds nobody up.
      expect(opened).toMatchObject({ ok: true, value: { readOnly: null, counts: { decisions: kept } } });
      const job = await person.done(await person.call("ledger.verify", {}));
      expect(job.result).toMatchObject({ holds: true });
    }
  });

  test("the window alone: its request completes, and the next window sees it", async () => {
    const ledger = await ledgerToReview();
    const person = await Person.open();
    await person.backend.openPath(ledger);
    const fingerprints = await fingerprintsOf(ledger);
    const items = fingerprints.map((fingerprint) => ({ fingerprint, seen: null }));
    const decision = { period: null, options: OPTIONS, items, status: "accepted", note: "Yes.", by: "Ada" };
    void person.backend.call("review.decide", decision);
    const { decisions } = await person.call("review.list", {});
    expect([0, items.length]).toContain(decisions.length);
    await person.backend.close();
    expect(listLedgerDecisions(ledger)).toHaveLength(items.length);
  });
});
