import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { prepareMonth, signOffMonth } from "../../../src/main/services/close/close.ts";
import { temporaryFolder, tieout } from "../../helpers/cli.ts";
import { CONTEXT, brokenWallet, importWallet } from "../../helpers/ledgers/review-ledger.ts";

/** Two months of a practice's past: everything in it is overdue today. */
async function practice(): Promise<string> {
  const folder = temporaryFolder();
  for (const name of ["Harbour", "Quay"]) await importWallet(join(folder, `${name}.tieout`), brokenWallet(9));
  const quay = { ledger: join(folder, "Quay.tieout"), month: "2026-10" as Month };
  await prepareMonth({ ...quay, by: "Ada Obi", override: "As it stands" }, CONTEXT);
  return folder;
}

test("lists each ledger's month, what waits and for whom, and 1 says that something is overdue", async () => {
  const folder = await practice();
  const run = await tieout(["clients", folder]);
  expect([run.status, run.stderr]).toEqual([0, ""]);
  expect(run.stdout).toContain(
    "Quay.tieout: October 2026 is with the reviewer. 99 to resolve. Waits for: a signature by somebody other than Ada Obi, since 2026-11-02. Preliminary, not signed off. Qualified: entries and payments prove 1,450, not the stated 1,459, except as follows. 2 undecided errors. Imported 2026-11-02 00:00:00 UTC.\n",
  );
  expect(run.stdout).toContain("Harbour.tieout: ");
  expect(run.stdout).toContain("\n2 ledgers: 2 waiting.\n");
  const due = await tieout(["clients", folder, "--due-day", "1"]);
  expect(due.stdout).toContain(", overdue since 2026-11-01. ");
  expect(due.status).toBe(1);
});

test("prints the same as JSON, and 2 says that a ledger could not be read", async () => {
  const folder = await practice();
  writeFileSync(join(folder, "Broken.tieout"), "no ledger");
  await signOffMonth(
    { ledger: join(folder, "Quay.tieout"), month: "2026-10" as Month, by: "Ben Uche", note: "" },
    CONTEXT,
  );
  const run = await tieout(["clients", folder, "--due-day", "10", "--json"]);
  expect(run.status).toBe(2);
  expect(run.stderr).toMatch(/^LEDGER_FOREIGN: 1 of 3 ledgers failed: Broken\.tieout\. /u);
  const document = JSON.parse(run.stdout) as {
    readonly schema: string;
    readonly ledgers: readonly { readonly ledger: string; readonly client: object | null }[];
  };
  expect(document).toMatchObject({
    schema: "tieout.clients/1",
    dueDay: 10,
    totals: { ledgers: 3, failed: 1 },
  });
  const of = (name: string) => document.ledgers.find(({ ledger }) => ledger === `${name}.tieout`);
  expect(of("Broken")).toEqual({
    ledger: "Broken.tieout",
    client: null,
    failure: { code: "LEDGER_FOREIGN", sentence: "The file is not a Tieout ledger", file: null },
  });
  expect(of("Quay")?.client).toMatchObject({
    signedUpTo: "2026-10",
    lastPull: { source: "files", at: "2026-11-02T00:00:00.000Z" },
    since: "2026-11-02T00:00:00.000Z",
    restated: [],
    unanswered: [],
  });
});

test("refuses a day that no month has, and a folder without ledgers", async () => {
  const folder = temporaryFolder();
  for (const day of ["0", "32", "x"]) {
    const { status, stderr } = await tieout(["clients", folder, "--due-day", day]);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^USAGE: --due-day takes a whole number/u)]);
  }
  const { status, stderr } = await tieout(["clients", folder]);
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^LEDGER_NOT_FOUND: There is no ledger in/u)]);
});
