/** What `verify` refuses no other use case passes on: the names, signatures and rows of a forged ledger are shown by none of them. */
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FrozenMonth, Month } from "../../../../src/core/review/close/close.ts";
import { monthDays } from "../../../../src/core/time.ts";
import { listActivity } from "../../../../src/main/services/backup/activity.ts";
import { backUpBeside } from "../../../../src/main/services/backup/backup-beside.ts";
import { backUpLedger, restoreLedger } from "../../../../src/main/services/backup/backup.ts";
import { prepareMonth, reopenMonth, signOffMonth } from "../../../../src/main/services/close/close.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { decideMatch, listMatches } from "../../../../src/main/services/review/match.ts";
import { readMonth } from "../../../../src/main/services/close/moments.ts";
import { listMonths } from "../../../../src/main/services/close/months.ts";
import { closeFolder } from "../../../../src/main/services/practice/practice.ts";
import { decide, listNewerDecisions, readReview } from "../../../../src/main/services/review/review.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { HOUR_MS, OCTOBER_MS, sale, sha256, wallet } from "../../../helpers/records.ts";
import { type ForgedLink, fitTables, forgeTrail } from "../../../helpers/ledgers/rewritten-trail.ts";
import { CONTEXT, importRecords, signMonth } from "../../../helpers/ledgers/signing.ts";
import { failing, tamper } from "../../ledger/made.ts";

const OCTOBER = "2026-10" as Month;
const PERIOD = monthDays(OCTOBER);

let folder = "";
let whole = "";

/** Two pulls, a decision, a match, October signed, and a workbook exported. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tieout-forged-"));
  whole = join(folder, "whole.tieout");
  const entries = wallet([1000, 200, -50, 300, 50], (at) => ({
    dateCreatedAtMs: OCTOBER_MS + (at === 4 ? 40 : at + 1) * 24 * HOUR_MS,
    payref: at === 1 ? "PAY-1" : "",
  }));
  await importRecords(whole, entries.slice(0, 4), [sale(1, 200), sale(2, 90)], CONTEXT, folder);
  await importRecords(whole, entries, [sale(1, 200), sale(2, 90), sale(3, 300)], CONTEXT, folder);
  const request = { ledger: whole, period: null, options: {} };
  const [first] = readReview(request, CONTEXT).findings;
  const items = [{ fingerprint: first?.finding.fingerprint ?? "" }];
  await decide({ ...request, items, status: "raised", note: "Asked the provider.", by: "Ada Obi" }, CONTEXT);
  await decideMatch({ ledger: whole, walletIDs: [4], payIDs: [3], note: "Same money", by: "Ada" }, CONTEXT);
  await signMonth(whole, OCTOBER);
  await exportLedger({ ...request, period: PERIOD, format: "xlsx", out: join(folder, "o.xlsx") }, CONTEXT);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function copied(): string {
  const ledger = join(mkdtempSync(join(folder, "l")), "copy.tieout");
  copyFileSync(whole, ledger);
  return ledger;
}

async function headOf(ledger: string): Promise<string> {
  return (await verifyLedgerFile(ledger, null, CONTEXT)).head;
}

/** The newest link of a kind. */
function newest(links: readonly ForgedLink[], kind: ForgedLink["kind"]): ForgedLink {
  const link = links.findLast((one) => one.kind === kind);
  if (link === undefined) throw new Error(`there is no link of ${kind}`);
  return link;
}

/** Appends a link that repeats one of a kind with other words, and changes the tables to fit. */
function repeat(ledger: string, kind: ForgedLink["kind"], fields: ForgedLink["payload"]): void {
  forgeTrail(ledger, (links, db) => {
    const { atMs, payload } = newest(links, kind);
    links.push({ atMs, kind, payload: { ...payload, ...fields } });
    fitTables(db, links);
  });
}

const REPEATED: [ForgedLink["kind"], ForgedLink["payload"], string][] = [
  ["decision", { note: "Nothing wrong here", status: "accepted", by: "Ben Cole" }, "decision 1"],
  ["close", { by: "Sir Nobody" }, "step of the close 2"],
  ["match", { note: "As agreed" }, "match 1"],
  ["run", { sha256: sha256("another check") }, "run 2"],
  ["pull", { startedAtMs: 5 }, "pull 2"],
];

