/** Rows of pulls that no signature depends on, changed by somebody who recomputes digests, counts and hashes. */
import { copyFileSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TieoutError } from "../../../../src/core/errors.ts";
import { RULES_VERSION } from "../../../../src/core/options.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import type { WritableLedger } from "../../../../src/main/ledger/file/connection.ts";
import { ENTRY_TABLE, PAYMENT_TABLE } from "../../../../src/main/ledger/tables/record-table.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import {
  RowDigest,
  TABLE_SUFFIXES,
  digestOfRows,
  shapeOf,
} from "../../../../src/main/ledger/trail/row-digests.ts";
import { backUpLedger } from "../../../../src/main/services/backup/backup.ts";
import { pruneLedger } from "../../../../src/main/services/backup/prune.ts";
import { prepareMonth, reopenMonth, signOffMonth } from "../../../../src/main/services/close/close.ts";
import { takePullStep } from "../../../../src/main/services/pull/set-aside.ts";
import { readRestatements } from "../../../../src/main/services/close/register.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { transactionsBody, walletBody } from "../../../helpers/bodies.ts";
import { tieout } from "../../../helpers/cli.ts";
import { PulledLedger } from "../../../helpers/ledgers/pulled-ledger.ts";
import {
  type Payload,
  dropNumbers,
  fitTables,
  forgeTrail,
  otherValue,
  strayRow,
} from "../../../helpers/ledgers/rewritten-trail.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../../../helpers/ledgers/signing.ts";
import { HOUR_MS, OCTOBER_MS, entry, sale, wallet } from "../../../helpers/records.ts";
import { IS_EXHAUSTIVE } from "../../../helpers/exhaustive.ts";

const OCTOBER = "2026-10" as Month;
const DAY_MS = 24 * HOUR_MS;
const FIXTURES = join(import.meta.dirname, "../../../fixtures/ledgers");

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tieout-unsigned-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ENTRIES = wallet([1000, 200, -50, 300, 50], (at) => ({
  dateCreatedAtMs: OCTOBER_MS + (at === 4 ? 40 : at + 1) * DAY_MS,
  payref: at === 1 ? "PAY-1" : "",
}));
const SALES = [sale(1, 200), sale(2, 90)];

interface Made {
  readonly path: string;
  /** As it was printed when October was signed. */
  readonly head: string;
}

let making: Promise<Made> | null = null;

/** Four pulls that change, drop, bring back, repeat and contradict records; October signed on the first. */
async function whole(): Promise<Made> {
  return (making ??= makeWhole());
}

async function makeWhole(): Promise<Made> {
  const pulled = await PulledLedger.open({ entries: ENTRIES.slice(0, 4), transactions: SALES });
  await pulled.pull();
  await signMonth(pulled.ledger, OCTOBER, pulled.context);
  const { head } = await verifyLedger(pulled.ledger, null);
  const changed = ENTRIES.map((one) => (one.walletID === 3 ? { ...one, description: "Refund" } : one));
  pulled.service.records.entries = changed.filter(({ walletID }) => walletID !== 2);
  pulled.service.records.transactions = [sale(2, 91), sale(3, 300)];
  await pulled.pull();
  const [last] = changed.slice(-1);
  if (last === undefined) throw new Error("there are entries");
  const copies = [last, { ...last, description: "Another copy" }];
  await pulled.import(
    [walletBody(changed.slice(0, 2)), walletBody([...changed.slice(2, 4), ...copies])],
    [transactionsBody([sale(1, 200)]), transactionsBody([sale(2, 91), sale(3, 300)])],
  );
  // A partial history.
  await pulled.import([walletBody(ENTRIES.slice(3))]);
  const path = join(folder, "whole.tieout");
  copyFileSync(pulled.ledger, path);
  return { path, head };
}

async function copied(of?: string): Promise<string> {
  const ledger = join(mkdtempSync(join(folder, "l")), "copy.tieout");
  copyFileSync(of ?? (await whole()).path, ledger);
  return ledger;
}

type EditPull = (link: Payload, pull: number) => void;

