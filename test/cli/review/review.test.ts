import { chmodSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Finding } from "../../../src/core/reconcile/input/findings.ts";
import { listLedgerDecisions } from "../../../src/main/services/review/review.ts";
import { temporaryFolder, tieout } from "../../helpers/cli.ts";
import { wallet } from "../../helpers/records.ts";
import { brokenWallet, importWallet, ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";

interface ReviewJson {
  readonly schema: string;
  readonly period: unknown;
  readonly progress: { readonly reviewed: number; readonly total: number };
  readonly exceptions: readonly {
    readonly status: string;
    readonly seen: number | null;
    readonly decision: DecisionJson | null;
    readonly before: DecisionJson | null;
    readonly finding: Finding;
  }[];
}

interface DecisionJson {
  readonly id: number;
  readonly fingerprint: string;
  readonly status: string;
  readonly note: string;
  readonly by: string;
  readonly at: string;
  readonly undoes: number | null;
  readonly finding: Partial<Finding>;
}

let ledger = "";
beforeEach(async () => {
  ledger = await ledgerToReview();
});

async function listed(...args: readonly string[]): Promise<ReviewJson> {
  const run = await tieout(["review", ledger, "--json", ...args]);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  return JSON.parse(run.stdout) as ReviewJson;
}

/** Status 2, nothing on stdout, one line on stderr that starts with the code. */
async function expectRefusal(args: readonly string[], code: string, words: RegExp): Promise<void> {
  const run = await tieout(["review", ledger, ...args]);
  expect(run.stderr).toMatch(new RegExp(`^${code}: [^\\n]+\\n$`, "u"));
  expect(run.stderr).toMatch(words);
  expect(run).toMatchObject({ status: 2, stdout: "" });
}

const ADA = ["--by", "Ada Obi"] as const;

test("lists open exceptions, decides by the digits shown, shows the decision, and undoes it", async () => {
  const before = await tieout(["review", ledger, "--month", "2026-10"]);
  expect(before).toMatchObject({ status: 0, stderr: "" });
  expect(before.stdout).toContain("October 2026: 0 of 4 exceptions reviewed.");
  expect(before.stdout).toContain(
    "Errors 0 of 3, warnings 0 of 1: 4 open, 0 explained, 0 accepted, 0 raised, 0 reopened.",
  );
  const digits = /open +([0-9a-f]{8}) {2}error {2}chain-break — walletID 3\n/u.exec(before.stdout)?.[1] ?? "";
  const named = ["--month", "2026-10", "--fingerprint", digits];
  const taken = await tieout([
    "review",
    ledger,
    ...named,
    "--status",
    "raised",
    "--note",
    "Ticket 47",
    ...ADA,
  ]);
  expect(taken).toEqual({ status: 0, stderr: "", stdout: "raised: chain-break — walletID 3 (decision 1)\n" });

  const after = await tieout(["review", ledger, "--month", "2026-10"]);
  expect(after.stdout).toContain("October 2026: 1 of 4 exceptions reviewed.");
  expect(after.stdout).toMatch(
    new RegExp(`raised +${digits} .*\\n.*1,159.*\\n +Ada Obi, [-0-9]+ [:0-9]+ UTC: Ticket 47\\n`, "u"),
  );
  const undone = await tieout(["review", ledger, "--fingerprint", digits.toUpperCase(), "--undo", ...ADA]);
  expect(undone.stdout).toBe("undone, open again: chain-break — walletID 3 (decision 2)\n");
  expect((await tieout(["review", ledger])).stdout).toContain(
    "The whole history: 0 of 4 exceptions reviewed.",
  );
  const verified = await tieout(["verify", ledger]);
  expect(verified.status).toBe(0);
  expect(verified.stdout).toMatch(/ 2 decisions, .*, 4 links/u);
});

test("names the payments that may explain a missing entry, as check does", async () => {
  const missing = join(temporaryFolder(), "missing.tieout");
  await importWallet(missing, brokenWallet(90));
  const line = /\n +Paid transactions of this amount without an entry: PAY-9\.\n/u;
  for (const command of ["review", "check"]) {
    expect((await tieout([command, missing])).stdout).toMatch(line);
  }
});

test("lists only exceptions as JSON with their fingerprints, and decides several at once", async () => {
  const { exceptions, ...head } = await listed("--month", "2026-10");
  expect(head).toMatchObject({
    schema: "tieout.review/1",
    period: { from: "2026-10-01", to: "2026-10-31" },
    progress: { reviewed: 0, total: 4 },
  });
  expect(exceptions.map(({ finding: { severity } }) => severity)).toEqual([
    "error",
    "error",
    "warning",
    "error",
  ]);
  expect(exceptions[0]).toMatchObject({ status: "open", seen: null, decision: null, before: null });
  const named = exceptions.flatMap(({ finding }) => ["--fingerprint", finding.fingerprint]);
  const run = await tieout([
    "review",
    ledger,
    ...named,
    "--json",
    "--status",
    "accepted",
    "--note",
    "Below 10",
    ...ADA,
  ]);
  const { schema, decisions } = JSON.parse(run.stdout) as { schema: string; decisions: DecisionJson[] };
  expect(schema).toBe("tieout.decision/1");
  expect(decisions.map(({ fingerprint }) => fingerprint)).toEqual(
    exceptions.map(({ finding }) => finding.fingerprint),
  );
  expect(decisions[3]).toMatchObject({
    id: 4,
    status: "accepted",
    note: "Below 10",
    by: "Ada Obi",
    undoes: null,
  });
  expect(decisions[3]?.at).toMatch(/^\d{4}-\d{2}-\d{2}T[:0-9]+\.\d{3}Z$/u);
  const { progress, exceptions: now } = await listed();
  expect(progress).toMatchObject({ reviewed: 4, total: 4 });
  expect(now.map(({ seen }) => seen)).toEqual([1, 2, 3, 4]);
  expect(now[0]?.decision).toEqual(decisions[0]);
});

test("shows a changed number as reopened, with both numbers", async () => {
  const fingerprint = (await listed()).exceptions[0]?.finding.fingerprint ?? "";
  await tieout([
    "review",
    ledger,
    "--fingerprint",
    fingerprint,
    "--status",
    "explained",
    "--note",
    "Fee",
    ...ADA,
  ]);
  await importWallet(ledger, brokenWallet(11, 3));
  const reopened = (await listed()).exceptions.find(({ status }) => status === "reopened");
  expect([reopened?.before?.finding.difference, reopened?.finding.difference]).toEqual([9, 11]);
  expect((await tieout(["review", ledger])).stdout).toMatch(
    /reopened +[0-9a-f]{8} .*walletID 3\n +The balance is 1,161 .*\n +Was explained when: The balance is 1,159 .*\n +Ada Obi, .* UTC: Fee\n/u,
  );
});

test("refuses a finding that is no longer raised, and shows the decision on it", async () => {
  const fingerprint = (await listed()).exceptions[0]?.finding.fingerprint ?? "";
  const decision = ["--fingerprint", fingerprint, "--status", "explained", "--note", "Fee", ...ADA] as const;
  await tieout(["review", ledger, ...decision]);
  await importWallet(ledger, brokenWallet(11, 3));
  await expectRefusal(decision, "FINDING_NOT_FOUND", /since decision 1 its figures changed, or it is gone/u);
});

test("quotes a payref that ends in blanks, in the list and in the decision", async () => {
  ledger = join(temporaryFolder(), "wallet.tieout");
  await importWallet(
    ledger,
    wallet([100], () => ({ payref: "LOST-1 " })),
  );
  const subject = 'orphan-payref — walletID 1, payref "LOST-1 "\n';
  expect((await tieout(["review", ledger])).stdout).toContain(subject);
  const rule = ["--rule", "orphan-payref", "--status", "raised", "--note", "Asked", ...ADA];
  expect((await tieout(["review", ledger, ...rule])).stdout).toContain(subject.trim());
});

test("keeps hostile text as typed, and sends no control characters to the terminal", async () => {
  const fingerprint = (await listed()).exceptions[0]?.finding.fingerprint ?? "";
  const note = "\u001B[2J<script>\u202Eevil\n--by 'x'; DROP TABLE decision";
  await tieout([
    "review",
    ledger,
    "--fingerprint",
    fingerprint,
    "--status",
    "accepted",
    "--note",
    note,
    "--by",
    "Z\u202Eo",
  ]);
  const { exceptions } = await listed();
  expect(exceptions[0]?.decision).toMatchObject({ note, by: "Z\u202Eo" });
  const { stdout } = await tieout(["review", ledger]);
  expect(stdout).toContain("<script>");
  expect(stdout).toMatch(/\n +--by 'x'; DROP TABLE decision\n/u);
  for (const mark of ["\u001B", "\u202E"]) expect(stdout).not.toContain(mark);
});

test("does not list an info, but allows a decision on it", async () => {
  const run = await tieout(["check", ledger, "--month", "2026-10", "--json", "--cutoff-days", "30"]);
  const { findings } = JSON.parse(run.stdout) as { findings: readonly Finding[] };
  const transit = findings.find(({ rule }) => rule === "in-transit");
  const options = ["--month", "2026-10", "--cutoff-days", "30"];
  expect((await listed(...options)).progress.total).toBe(3);
  const decided = await tieout(
    [
      "review",
      ledger,
      ...options,
      "--fingerprint",
      transit?.fingerprint ?? "",
      "--status",
      "explained",
    ].concat(["--note", "On its way", ...ADA]),
  );
  expect(decided.stdout).toBe("explained: in-transit — payID 9, payref PAY-9 (decision 1)\n");
  expect((await listed(...options)).progress).toMatchObject({ reviewed: 0, total: 3 });
});

describe("reports what it cannot do in one line, and writes nothing", () => {
  const F = ["--fingerprint", "0123abcd"] as const;
  const explained = ["--status", "explained", "--note", "Why", ...ADA] as const;

  test.each<[readonly string[], string, RegExp]>([
    [[...F], "USAGE", /Give a decision: --status/u],
    [["--by", "Ada"], "USAGE", /Give a decision/u],
    [[...explained], "USAGE", /--fingerprint, as listed/u],
    [[...F, ...explained, "--undo"], "USAGE", /either --status or --undo/u],
    [["--fingerprint", "0123abc", ...explained], "USAGE", /takes 8 to 64 digits and letters a to f/u],
    [["--fingerprint", "0123abcx", ...explained], "USAGE", /not "0123abcx"/u],
    [[...F, "--status", "reopened"], "USAGE", /open, explained, accepted, raised, not "reopened"/u],
    [
      [...F, "--status", "explained", "--note", "Why"],
      "DECISION_INVALID",
      /the name of the person who made it/u,
    ],
    [[...F, "--status", "raised", ...ADA], "DECISION_INVALID", /raised needs a note/u],
    [[...F, ...explained], "FINDING_NOT_FOUND", /fingerprint 0123abcd/u],
    [[...F, "--undo", ...ADA], "DECISION_NOT_FOUND", /fingerprint 0123abcd/u],
  ])("%j", async (args, code, words) => {
    await expectRefusal(args, code, words);
    expect(listLedgerDecisions(ledger)).toEqual([]);
  });

  test("lists from a read-only ledger, and refuses a decision", async () => {
    const fingerprint = (await listed()).exceptions[0]?.finding.fingerprint ?? "";
    chmodSync(ledger, 0o444);
    await expectRefusal(["--fingerprint", fingerprint, ...explained], "LEDGER_READONLY", /read-only/u);
    expect((await listed()).progress).toMatchObject({ reviewed: 0, total: 4 });
  });

  test("reports a missing ledger", async () => {
    ledger = `${temporaryFolder()}/none.tieout`;
    await expectRefusal([], "LEDGER_NOT_FOUND", /none\.tieout/u);
  });
});

test("explains in help, by example, what each status means and needs", async () => {
  const { stdout, status } = await tieout(["review", "--help"]);
  expect(status).toBe(0);
  for (const words of [
    "tieout review wallet.tieout --month 2026-10",
    "--undo --by",
    "need a note",
    "The first 8 digits\nof a fingerprint are enough.",
  ])
    expect(stdout).toContain(words);
  expect((await tieout(["--help"])).stdout).toContain("tieout review wallet.tieout");
});
