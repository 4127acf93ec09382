/** What several places name is worded in core/words, and nowhere else. */
import { readFileSync, globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");

interface Wording {
  readonly what: string;
  readonly own: RegExp;
  /** Files that may word it themselves, each for a reason. */
  readonly except: readonly string[];
}

const WORDINGS: readonly Wording[] = [
  {
    what: "a missing currency",
    own: /no currency stated|(?:no stated|unknown) currency|currency (?:is )?not (?:stated|known)|["`]not stated["`]/iu,
    except: [
      // About several wallets or one rule: sentences whose verb is their own.
      "src/core/report/year-words.ts",
    ],
  },
  {
    what: "a wallet",
    own: /(?:user|userID) \$\{[^}]*\}(?:\$\{|, ?)? ?\$?\{?business|wallet of user \$\{|\bbusiness \$\{[^}]*businessID\}`/iu,
    except: [
      // For defects and sums that overflow, below core/words, which knows the engine's results.
      "src/core/reconcile/",
      "src/core/review/restate/wallets.ts",
    ],
  },
  { what: "the months", own: /["`]January["`]/u, except: [] },
  { what: "a rule", own: /\.replaceAll\("-", " "\)/u, except: [] },
];

/** The lines of a file that are no comment. */
function linesOf(file: string): string[] {
  const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
  return lines.filter((line) => !/^\s*(?:\/?\*|\/\/)/u.test(line));
}

const FILES = globSync("src/**/*.{ts,tsx}", { cwd: ROOT })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !file.startsWith("src/core/words/"));

describe("wording that several places share", () => {
  test.each(WORDINGS)("$what is named in core/words alone", ({ own, except }) => {
    const elsewhere = FILES.filter((file) => !except.some((one) => file.startsWith(one))).flatMap((file) =>
      linesOf(file)
        .filter((line) => own.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(FILES.length).toBeGreaterThan(500);
    expect(elsewhere).toEqual([]);
  });

  test("core/review imports nothing of core/report, and core/words neither", () => {
    const upward = globSync("src/core/{review,words}/**/*.ts", { cwd: ROOT }).filter((file) =>
      linesOf(file).some((line) => /from "[^"]*\/report\//u.test(line)),
    );
    const intoReview = globSync("src/core/words/*.ts", { cwd: ROOT }).filter((file) =>
      linesOf(file).some((line) => /from "[^"]*\/review\//u.test(line)),
    );
    expect([...upward, ...intoReview]).toEqual([]);
  });
});