/** Changes rows and makes digests, texts and the trail fit; `edit` changes what the pulls' links say besides. */
function forgeRows(
  ledger: string,
  change: string | ((db: Database.Database) => void),
  edit: EditPull = () => {},
): void {
  forgeTrail(ledger, (links, db) => {
    if (typeof change === "string") db.exec(change);
    else change(db);
    dropNumbers(db);
    const reading = db as unknown as WritableLedger;
    for (const { kind, payload } of links) {
      if (kind !== "pull") continue;
      const pull = Number(payload["pull"]);
      const rows = payload["rows"] as Payload;
      for (const table of [ENTRY_TABLE, PAYMENT_TABLE])
        for (const suffix of TABLE_SUFFIXES) {
          const name = `${table.name}${suffix}`;
          if (name in rows) rows[name] = { ...digestOfRows(reading, table, suffix, pull) };
        }
      const texts = payload["texts"] as Record<string, { from: number; to: number }>;
      for (const name of ["payref", "label"] as const) {
        const { from, to } = texts[name] ?? { from: 0, to: 0 };
        const digest = new RowDigest(1);
        for (const row of textsOf(reading, name, from, to)) digest.add(row);
        Object.assign(texts[name] ?? {}, digest.finish());
      }
      edit(payload, pull);
    }
    fitTables(db, links);
  });
}

/** The texts of a dictionary with ids from … to − 1, ascending. */
function textsOf(db: WritableLedger, name: string, from: number, to: number) {
  return db
    .prepare<[number, number], [id: number, text: string]>(
      `SELECT id, text FROM ${name} WHERE id >= ? AND id < ? ORDER BY id`,
    )
    .raw()
    .all(from, to);
}

async function problemsOf(ledger: string, known: string | null = null): Promise<string[]> {
  const { problems } = await verifyLedgerFile(ledger, known, CONTEXT);
  return problems.map(({ code, sentence, where }) => `${code}: ${sentence} (${where})`);
}

test("a ledger of several pulls, copies and files agrees with its stored responses, pull by pull", async () => {
  const { path, head } = await whole();
  const { ok, notes, pulls, facts, verdict } = await verifyLedgerFile(path, head, CONTEXT);
  expect({ ok, notes, pulls, verdict }).toEqual({
    ok: true,
    notes: [],
    pulls: { compared: 4, notCompared: [] },
    verdict: "The ledger is intact",
  });
  expect(facts).toContainEqual({ name: "pulls compared with raw answers", count: 4 });
});

