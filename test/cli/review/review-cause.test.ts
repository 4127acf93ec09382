/** `tieout review --cause`: the same decision on every exception that one cause explains. */
import { beforeEach, describe, expect, test } from "vitest";
import { listLedgerDecisions } from "../../../src/main/services/review/review.ts";
import { tieout } from "../../helpers/cli.ts";
import { ledgerOfOrphans } from "../../helpers/window/window-queue.ts";

/** Causes 1 and 2 are mistyped payrefs, an orphan with its payment each; 3 is a payment that never came. */
let ledger = "";
beforeEach(async () => {
  ledger = await ledgerOfOrphans([3000, 900]);
});

const OCTOBER = ["--month", "2026-10"] as const;
const RAISED = ["--status", "raised", "--note", "Ticket 47", "--by", "Ada Obi"] as const;

const review = async (...args: readonly string[]) => tieout(["review", ledger, ...OCTOBER, ...args]);

test("check lists the causes with their numbers, the largest amount first", async () => {
  const { stdout } = await tieout(["check", ledger, ...OCTOBER]);
  expect(stdout).toContain(
    [
      "  3 causes explain all 5 facts; no 2 do by sums of up to four records, or of all payments of some days.",
      "",
      "  3  12,500  Paid without entry  payID 20",
      "  1   3,000  Mistyped payref     walletID 1 · payID 30",
      "  2     900  Mistyped payref     walletID 2 · payID 40",
      "",
    ].join("\n"),
  );
});

test("lists what a cause explains, decides it once, and leaves the rest and what is decided", async () => {
  const dry = await review("--cause", "1", "--dry-run");
  expect(dry).toMatchObject({ status: 0, stderr: "" });
  expect(dry.stdout).toMatch(
    /^October 2026: 2 exceptions to decide on \(2 of cause 1, mistyped payref\)\. Nothing was written\.\n {2}open/u,
  );
  expect(listLedgerDecisions(ledger)).toEqual([]);
  const { causes, exceptions } = JSON.parse((await review("--cause", "1", "--dry-run", "--json")).stdout) as {
    readonly causes: readonly { readonly number: number; readonly findings: readonly string[] }[];
    readonly exceptions: readonly { readonly finding: { readonly fingerprint: string } }[];
  };
  expect(causes).toMatchObject([{ number: 1, kind: "mistyped-payref", walletIDs: [1], payIDs: [30] }]);
  expect(exceptions.map(({ finding }) => finding.fingerprint)).toEqual(causes[0]?.findings);
  const [first = "", second = ""] = causes[0]?.findings ?? [];

  await review("--fingerprint", first, "--status", "explained", "--note", "Typo", "--by", "Chi Eze");
  // By a finding of the cause: the same cause, whatever its number.
  const run = await review("--cause", second.slice(0, 8), "--cause", "1", ...RAISED);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.stdout).toMatch(
    /^October 2026: 1 exception to decide on \(1 of cause 1, mistyped payref\); 1 is already decided and stays\.\nraised: /u,
  );
  expect(listLedgerDecisions(ledger)).toMatchObject([
    { fingerprint: first, status: "explained", note: "Typo", by: "Chi Eze" },
    { fingerprint: second, status: "raised", note: "Ticket 47", by: "Ada Obi" },
  ]);
});

describe("reports what it cannot do in one line, and writes nothing", () => {
  test.each<[readonly string[], string, RegExp]>([
    [["--cause", "4", ...RAISED], "FINDING_NOT_FOUND", /no cause 4: its causes are numbered from 1 to 3/u],
    [["--cause", "00000000", ...RAISED], "FINDING_NOT_FOUND", /No cause of the check explains/u],
    [["--cause", "0", ...RAISED], "USAGE", /--cause takes the number of a cause/u],
    [["--cause", "largest", ...RAISED], "USAGE", /--cause takes the number of a cause/u],
    [["--cause", "1"], "USAGE", /--status explained, accepted or raised; or --dry-run/u],
    [["--cause", "1", "--rule", "all", ...RAISED], "USAGE", /either --rule or --cause/u],
    [["--cause", "1", "--undo", "--by", "Ada"], "USAGE", /--undo needs --fingerprint, not --cause/u],
    [["--cause", "1", "--proposals"], "USAGE", /--proposals takes --rule or --fingerprint, not --cause/u],
  ])("%j", async (args, code, words) => {
    const run = await review(...args);
    expect(run.status).not.toBe(0);
    expect(run.stderr).toContain(code);
    expect(run.stderr).toMatch(words);
    expect(listLedgerDecisions(ledger)).toEqual([]);
  });
});
