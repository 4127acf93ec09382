/** A pack of a month that was signed by a version that worded its check otherwise: its words are what was signed, and prove nothing else. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hash } from "node:crypto";
import { expect, test } from "vitest";
import type { CheckDocument } from "../../../../src/core/reconcile/same-conclusion.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { packMonth } from "../../../../src/main/services/export/pack-month.ts";
import { verifyPack } from "../../../../src/main/services/export/verify-pack.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { inOtherWords, keepOtherwise } from "../../../helpers/ledgers/kept-runs.ts";
import { ledgerToReview } from "../../../helpers/ledgers/review-ledger.ts";
import { CONTEXT, signMonth } from "../../../helpers/ledgers/signing.ts";
import type { PackClaim } from "../../../../src/core/words/pack.ts";
import {
  type Members,
  type TakenApart,
  brokenIn,
  packOf,
  payloadOf,
  rehashed,
  takenApart,
  toldOf,
} from "../../../helpers/packs.ts";

/** Of another version than the one that signed. */
const LATER = { ...CONTEXT, appVersion: "9.0.0" };

const withoutStakes = ({ findings, ...kept }: CheckDocument) =>
  ({
    ...kept,
    findings: findings.map((finding) => ({ ...finding, atStake: undefined })),
  }) as unknown as CheckDocument;

test("its findings are in the words that were signed, and it is proven", async () => {
  const ledger = await ledgerToReview();
  await signMonth(ledger, "2026-10");
  keepOtherwise(ledger, inOtherWords);
  const out = join(temporaryFolder(), "pack.zip");
  await packMonth({ ledger, month: "2026-10" as Month, out, without: [], replace: false }, LATER);
  const pack = readFileSync(out);
  const [first] = takenApart(pack).lists.findings;
  expect(first?.leaf["message"]).toMatch(/^Formerly: /u);
  expect(await brokenIn(pack, LATER)).toEqual([[], []]);
  const { claims } = await verifyPack(out, null, LATER);
  const check = claims.find(({ claim }) => claim === "check");
  expect(check).toMatchObject({ verdict: "proven", words: [expect.stringContaining("differently")] });
});

test.each<[string, (kept: CheckDocument) => CheckDocument]>([
  ["amounts at stake", withoutStakes],
  ["causes", (kept) => ({ ...kept, causes: { ...kept.causes, items: [], count: 0 } })],
])("a check that was kept without %s breaks no pack, and both verifiers say so", async (_, change) => {
  const ledger = await ledgerToReview();
  await signMonth(ledger, "2026-10");
  keepOtherwise(ledger, change);
  const out = join(temporaryFolder(), "pack.zip");
  await packMonth({ ledger, month: "2026-10" as Month, out, without: [], replace: false }, LATER);
  for (const claims of await toldOf(readFileSync(out), LATER)) {
    expect(claims.filter(({ verdict }) => verdict === "broken")).toEqual([]);
    const { words } = claims.find(({ claim }) => claim === "check")!;
    expect(words.join()).toContain("check.json has other causes, or no amounts at stake");
  }
});

const questioned = (pack: TakenApart) =>
  pack.lists.questions.find(({ leaf }) => leaf["id"] === "own-pull")!.leaf;
const stated = (pack: TakenApart) => pack.lists.month[1]!.leaf;

test.each<[string, PackClaim, string, string[], (pack: TakenApart) => void]>([
  ["an answer", "questions", "not-proven", [], (pack) => (questioned(pack)["answer"] = "Formerly: nobody.")],
  ["a question", "questions", "not-proven", [], (pack) => (questioned(pack)["question"] = "Who asked?")],
  ["its basis", "questions", "broken", ["questions"], (pack) => (questioned(pack)["basis"] = "asserted")],
  ["its owner", "questions", "broken", ["questions"], (pack) => (questioned(pack)["owner"] = "nobody")],
  [
    "words of a check",
    "conclusion",
    "proven",
    [],
    (pack) => ((stated(pack)["checks"] as Members[])[1]!["words"] = "Formerly"),
  ],
  [
    "whether a check holds",
    "conclusion",
    "broken",
    ["conclusion"],
    (pack) => {
      const check = (stated(pack)["checks"] as Members[]).at(-1)!;
      check["holds"] = check["holds"] !== true;
    },
  ],
])("where another version signed, %s makes %s %s", async (_, claim, verdict, broken, edit) => {
  const pack = takenApart(await packOf("open"));
  edit(pack);
  const [ours] = await toldOf(rehashed(pack), LATER);
  expect(ours.filter((one) => one.verdict === "broken").map((one) => one.claim)).toEqual(broken);
  const told = ours.find((one) => one.claim === claim)!;
  expect(told.verdict).toBe(verdict);
  expect(told.words.join()).toContain(
    verdict === "broken" ? "does not follow" : "whether they say the same is not proven",
  );
});

