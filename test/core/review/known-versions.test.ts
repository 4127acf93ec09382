import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../../src/core/canonical.ts";
import { entryDocument } from "../../../src/core/records/entry.ts";
import { wordingOf } from "../../../src/core/reconcile/input/field-words.ts";
import type { RecordHistory } from "../../../src/core/reconcile/input/input.ts";
import {
  WHOLE_RECORD,
  boundChangeLines,
  boundChangeWords,
} from "../../../src/core/review/decisions/bound-records.ts";
import type { Decision } from "../../../src/core/review/decisions/decision.ts";
import { KnownVersions } from "../../../src/core/review/decisions/known-versions.ts";
import { ZoneClock } from "../../../src/core/time.ts";
import { breakAt, decided, reviewed } from "../../helpers/ledgers/decisions.ts";
import { entry, sale, sha256 } from "../../helpers/records.ts";
import { NO_HISTORY } from "../../helpers/columns.ts";

const WORDING = wordingOf(2, new ZoneClock("UTC"));

const hashOf = (one: ReturnType<typeof entry>) => sha256(canonicalJson(entryDocument(one)));
const saying = (description: string, walletID = 1) => entry(walletID, { description });

/** The history that pulls leave: what each says of entry 1, null where it has it no more. */
function historyOf(versions: readonly (string | null)[]): RecordHistory {
  const said = versions.filter((one) => one !== null);
  const differing = said.filter((one, at) => at === 0 || one !== said[at - 1]).map((one) => saying(one));
  return {
    ...NO_HISTORY,
    entryVersions: differing.slice(1).map((after, at) => ({
      before: differing[at] ?? after,
      after,
      pulls: [at + 1, at + 2],
    })),
    entriesVanished:
      versions.at(-1) === null ? differing.slice(-1).map((record) => ({ record, pulls: [8, 9] })) : [],
  };
}

const FINDING = breakAt(1);

/** The decision on FINDING, taken when entry 1 said this. */
function decidedWhen(description: string): Decision {
  const kept = decided(1, FINDING);
  const records = { entries: [{ walletID: 1, sha256: hashOf(saying(description)) }], transactions: [] };
  return { ...kept, finding: { ...kept.finding, records } };
}

const versions = fc
  .array(fc.option(fc.constantFrom("a", "b", "c")), { minLength: 0, maxLength: 8 })
  .map((later) => ["a", ...later]);

test("a decision is in force exactly while its record is unchanged, whatever versions came between", () => {
  fc.assert(
    fc.property(versions, fc.nat(), (all, at) => {
      const then = all.slice(0, (at % all.length) + 1).findLast((one) => one !== null) ?? "a";
      const now = all.at(-1) ?? null;
      const [found] = reviewed([FINDING], [decidedWhen(then)], historyOf(all)).findings;
      const isKept = now === then;
      expect(found?.status).toBe(isKept ? "explained" : "reopened");
      expect(found?.changes).toHaveLength(isKept ? 0 : 1);
      if (isKept) return;
      const [change] = found?.changes ?? [];
      const gone = { field: WHOLE_RECORD, before: entryDocument(saying(then)), after: null };
      const other = { field: "description", before: then, after: now };
      expect(change).toEqual({ walletID: 1, payID: null, ...(now === null ? gone : other) });
    }),
  );
});

describe("what is hashed", () => {
  /** Counts how often a text is hashed. */
  function counting() {
    const counted = { times: 0 };
    const hash = (text: string) => {
      counted.times += 1;
      return sha256(text);
    };
    return { counted, hash };
  }

  test("no record with one version, and none without a decision", () => {
    const { counted, hash } = counting();
    const history = {
      ...NO_HISTORY,
      entryVersions: [{ before: saying("a", 2), after: saying("b", 2), pulls: [1, 2] as const }],
      transactionVersions: [{ before: sale(1, 5), after: sale(1, 6), pulls: [1, 2] as const }],
    };
    const known = new KnownVersions(history, hash);
    const records = { entries: [{ walletID: 1, sha256: "x" }], transactions: [{ payID: 2, sha256: "y" }] };
    expect([known.changesOf(records), known.hasSome(records), counted.times]).toEqual([[], false, 0]);
  });

  test("a record that sixty thousand findings depend on is hashed twice, not sixty thousand times", () => {
    const { counted, hash } = counting();
    const transactionVersions = [{ before: sale(1, 5), after: sale(1, 6), pulls: [1, 2] as const }];
    const history = { ...NO_HISTORY, transactionVersions };
    const known = new KnownVersions(history, hash);
    const records = { entries: [], transactions: [{ payID: 1, sha256: "of another version" }] };
    let changes = 0;
    for (let at = 0; at < 60_000; at += 1) changes += known.changesOf(records).length;
    expect(changes).toBe(60_000);
    expect(counted.times).toBe(2);
  });
});

describe("in words", () => {
  const one = { walletID: 3, payID: null, field: "description", before: "Fee", after: null };

  test.each([
    [one, 'walletID 3: Description from "Fee" to not set'],
    [
      { ...one, walletID: null, payID: 7, field: "status", before: 1, after: 2 },
      "payID 7: Status at the service from 1 to 2",
    ],
    [
      { ...one, field: "balance", before: 145_000, after: 146_000 },
      "walletID 3: Stated balance from 1,450.00 to 1,460.00",
    ],
    [{ ...one, field: WHOLE_RECORD, before: { walletID: 3 } }, "walletID 3 is gone"],
    [
      { ...one, field: WHOLE_RECORD, before: null, after: { walletID: 3 } },
      "walletID 3 says something else now",
    ],
  ])("%j", (change, words) => {
    expect(boundChangeWords(change, WORDING)).toBe(words);
  });

  test("lists as many as requested, and counts the rest", () => {
    const lines = boundChangeLines([one, one, one], 1, WORDING);
    expect(lines).toEqual([boundChangeWords(one, WORDING), "and 2 more changes"]);
    expect(boundChangeLines([one], 1, WORDING)).toEqual([boundChangeWords(one, WORDING)]);
  });
});
