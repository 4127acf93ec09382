import { beforeEach, describe, expect, test } from "vitest";
import { formatAmount } from "../../../src/core/money.ts";
import { rankTransactions } from "../../../src/core/review/decisions/match-candidates.ts";
import { openForReading } from "../../../src/main/ledger/file/open.ts";
import { checkLedger, checkRecords } from "../../../src/main/services/check/check.ts";
import { tieout } from "../../helpers/cli.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../../helpers/records.ts";
import { CONTEXT, importRecords, newLedgerPath } from "../../helpers/ledgers/signing.ts";

/** Two halves of a payment of 100 under payrefs nobody has, and a payment of 40 in another currency. */
const ENTRIES = wallet([60, 40], (at) => ({ payref: `X-${at}` }));
const SALES = [sale(1, 100), sale(2, 40, { currency: "GHS" })];
const BY = ["--by", "Ada Obi"] as const;
const WHY = ["--note", "Paid in two parts,\nsays the provider", ...BY] as const;

let ledger = "";
beforeEach(async () => {
  ledger = newLedgerPath();
  await importRecords(ledger, ENTRIES, SALES);
});

interface MatchJson {
  readonly schema: string;
  readonly matches: readonly Readonly<Record<string, unknown>>[];
}

async function matching(...args: readonly string[]): Promise<string> {
  const run = await tieout(["match", ledger, ...args]);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  return run.stdout;
}

async function asJson(...args: readonly string[]): Promise<MatchJson> {
  return JSON.parse(await matching(...args, "--json")) as MatchJson;
}

/** By the service that `tieout check` calls, too: each command line is a process, and slow where many run at once. */
async function rulesFound(): Promise<string[]> {
  const request = { source: { ledger }, period: null, options: {}, save: false };
  const { result } = await checkRecords(request, CONTEXT);
  return result.findings.map(({ rule }) => rule);
}

async function matchBoth(): Promise<string> {
  return matching("--wallet-id", "2", "--wallet-id", "1", "--pay-id", "1", ...WHY);
}

const UNMATCHED = ["orphan-payref", "orphan-payref", "in-transit", "in-transit"];

test("saves a match, checks with it, and lists it", async () => {
  expect(await matching()).toBe("There are no manual matches.\n");
  expect(await rulesFound()).toEqual(UNMATCHED);
  expect(await matchBoth()).toMatch(
    /^ {2}in force {2}match 1: walletID 1, 2 with payID 1\n +Ada Obi, 20\d\d-.*: Paid in two parts,\n +says the provider\nManual match 1: settled by walletID 1 and 2; 2 entries come to 100, as expected\.\n$/u,
  );
  expect(await rulesFound()).toEqual(["matched-by-hand", "matched-by-hand", "settled-by-hand", "in-transit"]);
  expect(await asJson()).toEqual({
    schema: "tieout.match/1",
    matches: [
      {
        id: 1,
        state: "in-force",
        note: "Paid in two parts,\nsays the provider",
        by: "Ada Obi",
        at: expect.stringMatching(/Z$/u) as string,
        undone: null,
        entries: [
          { walletID: 1, sha256: expect.any(String) as string },
          { walletID: 2, sha256: expect.any(String) as string },
        ],
        transactions: [{ payID: 1, sha256: expect.any(String) as string }],
        changes: [],
      },
    ],
  });
});

test("says by how much a match does not add up, as text and as JSON", async () => {
  expect(await matching("--wallet-id", "1", "--pay-id", "1", ...WHY)).toContain(
    "1 entry comes to 60 where 100 is expected, a difference of −40.\nCaution: it leaves a difference of −40.\n",
  );
  await matching("--undo", "1", ...BY);
  const { arithmetic, drifted } = (await asJson(
    "--wallet-id",
    "2",
    "--pay-id",
    "2",
    ...WHY,
  )) as unknown as Record<string, unknown>;
  expect(arithmetic).toEqual({
    sentence: expect.stringContaining("1 entry comes to 40, as expected") as string,
    cautions: [],
    net: 40,
    expected: 40,
    difference: 0,
    isPaid: true,
  });
  expect(drifted).toEqual([]);
  // A match is not made again, nor summed, when it is taken back.
  expect(await asJson("--undo", "3", ...BY)).toMatchObject({ arithmetic: null });
});

test("says that a matched payment already has an entry by payref, and keeps the match", async () => {
  await importRecords(
    ledger,
    wallet([60, 40, 100], (at) => ({ payref: at === 2 ? "PAY-1" : `X-${at}` })),
    SALES,
  );
  const text = await matching("--wallet-id", "1", "--pay-id", "1", ...WHY);
  expect(text).toContain(
    "\nCaution: it leaves a difference of 60; payID 1 already has walletID 3 by its payref.\n",
  );
  expect(await matching()).toMatch(/^ {2}in force/u);
});

