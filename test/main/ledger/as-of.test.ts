/** Whatever happened to a ledger, what is read as of a link is the ledger as it was then. */
import { copyFileSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CloseStep, Month } from "../../../src/core/review/close/close.ts";
import type { AttachmentSubject } from "../../../src/core/review/file/attachment.ts";
import type { FreezingStep } from "../../../src/core/review/close/month-states.ts";
import { FIRST_TERMS } from "../../../src/core/review/file/terms.ts";
import { DEFAULT_KEPT_OPTIONS } from "../../../src/core/options.ts";
import { checkDocument } from "../../../src/core/reconcile/check-document.ts";
import { auditHead } from "../../../src/main/ledger/file/audit.ts";
import { listBodies } from "../../../src/main/ledger/pulls/body.ts";
import { listCloseSteps } from "../../../src/main/ledger/acts/close-step.ts";
import {
  closeLedger,
  type ReadableLedger,
  type WritableLedger,
} from "../../../src/main/ledger/file/connection.ts";
import { newestIdFinder, listDecisions, saveManyDecisions } from "../../../src/main/ledger/acts/decision.ts";
import { insertAttachment, listAttachments } from "../../../src/main/ledger/acts/attachment.ts";
import { recordExport } from "../../../src/main/ledger/acts/export.ts";
import { openForWriting } from "../../../src/main/ledger/file/open.ts";
import { createLedger } from "../../../src/main/ledger/file/make.ts";
import { listFiles } from "../../../src/main/ledger/acts/month-file.ts";
import { pruneBodies } from "../../../src/main/ledger/pulls/prune.ts";
import { listPulls, pullsAside } from "../../../src/main/ledger/trail/pull.ts";
import { hideCounting, showCounting } from "../../../src/main/ledger/trail/counting.ts";
import { openAt, restsOnTheSame } from "../../../src/main/ledger/trail/as-of.ts";
import { saveRun } from "../../../src/main/ledger/acts/run.ts";
import { readSettings, saveSettings } from "../../../src/main/ledger/acts/settings.ts";
import { checkLedger } from "../../../src/main/services/check/check.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { NOTHING_FROZEN } from "../../helpers/ledgers/closing.ts";
import { breakAt, deciding } from "../../helpers/ledgers/decisions.ts";
import { brokenWallet } from "../../helpers/ledgers/review-ledger.ts";
import { sale, sha256 } from "../../helpers/records.ts";
import { LETTER, LEDGER, filledLedger, publish, pull } from "./made.ts";
import { body } from "../../helpers/publish-pull.ts";
import { insertAct, listActs } from "../../../src/main/ledger/trail/acts.ts";
import { signWith } from "../../../src/main/ledger/file/signature.ts";
import { testKey } from "../../helpers/ledgers/signing-keys.ts";
import type { NewAct } from "../../../src/schema/acts.ts";
import { timesOf } from "../../helpers/exhaustive.ts";

