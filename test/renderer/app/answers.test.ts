import { readFileSync, globSync } from "node:fs";
import { join } from "node:path";
import { QueryClient } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import {
  answersIn,
  beforeAnswer,
  ofAllLedgers,
  ofApp,
  ofLedger,
} from "../../../src/renderer/bridge/answers.ts";

const RENDERER = join(import.meta.dirname, "../../../src/renderer");

describe("what the window keeps", () => {
  test("a query compiles under no name but one that was made for its ledger, all ledgers or the app", async () => {
    const queries = new QueryClient();
    // @ts-expect-error Nothing tells which ledger this is of.
    await queries.invalidateQueries({ queryKey: ["rows", "entries", 1] });
    await queries.invalidateQueries({ queryKey: ofLedger("a", "rows", "entries", 1) });
    expect(ofLedger("a", "rows")).not.toEqual(ofLedger("b", "rows"));
  });

  test("names are made in one file, and nothing is cast to one elsewhere", () => {
    const casting = sources().filter(({ text }) =>
      /as (unknown as )?(AnswerKey|QueryKey)\b|\bkeepPreviousData\b/u.test(text),
    );
    expect(casting.map(({ file }) => file)).toEqual(["bridge/answers.ts"]);
  });

  test("forgets all ledgers when another is opened, and asks anew what depends on what is written into one", async () => {
    const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    const answers = answersIn(queries);
    answers.put(ofLedger("a", "rows"), "of a");
    answers.put(ofLedger("b", "rows"), "of a, as b was closed when it was asked");
    answers.put(ofAllLedgers("recent"), "a, b");
    answers.put(ofApp("jobs"), "none");
    answers.forgetLedgers();
    expect(answers.get(ofLedger("a", "rows"))).toBeUndefined();
    expect(answers.get(ofLedger("b", "rows"))).toBeUndefined();
    answers.put(ofLedger("b", "rows"), "of b");
    await answers.ledgerWritten();
    expect(answers.get(ofLedger("b", "rows"))).toBe("of b");
    const isInvalidated = (key: ReturnType<typeof ofApp>) => queries.getQueryState(key)?.isInvalidated;
    expect(isInvalidated(ofLedger("b", "rows"))).toBe(true);
    expect(isInvalidated(ofAllLedgers("recent"))).toBe(true);
    expect(isInvalidated(ofApp("jobs"))).toBe(false);
  });

  test("shows what was shown before while an answer is on its way, unless it is another ledger's", () => {
    const before = beforeAnswer(ofLedger("b", "entry", 2));
    expect(before("of b", { queryKey: ofLedger("b", "entry", 1) })).toBe("of b");
    expect(before("of a", { queryKey: ofLedger("a", "entry", 2) })).toBeUndefined();
    expect(before("none", undefined)).toBeUndefined();
  });

  test("no module keeps anything that is not here with why it is of no ledger, or by which", () => {
    const kept = sources().flatMap(({ file, text }) =>
      [
        ...text.matchAll(
          /^(?:export )?(?:let (\w+)|const ([a-z]\w*)[^=\n]* = (?:new (?!Text|Intl)\w+|sharedValue\b|\[\]))/gmu,
        ),
      ].map(([, changing, constant = ""]) => `${file} ${changing ?? constant}`),
    );
    expect(kept.toSorted()).toEqual(Object.keys(MODULE_STATE).toSorted());
  });
});

/** What outlives a change of the ledger. */
const MODULE_STATE: Readonly<Record<string, string>> = {
  "app/providers.tsx underway": "preferences, which are of no ledger",
  "app/shell/shell.tsx arrivedBefore": "of the window",
  "app/use-route.ts parsed": "the address",
  "rows/check-session.ts ahead": "a worker that was told nothing yet",
  "rows/worker/select-rows.ts known": "by the columns it orders, in a worker of one ledger",
  "rows/worker/text-search.ts oddLetters": "the alphabet",
  "app/dialogs/find-dialog.tsx chosenOf": "by ledger",
  "app/dialogs/match-dialog.tsx drafts": "by ledger",
  "shared/decide/drafts.ts returned": "by ledger",
  "shared/decide/drafts.ts drafts": "by ledger",
  "shared/decide/use-undo.tsx said": "shown by no place that comes after it",
  "shared/record/solved.ts solved": "by ledger",
  "ui/front-dialog.ts open": "what is drawn now",
  "ui/refused-keys.ts isListening": "of the window",
  "ui/refused-keys.ts refusals": "what is drawn now",
  "ui/refused-keys.ts refusedAtMs": "of the window",
  "ui/use-keys.ts layers": "what is drawn now",
  "ui/use-keys.ts reader": "of the window",
  "ui/toast.tsx ofReview": "cleared when another ledger is opened",
  "ui/toast.tsx queue": "cleared when another ledger is opened",
  "ui/values.tsx clocks": "by zone",
};

function sources() {
  return globSync("**/*.{ts,tsx}", { cwd: RENDERER }).map((file) => ({
    file,
    text: readFileSync(join(RENDERER, file), "utf8"),
  }));
}
