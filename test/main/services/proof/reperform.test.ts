import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { type JsonValue, canonicalJson } from "../../../../src/core/canonical.ts";
import type { Entry } from "../../../../src/core/records/entry.ts";
import { RULES_VERSION } from "../../../../src/core/options.ts";
import type { FrozenMonth, Month } from "../../../../src/core/review/close/close.ts";
import { ENTRY_TABLE } from "../../../../src/main/ledger/tables/record-table.ts";
import { digestOfRows } from "../../../../src/main/ledger/trail/row-digests.ts";
import type { WritableLedger } from "../../../../src/main/ledger/file/connection.ts";
import type { VerifyReport } from "../../../../src/main/ledger/proof/verify.ts";
import { prepareMonth, reopenMonth, signOffMonth } from "../../../../src/main/services/close/close.ts";
import { decideMatch } from "../../../../src/main/services/review/match.ts";
import { readMonth, readStatement } from "../../../../src/main/services/close/moments.ts";
import { pruneLedger } from "../../../../src/main/services/backup/prune.ts";
import { decide, readReview } from "../../../../src/main/services/review/review.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { generateWorld } from "../../../../sandbox/generate/generate-world.ts";
import { hasTerminal, tieout, tieoutOnTerminal } from "../../../helpers/cli.ts";
import { copiedLedger } from "../../../helpers/ledgers/copied-ledger.ts";
import { documentOf, replaceDocument } from "../../../helpers/ledgers/kept-runs.ts";
import { PulledLedger } from "../../../helpers/ledgers/pulled-ledger.ts";
import { HOUR_MS, OCTOBER_MS, sale, sha256, wallet } from "../../../helpers/records.ts";
import { dropNumbers, rewriteTrail } from "../../../helpers/ledgers/rewritten-trail.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../../../helpers/ledgers/signing.ts";
import { worldLedger, importWorld } from "../../../helpers/ledgers/world-ledger.ts";

const DAY_MS = 24 * HOUR_MS;
const REPERFORMED = "signed months re-performed from raw answers";
const SALES = [sale(1, 200), sale(2, 90)];

async function verified(ledger: string): Promise<VerifyReport> {
  return verifyLedgerFile(ledger, null, CONTEXT);
}

function performed({ facts }: VerifyReport): number | undefined {
  return facts.find(({ name }) => name === REPERFORMED)?.count;
}

function sentences({ problems }: VerifyReport): string[] {
  return problems.map(({ sentence }) => sentence);
}

/** Four entries of October, 1450 at its end, and one of November, 1500 after. */
function fiveEntries(): Entry[] {
  return wallet([1000, 200, -50, 300, 50], (at) => ({
    dateCreatedAtMs: OCTOBER_MS + (at === 4 ? 40 : at + 1) * DAY_MS,
    payref: at === 1 ? "PAY-1" : "",
  }));
}

/** October signed at 14.50. */
async function signedLedger(): Promise<string> {
  return copiedLedger("reperformed", makeSigned);
}

async function makeSigned(): Promise<string> {
  const ledger = newLedgerPath();
  await importRecords(ledger, fiveEntries(), SALES);
  await changeSettings(ledger, { decimals: 2, by: "Ada Obi", note: "As agreed" }, CONTEXT);
  await signMonth(ledger, "2026-10");
  return ledger;
}

