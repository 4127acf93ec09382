/**
 * A ledger that an earlier version wrote, whose reader lost a milestone's `dateAdded` that is no time where the milestone has
 * tasks: three imports, October signed on the first two, the second set aside. It is proven as it is, and the next import brings the text.
 */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { listBodies, readBody } from "../../../../src/main/ledger/pulls/body.ts";
import { recordFinder } from "../../../../src/main/ledger/tables/current-record.ts";
import { PAYMENT_TABLE } from "../../../../src/main/ledger/tables/record-table.ts";
import { backUpLedger } from "../../../../src/main/services/backup/backup.ts";
import { importIntoLedger } from "../../../../src/main/services/import/import.ts";
import { takePullStep } from "../../../../src/main/services/pull/set-aside.ts";
import { readLedger } from "../../../../src/main/services/shared/use-ledger.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { digestOfRows } from "../../../../src/main/ledger/trail/row-digests.ts";
import type { WritableLedger } from "../../../../src/main/ledger/file/connection.ts";
import { CONTEXT, signMonth } from "../../../helpers/ledgers/signing.ts";
import { type Payload, forgeTrail } from "../../../helpers/ledgers/rewritten-trail.ts";

const NOVEMBER = "2026-11" as Month;
const FIXTURE = join(import.meta.dirname, "../../../fixtures/ledgers/read-earlier.tieout");

/** Of the milestone 1, since the second import. */
const ADDED = "Sun, 04 Oct 2026 08:30:00 +0000";

let folder = "";
let ledger = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tieout-earlier-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function copied(name: string): void {
  ledger = join(folder, name);
  copyFileSync(FIXTURE, ledger);
}

/** Of the milestones 1, 2 and 6, which have tasks. */
const added = () =>
  readLedger(ledger, (db) => {
    const held = recordFinder(db, PAYMENT_TABLE)([1, 2, 6]);
    return [1, 2, 6].map((payID) => {
      const found = held.get(payID);
      const document = found === undefined ? null : PAYMENT_TABLE.document(found);
      return (document as { data: { dateAdded: unknown } } | null)?.data.dateAdded;
    });
  });

/** The newest transactions and wallet, as they were sent. */
function saved() {
  const bodies = readLedger(ledger, (db) =>
    listBodies(db)
      .slice(-2)
      .map((body) => ({ endpoint: body.endpoint, bytes: Buffer.concat([...readBody(db, body)]) })),
  );
  const paths = bodies.map(({ endpoint, bytes }) => {
    writeFileSync(join(folder, `${endpoint}.json`), bytes);
    return [endpoint, [join(folder, `${endpoint}.json`)]];
  });
  return { user: null, business: [], ...Object.fromEntries(paths) } as Parameters<
    typeof importIntoLedger
  >[0]["files"];
}

async function proven(pulls: number): Promise<void> {
  const {
    ok,
    problems,
    notes,
    pulls: compared,
    signedMonths,
  } = await verifyLedgerFile(ledger, null, CONTEXT);
  expect({ ok, problems, notes, compared }).toEqual({
    ok: true,
    problems: [],
    notes: [],
    compared: { compared: pulls, notCompared: [] },
  });
  expect(signedMonths).toMatchObject({ signed: signedMonths?.performed });
}

test("every pull is compared and the signed month performed again, with and without the pull that is set aside", async () => {
  copied("as-it-is.tieout");
  expect(added()).toEqual([ADDED, null, null]);
  await proven(3);
  await takePullStep({ ledger, pullId: 2, step: "put-back", by: "Ada Obi", note: "It counts" }, CONTEXT);
  await proven(3);
  await backUpLedger(ledger, `${ledger}.backup`, CONTEXT);
});

test("the next import keeps what the service sends, and both kinds of pulls are proven", async () => {
  copied("gone-on.tieout");
  await importIntoLedger({ ledger, files: saved() }, CONTEXT);
  expect(added()).toEqual([ADDED, "N/A", "0000-00-00"]);
  await proven(4);
  await signMonth(ledger, NOVEMBER);
  await proven(4);
});

test.each([
  [
    "a time that was sent",
    1,
    "UPDATE payment_version SET rest = json_set(rest, '$.detail.dateAddedAtMs', null) WHERE pay_id = 1",
  ],
  ["another text", 2, "UPDATE payment SET rest = json_set(rest, '$.detail.terms', 'none') WHERE pay_id = 2"],
])("%s is not excused, forged with every hash", async (_, payID, sql) => {
  copied(`forged-${payID}.tieout`);
  forgeTrail(ledger, (links, db) => {
    db.exec(sql);
    for (const { kind, payload } of links) {
      if (kind !== "pull") continue;
      const rows = payload["rows"] as Payload;
      for (const suffix of ["", "_version"] as const)
        if (`payment${suffix}` in rows)
          rows[`payment${suffix}`] = {
            ...digestOfRows(db as unknown as WritableLedger, PAYMENT_TABLE, suffix, Number(payload["pull"])),
          };
    }
  });
  const { problems } = await verifyLedgerFile(ledger, null, CONTEXT);
  expect(problems.map(({ where }) => where)).toContainEqual(expect.stringContaining(`payID ${payID}`));
});
