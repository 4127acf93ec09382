/** What is done to a month that is prepared or signed off is said, when the month is another one for it. */
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { monthDays } from "../../../src/core/time.ts";
import { prepareMonth } from "../../../src/main/services/close/close.ts";
import { readStatement } from "../../../src/main/services/close/moments.ts";
import { readReview } from "../../../src/main/services/review/review.ts";
import { temporaryFolder, tieout } from "../../helpers/cli.ts";
import { done } from "../../helpers/ended.ts";
import { sale, sha256, wallet } from "../../helpers/records.ts";
import { documentOf, replaceDocument } from "../../helpers/ledgers/kept-runs.ts";
import { type Payload, rewriteTrail } from "../../helpers/ledgers/rewritten-trail.ts";
import { tamper } from "../../main/ledger/made.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../../helpers/ledgers/signing.ts";

const OCTOBER = "2026-10";
const BY = ["--by", "Chi Eze"] as const;
const SIGNED = /^Note: October 2026 is signed off\. (Since then: [^\n]+\n(?: {2}[^\n]+\n)+)/mu;

/** Two halves of a payment under payrefs nobody has, in October. */
let ledger = "";
beforeEach(async () => {
  ledger = newLedgerPath();
  await importRecords(
    ledger,
    wallet([60, 40], (at) => ({ payref: `X-${at}` })),
    [sale(1, 100)],
  );
});

const review = (...args: readonly string[]) => done("review", ledger, ...args);
const decide = (...args: readonly string[]) =>
  review(...args, "--status", "accepted", "--note", "Known", ...BY);

function orphan(): string {
  const { findings } = readReview({ ledger, period: monthDays(OCTOBER), options: {} }, CONTEXT);
  return findings.find(({ finding }) => finding.rule === "orphan-payref")!.finding.fingerprint;
}

test("a decision on a signed month names that month, and undoing it restores what was signed", async () => {
  await signMonth(ledger, OCTOBER);
  const fingerprint = orphan();
  expect(SIGNED.exec(await decide("--fingerprint", fingerprint))?.[1]).toBe(
    "Since then: 1 change, closing unchanged.\n  Decisions: 1 exception has a different decision\n",
  );
  expect(await review("--fingerprint", fingerprint, "--undo", ...BY)).not.toContain("Note:");
  const json = JSON.parse(await decide("--rule", "orphan-payref", "--json")) as Record<string, unknown>;
  expect(json["drifted"]).toEqual([
    {
      month: OCTOBER,
      state: "signed-off",
      sentence: "Since then: 2 changes, closing unchanged.",
      records: [],
      decisions: ["2 exceptions have different decisions"],
      options: [],
      effects: [],
    },
  ]);
});

test("months, check, a pull and the month's statement say what changed since the signature in the same sentence", async () => {
  await signMonth(ledger, OCTOBER);
  const listed = async () => /^ +(Since then: [^\n]+)\n +([^\n]+)$/mu.exec(await done("months", ledger));
  expect(await listed()).toBeNull();
  await decide("--rule", "orphan-payref");
  expect((await listed())?.slice(1)).toEqual([
    "Since then: 2 changes, closing unchanged.",
    "Decisions: 2 exceptions have different decisions",
  ]);
  await importRecords(
    ledger,
    wallet([60, 45], (at) => ({ payref: `X-${at}` })),
    [sale(1, 100)],
  );
  const { changedSince } = readStatement({ ledger, month: OCTOBER as Month }, CONTEXT);
  const lines = [
    changedSince!.sentence,
    "Records: 1 entry changed",
    "Decisions: 1 exception has a different decision",
    `Effect: ${changedSince!.effects.join("; ")}`,
  ];
  const months = await done("months", ledger);
  for (const line of lines) expect(months).toContain(line);
  const checked = await tieout(["check", ledger, "--month", OCTOBER]);
  expect(SIGNED.exec(checked.stdout)?.[1]).toBe(`${lines.join("\n  ")}\n`);
  expect(changedSince?.sentence).toBe("Since then: 2 changes, closing now 105 (+5).");
});

test("names a prepared month as prepared, and does not name a month nobody prepared", async () => {
  expect(await decide("--fingerprint", orphan())).not.toContain("Note:");
  const request = { ledger, month: OCTOBER as Month, by: "Ada Obi", override: "As it stands" };
  await prepareMonth(request, CONTEXT);
  expect(await review("--fingerprint", orphan(), "--undo", ...BY)).toContain(
    "Note: October 2026 is with the reviewer. Since then: 1 change, closing unchanged.\n  Decisions: 1 exception has a different decision\n",
  );
});