describe("verify finds a second link for a row after any printed head", () => {
  test.each(REPEATED)("%s", async (kind, fields, name) => {
    const ledger = copied();
    const head = await headOf(ledger);
    repeat(ledger, kind, fields);
    const { ok, problems, links } = await verifyLedgerFile(ledger, head, CONTEXT);
    expect(ok).toBe(false);
    expect(problems[0]).toEqual({
      code: "AUDIT_BROKEN",
      sentence: `This is a second link for ${name}`,
      where: `link ${links}`,
    });
  });

  test("a second export of one run, which would make an edited workbook the original", async () => {
    const ledger = copied();
    repeat(ledger, "export", { sha256: sha256("an edited workbook") });
    const { problems } = await verifyLedgerFile(ledger, null, CONTEXT);
    expect(problems).toMatchObject([
      { code: "AUDIT_BROKEN", sentence: "Run 2 was exported before, but each export has its own run" },
    ]);
  });
});

describe("verify finds a step, decision or export that nobody could have written, whatever its hashes", () => {
  const frozen = (links: readonly ForgedLink[]) => newest(links, "close").payload["frozen"] ?? null;
  const step = (links: ForgedLink[], fields: ForgedLink["payload"]) => {
    const id = links.filter(({ kind }) => kind === "close").length + 1;
    const payload = { close: id, month: OCTOBER, by: "Ada Obi", note: "", frozen: null, ...fields };
    links.push({ atMs: 9000, kind: "close", payload });
  };
  const reopened = (links: ForgedLink[]) => step(links, { step: "reopen", note: "Once more" });
  const prepared = (links: ForgedLink[]) => {
    reopened(links);
    const now = { ...(frozen(links.slice(0, -1)) as unknown as FrozenMonth), stepId: 3 };
    step(links, {
      step: "prepare",
      note: "As it stands",
      frozen: { ...now } as unknown as ForgedLink["payload"],
    });
  };

  test.each<[string, (links: ForgedLink[]) => void, string]>([
    [
      "a signature by the preparer",
      (links) => {
        prepared(links);
        step(links, { step: "sign-off", by: "ada  OBI", frozen: frozen(links) });
      },
      "Ada Obi prepared October 2026, so another person must sign it off",
    ],
    [
      "a second signature",
      (links) => step(links, { step: "sign-off", by: "Cleo", frozen: frozen(links) }),
      "October 2026 is signed off. It can be reopened",
    ],
    [
      "a reopening without a reason",
      (links) => step(links, { step: "reopen", note: " \u2063" }),
      "Reopening a month needs a note that says why",
    ],
    [
      "other figures signed than prepared",
      (links) => {
        prepared(links);
        step(links, {
          step: "sign-off",
          by: "Ben",
          frozen: { ...(frozen(links) as ForgedLink["payload"]), decimals: 3 },
        });
      },
      "The signature on October 2026 has other figures than were prepared",
    ],
    [
      "an obstacle overridden without a reason",
      (links) => {
        prepared(links);
        const { payload } = newest(links, "close");
        payload["note"] = "";
        const overridden = [{ kind: "not-over", sentence: "The month is not over" }];
        payload["frozen"] = { ...(payload["frozen"] as ForgedLink["payload"]), overridden };
      },
      "October 2026 was prepared with open obstacles and without a reason",
    ],
    [
      "a preparation on an older pull",
      (links) => {
        prepared(links);
        (newest(links, "close").payload["frozen"] as ForgedLink["payload"])["pullId"] = 1;
      },
      "October 2026 was not prepared on the newest records",
    ],
    [
      "the undoing of a decision that is not there",
      (links) => {
        const { payload } = newest(links, "decision");
        links.push({ atMs: 9000, kind: "decision", payload: { ...payload, decision: 2, undoes: 7 } });
      },
      "The undone decision 7 was not in force on this finding",
    ],
    [
      "a decision by nobody",
      (links) => {
        const { payload } = newest(links, "decision");
        links.push({ atMs: 9000, kind: "decision", payload: { ...payload, decision: 2, by: " " } });
      },
      "A decision needs the name of the person who made it",
    ],
    [
      "a match of a record that another match has",
      (links) => {
        const { payload } = newest(links, "match");
        links.push({ atMs: 9000, kind: "match", payload: { ...payload, match: 2 } });
      },
      "Match 1 already has walletID 4",
    ],
    [
      "an export that no run precedes",
      (links) => {
        const { payload } = newest(links, "export");
        links.push({ atMs: 9000, kind: "export", payload: { ...payload, run: 9 } });
      },
      "The export shows run 9, which no earlier link keeps",
    ],
  ])("%s", async (_, forge, sentence) => {
    const ledger = copied();
    const head = await headOf(ledger);
    forgeTrail(ledger, (links, db) => {
      forge(links);
      fitTables(db, links);
    });
    const { problems, links } = await verifyLedgerFile(ledger, head, CONTEXT);
    expect(problems).toContainEqual({ code: "AUDIT_BROKEN", sentence, where: `link ${links}` });
  });
});

