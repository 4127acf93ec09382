/** A reviewer's loop on the command line: points, a month returned with them, answers, prepared again and signed. */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { monthDays } from "../../../src/core/time.ts";
import { readReview } from "../../../src/main/services/review/review.ts";
import { walletBody } from "../../helpers/bodies.ts";
import { tieout } from "../../helpers/cli.ts";
import { done, refused } from "../../helpers/ended.ts";
import { OCTOBER_MS, entry } from "../../helpers/records.ts";
import { CONTEXT, ledgerToReview } from "../../helpers/ledgers/review-ledger.ts";

interface Listed {
  readonly schema: string;
  readonly open: number;
  readonly points: readonly {
    readonly point: number;
    readonly month: string;
    readonly finding: { readonly fingerprint: string } | null;
    readonly by: string;
    readonly text: string;
    readonly answered: boolean;
    readonly replies: readonly { readonly kind: string; readonly by: string; readonly text: string }[];
  }[];
}

const ADA = ["--by", "Ada Obi"];
const BEN = ["--by", "Ben Cole"];

test("points are made, the month is returned, they are answered, it is prepared again, signed and proven", async () => {
  const ledger = await ledgerToReview();
  const { findings } = readReview({ ledger, period: monthDays("2026-10"), options: {} }, CONTEXT);
  const fingerprint = findings[0]?.finding.fingerprint ?? "";
  const month = [ledger, "--month", "2026-10"];
  const listed = async (...args: readonly string[]) =>
    JSON.parse(await done("points", ledger, "--json", ...args)) as Listed;

  expect(await done("points", ledger)).toBe("No points.\n");
  expect(await refused("return", ...month, ...BEN, "--point", "Why?")).toMatch(
    /^CLOSE_STATE: October 2026 is open\. It must be prepared before it is returned\./u,
  );
  await done("prepare", ...month, ...ADA, "--override", "Ticket 1");
  expect(await refused("return", ...month, ...BEN)).toMatch(
    /^POINT_INVALID: October 2026 can be returned only with a point that waits for an answer\./u,
  );
  const about = ["--fingerprint", fingerprint.slice(0, 8)];
  expect(await refused("return", ...month, ...BEN, ...about)).toMatch(
    /^USAGE: --fingerprint says what a point/u,
  );
  expect(await refused("point", ...month, ...ADA, "--text", "Why?")).toMatch(
    /^CLOSE_SAME_PERSON: Ada Obi prepared October 2026, so another person must make points on it\./u,
  );
  expect(await done("point", ...month, ...BEN, "--text", "Add the ticket", ...about)).toMatch(
    /^Point 1 {2}waits for an answer {2}2026-10, .+\n {2}Ben Cole, .+: Add the ticket\n$/u,
  );
  const returned = await done("return", ...month, ...BEN, "--point", "Where is the statement?");
  expect(returned).toMatch(/^October 2026 is with the preparer, Ada Obi\.\n {2}Returned by Ben Cole, /u);
  expect(returned).toMatch(/\nPoint 2 {2}waits for an answer {2}October 2026\n {2}Ben Cole, .+: Where is/u);
  expect(await done("months", ledger)).toMatch(
    /^2026-10 {2}with the preparer, Ada Obi.*\n(?:.*\n)* +Returned by Ben Cole/mu,
  );
  // Wherever the month is named, it is with Ada Obi.
  const withAda = /October 2026 is with the preparer, Ada Obi/u;
  expect(await done("clients", dirname(ledger))).toMatch(withAda);
  const closed = await tieout(["close", "--month", "2026-10", "--no-pull", dirname(ledger)]);
  expect(closed.stdout).toMatch(/^wallet\.tieout: .* With the preparer, Ada Obi\. /u);
  const late = join(dirname(ledger), "late.json");
  writeFileSync(late, walletBody([entry(6, { balance: 1470, debit: 6, dateCreatedAtMs: OCTOBER_MS })]));
  expect(await done("import", ledger, "--preview", "--wallet", late)).toMatch(withAda);
  const rule = ["--rule", "chain-break", "--status", "raised", "--note", "Ticket 1"];
  const decided = await tieout(["review", ...month, ...rule, ...ADA]);
  expect(`${decided.stdout}${decided.stderr}`).toMatch(
    /^Note: October 2026 is with the preparer, Ada Obi\./mu,
  );
  expect(await listed("--open")).toMatchObject({
    schema: "tieout.points/1",
    open: 2,
    points: [
      { point: 1, month: "2026-10", finding: { fingerprint }, by: "Ben Cole", text: "Add the ticket" },
      { point: 2, finding: null, answered: false, replies: [] },
    ],
  });

  expect(await refused("prepare", ...month, ...ADA, "--override", "Ticket 1")).toMatch(
    /^POINTS_OPEN: 2 review points on October 2026 are not answered\..* `tieout answer`\.\n$/u,
  );
  expect(await refused("answer", ledger, "x", "--text", "4712", ...ADA)).toMatch(/^USAGE: The point takes/u);
  expect(await refused("answer", ledger, "7", "--text", "4712", ...ADA)).toMatch(/^POINT_NOT_FOUND: /u);
  expect(await done("answer", ledger, "1", "--text", "Ticket 4712", ...ADA)).toMatch(
    /^Point 1 {2}answered .*\n {2}Ben Cole, .*\n {2}Answered by Ada Obi, .*: Ticket 4712\n$/u,
  );
  expect(await done("point", ...month, ...BEN, "--again", "1", "--text", "Of September")).toMatch(
    /^Point 1 {2}made again .*\n(?:.*\n)* {2}Made again by Ben Cole, .*: Of September\n$/u,
  );
  await done("answer", ledger, "1", "--text", "Ticket 4713", ...ADA);
  await done("answer", ledger, "2", "--text", "Attached", ...ADA);
  expect(await listed("--month", "2026-10")).toMatchObject({
    open: 0,
    points: [
      { answered: true, replies: [{ kind: "answered" }, { kind: "repeated" }, { text: "Ticket 4713" }] },
      { answered: true },
    ],
  });
  expect(await refused("points", ledger, "--month", "2026-11")).toMatch(
    /^CLOSE_STATE: The ledger has no November 2026\..* `tieout months`\.\n$/u,
  );
  expect((await listed("--open")).points).toEqual([]);

  await done("prepare", ...month, ...ADA, "--override", "Ticket 1");
  expect(await done("sign-off", ...month, ...BEN)).toMatch(/^October 2026 is signed off\./u);
  expect(await done("verify", ledger)).toMatch(/2 review points/u);
});
