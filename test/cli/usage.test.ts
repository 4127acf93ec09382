import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder, tieout } from "../helpers/cli.ts";

/** Status 2, nothing on stdout, one line on stderr that starts with the code. */
async function expectRefusal(args: readonly string[], code: string, words: RegExp, env = {}): Promise<void> {
  const run = await tieout(args, { env });
  expect(run.stderr).toMatch(new RegExp(`^${code}: [^\\n]+\\n$`, "u"));
  expect(run.stderr).toMatch(words);
  expect(run.stderr).not.toMatch(/\n\s+at /u);
  expect(run.stdout).toBe("");
  expect(run.status).toBe(2);
}

describe("what is typed wrongly", () => {
  test.each([
    [["chekc"], /unknown command|too many arguments|chekc/u],
    [["check", "x.tieout", "--mnth", "2026-10"], /--mnth/u],
    [["check", "x.tieout", "--month", "2026-13"], /--month takes a month such as 2026-10, not "2026-13"/u],
    [["check", "x.tieout", "--from", "2026-02-30"], /--from takes a day/u],
    [["check", "x.tieout", "--from", "2026-02-03", "--to", "2026-02-01"], /is after/u],
    [["check", "x.tieout", "--month", "2026-10", "--from", "2026-10-01"], /not both/u],
    [["check", "x.tieout", "--tolerance", "1.5"], /whole number/u],
    [["check", "x.tieout", "--convention", "credit"], /auto, asset, bank/u],
    [["check", "x.tieout", "--time-zone", "Mars/Olympus"], /IANA zone/u],
    [["check"], /Name a ledger/u],
    [["check", "x.tieout", "--wallet", "w.json"], /not both/u],
    [["check", "--wallet", "w.json"], /--transactions/u],
    [["import", "x.tieout"], /at least one file/u],
    [["prune", "x.tieout"], /--keep-bodies/u],
  ])("%j", async (args, words) => {
    await expectRefusal(args, "USAGE", words);
  });

  test("a ledger that is not there", async () => {
    const missing = join(temporaryFolder(), "none.tieout");
    for (const command of [
      ["check", missing],
      ["verify", missing],
      ["prune", missing, "--keep-bodies", "1"],
    ]) {
      await expectRefusal(command, "LEDGER_NOT_FOUND", /none\.tieout/u);
    }
  });
});

test("help teaches, and asks for nothing", async () => {
  const whole = await tieout(["--help"]);
  expect(whole.status).toBe(0);
  for (const command of ["import", "check", "verify", "prune"]) {
    expect(whole.stdout).toContain(command);
    const one = await tieout([command, "--help"]);
    expect([command, one.status]).toEqual([command, 0]);
    expect(one.stdout).toContain(`tieout ${command}`);
    expect(one.stderr).toBe("");
  }
});