describe("verify names what pulls after the signature brought otherwise", () => {
  const of = (where: string, sentence = expect.anything() as unknown as string) => [where, sentence] as const;

  test.each<[string, string, readonly [string, string]]>([
    [
      "a balance",
      "UPDATE entry SET balance = balance + 1000000 WHERE wallet_id = 5",
      of("pull 2, walletID 5, balance", "The ledger has 1001500, but the stored response has 1500"),
    ],
    [
      "a version",
      "UPDATE entry_version SET debit = 7 WHERE wallet_id = 3 AND version = 2",
      of("pull 2, walletID 3, version 2, debit_balance"),
    ],
    [
      "an absence turned into presence",
      "UPDATE entry_presence SET present = 1 WHERE wallet_id = 2 AND present = 0",
      of("pull 2, walletID 2, present"),
    ],
    [
      "a return",
      "DELETE FROM entry_presence WHERE wallet_id = 2 AND present = 1",
      of("pull 3, walletID 2, entry_presence", "A record of the stored responses is missing"),
    ],
    [
      "what a copy said",
      "UPDATE entry_copy SET unused = replace(unused, 'Another', 'A later') WHERE wallet_id = 5",
      of("pull 3, walletID 5, n 2, unused"),
    ],
    [
      "a payment's amount",
      "UPDATE payment SET chargedamount = 1 WHERE pay_id = 3",
      of("pull 2, payID 3, fee.chargedamount"),
    ],
    [
      "a payment's version",
      "UPDATE payment_version SET chargedamount = 90 WHERE pay_id = 2",
      of("pull 2, payID 2, version 2, fee.chargedamount"),
    ],
    [
      "the absence of a payment",
      "DELETE FROM payment_presence WHERE pay_id = 1 AND present = 0",
      of("pull 2, payID 1, payment_presence"),
    ],
    [
      "a text that records share",
      "UPDATE label SET text = 'another' WHERE id = (SELECT max(id) FROM label)",
      of(expect.stringMatching(/^pull \d, label \d+$/u)),
    ],
  ])("%s", async (_, sql, [where, sentence]) => {
    const ledger = await copied();
    forgeRows(ledger, sql);
    const { problems } = await verifyLedgerFile(ledger, (await whole()).head, CONTEXT);
    expect(problems).toContainEqual({ code: "AUDIT_MISMATCH", sentence, where });
  });

  test.each<[string, EditPull, string]>([
    [
      "how many records changed",
      (link, pull) => {
        if (pull === 3) (link["entries"] as Payload)["changed"] = 1;
      },
      "pull 3, entries.changed",
    ],
    [
      "the name of the user",
      (link, pull) => {
        if (pull === 2) (link["user"] as Payload)["firstname"] = "Eve";
      },
      "pull 2, user.firstname",
    ],
    [
      "a business",
      (link, pull) => {
        if (pull === 2) (link["businesses"] as Payload[]).splice(0, 1);
      },
      "pull 2, businesses.0",
    ],
  ])("%s", async (_, edit, where) => {
    const ledger = await copied();
    forgeRows(ledger, "", edit);
    const { problems } = await verifyLedgerFile(ledger, null, CONTEXT);
    expect(problems).toContainEqual({
      code: "AUDIT_MISMATCH",
      sentence: expect.stringMatching(/^The link of the pull has .+, but its stored responses give .+$/u),
      where,
    });
  });

  test("everything that a pull after a signature changed, erased with its counts: the signed head is no alibi", async () => {
    const ledger = await copied();
    const before = readRestatements(ledger, { month: null });
    expect(before.restatements.length).toBeGreaterThan(0);
    const tables = ["entry", "payment"].flatMap((name) => [`${name}_version`, `${name}_presence`]);
    forgeRows(
      ledger,
      tables.map((name) => `DELETE FROM ${name} WHERE pull_id = 2;`).join(""),
      (link, pull) => {
        if (pull !== 2) return;
        for (const kind of ["entries", "transactions"]) {
          const counts = link[kind] as Record<string, number>;
          const { received = 0, vanished = 0 } = counts;
          Object.assign(counts, { changed: 0, vanished: 0, received: received + vanished });
        }
      },
    );
    expect(await problemsOf(ledger, (await whole()).head)).toEqual(
      expect.arrayContaining([
        "AUDIT_MISMATCH: A record of the stored responses is missing (pull 2, walletID 3, version 2, entry_version)",
        "AUDIT_MISMATCH: A record of the stored responses is missing (pull 2, walletID 2, entry_presence)",
        "AUDIT_MISMATCH: A record of the stored responses is missing (pull 2, payID 1, payment_presence)",
        "AUDIT_MISMATCH: The link of the pull has 0, but its stored responses give 1 (pull 2, entries.vanished)",
      ]),
    );
  });

  test("a response changed together with the rows, though not its hash", async () => {
    const ledger = await copied();
    forgeRows(
      ledger,
      "UPDATE entry SET balance = 7 WHERE wallet_id = 5; UPDATE body_chunk SET compressed = (SELECT compressed FROM body_chunk WHERE body_id = 1) WHERE body_id = (SELECT max(id) FROM body WHERE pull_id = 2)",
    );
    expect(await problemsOf(ledger)).toContainEqual(
      expect.stringMatching(/^AUDIT_MISMATCH: A stored response cannot be read \(pull 2, .+\)$/u),
    );
  });
});

