import { beforeEach, describe, expect, test } from "vitest";
import { checkRecords } from "../../src/main/services/check.ts";
import { tieout } from "../helpers/cli.ts";
import { sale, wallet } from "../helpers/records.ts";
import { CONTEXT, importRecords, newLedgerPath } from "../helpers/signing.ts";

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

test("matches, the check goes by it, and it is listed", async () => {
  expect(await matching()).toBe("Nothing is matched by hand.\n");
  expect(await rulesFound()).toEqual(UNMATCHED);
  expect(await matchBoth()).toMatch(
    /^ {2}in force {4}match 1: walletID 1, 2 with payID 1\n +Ada Obi, 20\d\d-.*: Paid in two parts,\n +says the provider\n$/u,
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

test("takes it back, the check goes by the payrefs again, and both are listed", async () => {
  await matchBoth();
  const undone = await asJson("--undo", "1", "--by", "Ben Uche");
  expect(undone.matches).toMatchObject([{ id: 1, state: "undone", undone: { by: "Ben Uche", note: "" } }]);
  expect(await rulesFound()).toEqual(UNMATCHED);
  const listed = await matching();
  expect(listed).toContain("taken back  match 1: walletID 1, 2 with payID 1\n");
  expect(listed).toMatch(/Taken back by Ben Uche, 20/u);
});

test("a match that a later pull reopened is listed with what changed", async () => {
  await matching("--wallet-id", "1", "--pay-id", "1", ...WHY);
  await importRecords(ledger, ENTRIES.slice(1), [{ ...sale(1, 100), isFlagged: 1 }, sale(2, 40)]);
  const listed = await matching();
  expect(listed).toContain("reopened    match 1: walletID 1 with payID 1\n");
  expect(listed).toContain("payID 1: is_flagged from 0 to 1\n");
});

describe("what is refused says why in one line", () => {
  test.each([
    [["--wallet-id", "1"], "USAGE", /--pay-id/u],
    [["--pay-id", "1"], "USAGE", /--wallet-id/u],
    [["--note", "n"], "USAGE", /Say what is matched/u],
    [["--undo", "1", "--pay-id", "1"], "USAGE", /not both/u],
    [["--wallet-id", "x", "--pay-id", "1"], "USAGE", /--wallet-id takes a whole number/u],
    [["--wallet-id", "1", "--pay-id", "1", ...BY], "DECISION_INVALID", /needs a note/u],
    [["--wallet-id", "1", "--pay-id", "1", "--note", "n"], "DECISION_INVALID", /needs the name/u],
    [["--wallet-id", "7", "--pay-id", "1", ...WHY], "MATCH_INVALID", /walletID 7/u],
    [["--wallet-id", "1", "--pay-id", "1", "--pay-id", "2", ...WHY], "MATCH_INVALID", /GHS/u],
    [["--undo", "9", ...BY], "MATCH_NOT_FOUND", /match 9/u],
  ] as const)("%j", async (args, code, words) => {
    const run = await tieout(["match", ledger, ...args]);
    expect(run.stderr).toMatch(new RegExp(`^${code}: [^\\n]+\\n$`, "u"));
    expect(run.stderr).toMatch(words);
    expect(run).toMatchObject({ status: 2, stdout: "" });
  });
});

test("its help shows by example how to match and take back", async () => {
  const { stdout, status } = await tieout(["match", "--help"]);
  expect(status).toBe(0);
  expect(stdout).toContain(
    '--wallet-id 8812 --pay-id 4711 --note "Payref mistyped by the provider" --by "Ada Obi"',
  );
  expect(stdout).toContain("--undo 3");
});