/** What happens to a ledger, by one number each: every kind of link. */
const EVENTS: readonly ((db: WritableLedger, n: number) => void)[] = [
  (db, n) => {
    const off = [n % 7, n % 3] as const;
    const entries = brokenWallet(...off).slice(0, 2 + (n % 4));
    const transactions = n % 2 === 0 ? null : [sale(9, 90 + (n % 5)), sale(10 + (n % 2), n + 1)];
    publish(db, { ...pull(entries, transactions), bodies: [body(`wallet ${n}`, `[${n}]`)] });
  },
  (db, n) => {
    const finding = breakAt(1 + (n % 3), n % 5);
    const seen = newestIdFinder(db)(finding.fingerprint);
    saveManyDecisions(db, [deciding(finding, { note: `note ${n}`, seen })], n);
  },
  (db, n) => {
    const options = { ...DEFAULT_KEPT_OPTIONS, tolerance: n % 4, cutoffDays: n % 6 };
    saveSettings(db, { timeZone: n % 2 === 0 ? "UTC" : "Africa/Lagos", decimals: n % 3, options }, n);
  },
  (db, n) => {
    saveRun(db, { atMs: n, document: JSON.stringify({ n }) });
  },
  (db, n) => {
    recordExport(db, n, { file: `${n}.xlsx`, sha256: "0".repeat(64), bytes: n, run: 1 });
  },
  (db, n) => {
    pruneBodies(db, n % 2, n);
  },
  (db, n) => {
    db.transaction(() => {
      const records = {
        entries: [{ walletID: n, sha256: sha256("entry") }],
        transactions: [{ payID: n, sha256: sha256("transaction") }],
      };
      insertAct(db, "match", { note: `n ${n}`, by: "Ada", atMs: n, undoes: null, records });
    })();
  },
  (db, n) => {
    db.transaction(() => {
      const step = {
        month: "2026-10",
        step: "review",
        by: "Ada",
        note: `${n}`,
        atMs: n,
        frozen: null,
      } as const;
      insertAct(db, "close", step as NewAct<"close">);
    })();
  },
  (db, n) => {
    db.transaction(() => {
      const text = `statement ${n % 2}`;
      const subject = { kind: "match", match: n + 1 } as const;
      const file = { subject, name: "a.txt", sha256: sha256(text), bytes: text.length, note: "", by: "Ada" };
      insertAttachment(db, { ...file, atMs: n, undoes: null }, () => [Buffer.from(text)]);
    })();
  },
  (db, n) => {
    const said = { by: "Ada", note: "", atMs: n };
    db.transaction(() => insertAct(db, "letter", { ...LETTER, ...said, letter: `2026-10/${n}` }))();
  },
  (db, n) => {
    const event = { kind: "made", finding: null } as const;
    const point = { month: "2026-10" as Month, event, by: "Ben", note: `${n}`, atMs: n };
    db.transaction(() => insertAct(db, "point", point))();
  },
  (db, n) => {
    const accounts = [{ purpose: "wallet", currency: null, account: `${n}` } as const];
    const event = { kind: "accounts", accounts } as const;
    db.transaction(() => insertAct(db, "books", { event, by: "Ada", note: `${n}`, atMs: n }))();
  },
  (db, n) => {
    const key = testKey(n % 256);
    signWith(db, { keys: [key], isAsked: false });
    const enrolled = {
      event: { kind: "enrolled", key: key.key },
      by: `Person ${n}`,
      note: "",
      atMs: n,
    } as const;
    if (!listActs(db, "key").some(({ event }) => event.kind === "enrolled" && event.key === key.key))
      db.transaction(() => insertAct(db, "key", enrolled))();
  },
  (db, n) => {
    const pulls = listPulls(db);
    const aside = pullsAside(db);
    const pullId = pulls[n % Math.max(pulls.length, 1)]?.id;
    if (pullId === undefined || (!aside.has(pullId) && pulls.length - aside.size === 1)) return;
    const step = aside.has(pullId) ? "put-back" : "set-aside";
    db.transaction(() => insertAct(db, "pull-step", { pullId, step, by: "Ada", note: `${n}`, atMs: n }))();
  },
  (db, n) => {
    db.transaction(() => {
      const terms = { ...FIRST_TERMS, purpose: `Month ${n}` };
      insertAct(db, "terms", { terms, by: "Ada", note: "", atMs: n });
      const subject = { kind: "step", step: 1 + (n % 6), done: true } as const;
      insertAct(db, "mark", { month: "2026-10" as Month, subject, by: "Ada", note: "", atMs: n });
    })();
  },
];

/** All that is shown of a ledger as of now. */
function shown(db: ReadableLedger): unknown {
  showCounting(db);
  try {
    return allOf(db);
  } finally {
    // Pulls are stored as their differences from all before them.
    hideCounting(db);
  }
}

