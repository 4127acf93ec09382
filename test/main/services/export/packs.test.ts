/** Every pack of the corpus gets the verdict that it must: what is honest stands, and what was tampered with is found where it was. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isSameName } from "../../../../resources/verify/names.ts";
import { verifyPack as verifyInPage } from "../../../../resources/verify/verify.ts";
import { type JsonValue, canonicalJson } from "../../../../src/core/canonical.ts";
import { CHANGE_RULES } from "../../../../src/core/reconcile/input/rules.ts";
import type { RuleId } from "../../../../src/core/reconcile/input/rules.ts";
import { isSamePerson } from "../../../../src/core/review/close/close-rules.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import { changeTerms } from "../../../../src/main/services/close/month-file.ts";
import { packMonth } from "../../../../src/main/services/export/pack-month.ts";
import { type ProvenClaim, verifyPack } from "../../../../src/main/services/export/verify-pack.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { someOf } from "../../../helpers/exhaustive.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../../../helpers/ledgers/signing.ts";
import {
  HONEST,
  SCENE_NAMES,
  type Members,
  type TakenApart,
  packOf,
  rehashed,
  takenApart,
  zipped,
} from "../../../helpers/packs.ts";
import { HOUR_MS, OCTOBER_MS, wallet } from "../../../helpers/records.ts";
import { tamperedPacks } from "../../../helpers/tampered-packs.ts";

const openIn = (claims: readonly Pick<ProvenClaim, "claim" | "verdict">[]) =>
  claims.filter(({ verdict }) => verdict === "not-proven").map(({ claim }) => claim);

async function verdictOn(pack: Buffer, head: string | null) {
  const path = join(temporaryFolder(), "pack.zip");
  writeFileSync(path, pack);
  const proof = await verifyPack(path, head, CONTEXT);
  const broken = proof.claims.filter(({ verdict }) => verdict === "broken");
  return {
    ok: proof.ok,
    broken: broken.map(({ claim }) => claim),
    words: broken.flatMap(({ words }) => words),
    open: openIn(proof.claims),
  };
}

/** By the rules of the page, which know nothing of the others. */
async function verdictInPage(pack: Buffer, head: string | null) {
  const { verdict, claims } = await verifyInPage(new Blob([new Uint8Array(pack)]), head);
  const broken = claims.filter((claim) => claim.verdict === "broken");
  return {
    ok: verdict === "proven",
    broken: broken.map(({ claim }) => claim),
    words: broken.flatMap(({ faults }) => faults.map(({ says }) => says)),
    open: openIn(claims),
  };
}

/** Those of each scene, made once. */
const tampered = new Map<string, ReturnType<typeof tamperedPacks>>();

async function tamperedOf(scene: string): ReturnType<typeof tamperedPacks> {
  const made = tampered.get(scene) ?? tamperedPacks(scene);
  tampered.set(scene, made);
  return made;
}