describe("--candidates", () => {
  test("says that an amount does not tell several payments apart", async () => {
    const equal = [sale(8, 40), sale(9, 40)].map((one) => ({ ...one, currency: "GHS" }));
    await importRecords(
      ledger,
      wallet([60, 40], (at) => ({ payref: `X-${at}` })),
      [...SALES, ...equal],
    );
    const text = await matching("--candidates", "--wallet-id", "2");
    expect(text).toContain("\n  Several fit, by the same amount: it does not tell which one is meant.\n");
  });

  test("offers a settled payment for the refund that takes it back, of which there is nothing to settle", async () => {
    const movements = [100, -100];
    await importRecords(
      ledger,
      wallet(movements, (at) => ({ payref: at === 0 ? "PAY-1" : "RF-1" })),
      [sale(1, 100)],
    );
    const text = await matching("--candidates", "--wallet-id", "2");
    expect(text).toMatch(/ {2}payID 1, payref PAY-1, [^\n]+: nothing to settle\n {6}takes back its 100; /u);
  });

  test("ranks the waiting payments for an entry, with the remainder each would leave", async () => {
    const text = await matching("--candidates", "--wallet-id", "2");
    expect(text).toMatch(
      /^The chosen entries come to 40\.\n\n1 transaction fits of 2 candidates:\n {2}payID 2,/u,
    );
    expect(text).toContain("\nThe others do not fit; the nearest first:\n  payID 1,");
    expect(text).toMatch(/ {2}payID 2, payref PAY-2, 2026-10[^\n]+: 40 GHS\n {6}same amount; /u);
    expect(text).toMatch(/payID 2[^]*payID 1[^\n]+: 100 NGN\n {6}leaves −60; /u);
    expect(await matching()).toBe("There are no manual matches.\n");
  });

  test("lists entries for a payment, and the arithmetic when both are given, also as JSON", async () => {
    const text = await matching("--candidates", "--wallet-id", "1", "--pay-id", "1");
    expect(text).toMatch(
      /^The chosen entries come to 60: 60 against an expected 100, a difference of −40\.\n[^]*\n1 entry fits of 1 candidate:\n {2}walletID 2, payref X-1, [^\n]+: 40\n {6}same amount; /u,
    );
    const run = await tieout(["match", ledger, "--candidates", "--pay-id", "1", "--json"]);
    expect(JSON.parse(run.stdout)).toMatchObject({
      schema: "tieout.candidates/1",
      sums: { chosen: 0, already: 0, net: 0, expected: 100, difference: -100, isPaid: true },
      totals: { entries: 2, transactions: null },
      candidates: [
        { walletID: 1, payID: null, payref: "X-0", amount: 60, differenceLeft: -40, fits: false },
        { walletID: 2, payID: null, payref: "X-1", amount: 40, differenceLeft: -60, fits: false },
      ],
    });
    expect(await matching("--candidates", "--pay-id", "1")).toContain(
      "\nNone of 2 candidates fits alone; the nearest first:\n  walletID 1,",
    );
  });

  test.each([
    [12, 12, "  … and 2 more. Use --json for all of them.\n"],
    [60, 50, "  … and 50 more. Use --json for the likeliest 50.\n"],
  ])("shows the first ten of %i, and how to list more", async (count, inJson, last) => {
    const entries = wallet(Array.from({ length: count }, (_, at) => at + 101));
    await importRecords(ledger, entries, SALES);
    const text = await matching("--candidates", "--pay-id", "1");
    expect(text.match(/^ {2}walletID \d+, /gmu)).toHaveLength(10);
    expect(text.endsWith(last)).toBe(true);
    const { candidates } = JSON.parse(await matching("--candidates", "--pay-id", "1", "--json")) as {
      candidates: unknown[];
    };
    expect(candidates).toHaveLength(inJson);
  });

  test("ranks candidates as the window does", async () => {
    const db = openForReading(ledger);
    const checked = checkLedger(db, { period: null, options: {} }, CONTEXT);
    const { ranked } = rankTransactions(checked, { entries: [0], transactions: [] }, null, formatAmount);
    db.close();
    const run = await tieout(["match", ledger, "--candidates", "--wallet-id", "1", "--json"]);
    const { candidates } = JSON.parse(run.stdout) as { candidates: { payID: number; reasons: string[] }[] };
    expect(candidates.map(({ payID, reasons }) => [payID, reasons])).toEqual(
      ranked.map(({ row, reasons }) => [checked.input.transactions.payID[row], reasons]),
    );
  });
});

test("undoes a match, checks by payref again, and lists both", async () => {
  await matchBoth();
  const undone = await asJson("--undo", "1", "--by", "Ben Uche");
  expect(undone.matches).toMatchObject([{ id: 1, state: "undone", undone: { by: "Ben Uche", note: "" } }]);
  expect(await rulesFound()).toEqual(UNMATCHED);
  const listed = await matching();
  expect(listed).toContain("undone    match 1: walletID 1, 2 with payID 1\n");
  expect(listed).toMatch(/Undone by Ben Uche, 20/u);
});

