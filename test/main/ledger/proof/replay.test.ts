/** Links that fit by their hashes, and that the links before them or the rows do not allow. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { CloseStepKind, Month } from "../../../../src/core/review/close/close.ts";
import type { Decision } from "../../../../src/core/review/decisions/decision.ts";
import { listDecisions } from "../../../../src/main/ledger/acts/decision.ts";
import { type SettingsChange, saveSettings } from "../../../../src/main/ledger/acts/settings.ts";
import { insertAttachment } from "../../../../src/main/ledger/acts/attachment.ts";
import { type WritableLedger, closeLedger, query } from "../../../../src/main/ledger/file/connection.ts";
import { bytesOfLink } from "../../../../src/main/ledger/acts/anchor.ts";
import { type Link, walkLinks } from "../../../../src/main/ledger/file/audit.ts";
import { createLedger } from "../../../../src/main/ledger/file/make.ts";
import { openForReading, openForWriting } from "../../../../src/main/ledger/file/open.ts";
import { Replay } from "../../../../src/main/ledger/proof/replay.ts";
import type { Problem } from "../../../../src/main/ledger/proof/small-tables.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { insertAct } from "../../../../src/main/ledger/trail/acts.ts";
import type { NewAct } from "../../../../src/schema/acts.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { type Payload, fitTables, forgeTrail } from "../../../helpers/ledgers/rewritten-trail.ts";
import { entry, sha256 } from "../../../helpers/records.ts";
import {
  ENTRIES,
  FILLED_LINKS,
  FROZEN,
  LEDGER,
  LETTER,
  OTHER_OPTIONS,
  filledLedger,
  publish,
  pull,
} from "../made.ts";

const ADA = { by: "Ada Obi", note: "As it stands.", atMs: 5000 };

/** What verify finds once acts were added to a filled ledger, which no rule was asked about. */
async function problemsAfter(act: (db: WritableLedger) => void): Promise<readonly Problem[]> {
  const path = filledLedger();
  const db = await openForWriting(path);
  db.transaction(() => act(db)).immediate();
  closeLedger(db);
  return (await verifyLedger(path, null)).problems;
}

/** What a link says of itself, and a proof of it alone: an evidence pack may withhold those before it. */
describe("a link of the trail", () => {
  const linksOf = (path: string) => {
    const db = openForReading(path);
    const links = [...walkLinks(db)].map((link) => ({ link, bytes: bytesOfLink(db, link.sequence) }));
    expect([0, links.length + 1].map((sequence) => bytesOfLink(db, sequence))).toEqual([null, null]);
    closeLedger(db);
    return links;
  };

  test("is its bytes' SHA-256", () => {
    const links = linksOf(filledLedger());
    expect(links).toHaveLength(FILLED_LINKS);
    expect(links.map(({ bytes }) => sha256(bytes?.toString() ?? ""))).toEqual(
      links.map(({ link }) => link.hash),
    );
  });

  test("that is signed is believed without the hash before it, and not with another one", () => {
    const links = linksOf(filledLedger()).map(({ link }) => link);
    const [before, signed] = links.slice(-2) as [Link, Link];
    expect(new Replay(() => {}).take(signed)).toBeNull();
    const replay = new Replay(() => {});
    replay.take({ ...before, hash: "0".repeat(64) });
    expect(replay.take(signed)).toMatch(/^The signature is not one of the key /u);
  });
});

const broken = (link: number, sentence: unknown = expect.any(String)) => [
  { code: "AUDIT_BROKEN", where: `link ${FILLED_LINKS + link}`, sentence },
];

test("a decision that was undone is none, so that the next undoing restores the one before it", async () => {
  const decideAndUndo = async (status: Decision["status"]) =>
    problemsAfter((db) => {
      const [first] = listDecisions(db);
      const next = { ...(first as Decision), by: "Ada Obi", note: "So.", atMs: 5000 };
      insertAct(db, "decision", { ...next, status: "open", undoes: 1 });
      insertAct(db, "decision", { ...next, status: "accepted" });
      insertAct(db, "decision", { ...next, status, undoes: 3 });
    });
  expect(await decideAndUndo("open")).toEqual([]);
  expect(await decideAndUndo("raised")).toEqual(
    broken(3, "The reversal of decision 3 does not restore the decision before it"),
  );
});

test("a letter that names what nobody raised, and one that is written twice, are refused", async () => {
  const [item] = LETTER.event.items;
  const items = [{ ...item, fingerprint: "0".repeat(64) }];
  const event = { ...LETTER.event, items };
  const problems = async (letter: Partial<NewAct<"letter">>) =>
    problemsAfter((db) => void insertAct(db, "letter", { ...LETTER, note: "", ...letter }));
  expect(await problems({ letter: "2026-09/2", event })).toEqual(broken(1));
  expect(await problems({})).toEqual(broken(1));
});

test("a pull is set aside once, is put back once it is, and is not the last that counts", async () => {
  const problems = async (...steps: readonly (readonly [pullId: number, step: "set-aside" | "put-back"])[]) =>
    problemsAfter((db) => {
      for (const [pullId, step] of steps) insertAct(db, "pull-step", { ...ADA, pullId, step });
    });
  expect(await problems([3, "set-aside"], [3, "put-back"], [2, "set-aside"])).toEqual([]);
  expect(await problems([3, "put-back"])).toEqual(broken(1));
  expect(await problems([3, "set-aside"], [3, "set-aside"])).toEqual(broken(2));
  expect(await problems([1, "set-aside"], [2, "set-aside"], [3, "set-aside"])).toEqual(broken(3));
});