test("there are 64 honest packs and 200 others, half of which have every hash made right again", async () => {
  const all = (await Promise.all(SCENE_NAMES.map(tamperedOf))).flat();
  expect(HONEST).toHaveLength(64);
  expect(all.length).toBeGreaterThanOrEqual(200);
  expect(all.filter(({ isRehashed }) => isRehashed).length * 2).toBeGreaterThanOrEqual(all.length);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

test.for(someOf(HONEST, 8))(
  "the pack $name is not broken, and both verifiers leave the same claims unproven",
  async ({ make }) => {
    const pack = await make();
    const verdict = await verdictOn(pack, null);
    expect(verdict).toMatchObject({ ok: true, broken: [], words: [] });
    expect(await verdictInPage(pack, null)).toEqual(verdict);
  },
);

test.each(SCENE_NAMES)("what was done to the pack of %s is found where it was done", async (scene) => {
  const wrong: string[] = [];
  const all = await tamperedOf(scene);
  // Each scene tries others.
  const first = SCENE_NAMES.indexOf(scene) * 2;
  for (const { name, make, broken, head } of someOf([...all.slice(first), ...all.slice(0, first)], 12)) {
    const pack = make();
    for (const verdictOf of [verdictOn, verdictInPage]) {
      const verdict = await verdictOf(pack, head);
      const isFound = verdict.broken.some((claim) => claim === broken);
      if (!isFound) wrong.push(`${name}, ${verdictOf.name}: ${JSON.stringify(verdict)}`);
    }
  }
  expect(wrong).toEqual([]);
});

test.each<[string, (pack: TakenApart) => Members]>([
  ["a figure of the check", ({ lists }) => lists.month[0]?.leaf["convention"] as Members],
  ["the sentence of the conclusion", ({ lists }) => lists.month[1]!.leaf],
  ["words of a proof", ({ lists }) => (lists.month[1]!.leaf["proofs"] as Members[])[0]!],
  ["where a pull was made", ({ lists }) => lists.links[1]?.leaf["payload"] as Members],
])("%s is withheld as if it were a name: the pack is broken though every hash fits", async (_, placeIn) => {
  const pack = takenApart(await packOf("settled", ["names"]));
  const place = placeIn(pack);
  const member = ["breaks", "sentence", "words", "baseUrl"].find((name) => Object.hasOwn(place, name));
  place[member!] = { $withheld: "0".repeat(64) };
  const bytes = rehashed(pack);
  expect(await verdictInPage(bytes, null)).toMatchObject({
    broken: ["files"],
    words: ["it withholds what no pack withholds"],
  });
  expect((await verdictOn(bytes, null)).broken).toContain("files");
});

const DEEP = `{"leaf":${'{"a":'.repeat(50_000)}1${"}".repeat(50_001)}\n`;

test.each([
  ["a list is nested deeper than a program goes", "transactions.jsonl", () => Buffer.from(DEEP), "files"],
  ["a line has no end", "entry-work.jsonl", (bytes: Buffer) => bytes.subarray(0, -1), "files"],
  ["a seal is no document", "seal.json", () => Buffer.from("[1"), "seal"],
] as const)("%s, and the verifier says so", async (_, name, change, claim) => {
  const pack = takenApart(await HONEST[0]!.make());
  pack.files.set(name, change(pack.files.get(name)!));
  const { broken } = await verdictOn(zipped(pack), null);
  expect(broken).toContain(claim);
});

const ODD_NAMES = [
  "Ada Obi",
  "OBI, Ada",
  "Аda Obi",
  "Ａｄａ Ｏｂｉ",
  "Ada\u200b Obi",
  "Ada 0bi",
  "A.d.a Obi",
  "Ada\u00adObi",
  "adaobi",
  "Zoë",
  "Zoe\u0308",
  "Zoe",
  "Straße",
  "STRASSE",
  "ΣΊΣΥΦΟΣ",
  "σίσυφος",
  "İpek",
  "ipek",
  "ıpek",
  "I. l|1",
  "l l l l",
  "ﬁn",
  "fin",
  "...",
  " ...",
  "…",
  "?!",
  "Jean-Paul",
  "Jean Paul",
  "JeanPaul",
  "Paul Jean",
  "O’Neil",
  "O'Neil",
  "O Neil",
  "ǅ",
  "dž",
  "ΐ",
  "ΐ",
  "\u{1d400}da",
  "Ada",
  "१",
  "1",
  "K",
  "K",
  "Ω",
  "Ω",
  "\u0345a",
  "ιa",
];

test("both verifiers take the same names for one, however they are typed", () => {
  const pairs = ODD_NAMES.flatMap((one) => ODD_NAMES.map((other) => [one, other] as const));
  const unlike = pairs.filter(([one, other]) => isSameName(one, other) !== isSamePerson(one, other));
  expect(unlike).toEqual([]);
  const typed = fc.string({ unit: fc.constantFrom(...Array.from("aAаΑ0oOl1|I .-'’\u200b\u0301ßſµKéÅ")) });
  fc.assert(
    fc.property(typed, typed, (one, other) => isSameName(one, other) === isSamePerson(one, other)),
    { numRuns: 2000 },
  );
});

// What somebody learns who has a pack of which something is left out, and guesses it.

type Told = readonly [name: string, value: JsonValue, parent: JsonValue];

function* toldIn(value: JsonValue, name = "", parent: JsonValue = null): Generator<Told> {
  yield [name, value, parent];
  if (typeof value !== "object" || value === null) return;
  for (const [own, one] of Object.entries(value)) yield* toldIn(one as JsonValue, own, value);
}

/** Keys and certificates are what they are; a fingerprint of numbers covers no text, nor does the first link. */
const COVERS_NO_TEXT = new Set(["key", "certificateSha256", "previous"]);
const DIGEST = /[0-9a-f]{64,128}/gu;

/** Every hash of what a whole pack says without a salt: of values, records, files, and those that it states itself. */
function plainDigests({ lists, files }: TakenApart): Set<string> {
  const digests = new Set(Array.from(files.values(), (bytes) => hash("sha256", bytes, "hex")));
  for (const { leaf } of Object.values(lists).flat()) {
    for (const [name, value, parent] of toldIn(leaf)) {
      digests.add(hash("sha256", canonicalJson(value), "hex"));
      if (typeof value !== "string") continue;
      digests.add(hash("sha256", value, "hex"));
      const { rule, finding } = parent as { rule?: string; finding?: { rule: string } };
      const isOfNumbers = name === "fingerprint" && !CHANGE_RULES.has((finding?.rule ?? rule) as RuleId);
      if (COVERS_NO_TEXT.has(name) || isOfNumbers) continue;
      for (const [digest] of value.matchAll(DIGEST)) digests.add(digest);
    }
  }
  const ofNumbers = lists.findings.filter(({ leaf }) => !CHANGE_RULES.has(leaf["rule"] as RuleId));
  for (const { leaf } of ofNumbers) digests.delete(leaf["fingerprint"] as string);
  digests.delete(lists.links[0]?.leaf["hash"] as string);
  return digests;
}

test.each(SCENE_NAMES)("no hash in the pack of %s confirms a text that is left out of it", async (scene) => {
  const whole = takenApart(await packOf(scene));
  const digests = plainDigests(whole);
  for (const without of [["names"], ["phones"], ["notes"], ["names", "phones", "notes"]] as const) {
    const { lists, files } = takenApart(await packOf(scene, without));
    const said = [...files].filter(([name]) => name !== "verify.html").map(([, bytes]) => bytes.toString());
    const found = said.flatMap((text) => [...text.matchAll(DIGEST)].map(([digest]) => digest));
    // A file that the pack gives as it is hides nothing.
    const given = new Set(Array.from(files.values(), (bytes) => hash("sha256", bytes, "hex")));
    expect(found.filter((digest) => digests.has(digest) && !given.has(digest))).toEqual([]);
    // Whoever guesses all texts of the trail cannot compute its hashes.
    const salt = lists.links.find(({ leaf }) => (leaf["payload"] as { holds?: string }).holds === "salt");
    expect(salt?.leaf["payload"]).toMatchObject({ sha256: { $withheld: expect.any(String) as string } });
  }
});

test.each(SCENE_NAMES)("no text that is left out of the pack of %s is anywhere in it", async (scene) => {
  const { lists } = takenApart(await packOf(scene));
  const { files } = takenApart(await packOf(scene, ["names", "phones", "notes"]));
  const bare = [...files].filter(([name]) => name !== "verify.html").map(([, bytes]) => bytes.toString());
  // Answers to questions may repeat the sentences of the statement.
  const { questions: _, ...others } = lists;
  const texts = Object.values(others)
    .flat()
    .flatMap(({ leaf, salts = {} }) =>
      Object.keys(salts).flatMap((path) => {
        let value: JsonValue = leaf;
        for (const name of path.split("/").slice(1))
          value = (value as Record<string, JsonValue>)[name] ?? null;
        return Array.from(toldIn(value), ([, one]) => one);
      }),
    )
    .filter((one): one is string => typeof one === "string" && /[\p{L}\p{N}].{5}/u.test(one));
  expect(texts.length).toBeGreaterThan(10);
  // One word may be the name of a member, or of a file, too.
  const isTold = (text: string) => {
    const json = JSON.stringify(text);
    return bare.some((one) =>
      text.includes(" ") ? one.includes(json.slice(1, -1)) : one.includes(`:${json}`),
    );
  };
  const told = new Set(texts.filter((text) => !/^[0-9a-f]{64}$/u.test(text) && isTold(text)));
  expect([...told]).toEqual([]);
});

test("a head that may be one of those that are withheld is not said to be missing", async () => {
  const bare = HONEST.find(({ name }) => name === "decided without names, phones, notes");
  await expect(verdictOn(await bare!.make(), "0".repeat(64))).resolves.toMatchObject({ ok: true });
});

test.each([[[]], [["notes"]], [["names", "notes"]]] as const)(
  "a record that came twice with other contents, and a checklist that figures answer, break no pack without %j",
  async (without) => {
    const ledger = newLedgerPath();
    const dated = (n: number) => OCTOBER_MS + (n + 2) * 24 * HOUR_MS;
    const entries = wallet([100, 250, 90], (n) => ({ dateCreatedAtMs: dated(n) }));
    await importRecords(ledger, [...entries, { ...entries[1]!, balance: 77, description: "Sent again" }]);
    const given = { fluctuation: { amount: 1, percent: 1 } };
    await changeTerms({ ledger, given, by: "Ada Obi", note: "As the firm asks" }, CONTEXT);
    await signMonth(ledger, "2026-10");
    const out = join(temporaryFolder(), "pack.zip");
    await packMonth({ ledger, month: "2026-10" as Month, out, without, replace: false }, CONTEXT);
    const pack = readFileSync(out);
    for (const verdictOf of [verdictOn, verdictInPage])
      await expect(verdictOf(pack, null)).resolves.toMatchObject({ ok: true, broken: [] });
  },
);