describe("a forged balance of an unsigned ledger gets nowhere", () => {
  async function unsigned(): Promise<string> {
    const ledger = newLedgerPath();
    await importRecords(ledger, ENTRIES.slice(0, 4), SALES);
    return ledger;
  }
  const FORGED = "UPDATE entry SET balance = balance + 1000000 WHERE wallet_id = 4";
  const refused = {
    code: "AUDIT_MISMATCH",
    message: expect.stringContaining("The ledger has 1001450, but the stored response has 1450") as unknown,
    facts: expect.objectContaining({ record: "pull 1, walletID 4, balance" }) as unknown,
  };

  test("verify, back-up, prepare and sign-off refuse it, and name the entry", async () => {
    const ledger = await unsigned();
    const prepared = await copied(ledger);
    const request = { month: OCTOBER, by: "Ada Obi", override: "As it stands" };
    const { pulls } = await prepareMonth({ ...request, ledger: prepared }, CONTEXT);
    expect(pulls).toEqual({ compared: 1, notCompared: [] });
    forgeRows(ledger, FORGED);
    expect(await problemsOf(ledger)).toEqual([
      "AUDIT_MISMATCH: The ledger has 1001450, but the stored response has 1450 (pull 1, walletID 4, balance)",
    ]);
    await expect(backUpLedger(ledger, join(folder, "b.tieout"), CONTEXT)).rejects.toMatchObject(refused);
    await expect(prepareMonth({ ...request, ledger }, CONTEXT)).rejects.toMatchObject(refused);
    forgeRows(prepared, FORGED);
    const signing = signOffMonth({ ledger: prepared, month: OCTOBER, by: "Ben", note: "" }, CONTEXT);
    await expect(signing).rejects.toMatchObject(refused);
  });

  test("prepare and sign-off say on the command line which pulls they compared", async () => {
    const ledger = await unsigned();
    const step = ["--month", OCTOBER, "--by"];
    const override = ["--override", "As it stands"];
    const prepared = await tieout(["prepare", ledger, ...step, "Ada Obi", ...override]);
    expect(prepared.stdout).toContain("The rows of 1 pull agree with its stored responses.\n");
    await pruneLedger(ledger, 0, CONTEXT);
    const signed = await tieout(["sign-off", ledger, ...step, "Ben Uche", "--json"]);
    expect(JSON.parse(signed.stdout)).toMatchObject({
      schema: "tieout.months/1",
      pulls: { compared: 0, notCompared: [{ from: 1, to: 1, why: "pruned" }] },
    });
  });

  test("back-up, export and close say what they did not compare", async () => {
    const ledger = await unsigned();
    await pruneLedger(ledger, 0, CONTEXT);
    const backedUp = await tieout(["back-up", ledger, "--out", join(folder, "said.tieout")]);
    expect(backedUp.stdout).toContain(
      "The copy verifies. No pull was compared with its stored responses. Rows of pull 1 were not compared: the stored responses were pruned on 2026-12-01.\n",
    );
    const out = join(folder, "said.zip");
    const exported = await tieout(["export", ledger, "--all", "--format", "csv", "--out", out]);
    const words = "Not compared: the records with their stored responses. `tieout verify` compares them.\n";
    expect(exported.stdout).toContain(words);
    const practice = mkdtempSync(join(folder, "p"));
    copyFileSync(ledger, join(practice, "a.tieout"));
    const close = ["close", practice, "--month", OCTOBER, "--no-pull"];
    expect((await tieout(close)).stdout).toContain(words);
    expect(JSON.parse((await tieout([...close, "--json"])).stdout)).toMatchObject({
      notCompared: "the records with their stored responses",
    });
  });
});