describe("names the changed row and field with both values", () => {
  test.each([
    [
      "an entry's balance",
      "UPDATE entry SET balance = 2450 WHERE wallet_id = 4",
      "pull 1, walletID 4, balance",
      "The ledger has 2450, but the stored response has 1450",
    ],
    [
      "a transaction's amount",
      "UPDATE payment SET chargedamount = 91 WHERE pay_id = 2",
      "pull 1, payID 2, fee.chargedamount",
      "The ledger has 91, but the stored response has 90",
    ],
    [
      "an entry taken away",
      "DELETE FROM entry WHERE wallet_id = 5",
      "pull 2, walletID 5, entry",
      "A record of the stored responses is missing",
    ],
    [
      "an entry of another pull",
      "UPDATE entry SET pull_id = 2 WHERE wallet_id = 3",
      "pull 1, walletID 3, pull_id",
      "The ledger has 2, but the stored response has 1",
    ],
  ])("%s", async (_, sql, where, sentence) => {
    const ledger = copied();
    tamper(ledger, sql);
    const { problems } = await verifyLedgerFile(ledger, null, CONTEXT);
    expect(problems).toContainEqual({ code: "AUDIT_MISMATCH", sentence, where });
  });

  test("names only the pull where the responses were changed, too", async () => {
    const ledger = copied();
    tamper(
      ledger,
      "UPDATE entry SET balance = 2450 WHERE wallet_id = 4; DELETE FROM body_chunk WHERE body_id = 1",
    );
    const { problems } = await verifyLedgerFile(ledger, null, CONTEXT);
    expect(problems.map(({ where }) => where)).toContain("pull 1");
  });
});