test("a match in a signed month names the month and the difference, and so does an export of that month", async () => {
  await signMonth(ledger, OCTOBER);
  const out = join(temporaryFolder(), "October.xlsx");
  const exporting = ["export", ledger, "--month", OCTOBER, "--replace", "--out", out] as const;
  expect(await done(...exporting)).not.toContain("Note:");
  const ids = ["--wallet-id", "1", "--wallet-id", "2", "--pay-id", "1"] as const;
  const matched = await done("match", ledger, ...ids, "--note", "Two parts", ...BY);
  expect(SIGNED.exec(matched)?.[1]).toMatch(/Decisions: 1 new manual match\n {2}Effect: 2 exceptions gone/u);
  expect(SIGNED.exec(await done(...exporting))?.[1]).toBe(SIGNED.exec(matched)?.[1]);
  // The whole history is no month.
  expect(await done("export", ledger, "--all", "--replace", "--out", out)).not.toContain("Note:");
  expect(await done("match", ledger, "--undo", "1", ...BY)).not.toContain("Note:");
});

test("confirms a decision or a match even where closed months can no longer be compared with what was signed", async () => {
  await signMonth(ledger, OCTOBER);
  const fingerprint = orphan();
  tamper(ledger, "DELETE FROM run");
  const note =
    /^Note: The change was saved\. Which closed months changed could not be determined: AUDIT_MISMATCH: [^\n]+\n$/u;
  const deciding = ["--status", "accepted", "--note", "Known", ...BY] as const;
  const decided = await tieout(["review", ledger, "--fingerprint", fingerprint, ...deciding]);
  expect(decided).toMatchObject({ status: 0, stdout: expect.stringContaining("accepted") as string });
  const ids = ["--wallet-id", "1", "--wallet-id", "2", "--pay-id", "1"] as const;
  const matched = await tieout(["match", ledger, ...ids, "--note", "Parts", ...BY, "--json"]);
  expect(matched).toMatchObject({ status: 0, stderr: expect.stringMatching(note) as string });
  expect(JSON.parse(matched.stdout)).toMatchObject({ drifted: null, arithmetic: {}, matches: [{ id: 1 }] });
});

test("a check of a signed month under another time zone says at what it was signed", async () => {
  const moved = newLedgerPath();
  const at = Date.UTC(2026, 9, 31, 23, 30);
  await importRecords(
    moved,
    wallet([1000, 500, 0], (row) => ({ dateCreatedAtMs: [at - 86_400_000, at, at + 86_400_000][row] ?? 0 })),
  );
  await signMonth(moved, OCTOBER);
  expect(await done("check", moved, "--month", OCTOBER)).not.toMatch(SIGNED);
  await done("settings", moved, "--time-zone", "Africa/Lagos", "--by", "Ada Obi", "--note", "Their days");
  const shown = await done("check", moved, "--month", OCTOBER);
  expect(SIGNED.exec(shown)?.[1]).toMatch(
    /^Since then: 1 change, closing now 1,000 \(−500\)\.\n {2}Options of the check: Time zone: UTC → Africa\/Lagos, by Ada Obi\n {2}Effect: the wallet of user 1 closed at 1,500 and now closes at 1,000/u,
  );
  expect(await done("check", moved, "--month", OCTOBER, "--time-zone", "UTC")).not.toMatch(SIGNED);
  // Who took which step when is said in the zone of the ledger, as every other list says it.
  const months = await done("months", moved);
  expect(months).toMatch(/Signed off by .*, [-0-9]+ [:0-9]+ Africa\/Lagos/u);
  expect(months).not.toMatch(/\d UTC/u);
});

test("prints nothing of a signed month whose kept run is no check, and says so", async () => {
  const stub = ledger;
  await signMonth(stub, OCTOBER);
  const check = '{"schema":"tieout.check/1"}';
  const sha = sha256(check);
  rewriteTrail(
    stub,
    (payload, kind) => {
      if (kind === "run" && payload["run"] === 1) return { ...payload, sha256: sha };
      const frozen = payload["frozen"] as Payload | null | undefined;
      return kind === "close" && frozen ? { ...payload, frozen: { ...frozen, checkSha256: sha } } : payload;
    },
    (db) => {
      const was = sha256(documentOf(db, 1));
      replaceDocument(db, 1, check);
      db.prepare("UPDATE close_step SET frozen = replace(frozen, ?, ?)").run(was, sha);
    },
  );
  for (const [command, ...more] of [["check", "--save"], ["check"], ["review"], ["file"]] as const) {
    const { status, stdout, stderr } = await tieout([command, stub, "--month", OCTOBER, ...more]);
    expect([command, status, stdout]).toEqual([command, 2, ""]);
    expect(stderr).toContain("AUDIT_MISMATCH: The run is not a check that Tieout kept");
  }
  expect((await tieout(["verify", stub])).stdout).toContain("1 run,");
});
