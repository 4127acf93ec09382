import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { walkLinks } from "../../../src/main/ledger/file/audit.ts";
import { closeLedger, type WritableLedger } from "../../../src/main/ledger/file/connection.ts";
import {
  holdsDecision,
  listDecisions,
  readDecisionsAfter,
  saveManyDecisions,
  undoDecisions,
} from "../../../src/main/ledger/acts/decision.ts";
import { MIGRATIONS, migrate } from "../../../src/main/ledger/file/schema.ts";
import { openForReading, openForWriting } from "../../../src/main/ledger/file/open.ts";
import { verifyLedger } from "../../../src/main/ledger/proof/verify.ts";
import { removeUnfinished } from "../../../src/main/services/shared/leftovers.ts";
import { readReview } from "../../../src/main/services/review/review.ts";
import { breakAt, decided, deciding } from "../../helpers/ledgers/decisions.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { documentOf } from "../../helpers/ledgers/kept-runs.ts";
import { CONTEXT, ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";
import { IS_EXHAUSTIVE } from "../../helpers/exhaustive.ts";
import { FILLED_LINKS, failing, filledLedger, tamper } from "./made.ts";

const DECIDING = join(import.meta.dirname, "../../helpers/children/ledgers/deciding-child.ts");

/** A ledger that holds one decision, another in its place, and the undoing of that. */
async function reviewed(): Promise<string> {
  const path = filledLedger();
  const db = await openForWriting(path);
  saveManyDecisions(db, [deciding(breakAt(3), { seen: 1, status: "raised", by: "Bola" })], 9000);
  undoDecisions(db, [{ ...deciding(breakAt(3)), note: "", seen: 2 }], 9100);
  closeLedger(db);
  return path;
}

test("reads decisions back as they were made, in order", async () => {
  const path = await reviewed();
  const db = openForReading(path);
  expect(listDecisions(db)).toEqual([
    decided(1, breakAt(3), { atMs: 3400, status: "raised" }),
    decided(2, breakAt(3), { atMs: 9000, status: "raised", by: "Bola" }),
    decided(3, breakAt(3), { atMs: 9100, status: "raised", note: "", undoes: 2 }),
  ]);
  closeLedger(db);
});

test("records each in full in its own link of the trail", async () => {
  const db = openForReading(await reviewed());
  const links = [...walkLinks(db)].filter(({ kind }) => kind === "decision");
  expect(links.map(({ atMs, payload }) => ({ atMs, ...(JSON.parse(payload) as object) }))).toEqual(
    listDecisions(db).map(({ id, ...decision }) => ({ decision: id, ...decision })),
  );
  expect(links.length).toBe(3);
  closeLedger(db);
});

describe("verify finds what was done to decisions with SQLite", () => {
  const row = (id: number) => ({ code: "AUDIT_MISMATCH", where: `decision ${id}` });

  test.each([
    ["a note", "UPDATE decision SET note = 'No.' WHERE id = 1", [row(1)]],
    ["a name", "UPDATE decision SET decided_by = 'Eve' WHERE id = 2", [row(2)]],
    ["a status", "UPDATE decision SET status = 'accepted' WHERE id = 2", [row(2)]],
    ["a time", "UPDATE decision SET at_ms = at_ms - 1 WHERE id = 2", [row(2)]],
    ["an undoing that undoes another", "UPDATE decision SET undoes = 1 WHERE id = 3", [row(3)]],
    ["an undoing made a decision", "UPDATE decision SET undoes = NULL WHERE id = 3", [row(3)]],
    [
      "the numbers of then",
      `UPDATE decision SET finding = replace(finding, '1010', '1011') WHERE id = 1`,
      [row(1)],
    ],
    ["one taken away", "DELETE FROM decision WHERE id = 3", [row(3)]],
    [
      "one that nobody took",
      "INSERT INTO decision SELECT 4, fingerprint, status, note, decided_by, at_ms, NULL, finding FROM decision WHERE id = 1",
      [{ code: "AUDIT_BROKEN", where: "decision 4" }, row(4)],
    ],
    [
      "two exchanged",
      `UPDATE decision SET id = 9 WHERE id = 1; UPDATE decision SET id = 1, undoes = NULL WHERE id = 2;
       UPDATE decision SET id = 2 WHERE id = 9`,
      [row(1), row(2)],
    ],
  ])("%s", async (_, sql, problems) => {
    const path = await reviewed();
    tamper(path, sql);
    expect((await verifyLedger(path, null)).problems).toMatchObject(problems);
  });

  /** Runs as the first schema kept them. */
  function keepRunsAsTexts(db: Database.Database): void {
    const runs = [1, 2].map((run) => [run, run === 1 ? 3000 : 3200, documentOf(db, run)] as const);
    const first = new Database(":memory:");
    migrate(first as WritableLedger, MIGRATIONS.slice(0, 1));
    db.exec("DROP TABLE run_chunk; DROP TABLE run");
    const statements = first.prepare("SELECT sql FROM sqlite_schema WHERE tbl_name = 'run'").pluck().all();
    for (const sql of statements as string[]) db.exec(sql);
    for (const run of runs) db.prepare("INSERT INTO run (id, at_ms, document) VALUES (?, ?, ?)").run(...run);
    first.close();
  }

  test("all of them removed, with the table and the schema number", async () => {
    const path = await reviewed();
    const db = new Database(path);
    for (const table of [
      "entry_numbers",
      "payment_numbers",
      "key_step",
      "books_step",
      "review_point",
      "pull_step",
      "letter_step",
      "file_mark",
      "file_terms",
      "attachment_chunk",
      "attachment",
      "decision",
      "manual_match",
      "close_step",
    ])
      db.exec(`DROP TABLE ${table}`);
    for (const column of ["convention", "settlement_basis", "tolerance", "cutoff_days", "chain_scope"]) {
      db.exec(`ALTER TABLE setting DROP COLUMN ${column}`);
    }
    keepRunsAsTexts(db);
    db.pragma("user_version = 1");
    db.close();
    // The options that the second setting held went with it.
    const setting = { code: "AUDIT_MISMATCH", where: "setting 2" };
    const { problems } = await verifyLedger(path, null);
    expect(problems.slice(0, 4)).toMatchObject([setting, row(1), row(2), row(3)]);
    expect(problems.slice(4).map(({ where }) => where)).toEqual([
      "manual_match 1",
      "manual_match 2",
      "close_step 1",
      "close_step 2",
      "attachment 1",
      "attachment 2",
      "attachment 3",
      "file_terms 1",
      "file_mark 1",
      "letter_step 1",
      "pull_step 1",
      "pull_step 2",
      "review_point 1",
      "books_step 1",
      "key_step 1",
    ]);
  });

  test("the link of one changed", async () => {
    const path = await reviewed();
    tamper(
      path,
      `UPDATE audit SET payload = replace(payload, 'raised', 'accepted') WHERE sequence = ${FILLED_LINKS + 1}`,
    );
    expect((await verifyLedger(path, null)).problems[0]).toMatchObject({
      code: "AUDIT_BROKEN",
      where: `link ${FILLED_LINKS + 1}`,
    });
  });
});

test("a bulk with one unseen newer decision writes nothing, wherever it is in the list", async () => {
  const path = filledLedger();
  const db = await openForWriting(path);
  for (const bulk of [
    [breakAt(3), breakAt(4)],
    [breakAt(4), breakAt(3)],
  ]) {
    expect(() =>
      saveManyDecisions(
        db,
        bulk.map((finding) => deciding(finding)),
        9000,
      ),
    ).toThrow(failing("DECISION_CONFLICT"));
  }
  expect(listDecisions(db).length).toBe(1);
  closeLedger(db);
  expect(await verifyLedger(path, null)).toMatchObject({ ok: true, links: FILLED_LINKS });
});

test("many at once write as many links in order, and so do their undos; they are read page by page", async () => {
  const path = filledLedger();
  const db = await openForWriting(path);
  const many = Array.from({ length: 2500 }, (_, at) => breakAt(1000 + at));
  const taken = saveManyDecisions(
    db,
    many.map((finding) => deciding(finding)),
    9000,
  );
  expect(taken).toEqual(many.map((_, at) => at + 2));
  const reversals = many.map(({ fingerprint }, at) => ({
    fingerprint,
    note: "",
    by: "Ada Obi",
    seen: taken[at] ?? null,
  }));
  const undone = undoDecisions(db, reversals, 9100);
  expect(undone.map(({ undoes }) => undoes)).toEqual(taken);

  const read = [];
  const sizes: number[] = [];
  for (let more = true; more;) {
    const page = readDecisionsAfter(db, read.at(-1)?.id ?? 0);
    read.push(...page.decisions);
    sizes.push(page.decisions.length);
    more = page.more;
  }
  expect(sizes).toEqual([2000, 2000, 1001]);
  expect(read).toEqual(listDecisions(db));
  expect(read.slice(1, many.length + 1).map(({ id }) => id)).toEqual(taken);
  expect(read.slice(many.length + 1)).toEqual(undone);
  closeLedger(db);
  expect(await verifyLedger(path, null)).toMatchObject({ ok: true, links: FILLED_LINKS + 5000 });
});

test("a page holds fewer where notes are long, but at least one", async () => {
  const path = filledLedger();
  const db = await openForWriting(path);
  const note = "n".repeat(900_000);
  const many = Array.from({ length: 4 }, (_, at) => deciding(breakAt(1000 + at), { note }));
  saveManyDecisions(db, [...many, deciding(breakAt(2000), { note: "n".repeat(3_000_000) })], 9000);
  const pages = [0, 3, 5].map((id) => readDecisionsAfter(db, id));
  expect(pages.map(({ decisions, more }) => [...decisions.map(({ id }) => id), more])).toEqual([
    [1, 2, 3, true],
    [4, 5, true],
    [6, false],
  ]);
  closeLedger(db);
});

test("refuses a decision from another ledger, or from another state of this one", async () => {
  const db = openForReading(await reviewed());
  const [, second] = listDecisions(db);
  expect(holdsDecision(db, second!)).toBe(true);
  expect(holdsDecision(db, { ...second!, atMs: 9001 })).toBe(false);
  expect(holdsDecision(db, { ...second!, fingerprint: "0".repeat(64) })).toBe(false);
  expect(holdsDecision(db, { ...second!, id: 4 })).toBe(false);
  closeLedger(db);
});

/** Fingerprints of a ledger's exceptions. */
function fingerprintsOf(ledger: string): string[] {
  return readReview({ ledger, period: null, options: {} }, CONTEXT)
    .findings.filter(({ finding }) => finding.severity !== "info")
    .map(({ finding }) => finding.fingerprint);
}

interface Deciding {
  readonly child: ChildProcess;
  /** What it said, line by line, so far. */
  readonly said: string[];
}

function startDeciding(by: string, ledger: string, times: number): Deciding {
  const args = [DECIDING, ledger, by, String(times), ...fingerprintsOf(ledger)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said: string[] = [];
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    said.push(...lines);
  });
  return { child, said };
}

