/** `tieout review --proposals` and `--accept-proposals`: what earlier decisions propose, and accepting it. */
import { beforeEach, describe, expect, test } from "vitest";
import { listLedgerDecisions } from "../../../src/main/services/review/review.ts";
import { tieout } from "../../helpers/cli.ts";
import { standingLedger } from "../../helpers/ledgers/standing-ledger.ts";

let ledger = "";
beforeEach(async () => {
  ledger = await standingLedger();
});

const NOVEMBER = ["--month", "2026-11"] as const;
const BY = ["--by", "Ben Cole"] as const;

interface Listed {
  readonly schema: string;
  readonly proposed: number;
  readonly exceptions: readonly {
    readonly withheld: string | null;
    readonly proposal: { readonly note: string; readonly from: object } | null;
    readonly finding: { readonly walletID: number | null; readonly fingerprint: string };
  }[];
}

async function listed(...args: readonly string[]): Promise<Listed> {
  const run = await tieout(["review", ledger, ...NOVEMBER, ...args, "--json"]);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  return JSON.parse(run.stdout) as Listed;
}

test("--proposals lists each with its origin, says why others have none, and writes nothing", async () => {
  const run = await tieout(["review", ledger, ...NOVEMBER, "--proposals"]);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  const [head, ...lines] = run.stdout.trimEnd().split("\n");
  expect(head).toBe(
    "November 2026: 4 of 7 undecided exceptions have a proposal from earlier decisions. Nothing was written.",
  );
  expect(lines[0]).toMatch(/^ {2}[0-9a-f]{8} {2}error {2}chain-break — walletID 6$/u);
  expect(lines.slice(2, 5)).toEqual([
    "    explained: Fee of the provider.",
    "    Decision 1 by Ada Obi, 2026-12-02 00:00:00 UTC, on October 2026; 1 of 1 earlier decision has this note.",
    "    Same as then: action API, difference 9.",
  ]);
  expect(run.stdout).toContain("    Same as then: action API, 18 % of the amount.\n");
  expect(run.stdout).toContain("    Same as then: counterparty Ada (userID 9), difference −90.\n");
  expect(lines.slice(-2)).toEqual([
    "  1 without a proposal: The other party is not known.",
    "  2 without a proposal: No earlier decision is on a finding like it.",
  ]);
  expect(listLedgerDecisions(ledger)).toHaveLength(3);
});

test("--json has every undecided exception, with its proposal or why it has none", async () => {
  const { schema, proposed, exceptions } = await listed("--proposals");
  expect([schema, proposed, exceptions.length]).toEqual(["tieout.proposals/1", 4, 7]);
  expect(exceptions.slice(0, 2)).toMatchObject([
    {
      status: "open",
      seen: null,
      withheld: null,
      proposal: {
        status: "explained",
        words: "Fee of the provider.",
        note: "As in decision 1 (October 2026): Fee of the provider.",
        from: { decision: 1, month: "2026-10", by: "Ada Obi", at: "2026-12-02T00:00:00.000Z" },
        agree: 1,
        earlier: 1,
        same: { party: { kind: "action", action: "API" }, size: { by: "amount", difference: 9 } },
      },
      finding: { walletID: 6 },
    },
    { proposal: null, withheld: "none-alike", finding: { walletID: 7 } },
  ]);
});

test("--rule and --fingerprint choose what is listed", async () => {
  const breaks = await listed("--proposals", "--rule", "chain-break");
  expect(breaks.exceptions.map(({ finding }) => finding.walletID)).toEqual([6, 7, 8]);
  const { fingerprint } = breaks.exceptions[2]!.finding;
  const one = await listed("--proposals", "--fingerprint", fingerprint.slice(0, 8));
  expect(one.exceptions.map(({ finding }) => finding.walletID)).toEqual([8]);
});

test("--accept-proposals counts first, decides, and names what each repeats", async () => {
  const dry = await tieout(["review", ledger, ...NOVEMBER, "--accept-proposals", "--dry-run"]);
  expect(dry.stdout).toContain("4 of 7 undecided exceptions have a proposal");
  expect(listLedgerDecisions(ledger)).toHaveLength(3);
  const rule = ["--rule", "chain-break"] as const;
  const run = await tieout(["review", ledger, ...NOVEMBER, "--accept-proposals", ...rule, ...BY]);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.stdout).toBe(
    "November 2026: 2 of 3 undecided exceptions have a proposal from earlier decisions.\n" +
      "explained: chain-break — walletID 6 (decision 4)\n" +
      "explained: chain-break — walletID 8 (decision 5)\n",
  );
  const rest = await tieout(["review", ledger, ...NOVEMBER, "--accept-proposals", ...BY, "--json"]);
  expect(JSON.parse(rest.stdout)).toMatchObject({
    schema: "tieout.decision/1",
    decisions: [
      { id: 6, note: "As in decision 3 (October 2026): Ticket 47", by: "Ben Cole" },
      { id: 7, note: "As in decision 3 (October 2026): Ticket 47", by: "Ben Cole" },
    ],
  });
  const again = await tieout(["review", ledger, ...NOVEMBER, "--accept-proposals", ...BY]);
  expect(again.stdout).toBe(
    "November 2026: 0 of 3 undecided exceptions have a proposal from earlier decisions.\n",
  );
  expect(listLedgerDecisions(ledger)).toHaveLength(7);
});

describe("reports what it cannot do in one line, and writes nothing", () => {
  test.each<[readonly string[], string, RegExp]>([
    [["--proposals", "--accept-proposals"], "USAGE", /either --proposals or --accept-proposals/u],
    [["--proposals", "--rule", "all", "--fingerprint", "0123abcd"], "USAGE", /either --rule or --finger/u],
    [["--proposals", "--undo"], "USAGE", /either --proposals or --undo/u],
    [["--accept-proposals", "--undo"], "USAGE", /either --accept-proposals or --undo/u],
    [["--accept-proposals", "--status", "raised", ...BY], "USAGE", /Leave out --status and --note/u],
    [["--proposals", "--note", "N"], "USAGE", /--proposals takes status and note from earlier/u],
    [["--proposals", ...BY], "USAGE", /--proposals only lists\. Use --accept-proposals/u],
    [["--proposals", "--dry-run"], "USAGE", /--proposals only lists/u],
    [["--accept-proposals"], "DECISION_INVALID", /the name of the person/u],
    [["--accept-proposals", "--fingerprint", "0123abcd", ...BY], "FINDING_NOT_FOUND", /raises no finding/u],
  ])("%j", async (args, code, words) => {
    const run = await tieout(["review", ledger, ...NOVEMBER, ...args]);
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(run.stderr).toMatch(new RegExp(`^${code}: [^\\n]+\\n$`, "u"));
    expect(run.stderr).toMatch(words);
    expect(listLedgerDecisions(ledger)).toHaveLength(3);
  });
});