describe("shows and passes on nobody's work from a ledger whose trail lacks it", () => {
  const out = (name: string) => join(mkdtempSync(join(folder, "o")), name);
  const month = { month: OCTOBER, by: "Cleo Adu" };
  const USES: [string, (ledger: string) => unknown][] = [
    ["months", (ledger) => listMonths(ledger)],
    ["one month", (ledger) => readMonth({ ledger, month: OCTOBER }, CONTEXT)],
    ["exceptions", (ledger) => readReview({ ledger, period: null, options: {} }, CONTEXT)],
    ["decisions", (ledger) => listNewerDecisions({ ledger, after: null })],
    ["matches", (ledger) => listMatches(ledger)],
    ["activity", (ledger) => listActivity({ ledger, before: null, count: 10 })],
    ["prepare", async (ledger) => prepareMonth({ ...month, ledger, override: "So" }, CONTEXT)],
    ["sign-off", async (ledger) => signOffMonth({ ...month, ledger, note: "" }, CONTEXT)],
    ["reopen", async (ledger) => reopenMonth({ ...month, ledger, note: "Why" }, CONTEXT)],
    [
      "export",
      async (ledger) =>
        exportLedger({ ledger, period: PERIOD, options: {}, format: "xlsx", out: out("a.xlsx") }, CONTEXT),
    ],
    ["back-up", async (ledger) => backUpLedger(ledger, out("b.tieout"), CONTEXT)],
  ];

  const FORGED = "UPDATE close_step SET decided_by = 'Sir Nobody' WHERE id = 2";
  const facts = { record: "close_step 2" };

  test.each(USES)("%s", async (_, use) => {
    const ledger = copied();
    // What was whole a moment ago is looked at again.
    listMonths(ledger);
    tamper(ledger, FORGED);
    await expect((async () => use(ledger))()).rejects.toMatchObject({ code: "AUDIT_MISMATCH", facts });
  });

  test("prepares and signs no month on entries that no pull brought", async () => {
    const ledger = copied();
    await reopenMonth({ ...month, ledger, note: "Once more" }, CONTEXT);
    const good = join(mkdtempSync(join(folder, "l")), "good.tieout");
    copyFileSync(ledger, good);
    const edit = "UPDATE entry SET description = 'Refund' WHERE wallet_id = 3";
    const told = { code: "AUDIT_MISMATCH", facts: { record: "pull 1" } };
    tamper(ledger, edit);
    await expect(prepareMonth({ ...month, ledger, override: "So" }, CONTEXT)).rejects.toMatchObject(told);
    await prepareMonth({ ...month, ledger: good, override: "So" }, CONTEXT);
    tamper(good, edit);
    const signing = signOffMonth({ ...month, ledger: good, by: "Ben", note: "" }, CONTEXT);
    await expect(signing).rejects.toMatchObject(told);
  });

  test("a practice's close names the ledger and continues with the next", async () => {
    const practice = mkdtempSync(join(folder, "p"));
    for (const name of ["a", "b"]) copyFileSync(whole, join(practice, `${name}.tieout`));
    tamper(join(practice, "a.tieout"), FORGED);
    const request = { folder: practice, out: practice, month: OCTOBER, accessTo: null, full: false };
    const failures: (string | null)[] = [];
    for await (const { failure } of closeFolder(request, CONTEXT)) failures.push(failure?.code ?? null);
    expect(failures).toEqual(["AUDIT_MISMATCH", null]);
    expect(readdirSync(practice).filter((name) => name.endsWith(".xlsx"))).toHaveLength(1);
  });
});

describe("case 99: refuses a backup of a tampered ledger, and keeps the good copies", () => {
  test.each([
    ["an entry", "UPDATE entry SET balance = 2450 WHERE wallet_id = 4"],
    ["a stored response", "UPDATE body_chunk SET compressed = x'28b52ffd0058010000' WHERE body_id = 2"],
  ])("%s", async (_, sql) => {
    const ledger = copied();
    const at = (atMs: number) => ({ ...CONTEXT, now: () => atMs });
    const first = await backUpBeside(ledger, 1, at(CONTEXT.now()));
    tamper(ledger, sql);
    await expect(backUpBeside(ledger, 1, at(CONTEXT.now() + 1000))).rejects.toMatchObject({
      message: expect.stringMatching(/^The ledger failed verification and was not backed up: /u),
      facts: { file: expect.stringMatching(/copy\.tieout$/u) },
    });
    expect((await verifyLedgerFile(first.path, null, CONTEXT)).ok).toBe(true);
  });

  test("backup and restore refuse a signed month that differs from the stored responses", async () => {
    const ledger = copied();
    const before = join(folder, "copy 2026-11-01 120000.tieout");
    copyFileSync(ledger, before);
    forgeTrail(before, (links, db) => {
      for (const { kind, payload } of links) {
        const now = payload["frozen"] as ForgedLink["payload"] | null;
        if (kind === "close" && now !== null) now["errors"] = { total: 0, decided: 0 };
      }
      fitTables(db, links);
    });
    const to = join(mkdtempSync(join(folder, "o")), "b.tieout");
    await expect(backUpLedger(before, to, CONTEXT)).rejects.toEqual(failing("AUDIT_MISMATCH"));
    await expect(restoreLedger({ ledger, backup: before }, CONTEXT)).rejects.toEqual(
      failing("AUDIT_MISMATCH"),
    );
  });
});