describe.runIf(IS_EXHAUSTIVE)(
  "each column of each table of records, forged with every hash in pulls that no signature rests on",
  () => {
    const openings = new Map<number | null, Promise<string>>();
    /** October is open again, and a pull is set aside or none. */
    const opened = async (aside: number | null) =>
      openings.get(aside) ?? openings.set(aside, open(aside)).get(aside) ?? "";
    async function open(aside: number | null): Promise<string> {
      const ledger = await copied();
      const ada = { by: "Ada Obi", note: "Once more" };
      await reopenMonth({ ledger, month: OCTOBER, ...ada }, CONTEXT);
      if (aside !== null) await takePullStep({ ledger, pullId: aside, step: "set-aside", ...ada }, CONTEXT);
      return ledger;
    }

    const tables = [ENTRY_TABLE, PAYMENT_TABLE].flatMap((table) =>
      TABLE_SUFFIXES.map((suffix) => [`${table.name}${suffix}`, shapeOf(table, suffix)] as const),
    );

    test.each(tables)(
      "%s: verify lists it, and prepare refuses it, also while a pull between others is set aside",
      async (name, { columns, order }) => {
        const missed: string[] = [];
        for (const [at, column] of columns.entries()) {
          const ledger = await copied(await opened(at % 2 === 0 ? null : 2));
          forgeRows(ledger, (db) => {
            const newest = `SELECT ${order} FROM ${name} ORDER BY pull_id DESC, ${order} DESC LIMIT 1`;
            const sql = `UPDATE ${name} SET ${column} = ${otherValue(db, name, column)} WHERE (${order}) = (${newest})`;
            // A table without rows gets one.
            if (db.prepare(sql).run().changes === 0) db.prepare(strayRow(name, columns)).run();
          });
          const problems = await problemsOf(ledger);
          const request = { ledger, month: OCTOBER, by: "Ada Obi", override: "As it stands" };
          const prepared = await prepareMonth(request, CONTEXT).then(
            () => "prepared",
            (error: TieoutError) => error.code,
          );
          if (problems.length === 0 || !prepared.startsWith("AUDIT_"))
            missed.push(`${column}: ${problems.length} found, ${prepared}`);
        }
        expect(missed).toEqual([]);
      },
    );
  },
);

describe("pulls whose responses were pruned", () => {
  async function pruned(): Promise<string> {
    const ledger = await copied();
    await pruneLedger(ledger, 2, CONTEXT);
    return ledger;
  }

  test("are listed as not compared, in words and JSON, and the later ones are compared", async () => {
    const ledger = await pruned();
    const sentence =
      "rows of pulls 1 and 2 were not compared: the stored responses were pruned on 2026-12-01";
    const { stdout, status } = await tieout(["verify", ledger]);
    expect(status).toBe(0);
    expect(stdout).toContain(`Note: R${sentence.slice(1)}.\n`);
    expect(stdout).toContain(
      "\nThe ledger is intact, but rows of pulls 1 and 2 were not compared with stored responses, and 1 signed month could not be re-performed: ",
    );
    const json = JSON.parse((await tieout(["verify", ledger, "--json"])).stdout) as object;
    expect(json).toMatchObject({
      ok: true,
      pulls: { compared: 2, notCompared: [{ from: 1, to: 2, why: "pruned", sentence }] },
    });
  });

  test("do not hide what a later pull brought otherwise", async () => {
    const ledger = await pruned();
    forgeRows(ledger, "DELETE FROM entry_presence WHERE wallet_id = 2 AND present = 1");
    expect(await problemsOf(ledger, (await whole()).head)).toContain(
      "AUDIT_MISMATCH: A record of the stored responses is missing (pull 3, walletID 2, entry_presence)",
    );
  });
});