function allOf(db: ReadableLedger): unknown {
  const { result } = checkLedger(db, { period: null, options: {} }, {});
  const texts = (name: string) => db.prepare(`SELECT id, text FROM ${name} ORDER BY id`).all();
  return {
    check: JSON.stringify(checkDocument(result, "info")),
    decisions: listDecisions(db),
    settings: readSettings(db),
    pulls: listPulls(db),
    bodies: listBodies(db),
    matches: listActs(db, "match"),
    pullSteps: listActs(db, "pull-step"),
    steps: listCloseSteps(db),
    files: listFiles(db),
    letters: listActs(db, "letter"),
    points: listActs(db, "point"),
    books: listActs(db, "books"),
    keys: listActs(db, "key"),
    evidence: listAttachments(db),
    attached: db.prepare("SELECT * FROM attachment_chunk ORDER BY attachment_id, n").all(),
    runs: db.prepare("SELECT * FROM run ORDER BY id").all(),
    pieces: db.prepare("SELECT * FROM run_chunk ORDER BY run_id, n").all(),
    texts: [texts("payref"), texts("label")],
    head: auditHead(db),
  };
}

function made(path: string): WritableLedger {
  return createLedger(path, LEDGER);
}

function shownAt(path: string, sequence: number): unknown {
  const then = openAt({ path, sequence });
  try {
    return shown(then);
  } finally {
    closeLedger(then);
  }
}

test("a prepared month rests on the same until a pull, a match or a step of an earlier month came", async () => {
  const db = await openForWriting(filledLedger());
  const steps = listCloseSteps(db);
  const prepared = steps[1] as FreezingStep;
  const after = (month: string, id: number) => [...steps, { ...prepared, id, month: month as Month }];
  const rests = (all: readonly CloseStep[]) => restsOnTheSame(db, prepared, all);
  expect(rests(steps)).toBe(true);
  expect([rests(after("2026-11", 3)), rests(after("2026-10", 3)), rests(after("2026-09", 3))]).toEqual([
    true,
    true,
    false,
  ]);
  expect(rests(after("2026-09", 1))).toBe(true);
  const records = {
    entries: [{ walletID: 2, sha256: sha256("entry") }],
    transactions: [{ payID: 3, sha256: sha256("transaction") }],
  };
  db.transaction(() =>
    insertAct(db, "match", { by: "Ada Obi", note: "So.", atMs: 1, undoes: null, records }),
  ).immediate();
  expect(rests(steps)).toBe(false);
  closeLedger(db);
});

test("beside a bank's statement it does until another came or movements were said anew, and without one neither counts", () => {
  const said = { by: "Ada Obi", note: "", atMs: 1 };
  const attach = (db: WritableLedger, subject: AttachmentSubject, text: string) => {
    const file = { subject, name: "a.sta", sha256: sha256(text), bytes: text.length, ...said, undoes: null };
    db.transaction(() => insertAttachment(db, file, () => [Buffer.from(text)]))();
  };
  const reading = { format: "mt940", table: null } as const;
  const keep = (db: WritableLedger, text: string) =>
    attach(db, { kind: "bank", account: "GTB", reading }, text);
  const later: Readonly<Record<string, (db: WritableLedger) => void>> = {
    nothing: () => {},
    "other evidence": (db) => attach(db, { kind: "match", match: 1 }, "mail"),
    "a file said anew": (db) =>
      db.transaction(() => insertAct(db, "terms", { terms: FIRST_TERMS, ...said }))(),
    "another statement": (db) => keep(db, "second"),
  };
  const restsAfter = (hasStatement: boolean, what: (db: WritableLedger) => void) => {
    const db = made(join(temporaryFolder(), "wallet.tieout"));
    publish(db, pull(brokenWallet(1, 2)));
    later["a file said anew"]!(db);
    if (hasStatement) keep(db, "first");
    const step = { month: "2026-10" as Month, step: "prepare", frozen: NOTHING_FROZEN, ...said } as const;
    db.transaction(() => insertAct(db, "close", step))();
    what(db);
    const steps = listCloseSteps(db);
    const rests = restsOnTheSame(db, steps[0] as FreezingStep, steps);
    closeLedger(db);
    return rests;
  };
  const rests = Object.entries(later).map(([name, what]) => [
    name,
    restsAfter(true, what),
    restsAfter(false, what),
  ]);
  expect(rests).toEqual([
    ["nothing", true, true],
    ["other evidence", true, true],
    ["a file said anew", false, true],
    ["another statement", false, false],
  ]);
});

