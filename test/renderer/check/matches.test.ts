/** Manual matches in the window: they take effect without another reading, and candidates come with their arithmetic. */
import { expect, test } from "vitest";
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import { decideMatch, undoMatch } from "../../../src/main/services/review/match.ts";
import { CheckSession, type SessionView } from "../../../src/renderer/rows/check-session.ts";
import type { MatchCandidatesRequest } from "../../../src/renderer/bridge/protocol.ts";
import { tieout } from "../../helpers/cli.ts";
import { sale, wallet } from "../../helpers/records.ts";
import { CONTEXT, importRecords, newLedgerPath } from "../../helpers/ledgers/signing.ts";
import { WORDING, clientOfLedger, runRequest, snapshotApi, startThread } from "./window.ts";

/** Orphans of 60 and 40 and one under another's payref; payments of 100 and 60 without entries, and one of 7 with its own. */
async function newLedger(): Promise<string> {
  const ledger = newLedgerPath();
  const entries = wallet([60, 40, 7], (at) => ({ payref: ["PAY-11", "", "PAY-3"][at] ?? "" }));
  await importRecords(ledger, entries, [sale(1, 100), sale(2, 60), sale(3, 7)]);
  return ledger;
}

const MADE = { walletIDs: [1, 2], payIDs: [1], note: "Paid in two parts", by: "Ada Obi" };

function ready(session: CheckSession, holds: (view: SessionView) => boolean): Promise<SessionView> {
  return new Promise((resolve) => {
    const look = () => {
      if (session.view.state !== "ready" || !holds(session.view)) return;
      end();
      resolve(session.view);
    };
    const end = session.listen(look);
    look();
  });
}

test("checks again after a match without reading the records again, and again after an undo", async () => {
  const ledger = await newLedger();
  const api = snapshotApi(ledger);
  const read: string[] = [];
  const session = new CheckSession(
    {
      ...api,
      "check.read": (request) => {
        read.push(request.table);
        return api["check.read"](request);
      },
    },
    startThread,
  );
  session.decide([]);
  const wanted = { records: "1", human: "0.0", options: DEFAULT_OPTIONS, period: null, wording: WORDING };
  const byHand = ({ summary }: SessionView) => summary?.counts.findings["matched-by-hand"];
  session.want(wanted);
  const before = await ready(session, (view) => byHand(view) === 0);
  const reads = read.length;
  expect(reads).toBeGreaterThan(0);
  expect(before.summary?.matched).toEqual({ withPayref: 2, tied: 1 });

  await decideMatch({ ...MADE, ledger }, CONTEXT);
  session.want({ ...wanted, human: "1.0" });
  // Somebody decides at once: what was under way is called off, and taken up again.
  session.want({ ...wanted, human: "1.1" });
  const matched = await ready(session, (view) => byHand(view) === 2);
  expect(matched.summary?.matched).toEqual({ withPayref: 3, tied: 3 });
  const rows = await session.client?.call("transaction", { payID: 1 });
  expect(rows).toMatchObject({ row: { settled: 100, expected: 100, entries: 2 }, entries: [{}, {}] });

  // A step of a close that signs nothing is another name for the same input: nothing is checked again.
  session.want({ ...wanted, human: "1.2" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await ready(session, () => true)).summary).toBe(matched.summary);

  await undoMatch({ ledger, id: 1, note: "", by: "Ada" }, CONTEXT);
  session.want({ ...wanted, human: "2.2" });
  const undone = await ready(session, (view) => byHand(view) === 0);
  expect(undone.summary?.counts).toEqual(before.summary?.counts);
  expect(read.length).toBe(reads);
  session.end();
});

test("shows the records of a match with their amounts, and leaves out one that the check lacks", async () => {
  const ledger = await newLedger();
  await decideMatch({ ...MADE, ledger }, CONTEXT);
  const client = await clientOfLedger(ledger);
  await client.call("run", runRequest(null));
  expect(await client.call("matchedAmounts", { walletIDs: [2, 1, 99], payIDs: [1] })).toEqual({
    entries: [
      { walletID: 1, movement: 60 },
      { walletID: 2, movement: 40 },
    ],
    transactions: [{ payID: 1, expected: 100, isWithAnother: false }],
  });
});

test("window and command line agree under a match", async () => {
  const ledger = await newLedger();
  await decideMatch({ ...MADE, ledger }, CONTEXT);
  const client = await clientOfLedger(ledger);
  await client.call("run", runRequest(null));
  const { stdout } = await tieout(["check", ledger, "--json"]);
  const { findings } = JSON.parse(stdout) as { findings: unknown };
  expect(await client.call("findings", null)).toEqual(findings);
});

test("candidates have rows, reasons and sums, and a search finds any record except chosen or matched ones", async () => {
  const client = await clientOfLedger(await newLedger());
  await client.call("run", runRequest(null));
  const ask = (request: Partial<MatchCandidatesRequest>) =>
    client.call("matchCandidates", {
      walletIDs: [],
      payIDs: [],
      side: "transactions",
      search: "",
      ...request,
    });

  const forOrphan = await ask({ walletIDs: [1, 1, 99] });
  expect(forOrphan.chosen.entries).toMatchObject([{ walletID: 1, inflow: 60 }]);
  expect(forOrphan.sums).toMatchObject({ chosen: 60, already: 0, net: 60, expected: 0, difference: 60 });
  expect(forOrphan.entries).toEqual([]);
  expect(forOrphan.transactions).toMatchObject([
    { row: { payID: 2 }, amount: 60, differenceLeft: 0, reasons: ["same amount", "less than a day apart"] },
    {
      row: { payID: 1 },
      amount: 100,
      differenceLeft: -40,
      reasons: ["leaves −40", "payref differs by one character", "less than a day apart"],
    },
  ]);
  expect(forOrphan.total).toBe(2);

  const forPayment = await ask({ walletIDs: [1], payIDs: [1], side: "entries" });
  expect(forPayment.sums).toMatchObject({ chosen: 60, net: 60, due: [100], difference: -40, isPaid: true });
  expect(forPayment.entries).toMatchObject([
    {
      row: { walletID: 2 },
      amount: 40,
      differenceLeft: 0,
      reasons: ["same amount", "less than a day apart"],
    },
  ]);

  const searched = await ask({ walletIDs: [1], search: "PAY-3" });
  expect(searched.transactions).toMatchObject([
    { row: { payID: 3 }, reasons: [expect.any(String), expect.any(String), "settled"] },
  ]);
  expect((await ask({ search: "PAY-3", side: "entries" })).entries).toMatchObject([
    { row: { walletID: 3 }, reasons: ["leaves 7", "tied to payID 3 by its payref"] },
  ]);
  expect((await ask({ search: "nothing of the kind" })).total).toBe(0);
});