describe("every signed month of an untouched ledger recomputes from its stored responses as signed", () => {
  test("reperforms nothing when nothing is signed, and reports no fact", async () => {
    const ledger = newLedgerPath();
    await importRecords(ledger, fiveEntries());
    const report = await verified(ledger);
    expect([report.ok, performed(report), report.notes]).toEqual([true, undefined, []]);
  });

  test("recomputes months over several pulls that change, drop and add records, with decisions and a match", async () => {
    const ledger = newLedgerPath();
    const all = fiveEntries();
    await importRecords(ledger, all.slice(0, 4), SALES);
    await changeSettings(
      ledger,
      { timeZone: "Africa/Lagos", decimals: 2, options: { tolerance: 3 }, by: "Ada Obi", note: "As agreed" },
      CONTEXT,
    );
    const review = readReview({ ledger, period: null, options: {} }, CONTEXT);
    const items = review.findings.slice(0, 1).map(({ finding }) => ({ fingerprint: finding.fingerprint }));
    await decide(
      { ledger, period: null, options: {}, items, status: "accepted", note: "Small", by: "Ada" },
      CONTEXT,
    );
    await signMonth(ledger, "2026-10");
    const changed = all.map((one) => (one.walletID === 2 ? { ...one, description: "Adjusted" } : one));
    await importRecords(ledger, changed.slice(1), [sale(2, 91), sale(3, 300)]);
    await decideMatch({ ledger, walletIDs: [4], payIDs: [3], note: "Same money", by: "Ada Obi" }, CONTEXT);
    await changeSettings(
      ledger,
      { timeZone: "UTC", options: { chainScope: "business" }, by: "Ada Obi", note: "As agreed" },
      CONTEXT,
    );
    await signMonth(ledger, "2026-11");
    await importRecords(ledger, changed.slice(2), [sale(3, 300)]);
    await reopenMonth({ ledger, month: "2026-11" as Month, by: "Ada Obi", note: "Again" }, CONTEXT);
    await signMonth(ledger, "2026-11");
    const report = await verified(ledger);
    expect(sentences(report)).toEqual([]);
    expect(performed(report)).toBe(2);
  });

  test("recomputes the sandbox's worlds, also a month later, with all their faults", async () => {
    const world = generateWorld({ entries: 300, seed: 5, convention: "asset", faults: "default" });
    const ledger = await worldLedger(world);
    await signMonth(ledger, world.month);
    const second = world.advance();
    await importWorld(ledger, second);
    await signMonth(ledger, second.month);
    const report = await verified(ledger);
    expect(sentences(report)).toEqual([]);
    expect(performed(report)).toBe(2);
  });

  test("recomputes after an HTTP pull: user responses are stored without their tokens, and read the same", async () => {
    const pulled = await PulledLedger.open({ entries: fiveEntries(), transactions: SALES });
    await pulled.pull();
    await signMonth(pulled.ledger, "2026-10", pulled.context);
    pulled.service.records.entries = fiveEntries().slice(1);
    await pulled.pull();
    await signMonth(pulled.ledger, "2026-11", pulled.context);
    const report = await verified(pulled.ledger);
    expect(sentences(report)).toEqual([]);
    expect(performed(report)).toBe(2);
  });

  test("reports it on the command line", async () => {
    const ledger = await signedLedger();
    const { stdout, status } = await tieout(["verify", ledger]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/, 1 signed month re-performed from stored responses\.\n/u);
  });
});

/** Puts another text in the place of a stored response, with its hash and length in the table beside. */
function replaceAnswer(db: Database.Database, id: number, edit: (text: string) => string): void {
  const chunk = db.prepare<[number], Buffer>("SELECT compressed FROM body_chunk WHERE body_id = ?").pluck();
  const text = edit(zstdDecompressSync(chunk.get(id) ?? Buffer.alloc(0)).toString("utf8"));
  db.prepare("UPDATE body_chunk SET compressed = ? WHERE body_id = ?").run(
    zstdCompressSync(Buffer.from(text)),
    id,
  );
  const { length } = Buffer.from(text);
  db.prepare("UPDATE body SET sha256 = ?, bytes = ? WHERE id = ?").run(sha256(text), length, id);
}

const asIs = <T>(payload: T): T => payload;

/** A trail that fits what stands in `body`. */
function withBodiesOf(path: string) {
  const read = () => {
    const db = new Database(path, { readonly: true });
    const rows = db
      .prepare<[], { pull: number; sha256: string; bytes: number }>(
        "SELECT pull_id AS pull, sha256, bytes FROM body ORDER BY id",
      )
      .all();
    db.close();
    return rows;
  };
  return (payload: { [key: string]: JsonValue }, kind: string) => {
    if (kind !== "pull") return payload;
    const own = read().filter(({ pull }) => pull === payload["pull"]);
    const bodies = payload["bodies"] as { [key: string]: JsonValue }[];
    return {
      ...payload,
      bodies: bodies.map((body, at) => ({
        ...body,
        sha256: own[at]?.sha256 ?? "",
        bytes: own[at]?.bytes ?? 0,
      })),
    };
  };
}

const inFour = (text: string) =>
  text.replace('"debit_balance":300,"balance":1450', '"debit_balance":310,"balance":1460');
const NOT_SIGNED =
  "October 2026 differs from what was signed when re-performed from the stored responses: closing of user 1: signed 14.50, re-performed 14.60; inflow of user 1: signed 15.00, re-performed 15.10";