test.runIf(IS_EXHAUSTIVE)(
  "case 39: of four processes that decide the same findings at once, one succeeds and its decision stays",
  async () => {
    const ledger = await ledgerToReview();
    const all = ["Ada", "Bola", "Chi", "Dayo"].map((by) => startDeciding(by, ledger, 1));
    await Promise.all(all.map(({ child }) => once(child, "close")));
    const outcomes = all.map(({ said }) => said.at(-1));
    expect(outcomes.filter((outcome) => outcome === "DECISION_CONFLICT").length).toBe(3);
    const db = openForReading(ledger);
    const taken = listDecisions(db);
    closeLedger(db);
    const winner = ["Ada", "Bola", "Chi", "Dayo"][outcomes.indexOf("4")];
    expect(taken.map(({ by }) => by)).toEqual(Array.from({ length: 4 }, () => winner));
    expect(await verifyLedger(ledger, null)).toMatchObject({ ok: true, links: 2 + 4 });
    expect(readdirSync(dirname(ledger))).toEqual(["wallet.tieout"]);
  },
);

const KILLS = 10;
const AT_ONCE = 2;

test.runIf(IS_EXHAUSTIVE)(
  `case 30: ${KILLS} kills while deciding: what was acknowledged is whole, no bulk is half written`,
  async () => {
    const folder = temporaryFolder();
    const fresh = await ledgerToReview();
    const keptOf: number[] = [];

    const killOnce = async (number: number) => {
      const ledger = join(folder, `${number}.tieout`);
      copyFileSync(fresh, ledger);
      const { child, said } = startDeciding("Ada", ledger, 1_000_000);
      child.stdout?.on("data", () => {
        if (said.length > number % 5) void setTimeout((number * 3) % 17).then(() => child.kill("SIGKILL"));
      });
      const [, signal] = (await once(child, "close")) as [number | null, string | null];
      expect([said[0], signal]).toEqual(["ready", "SIGKILL"]);
      const acknowledged = 4 * (said.length - 1);
      expect(said.slice(1)).toEqual(Array.from({ length: said.length - 1 }, () => "4"));
      // The next to open finds the log of the killed process beside the file and takes it in.
      const db = await openForWriting(ledger);
      const kept = listDecisions(db).length;
      closeLedger(db);
      expect(kept - acknowledged).toBeOneOf([0, 4]);
      expect(await verifyLedger(ledger, null)).toMatchObject({ ok: true, problems: [], links: 2 + kept });
      // A process killed while it tried the disk for room may leave an empty file; whoever writes next removes it.
      removeUnfinished(folder, `${number}.tieout`);
      expect(readdirSync(folder).filter((name) => name.startsWith(`${number}.`))).toEqual([
        `${number}.tieout`,
      ]);
      keptOf.push(kept);
    };
    for (let first = 0; first < KILLS; first += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => killOnce(first + at)));
    }
    expect(keptOf.length).toBe(KILLS);
    expect(Math.max(...keptOf)).toBeGreaterThan(0);
  },
  180_000,
);
