/** What a writer looked at for long, and what others wrote meanwhile: it is looked at again, and nothing is kept of what was. */
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { Month } from "../../../src/core/review/close/close.ts";
import { closeLedger } from "../../../src/main/ledger/file/connection.ts";
import { openForWriting } from "../../../src/main/ledger/file/open.ts";
import { findRunDocument } from "../../../src/main/ledger/acts/run.ts";
import { pruneLedger } from "../../../src/main/services/backup/prune.ts";
import { checkRecords } from "../../../src/main/services/check/check.ts";
import { changeTerms, explainFluctuation } from "../../../src/main/services/close/month-file.ts";
import { writeLetter } from "../../../src/main/services/review/letter.ts";
import { readLetters } from "../../../src/main/services/review/letter-standing.ts";
import { decide, listLedgerDecisions, readReview, undo } from "../../../src/main/services/review/review.ts";
import type { ServiceContext } from "../../../src/main/services/shared/thread-messages.ts";
import { readLedger } from "../../../src/main/services/shared/use-ledger.ts";
import { temporaryFolder } from "../../helpers/cli.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../../helpers/ledgers/signing.ts";
import { raiseAll } from "../../helpers/ledgers/raised-ledger.ts";
import { HOUR_MS, OCTOBER_MS, sale, sha256, wallet } from "../../helpers/records.ts";
import { publishPull } from "../../helpers/publish-pull.ts";

const OCTOBER = "2026-10" as Month;
const NOVEMBER = "2026-11" as Month;
const DAY_MS = 24 * HOUR_MS;
const ADA = { by: "Ada Obi", note: "Seen" };

/** October moves by its first entries, November by the last; a later pull has another November. */
const entriesOf = (...november: readonly number[]) =>
  wallet([1000, 200, -50, ...november], (at) => ({
    dateCreatedAtMs: OCTOBER_MS + (at >= 3 ? 40 + at : at + 1) * DAY_MS,
  }));

let ledger = "";
beforeEach(async () => {
  ledger = newLedgerPath();
  await importRecords(ledger, entriesOf(1350), [sale(8, 75), sale(9, 90)]);
});

/** A context in which another process pulls, once, while somebody checks. */
async function pulledMeanwhile(
  sales = [sale(8, 75), sale(9, 90)],
): Promise<ServiceContext & { readonly done: () => void }> {
  const other = await openForWriting(ledger);
  let isPulled = false;
  const pull = () => {
    if (isPulled) return;
    isPulled = true;
    const content = {
      source: "files" as const,
      startedAtMs: 1,
      finishedAtMs: null,
      baseUrl: null,
      limit: null,
      bodies: [],
      user: null,
      businesses: [],
      entries: [entriesOf(1350, 650)],
      transactions: [sales],
    };
    publishPull(other, content, { atMs: CONTEXT.now(), sha256 });
  };
  return {
    ...CONTEXT,
    onProgress: ({ phase }) => {
      if (phase === "Checking") pull();
    },
    done: () => closeLedger(other),
  };
}

test("a run that is kept is of the records that its link follows", async () => {
  const { done, ...context } = await pulledMeanwhile();
  const kept = { source: { ledger }, period: null, options: {}, save: true };
  const { runId } = await checkRecords(kept, context);
  done();
  const document = readLedger(ledger, (db) =>
    Buffer.concat([...(findRunDocument(db, runId ?? 0)?.pieces() ?? [])]).toString(),
  );
  expect(JSON.parse(document)).toMatchObject({ counts: { entries: 5 } });
});

test("a note on a fluctuation states the amounts of the records that it follows", async () => {
  await changeTerms({ ledger, given: { fluctuation: { amount: 1, percent: 0 } }, ...ADA }, CONTEXT);
  const { done, ...context } = await pulledMeanwhile();
  const request = { ledger, month: NOVEMBER, wallet: null, figure: "inflow" as const, ...ADA };
  const { subject } = await explainFluctuation(request, context);
  done();
  expect(subject).toMatchObject({ before: 1200, now: 2000 });
});

test("nobody decides on a finding that a pull took away meanwhile", async () => {
  const request = { ledger, period: null, options: {} };
  const unpaid = readReview(request, CONTEXT).findings.find(({ finding }) => finding.payID === 9);
  const items = [{ fingerprint: unpaid?.finding.fingerprint ?? "" }];
  const { done, ...context } = await pulledMeanwhile([sale(8, 75), sale(9, 0)]);
  await expect(decide({ ...request, items, status: "accepted", ...ADA }, context)).rejects.toMatchObject({
    code: "FINDING_NOT_FOUND",
  });
  done();
  expect(listLedgerDecisions(ledger)).toEqual([]);
});

test("of two that undo one decision at once the second undoes no other", async () => {
  const request = { ledger, period: null, options: {} };
  const [first] = readReview(request, CONTEXT).findings;
  const items = [{ fingerprint: first?.finding.fingerprint ?? "" }];
  const decideOnce = async (note: string) =>
    decide({ ...request, items, status: "accepted", by: "Ada Obi", note }, CONTEXT);
  await decideOnce("First");
  await decideOnce("Second");
  const ways = await Promise.allSettled([
    undo({ ledger, items, ...ADA }, CONTEXT),
    undo({ ledger, items, ...ADA }, CONTEXT),
  ]);
  expect(ways.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(ways.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "DECISION_CONFLICT" },
  });
});

test("a letter is not recorded over records that came while it was written", async () => {
  await raiseAll(ledger, OCTOBER, CONTEXT);
  const { done, ...context } = await pulledMeanwhile();
  const out = join(temporaryFolder(), "october.docx");
  const request = { ledger, month: OCTOBER, out, replace: false, by: "Ada Obi" };
  await expect(writeLetter(request, context)).rejects.toMatchObject({ code: "LEDGER_BUSY" });
  done();
  expect(readLetters({ ledger }, CONTEXT).letters).toEqual([]);
  await writeLetter(request, CONTEXT);
  expect(readLetters({ ledger }, CONTEXT).letters).toHaveLength(1);
});

test("asks again before it drops responses that a month signed meanwhile is proven from", async () => {
  await importRecords(ledger, entriesOf(1350), [sale(8, 75), sale(9, 90)]);
  await importRecords(ledger, entriesOf(1350), [sale(8, 75), sale(9, 90)]);
  await signMonth(ledger, OCTOBER);
  const asked: (readonly string[])[] = [];
  const pruned = await pruneLedger(ledger, 1, CONTEXT, async (months) => {
    asked.push(months);
    if (asked.length === 1) await signMonth(ledger, NOVEMBER);
    return asked.length < 3;
  });
  expect(asked).toEqual([[OCTOBER], [OCTOBER, NOVEMBER]]);
  expect(pruned).toMatchObject({ unproven: [OCTOBER, NOVEMBER] });
});
