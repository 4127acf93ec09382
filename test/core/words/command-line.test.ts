import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS } from "../../../src/core/options.ts";
import type { Day } from "../../../src/core/time.ts";
import { type CommandLine, reviewCommandLine } from "../../../src/core/words/command-line.ts";

const FINGERPRINT = "3f2a91bc".repeat(8);

function line(facts: Partial<CommandLine> = {}): string {
  return reviewCommandLine({
    ledger: "wallet.tieout",
    period: null,
    options: DEFAULT_OPTIONS,
    fingerprint: FINGERPRINT,
    status: "explained",
    note: "Posted twice",
    by: "Ada Obi",
    ...facts,
  });
}

const period = (from: string, to: string) => ({ from: from as Day, to: to as Day });

describe("the same decision on the command line", () => {
  it("names ledger, fingerprint, status, note and name", () => {
    expect(line()).toBe(
      `tieout review wallet.tieout --fingerprint ${FINGERPRINT} --status explained --note 'Posted twice' --by 'Ada Obi'`,
    );
  });

  it("names the month, or the days, and unusual options", () => {
    expect(line({ period: period("2026-10-01", "2026-10-31") })).toContain(" --month 2026-10 ");
    expect(line({ period: period("2026-10-01", "2026-10-30") })).toContain(
      " --from 2026-10-01 --to 2026-10-30 ",
    );
    expect(line({ period: { from: null, to: "2026-10-30" as Day } })).toContain(
      "tieout review wallet.tieout --to 2026-10-30 ",
    );
    const options = {
      ...DEFAULT_OPTIONS,
      convention: "bank",
      tolerance: 5,
      timeZone: "Africa/Lagos",
    } as const;
    expect(line({ options })).toContain("--time-zone Africa/Lagos --convention bank --tolerance 5 --finger");
  });

  it.each(['it\'s "quoted"', "$(touch pwned) `id` \\ $HOME", "two\nlines; rm -rf *", "…", "=1+1"])(
    "passes the shell exactly the note: %j",
    (note) => {
      const echoed = execFileSync("/bin/sh", [
        "-c",
        `tieout() { shift 6; printf '%s' "$2"; }; ${line({ note })}`,
      ]);
      expect(echoed.toString()).toBe(note);
    },
  );
});