describe("pulls that say they came in under other rules", () => {
  const underOtherRules: EditPull = (link) => {
    link["rules"] = "1";
  };

  test("are compared all the same where nothing differs", async () => {
    const ledger = await copied();
    forgeRows(ledger, "", underOtherRules);
    const { ok, pulls } = await verifyLedgerFile(ledger, null, CONTEXT);
    expect([ok, pulls]).toEqual([true, { compared: 4, notCompared: [] }]);
  });

  test("hide no changed balance of a record that came once", async () => {
    const ledger = await copied();
    forgeRows(ledger, "UPDATE entry SET balance = 99 WHERE wallet_id = 1", underOtherRules);
    expect(await problemsOf(ledger)).toContain(
      "AUDIT_MISMATCH: The ledger has 99, but the stored response has 1000 (pull 1, walletID 1, balance)",
    );
  });

  test("hide no changed balance behind escapes and copies that the forger wrote", async () => {
    const ledger = await copied();
    forgeRows(
      ledger,
      "UPDATE entry SET balance = 99, description = 'x \\u0041' WHERE wallet_id = 1; UPDATE entry SET balance = 98 WHERE wallet_id = 4; INSERT INTO entry_copy (pull_id, wallet_id, n, conflicting, unused) VALUES (1, 4, 2, 0, NULL)",
      underOtherRules,
    );
    expect(await problemsOf(ledger)).toEqual(
      expect.arrayContaining([
        "AUDIT_MISMATCH: The ledger has 99, but the stored response has 1000 (pull 1, walletID 1, balance)",
        "AUDIT_MISMATCH: The ledger has 98, but the stored response has 1450 (pull 1, walletID 4, balance)",
      ]),
    );
  });

  test("may use another copy of a record, which is said, and the pulls after it are compared", async () => {
    const ledger = await copied();
    forgeRows(
      ledger,
      "UPDATE entry_version SET description = 'As copied' WHERE wallet_id = 5 AND pull_id = 3; UPDATE entry_copy SET unused = NULL WHERE n = 1",
      underOtherRules,
    );
    const { ok, problems, pulls } = await verifyLedgerFile(ledger, null, CONTEXT);
    expect([ok, problems]).toEqual([true, []]);
    expect(pulls).toEqual({
      compared: 3,
      notCompared: [
        {
          from: 3,
          to: 3,
          why: "rules",
          sentence: `1 record of pull 3 was not compared: the pull came in under other rules than ${RULES_VERSION}, which may have kept them otherwise`,
        },
      ],
    });
  });
});

const [PRUNED, MISSING] = [
  { from: 1, to: 1, why: "pruned" },
  { from: 2, to: 2, why: "missing" },
] as const;

/** Of each ledger that an earlier version wrote what is not compared; the first versions stored not every response. */
const KEPT: Readonly<Record<string, readonly object[]>> = {
  "read-earlier": [],
  "rules-1": [],
  "rules-2": [],
  ...Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`schema-${at + 1}`, [PRUNED, MISSING]])),
  "schema-9": [PRUNED],
  "schema-10": [PRUNED],
  "schema-11": [PRUNED],
  "schema-12": [PRUNED],
  "schema-13": [PRUNED],
};

test.each(globSync("*.tieout", { cwd: FIXTURES }).map((name) => name.replace(".tieout", "")))(
  "tieout verify finds nothing wrong in %s, a ledger of an earlier version, and lists what it lacks",
  async (name) => {
    const { stdout, status } = await tieout([
      "verify",
      await copied(join(FIXTURES, `${name}.tieout`)),
      "--json",
    ]);
    const { ok, problems, pulls } = JSON.parse(stdout) as Record<string, Payload>;
    expect({ status, ok, problems }).toEqual({ status: 0, ok: true, problems: [] });
    expect(pulls?.["notCompared"]).toEqual((KEPT[name] ?? ["?"]).map((one) => expect.objectContaining(one)));
  },
);

test("a pull whose responses are gone with their links breaks the ledger", async () => {
  const ledger = newLedgerPath();
  await importRecords(ledger, ENTRIES);
  forgeTrail(ledger, (links, db) => {
    db.exec("DELETE FROM body_chunk; DELETE FROM body");
    for (const { kind, payload } of links) if (kind === "pull") payload["bodies"] = [];
  });
  const { ok, problems } = await verifyLedgerFile(ledger, null, CONTEXT);
  expect(ok).toBe(false);
  expect(problems).toMatchObject([
    { sentence: "The pull brought records that no stored response gives", where: "pull 1" },
  ]);
});

test("comparing an unsigned ledger can be stopped between its pulls", async () => {
  const ledger = newLedgerPath();
  await importRecords(ledger, [entry(1)]);
  await importRecords(ledger, [entry(1), entry(2)]);
  const stopping = new AbortController();
  const stopped = verifyLedgerFile(ledger, null, {
    ...CONTEXT,
    signal: stopping.signal,
    onProgress: ({ phase }) => {
      if (phase.startsWith("Comparing")) stopping.abort();
    },
  });
  await expect(stopped).rejects.toMatchObject({ code: "CANCELLED" });
});
