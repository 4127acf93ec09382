/** `tieout review --rule`: the same decision on every exception of a rule that nobody decided on. */
import { beforeEach, describe, expect, test } from "vitest";
import { listLedgerDecisions } from "../../../src/main/services/review/review.ts";
import { tieout } from "../../helpers/cli.ts";
import { ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";

/** Two breaks, an entry without movement, a payment that never came. */
let ledger = "";
beforeEach(async () => {
  ledger = await ledgerToReview();
});

const OCTOBER = ["--month", "2026-10"] as const;
const BREAKS = [...OCTOBER, "--rule", "chain-break"] as const;
const RAISED = ["--status", "raised", "--note", "Ticket 47", "--by", "Ada Obi"] as const;

interface Listed {
  readonly schema: string;
  readonly dryRun?: boolean;
  readonly exceptions: readonly { readonly status: string; readonly finding: { readonly rule: string } }[];
}

async function listed(...args: readonly string[]): Promise<Listed> {
  const run = await tieout(["review", ledger, ...args, "--json"]);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  return JSON.parse(run.stdout) as Listed;
}

test("--dry-run lists what would be decided, and writes nothing", async () => {
  const run = await tieout(["review", ledger, ...BREAKS, "--dry-run"]);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.stdout).toMatch(
    /^October 2026: 2 exceptions to decide on \(2 of chain-break\)\. Nothing was written\.\n {2}open/u,
  );
  expect(run.stdout.match(/chain-break — walletID/gu)).toHaveLength(2);
  expect(run.stdout).not.toContain("unsettled");
  expect(await listed(...BREAKS, "--dry-run")).toMatchObject({
    schema: "tieout.review/1",
    dryRun: true,
    rules: ["chain-break"],
    exceptions: [{ finding: { rule: "chain-break" } }, { finding: { rule: "chain-break" } }],
  });
  expect(listLedgerDecisions(ledger)).toEqual([]);
});

test("counts first, decides all open exceptions, and leaves decided ones alone", async () => {
  const { exceptions } = await listed(...BREAKS, "--dry-run");
  const [{ finding: first } = { finding: null }] = exceptions;
  const own = ["--fingerprint", (first as unknown as { fingerprint: string }).fingerprint];
  await tieout(["review", ledger, ...own, "--status", "explained", "--note", "Fee", "--by", "Chi Eze"]);
  const run = await tieout(["review", ledger, ...BREAKS, ...RAISED]);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.stdout).toMatch(
    /^October 2026: 1 exception to decide on \(1 of chain-break\); 1 is already decided and stays\.\nraised: chain-break — walletID \d \(decision 2\)\n$/u,
  );
  expect(listLedgerDecisions(ledger).map(({ status, note, by }) => [status, note, by])).toEqual([
    ["explained", "Fee", "Chi Eze"],
    ["raised", "Ticket 47", "Ada Obi"],
  ]);
  const again = await tieout(["review", ledger, ...BREAKS, ...RAISED]);
  expect(again).toMatchObject({ status: 0, stderr: "" });
  expect(again.stdout).toMatch(/^October 2026: 0 exceptions to decide on/u);
  expect(listLedgerDecisions(ledger)).toHaveLength(2);
});

test("decides several rules at once, and an undone decision is open again", async () => {
  const rules = ["--rule", "chain-break", "--rule", "paid-without-entry"] as const;
  const run = await tieout(["review", ledger, ...OCTOBER, ...rules, ...RAISED, "--json"]);
  const { schema, drifted, decisions } = JSON.parse(run.stdout) as Record<string, unknown>;
  expect([schema, drifted, (decisions as unknown[]).length]).toEqual(["tieout.decision/1", [], 3]);
  const { fingerprint } = listLedgerDecisions(ledger)[0]!;
  await tieout(["review", ledger, "--fingerprint", fingerprint, "--undo", "--by", "Ada Obi"]);
  expect((await listed(...OCTOBER, ...rules, "--dry-run")).exceptions).toHaveLength(1);
});

test("all decides every open exception once, whatever its rule", async () => {
  await tieout(["review", ledger, ...BREAKS, ...RAISED]);
  const run = await tieout([
    "review",
    ledger,
    ...OCTOBER,
    "--rule",
    "all",
    "--rule",
    "chain-break",
    ...RAISED,
  ]);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  const [first] = run.stdout.split("\n");
  expect(first).toMatch(
    /^October 2026: \d exceptions? to decide on \((?:\d of [a-z-]+(?:, )?)+\); 2 are already decided/u,
  );
  expect(first).toContain("1 of paid-without-entry");
  expect(first).not.toMatch(/\b0 of|of chain-break/u);
  const after = await listed(...OCTOBER);
  expect(after.exceptions.length).toBeGreaterThan(2);
  expect(new Set(after.exceptions.map(({ status }) => status))).toEqual(new Set(["raised"]));
  expect((await listed(...OCTOBER, "--rule", "all", "--dry-run")).exceptions).toEqual([]);
});

describe("reports what it cannot do in one line, and writes nothing", () => {
  test.each<[readonly string[], string, RegExp]>([
    [
      ["--rule", "chain-brake", ...RAISED],
      "USAGE",
      /--rule takes a rule, or all, not "chain-brake"\. Did you mean chain-break\? List the exceptions/u,
    ],
    [["--rule", "nonsense"], "USAGE", /or all, not "nonsense"\. List the exceptions/u],
    [["--rule", "-x"], "USAGE", /or all, not "-x"\. List the exceptions/u],
    [["--rule", "chain-break"], "USAGE", /--status explained, accepted or raised; or --dry-run/u],
    [
      ["--rule", "chain-break", "--fingerprint", "0123abcd", ...RAISED],
      "USAGE",
      /either --rule or --finger/u,
    ],
    [["--rule", "chain-break", "--undo", "--by", "Ada"], "USAGE", /--undo needs --fingerprint/u],
    [["--rule", "chain-break", "--status", "open", "--by", "Ada"], "USAGE", /selects what is already open/u],
    [
      ["--rule", "chain-break", "--status", "raised", "--by", "Ada"],
      "DECISION_INVALID",
      /raised needs a note/u,
    ],
    [
      ["--rule", "chain-break", "--status", "raised", "--note", "N"],
      "DECISION_INVALID",
      /the name of the person/u,
    ],
    [["--dry-run"], "USAGE", /--dry-run needs --rule/u],
  ])("%j", async (args, code, words) => {
    const run = await tieout(["review", ledger, ...args]);
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(run.stderr).toMatch(new RegExp(`^${code}: [^\\n]+\\n$`, "u"));
    expect(run.stderr).toMatch(words);
    expect(listLedgerDecisions(ledger)).toEqual([]);
  });
});