describe("a ledger as of a link", () => {
  test("shows what the ledger showed then, of any history", () => {
    const event = fc.tuple(fc.nat(EVENTS.length - 1), fc.nat(1000));
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 12 }), (events) => {
        const path = join(temporaryFolder(), "wallet.tieout");
        const db = made(path);
        const moments: { readonly sequence: number; readonly what: unknown }[] = [];
        const note = () => moments.push({ sequence: auditHead(db).sequence, what: shown(db) });
        note();
        for (const [kind, n] of events) {
          EVENTS[kind]?.(db, n);
          note();
        }
        closeLedger(db);
        for (const { sequence, what } of moments) expect(shownAt(path, sequence)).toEqual(what);
      }),
      { numRuns: timesOf(8, 25) },
    );
  });

  test("cannot be written to, and stays as it was while others write", async () => {
    const path = join(temporaryFolder(), "wallet.tieout");
    const db = made(path);
    for (const [n, happen] of EVENTS.entries()) happen(db, n + 1);
    closeLedger(db);
    const bytes = readFileSync(path);
    const before = shownAt(path, 5);
    const then = openAt({ path, sequence: 5 });
    expect(readFileSync(path).equals(bytes)).toBe(true);
    const writing = await openForWriting(path);
    for (const [n, happen] of EVENTS.entries()) happen(writing, n + 11);
    expect(shown(then)).toEqual(before);
    for (const table of ["entry", "decision", "close_step", "audit"]) {
      expect(() => then.exec(`DELETE FROM ${table}`)).toThrow(/is a view/u);
    }
    closeLedger(then);
    closeLedger(writing);
    expect(shownAt(path, 5)).toEqual(before);
  });

  test("reads a page of texts to the page's end, not to the last text of then", () => {
    const path = join(temporaryFolder(), "wallet.tieout");
    const db = made(path);
    for (const [n, happen] of EVENTS.entries()) happen(db, n + 1);
    closeLedger(db);
    const then = openAt({ path, sequence: 5 });
    const page = then.prepare("EXPLAIN SELECT text FROM payref NOT INDEXED WHERE id BETWEEN ? AND ?");
    const steps = page.all(0, 9) as { readonly opcode: string; readonly p2: number }[];
    closeLedger(then);
    const end = steps.find(({ opcode }) => opcode === "SeekGE")?.p2;
    // Of `<= ?`, while the view's bound is `<`.
    expect(steps.filter(({ opcode, p2 }) => opcode === "Gt" && p2 === end)).toHaveLength(1);
  });

  test.each([
    "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT",
    "CREATE VIEW later AS SELECT * FROM audit",
    // A name that would be a statement of its own.
    `CREATE TRIGGER "later; COMMIT; ATTACH 'FOLDER/attached.db' AS a; CREATE TABLE a.b (c)" AFTER INSERT ON run BEGIN SELECT 1; END`,
  ])("refuses a ledger with objects of its own: %s", (own) => {
    const path = join(temporaryFolder(), "wallet.tieout");
    const db = made(path);
    saveRun(db, { atMs: 1, document: "{}" });
    closeLedger(db);
    const later = join(temporaryFolder(), "later.tieout");
    copyFileSync(path, later);
    const raw = new Database(later);
    raw.exec(own.replace("FOLDER", dirname(later)));
    raw.close();
    expect(() => shownAt(later, 1)).toThrow(expect.objectContaining({ code: "LEDGER_FOREIGN" }));
    expect(readdirSync(dirname(later))).toEqual(["later.tieout"]);
  });
});