describe("a month that is prepared once the newest pull was set aside", () => {
  const preparedOn = async (pullId: number) =>
    problemsAfter((db) => {
      insertAct(db, "pull-step", { ...ADA, pullId: 3, step: "set-aside" });
      const terms = query<string>(db).value("SELECT terms FROM file_terms WHERE id = 1") ?? "";
      const frozen = { ...FROZEN, pullId, stepId: 2, termsId: 1, termsSha256: sha256(terms) };
      insertAct(db, "close", { ...ADA, month: "2026-11" as Month, step: "prepare", frozen });
    });

  test("is prepared on the one before it, and on no other", async () => {
    expect(await preparedOn(2)).toEqual([]);
    const other = broken(2, "November 2026 was not prepared on the newest records");
    expect(await preparedOn(3)).toEqual(other);
    expect(await preparedOn(1)).toEqual(other);
  });
});

describe("a month that is prepared after steps of the close", () => {
  /** November prepared by step 3 and taken through others, then December on a check that knew the steps up to one. */
  const preparedAfter = async (steps: readonly ("sign-off" | "reopen")[], upTo: number) =>
    problemsAfter((db) => {
      const terms = query<string>(db).value("SELECT terms FROM file_terms WHERE id = 1") ?? "";
      const take = (month: string, step: CloseStepKind, stepId: number) => {
        const frozen =
          step === "reopen" ? null : { ...FROZEN, stepId, termsId: 1, termsSha256: sha256(terms) };
        const by = step === "sign-off" ? "Ben Eze" : ADA.by;
        insertAct(db, "close", { ...ADA, by, month: month as Month, step, frozen });
      };
      take("2026-11", "prepare", 2);
      for (const step of steps) take("2026-11", step, 2);
      take("2026-12", "prepare", upTo);
    });

  test("knows each signature and each that was taken back, and no later step than there was", async () => {
    const refused = (link: number) => broken(link, "December 2026 was not prepared on the newest records");
    expect(await preparedAfter(["sign-off"], 4)).toEqual([]);
    expect(await preparedAfter(["sign-off"], 3)).toEqual(refused(3));
    expect(await preparedAfter(["sign-off", "reopen"], 5)).toEqual([]);
    expect(await preparedAfter(["sign-off", "reopen"], 4)).toEqual(refused(4));
    // Neither a preparation nor taking one back changes what a month opens with.
    expect(await preparedAfter(["reopen"], 2)).toEqual([]);
    expect(await preparedAfter(["reopen"], 5)).toEqual(refused(3));
  });
});

describe("a change of settings", () => {
  const settings = { timeZone: "UTC", decimals: 3, options: OTHER_OPTIONS };
  const stating = async (before: SettingsChange["before"]) =>
    problemsAfter((db) => saveSettings(db, settings, 5000, { by: "Ada Obi", note: "So.", before }));

  test("states what it changed as it was", async () => {
    expect(await stating({ decimals: 0 })).toEqual([]);
    const sentence = "The change of settings does not state the settings before it: decimals 0, which it";
    expect(await stating({ decimals: 1 })).toEqual(broken(1, `${sentence} states as 1`));
    expect(await stating({})).toEqual(broken(1, sentence.replace(/it$/u, "it does not state")));
  });
});

describe("evidence of a match", () => {
  const file = { name: "mail.txt", sha256: sha256("mail"), bytes: 4, ...ADA };
  const records = {
    entries: [{ walletID: 1, sha256: sha256("entry") }],
    transactions: [{ payID: 2, sha256: sha256("transaction") }],
  };
  const attach = (db: WritableLedger, match: number, undoes: number | null) =>
    insertAttachment(db, { ...file, subject: { kind: "match", match }, undoes }, () =>
      undoes === null ? [Buffer.from("mail")] : [],
    );

  test("can be withdrawn after the match was undone", async () => {
    const problems = await problemsAfter((db) => {
      insertAct(db, "match", { ...ADA, records, undoes: null });
      attach(db, 3, null);
      insertAct(db, "match", { ...ADA, records, undoes: 3 });
      attach(db, 3, 4);
    });
    expect(problems).toEqual([]);
  });

  test("cannot be attached by then", async () => {
    expect(await problemsAfter((db) => attach(db, 1, null))).toEqual(
      broken(1, "Ada Obi has already undone this match"),
    );
  });
});

describe("a pull whose link counts otherwise than its rows, with a table and a trail that fit", () => {
  test.each<[string, (entries: Payload) => void]>([
    ["one more entry that came", (entries) => (entries["received"] = 7)],
    ["one that changed", (entries) => (entries["changed"] = 1)],
    ["one that vanished", (entries) => (entries["vanished"] = 1)],
    ["none that was repeated", (entries) => (entries["repeated"] = 0)],
    ["a lower first entry", (entries) => (entries["range"] = { from: 0, to: 5 })],
    ["a higher first entry", (entries) => (entries["range"] = { from: 2, to: 5 })],
    ["a higher last entry", (entries) => (entries["range"] = { from: 1, to: 6 })],
    ["a lower last entry", (entries) => (entries["range"] = { from: 1, to: 4 })],
  ])("%s", async (_, forge) => {
    const path = join(temporaryFolder(), "a.tieout");
    const db = createLedger(path, LEDGER);
    publish(db, pull([...ENTRIES, entry(5, { debit: 1 }), entry(5, { debit: 2 })]));
    closeLedger(db);
    const as = (change: typeof forge) =>
      forgeTrail(path, (links, tables) => {
        for (const { kind, payload } of links) if (kind === "pull") change(payload["entries"] as Payload);
        fitTables(tables, links);
      });
    as(() => {});
    expect((await verifyLedger(path, null)).problems).toEqual([]);
    as(forge);
    expect((await verifyLedger(path, null)).problems).toEqual([
      { code: "AUDIT_BROKEN", where: "pull 1", sentence: "The pull's counts differ from its rows" },
    ]);
  });
});