test("where another version signed, what was in the way may be put in any words, and it says so", async () => {
  const pack = takenApart(await packOf("open"));
  for (const which of ["prepared", "signed"] as const) {
    const [first] = (payloadOf(pack, which)["frozen"] as { overridden: Members[] }).overridden;
    first!["sentence"] = "Nothing of weight";
  }
  const told = await toldOf(rehashed(pack), LATER);
  for (const claims of told) {
    const { verdict, words } = claims.find(({ claim }) => claim === "conclusion")!;
    expect([verdict, words.join()]).toEqual(["proven", expect.stringMatching(/in the way of preparing/u)]);
  }
});

test("an answer that the version that signed did not give is none of its own", async () => {
  const pack = takenApart(await packOf("open"));
  questioned(pack)["answer"] = "Formerly: nobody.";
  const [ours] = await brokenIn(rehashed(pack));
  expect(ours).toEqual(["questions"]);
});

test("words that the version that verifies did not write are no words of its own", async () => {
  const ledger = await ledgerToReview();
  await signMonth(ledger, "2026-10");
  keepOtherwise(ledger, inOtherWords);
  const out = join(temporaryFolder(), "pack.zip");
  await packMonth({ ledger, month: "2026-10" as Month, out, without: [], replace: false }, CONTEXT);
  const [ours] = await brokenIn(readFileSync(out));
  expect(ours).toContain("check");
});

/** Puts another kept check in the place of the one that was signed, and every digest of it. */
function keepInPack(pack: TakenApart, change: (kept: CheckDocument) => CheckDocument): void {
  const { files, lists } = pack;
  const was = files.get("check.json")!;
  const kept = change(JSON.parse(was.toString()) as CheckDocument);
  const is = Buffer.from(JSON.stringify(kept));
  files.set("check.json", is);
  for (const which of ["prepared", "signed"] as const)
    (payloadOf(pack, which)["frozen"] as Members)["checkSha256"] = hash("sha256", is);
  for (const { leaf } of lists.links) {
    const payload = leaf["payload"] as Members;
    if (payload["sha256"] === hash("sha256", was)) payload["sha256"] = hash("sha256", is);
  }
  stateInMonth(pack, is);
}

function stateInMonth({ lists }: TakenApart, check: Buffer): void {
  const file = lists.month.find(({ leaf }) => leaf["name"] === "check.json")!.leaf;
  Object.assign(file, { bytes: check.length, sha256: hash("sha256", check) });
}

/** As `keepInPack`, with lists that say the same. */
function keepEverywhere(pack: TakenApart, change: (kept: CheckDocument) => CheckDocument): void {
  keepInPack(pack, change);
  const {
    schema: _,
    findings,
    ...head
  } = JSON.parse(pack.files.get("check.json")!.toString()) as CheckDocument;
  pack.lists.findings = findings.map((leaf) => ({ leaf: leaf as unknown as Members }));
  Object.assign(pack.lists.month[0]!.leaf, head);
}

async function decided(): Promise<TakenApart> {
  return takenApart(await packOf("decided"));
}

const firstOf = (change: Members) => (kept: CheckDocument) => {
  const [first, ...others] = kept.findings;
  return { ...kept, findings: [{ ...first!, ...change } as typeof first & object, ...others] };
};

test.each<[string, (kept: CheckDocument) => CheckDocument]>([
  ["another rule", firstOf({ rule: "negative-balance" })],
  ["another amount", firstOf({ difference: 1 })],
  ["another stake", firstOf({ atStake: 1 })],
  ["another subject", firstOf({ walletID: 999 })],
  ["another cause", firstOf({ cause: "wrong-sign" })],
  ["another severity", firstOf({ severity: "info" })],
  ["a finding less", (kept) => ({ ...kept, findings: kept.findings.slice(1) })],
  ["a count that is another", (kept) => ({ ...kept, counts: { ...kept.counts, entries: 1 } })],
  ["a cause less", (kept) => ({ ...kept, causes: { ...kept.causes, items: kept.causes.items.slice(1) } })],
  ["a rule that was skipped", (kept) => ({ ...kept, skippedRules: [{ rule: "cycle", reason: "So" }] })],
])("%s is found in a check that is worded otherwise, though all of the pack says it", async (_, forge) => {
  const pack = await decided();
  keepEverywhere(pack, (kept) => forge(inOtherWords(kept)));
  const [ours] = await brokenIn(rehashed(pack));
  expect(ours).toContain("check");
});

test("the words of a finding are those of the kept check", async () => {
  const pack = await decided();
  pack.lists.findings[0]!.leaf["message"] = "Nothing is wrong.";
  for (const broken of await brokenIn(rehashed(pack))) expect(broken).toContain("check");
});

test("the kept check is the one that was signed", async () => {
  const pack = await decided();
  const check = Buffer.from(
    pack.files.get("check.json")!.toString().replace('"severity":"error"', '"severity":"info"'),
  );
  pack.files.set("check.json", check);
  stateInMonth(pack, check);
  for (const broken of await brokenIn(rehashed(pack))) expect(broken).toContain("check");
});