test("lists a match that a later pull reopened, with what changed", async () => {
  await matching("--wallet-id", "1", "--pay-id", "1", ...WHY);
  await importRecords(ledger, ENTRIES.slice(1), [{ ...sale(1, 100), isFlagged: 1 }, sale(2, 40)]);
  const listed = await matching();
  expect(listed).toContain("reopened  match 1: walletID 1 with payID 1\n");
  expect(listed).toContain("payID 1: Flagged from no to yes\n");
});

describe("refuses in one line that says why", () => {
  test.each([
    [["--wallet-id", "1"], "USAGE", /--pay-id/u],
    [["--pay-id", "1"], "USAGE", /--wallet-id/u],
    [["--note", "n"], "USAGE", /Name what to match/u],
    [["--undo", "1", "--pay-id", "1"], "USAGE", /not both/u],
    [["--wallet-id", "x", "--pay-id", "1"], "USAGE", /--wallet-id takes a whole number/u],
    [["--wallet-id", "1", "--pay-id", "1", ...BY], "DECISION_INVALID", /needs a note .* Add --note TEXT/u],
    [
      ["--wallet-id", "1", "--pay-id", "1", "--note", "n"],
      "DECISION_INVALID",
      /needs a name\. Add --by NAME/u,
    ],
    [["--undo", "1"], "DECISION_INVALID", /needs a name\. Add --by NAME/u],
    [["--wallet-id", "7", "--pay-id", "1", ...WHY], "MATCH_INVALID", /walletID 7/u],
    [["--wallet-id", "1", "--pay-id", "1", "--pay-id", "2", ...WHY], "MATCH_INVALID", /GHS/u],
    [["--undo", "9", ...BY], "MATCH_NOT_FOUND", /match 9/u],
    [["--candidates"], "USAGE", /--wallet-id, --pay-id or both/u],
    [["--candidates", "--pay-id", "1", ...WHY], "USAGE", /writes nothing/u],
    [["--candidates", "--wallet-id", "7"], "MATCH_INVALID", /walletID 7/u],
  ] as const)("%j", async (args, code, words) => {
    const run = await tieout(["match", ledger, ...args]);
    expect(run.stderr).toMatch(new RegExp(`^${code}: [^\\n]+\\n$`, "u"));
    expect(run.stderr).toMatch(words);
    expect(run).toMatchObject({ status: 2, stdout: "" });
  });
});

test("shows in help, by example, how to match and undo", async () => {
  const { stdout, status } = await tieout(["match", "--help"]);
  expect(status).toBe(0);
  expect(stdout).toContain(
    '--wallet-id 8812 --pay-id 4711 --note "Payref mistyped by the provider" --by "Ada Obi"',
  );
  expect(stdout).toContain("--undo 3");
});

describe("--group", () => {
  const AMOUNTS = [11, 23, 47, 95, 191];
  const LATER = { dateCreatedAtMs: OCTOBER_MS + 10 * 24 * HOUR_MS };

  test("offers the payments that one entry settles together, and matches them at once", async () => {
    ledger = newLedgerPath();
    await importRecords(
      ledger,
      wallet([367, 5], () => ({ payref: "PAYOUT", ...LATER })),
      AMOUNTS.map((amount, at) => sale(at + 1, amount)),
    );
    const offered = await matching("--candidates", "--wallet-id", "1");
    expect(offered).toContain(
      "\nTogether they fit: walletID 1 and payID 1, 2, 3, 4, 5 (367). Match them with --group.\n\n" +
        "None of 5 candidates fits alone; the nearest first:\n",
    );
    expect(JSON.parse(await matching("--candidates", "--wallet-id", "1", "--json"))).toMatchObject({
      group: { walletIDs: [1], payIDs: [1, 2, 3, 4, 5], unique: true, sum: 367 },
    });
    const none = await tieout(["match", ledger, "--wallet-id", "2", "--group", ...WHY]);
    expect(none).toMatchObject({ status: 2, stdout: "" });
    expect(none.stderr).toContain("No cause of the check ties these records to several others");
    expect(await matching("--wallet-id", "1", "--group", ...WHY)).toContain(
      "match 1: walletID 1 with payID 1, 2, 3, 4, 5\n",
    );
    expect(await rulesFound()).toEqual([
      "matched-by-hand",
      "orphan-payref",
      ...AMOUNTS.map(() => "settled-by-hand"),
    ]);
    expect(await matching("--candidates", "--pay-id", "5")).not.toContain("Together");
  });

  test("goes with no other command", async () => {
    for (const flags of [["--candidates", "--wallet-id", "1"], ["--undo", "1", ...BY], [...WHY]]) {
      const run = await tieout(["match", ledger, "--group", ...flags]);
      expect(run).toMatchObject({ status: 2, stdout: "" });
    }
  });
});