describe("finds tampering, and names the month", () => {
  test("a stored response replaced together with its hash", async () => {
    const ledger = await signedLedger();
    rewriteTrail(ledger, asIs, (db) => {
      replaceAnswer(db, 1, inFour);
    });
    const report = await verified(ledger);
    expect(sentences(report)).toContain("The row's sha256 differs from link 2");
    expect(sentences(report).at(-1)).toContain(NOT_SIGNED);
    expect(report.problems.at(-1)).toMatchObject({ code: "AUDIT_MISMATCH", where: "close_step 2" });
    expect(performed(report)).toBe(0);
  });

  test("a stored response replaced, and the whole trail rewritten around it", async () => {
    const ledger = await signedLedger();
    rewriteTrail(ledger, asIs, (db) => {
      replaceAnswer(db, 1, inFour);
    });
    rewriteTrail(ledger, withBodiesOf(ledger));
    expect(sentences(await verified(ledger))).toEqual([
      "The ledger has 1450, but the stored response has 1460",
      "The ledger has 300, but the stored response has 310",
      expect.stringContaining(NOT_SIGNED),
    ]);
  });

  test("an entry changed, its digests and the whole trail rewritten", async () => {
    const ledger = await signedLedger();
    let digest: JsonValue = null;
    rewriteTrail(ledger, asIs, (db) => {
      dropNumbers(db);
      db.exec("UPDATE entry SET debit = 310, balance = 1460 WHERE wallet_id = 4");
      digest = { ...digestOfRows(db as unknown as WritableLedger, ENTRY_TABLE, "", 1) };
    });
    rewriteTrail(ledger, (payload, kind) =>
      kind === "pull" ? { ...payload, rows: { ...(payload["rows"] as object), entry: digest } } : payload,
    );
    const report = await verified(ledger);
    expect(report.problems.map(({ sentence, where }) => `${sentence} (${where})`)).toEqual([
      "The ledger has 1460, but the stored response has 1450 (pull 1, walletID 4, balance)",
      "The ledger has 310, but the stored response has 300 (pull 1, walletID 4, debit_balance)",
    ]);
  });

  /** Edits what preparation and signature froze, in their rows and with a trail that fits. */
  function refreeze(ledger: string, edit: (frozen: FrozenMonth) => object): void {
    rewriteTrail(
      ledger,
      (payload) =>
        payload["frozen"] !== undefined
          ? { ...payload, frozen: edit(payload["frozen"] as unknown as FrozenMonth) as JsonValue }
          : payload,
      (db) => {
        const text =
          db.prepare<[], string>("SELECT frozen FROM close_step ORDER BY id DESC").pluck().get() ?? "";
        const frozen = canonicalJson(edit(JSON.parse(text) as FrozenMonth) as JsonValue);
        db.prepare("UPDATE close_step SET frozen = ?").run(frozen);
      },
    );
  }

  test.each<[string, (frozen: FrozenMonth) => object, string]>([
    [
      "a line of the three-way proof",
      (frozen) => ({
        ...frozen,
        proofs: frozen.proofs?.map((one) => ({ ...one, amounts: { ...one.amounts, expected: 99 } })),
      }),
      "the proof's line expected: signed 0.99, re-performed 2.00",
    ],
    [
      "a proof left out",
      (frozen) => ({ ...frozen, proofs: [] }),
      "the proof in no stated currency was not signed",
    ],
    [
      "how outstanding items came about",
      (frozen) => ({
        ...frozen,
        outstanding: frozen.outstanding.map((one) => ({ ...one, roll: { ...one.roll, added: 7 } })),
      }),
      "outstanding, paid, no entry, new: signed 0.07, re-performed 0.90",
    ],
    [
      "a closing",
      (frozen) => ({ ...frozen, wallets: frozen.wallets.map((one) => ({ ...one, closing: 1440 })) }),
      "closing of user 1: signed 14.40, re-performed 14.50",
    ],
    [
      "a wallet more",
      (frozen) => ({ ...frozen, wallets: [...frozen.wallets, { ...frozen.wallets[0], userID: 2 }] }),
      "the wallet of user 2, signed to close at 14.50, is not in them",
    ],
    [
      "a wallet less",
      (frozen) => ({ ...frozen, wallets: [] }),
      "the wallet of user 1, closing at 14.50, was not signed",
    ],
    [
      "outstanding items",
      (frozen) => ({ ...frozen, outstanding: frozen.outstanding.map((one) => ({ ...one, items: 7 })) }),
      "outstanding, paid, no entry: signed 7 items of",
    ],
    [
      "errors",
      (frozen) => ({ ...frozen, errors: { total: 0, decided: 0 } }),
      "signed 0 errors, 0 decided; re-performed 1 error, 0 decided",
    ],
    [
      "what was overridden",
      (frozen) => ({ ...frozen, overridden: [] }),
      "the obstacles to preparing it are different",
    ],
    [
      "the hash of its check",
      (frozen) => ({ ...frozen, checkSha256: "0".repeat(64) }),
      "run 1 differs from the one that was signed",
    ],
    [
      "its options",
      (frozen) => ({ ...frozen, options: { ...frozen.options, cutoffDays: 1000 } }),
      "1 exception gone; 1 new notice",
    ],
    [
      "its options to what is none",
      (frozen) => ({ ...frozen, options: null }),
      "The frozen figures of the signed months cannot be read",
    ],
    [
      "the pull it rests on, so that no later one would come after it",
      (frozen) => ({ ...frozen, pullId: 999 }),
      "responses: it depends on pull 999, which does not exist",
    ],
    ["its whole self", () => ({}), "The frozen figures of the signed months cannot be read"],
  ])("%s prepared and signed differently, and the whole trail rewritten", async (_, edit, words) => {
    const ledger = newLedgerPath();
    await importRecords(ledger, fiveEntries(), SALES);
    await changeSettings(ledger, { decimals: 2, by: "Ada Obi", note: "As agreed" }, CONTEXT);
    await signMonth(ledger, "2026-10");
    refreeze(ledger, edit);
    const report = await verified(ledger);
    expect(report.ok).toBe(false);
    expect(report.problems.at(-1)).toMatchObject({
      code: "AUDIT_MISMATCH",
      sentence: expect.stringContaining(words),
    });
    // Where the trail itself shows it, both steps are named.
    const broken = report.problems.flatMap(({ code, where }) =>
      where?.startsWith("link") === true ? [`${code} ${where}`] : [],
    );
    expect(["", "AUDIT_BROKEN link 5", "AUDIT_BROKEN link 5 AUDIT_BROKEN link 6"]).toContain(
      broken.join(" "),
    );
  });

  test("the run that was signed, and the trail with it", async () => {
    const ledger = await signedLedger();
    const document = '{"schema":"tieout.check/1","findings":[]}';
    rewriteTrail(
      ledger,
      (payload, kind) => (kind === "run" ? { ...payload, sha256: sha256(document) } : payload),
      (db) => replaceDocument(db, 1, document),
    );
    expect(sentences(await verified(ledger))).toEqual([
      "October 2026 was prepared on run 1, which was not kept before",
      "October 2026 differs from what was signed when re-performed from the stored responses: run 1 differs from the one that was signed",
    ]);
  });

  /** Puts another document in the place of the run that was kept, with a signature and a trail that fit. */
  function rekeep(ledger: string, edit: (document: string) => string): void {
    const read = new Database(ledger, { readonly: true });
    const was = documentOf(read, 1);
    read.close();
    const document = edit(was);
    if (document === was) throw new Error("nothing is edited");
    const [before, after] = [sha256(was), sha256(document)];
    rewriteTrail(
      ledger,
      (payload) => JSON.parse(JSON.stringify(payload).replaceAll(before, after)) as typeof payload,
      (db) => {
        replaceDocument(db, 1, document);
        db.prepare("UPDATE close_step SET frozen = replace(frozen, ?, ?)").run(before, after);
      },
    );
  }

  test("accepts a check that differs only in another version's wording", async () => {
    const ledger = await signedLedger();
    rekeep(ledger, (document) => document.replaceAll(/"message":"[^"]*"/gu, '"message":"In other words"'));
    const report = await verified(ledger);
    expect([sentences(report), performed(report)]).toEqual([[], 1]);
    const month = { ledger, month: "2026-10" as Month };
    expect(readMonth(month, CONTEXT).changes).toEqual([]);
    expect(readStatement(month, CONTEXT)).toMatchObject({
      sentence: expect.stringContaining("prove the stated balance"),
      changedSince: { count: 0, effects: [], sentence: "Since then: nothing changed." },
    });
  });

  test("a month prepared by a version with other wording can be signed", async () => {
    const ledger = newLedgerPath();
    await importRecords(ledger, fiveEntries(), SALES);
    const month = { ledger, month: "2026-10" as Month };
    await prepareMonth({ ...month, by: "Ada Obi", override: "So" }, CONTEXT);
    rekeep(ledger, (document) => document.replaceAll(/"message":"[^"]*"/gu, '"message":"In other words"'));
    const signed = await signOffMonth({ ...month, by: "Ben Uche", note: "" }, CONTEXT);
    expect(signed.state).toBe("signed-off");
    expect(performed(await verified(ledger))).toBe(1);
  });

  test.each([
    ["a number that a finding rests on", '"expected":', '"expected":7'],
    ["a wallet's figure", '"inflow":1500', '"inflow":1501'],
    ["a finding's severity", '"severity":"error"', '"severity":"info"'],
  ])("%s, in the check that was kept, its signature and trail rewritten", async (_, number, other) => {
    const ledger = await signedLedger();
    rekeep(ledger, (document) => document.replace(number, other));
    const report = await verified(ledger);
    expect(sentences(report)).toEqual([
      expect.stringMatching(
        /^October 2026 differs from what was signed when re-performed from the stored responses: /u,
      ),
    ]);
    expect(performed(report)).toBe(0);
  });

  test("an unreadable stored response ends every month from there on", async () => {
    const ledger = await signedLedger();
    await importRecords(ledger, fiveEntries(), SALES);
    await signMonth(ledger, "2026-11");
    rewriteTrail(ledger, asIs, (db) => {
      replaceAnswer(db, 3, (text) => text.replace('"balance":1450', '"balance":"lots"'));
    });
    const report = await verified(ledger);
    const last = sentences(report).at(-1) ?? "";
    expect(last).toMatch(
      /^November 2026 could not be re-performed: the stored responses of pull 2 differ from those received \("lots" is a text, .*, walletID 4, balance\)$/u,
    );
    expect(performed(report)).toBe(1);
  });
});

describe("reports what cannot be recomputed though nothing is wrong, and fails nothing", () => {
  test("stored responses that were pruned", async () => {
    const ledger = await signedLedger();
    await importRecords(ledger, fiveEntries(), SALES);
    await importRecords(ledger, fiveEntries(), SALES);
    await signMonth(ledger, "2026-11");
    await pruneLedger(ledger, 1, CONTEXT);
    const report = await verified(ledger);
    expect(report.ok).toBe(true);
    expect(performed(report)).toBe(0);
    expect(report.notes).toEqual([
      "Rows of pulls 1 and 2 were not compared: the stored responses were pruned on 2026-12-01",
      "October 2026 is not proven: stored responses of pull 1 were pruned, so its figures were not re-performed",
      "November 2026 is not proven: stored responses of pulls 1 and 2 were pruned, so its figures were not re-performed",
    ]);
    const { stdout, status } = await tieout(["verify", ledger]);
    expect(status).toBe(0);
    expect(stdout).toContain(
      "Note: October 2026 is not proven: stored responses of pull 1 were pruned, so its figures were not re-performed.",
    );
    expect(stdout).toContain(
      "The ledger is intact, but rows of pulls 1 and 2 were not compared with stored responses, and 2 signed months could not be re-performed: ",
    );
    expect(stdout).toContain(", 0 signed months re-performed from stored responses.\n");
  });

  test("prune names the signed months whose proof it removes, and no others", async () => {
    const ledger = await signedLedger();
    await importRecords(ledger, fiveEntries(), SALES);
    await signMonth(ledger, "2026-11");
    const note =
      "are signed off. `tieout verify` can no longer re-perform their figures, and reports them as not proven";
    const run = await tieout(["prune", ledger, "--keep-bodies", "1"]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout).toContain(`\nNote: October 2026 and November 2026 ${note}.\n`);
    // What was lost before is not lost again.
    const again = await tieout(["prune", ledger, "--keep-bodies", "0"]);
    expect(again.stdout).toMatch(/^Dropped 2 stored responses/u);
    expect(again.stdout).not.toContain("Note:");
  });

  test("prune names none when it drops nothing, and its help says what a signed month loses", async () => {
    const ledger = await signedLedger();
    expect((await tieout(["prune", ledger, "--keep-bodies", "1"])).stdout).toBe(
      "There were no stored responses to drop.\n",
    );
    expect((await tieout(["prune", "--help"])).stdout).toContain("it is not proven");
  });

  test.skipIf(!hasTerminal)(
    "on a terminal prune names them first, and drops nothing without a yes",
    async () => {
      const ledger = await signedLedger();
      const prune = ["prune", ledger, "--keep-bodies", "0"];
      const no = await tieoutOnTerminal(prune, [""]);
      expect(no.status).toBe(0);
      expect(no.stdout).toMatch(
        /October 2026 is signed off[^]+Drop them anyway\? \[y\/N\][^]+Nothing was dropped/u,
      );
      expect(performed(await verified(ledger))).toBe(1);
      expect((await tieoutOnTerminal(prune, ["y"])).stdout).toContain("Dropped 2 stored responses");
      expect(performed(await verified(ledger))).toBe(0);
    },
  );

  test.each([
    ["0", "0"],
    ["\u001B[2J", "of another version"],
  ])("a month signed under other rules, and a file that says so: %j", async (version, shown) => {
    const ledger = await signedLedger();
    rewriteTrail(
      ledger,
      (payload, kind) =>
        kind === "close" && payload["frozen"] !== null
          ? { ...payload, frozen: { ...(payload["frozen"] as object), rulesVersion: version } }
          : payload,
      (db) => {
        db.prepare(
          `UPDATE close_step SET frozen = replace(frozen, '"rulesVersion":"${RULES_VERSION}"', ?)`,
        ).run(`"rulesVersion":${JSON.stringify(version)}`);
      },
    );
    const report = await verified(ledger);
    expect([report.ok, performed(report)]).toEqual([true, 0]);
    const sentence = `October 2026 is not proven: according to the file, it was prepared under rules ${shown}, and this version checks by rules ${RULES_VERSION}, so its figures were not re-performed. Verify it with Tieout test, which prepared it`;
    expect(report.notes).toEqual([sentence]);
    const { stdout, status } = await tieout(["verify", ledger, "--json"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      schema: "tieout.verify/1",
      ok: true,
      head: report.head,
      signedMonths: {
        inForce: 1,
        performedAgain: 0,
        notProven: [{ month: "2026-10", why: "rules", sentence }],
      },
      problems: [],
    });
  });
});

test("does not recompute a month that is prepared and not signed, or reopened", async () => {
  const ledger = newLedgerPath();
  await importRecords(ledger, fiveEntries(), SALES);
  const month = { ledger, month: "2026-10" as Month };
  await prepareMonth({ ...month, by: "Ada Obi", override: "So" }, CONTEXT);
  expect(performed(await verified(ledger))).toBeUndefined();
  await signOffMonth({ ...month, by: "Ben Uche", note: "" }, CONTEXT);
  expect(performed(await verified(ledger))).toBe(1);
  await reopenMonth({ ...month, by: "Ada Obi", note: "Again" }, CONTEXT);
  expect(performed(await verified(ledger))).toBeUndefined();
});

test("reports which month it is at, and can be stopped between pulls", async () => {
  const ledger = await signedLedger();
  const phases = new Set<string>();
  await verifyLedgerFile(ledger, null, { ...CONTEXT, onProgress: ({ phase }) => phases.add(phase) });
  expect([...phases]).toEqual(["Verifying", "Re-performing October 2026"]);
  const stopping = new AbortController();
  const stopped = verifyLedgerFile(ledger, null, {
    ...CONTEXT,
    signal: stopping.signal,
    onProgress: ({ phase }) => {
      if (phase.startsWith("Re-performing")) stopping.abort();
    },
  });
  await expect(stopped).rejects.toMatchObject({ code: "CANCELLED" });
});

test("proves a month with overridden errors that was prepared again after a pull changed it, without being reopened", async () => {
  const ledger = newLedgerPath();
  const wrong = fiveEntries().map((entry) =>
    entry.walletID >= 3 ? { ...entry, balance: entry.balance + 7 } : entry,
  );
  await importRecords(ledger, wrong, SALES);
  const preparing = { ledger, month: "2026-10" as Month, by: "Ada Obi", override: "As it stands" };
  await prepareMonth(preparing, CONTEXT);
  await importRecords(
    ledger,
    wrong.map((entry) => (entry.walletID >= 3 ? { ...entry, balance: entry.balance + 2 } : entry)),
    SALES,
  );
  await prepareMonth(preparing, CONTEXT);
  await signOffMonth({ ledger, month: "2026-10" as Month, by: "Ben Uche", note: "" }, CONTEXT);
  const report = await verified(ledger);
  expect(sentences(report)).toEqual([]);
  expect(performed(report)).toBe(1);
});
