/** Signatures of links: who may sign what, and that none outlives a change of what it signs, its place or its key. */
import { createPublicKey, hash, webcrypto } from "node:crypto";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { type JsonValue, canonicalJson } from "../../../../src/core/canonical.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import type { KeyEvent } from "../../../../src/core/review/close/keys.ts";
import { type Link, walkLinks } from "../../../../src/main/ledger/file/audit.ts";
import { closeLedger, ledgerIdOf } from "../../../../src/main/ledger/file/connection.ts";
import { openForReading, openForWriting } from "../../../../src/main/ledger/file/open.ts";
import { signWith, type SigningKey, signLink } from "../../../../src/main/ledger/file/signature.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { insertAct, readKeySignatures } from "../../../../src/main/ledger/trail/acts.ts";
import { changeKeys, readKeys } from "../../../../src/main/services/close/keys.ts";
import { prepareMonth, reopenMonth, signOffMonth } from "../../../../src/main/services/close/close.ts";
import { changeTerms } from "../../../../src/main/services/close/month-file.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { CONTEXT, ledgerToReview } from "../../../helpers/ledgers/review-ledger.ts";
import { type Payload, fitTables, forgeTrail } from "../../../helpers/ledgers/rewritten-trail.ts";
import { testKey } from "../../../helpers/ledgers/signing-keys.ts";

const [ADA, BEN, EVE] = [testKey(1), testKey(2), testKey(3)];

function having(key: SigningKey | null, isAsked = true) {
  return key === null ? CONTEXT : { ...CONTEXT, keys: { keys: [key], isAsked } };
}

async function say(ledger: string, by: string, key: SigningKey | null, purpose = by): Promise<unknown> {
  return changeTerms({ ledger, given: { purpose }, by, note: "" }, having(key));
}

type Change = Parameters<typeof changeKeys>[0]["change"];

async function change(ledger: string, by: string, key: SigningKey | null, to: Change, note = "As agreed") {
  return changeKeys({ ledger, change: to, by, note }, having(key));
}

/** Links: the enrolments of Ada and Ben, what Ada said, what Ben said, and what Cy said by name only. */
async function signedLedger(): Promise<{ readonly ledger: string; readonly first: number }> {
  const ledger = await ledgerToReview();
  await change(ledger, "Ada Obi", ADA, { kind: "enrolled" });
  await change(ledger, "Ben Cole", BEN, { kind: "enrolled" });
  await say(ledger, "Ada Obi", ADA);
  await say(ledger, "cole, BEN", BEN);
  await say(ledger, "Cy Dee", null);
  const [first] = readKeys(ledger).keys;
  return { ledger, first: first?.link ?? 0 };
}

async function problemsOf(ledger: string) {
  return (await verifyLedger(ledger, null)).problems.map(
    ({ code, sentence, where }) => `${code} ${sentence} (${where})`,
  );
}

test("an act is signed with the key that its name has, and verify says who signed with which", async () => {
  const { ledger, first } = await signedLedger();
  const { ok, signatures, notes } = await verifyLedger(ledger, null);
  expect([ok, notes]).toEqual([true, []]);
  expect(signatures).toMatchObject({ acts: 5, withKey: 4, demand: null });
  expect(signatures?.keys.map(({ key, name, signed }) => ({ key, name, signed }))).toEqual([
    { key: ADA.key, name: "Ada Obi", signed: [first, first + 2] },
    { key: BEN.key, name: "Ben Cole", signed: [first + 1, first + 3] },
  ]);
  expect(readKeys(ledger)).toEqual(signatures);
  expect(readKeys({ path: ledger, sequence: first })).toMatchObject({ acts: 1, keys: [{ name: "Ada Obi" }] });
});

test("what docs/audit-trail.md says is enough to check a signature with WebCrypto", async () => {
  const { ledger } = await signedLedger();
  const db = openForReading(ledger);
  const links = [...walkLinks(db)];
  const ledgerId = ledgerIdOf(db);
  closeLedger(db);
  let checked = 0;
  for (const [at, link] of links.entries()) {
    const { signed, ...rest } = JSON.parse(link.payload) as Payload & {
      signed?: { key: string; signature: string };
    };
    if (signed === undefined) continue;
    const { sequence, atMs, kind } = link;
    const before = links[at - 1]?.hash ?? "";
    const unsigned = JSON.stringify([
      "tieout.audit/1",
      ledgerId,
      sequence,
      before,
      atMs,
      kind,
      canonicalJson(rest),
    ]);
    const text = `tieout.signature/1\n${hash("sha256", unsigned, "hex")}`;
    const { subtle } = webcrypto;
    const raw = Buffer.from(signed.key, "hex");
    const known = await subtle.importKey("raw", raw, "Ed25519", true, ["verify"]);
    const isGood = async (of: string) =>
      subtle.verify("Ed25519", known, Buffer.from(signed.signature, "hex"), Buffer.from(of));
    expect([await isGood(text), await isGood(`${text} `)]).toEqual([true, false]);
    checked += 1;
  }
  expect(checked).toBe(4);
});

test("whatever a key does not sign as it must is refused, and nothing is written", async () => {
  const { ledger } = await signedLedger();
  const { links } = await verifyLedger(ledger, null);
  const refusals: readonly (readonly [() => Promise<unknown>, string, RegExp])[] = [
    [
      () => say(ledger, "Ada Obi", null, "Else"),
      "KEY_MISSING",
      /^Ada Obi signs with the key 8a88 e3dd .*, and this is not signed with it$/u,
    ],
    [() => say(ledger, "obi ADA", null, "Else"), "KEY_MISSING", /^Ada Obi signs/u],
    [() => say(ledger, "Ada Obi", BEN, "Else"), "KEY_OTHER_NAME", /is that of Ben Cole, not of Ada Obi$/u],
    [() => say(ledger, "Cy Dee", BEN, "Else"), "KEY_OTHER_NAME", /is that of Ben Cole, not of Cy Dee$/u],
    [() => say(ledger, "Cy Dee", EVE, "Else"), "KEY_UNKNOWN", /is not enrolled in this ledger$/u],
    [
      () => change(ledger, "Ada Obi", ADA, { kind: "enrolled" }),
      "KEY_INVALID",
      /was enrolled before, at link/u,
    ],
    [
      () => change(ledger, "Ada Obi", EVE, { kind: "enrolled" }),
      "KEY_INVALID",
      /is in force\. It is revoked before/u,
    ],
    [
      () => change(ledger, "Cy Dee", null, { kind: "enrolled" }),
      "KEY_MISSING",
      /^There is no key to enrol$/u,
    ],
    [
      () => change(ledger, "Cy Dee", null, { kind: "demanded" }),
      "KEY_MISSING",
      /^Cy Dee has no key in this ledger/u,
    ],
    [
      () => change(ledger, "Ada Obi", ADA, { kind: "released" }),
      "KEY_INVALID",
      /^This ledger demands no keys$/u,
    ],
    [() => change(ledger, "Ada Obi", ADA, { kind: "demanded" }, ""), "DECISION_INVALID", /needs a note/u],
    [
      () => change(ledger, "Ada Obi", ADA, { kind: "revoked", digits: "00000000", from: null }),
      "KEY_UNKNOWN",
      /begins with 00000000$/u,
    ],
    [
      () => change(ledger, "Ada Obi", ADA, { kind: "revoked", digits: BEN.key, from: 1 }),
      "KEY_INVALID",
      /is revoked from a link after/u,
    ],
    [
      () => change(ledger, "Ada Obi", ADA, { kind: "revoked", digits: BEN.key, from: 9999 }),
      "KEY_INVALID",
      /is revoked from a link after/u,
    ],
  ];
  for (const [refused, code, sentence] of refusals)
    await expect(refused()).rejects.toMatchObject({
      code,
      message: expect.stringMatching(sentence) as string,
    });
  expect(await verifyLedger(ledger, null)).toMatchObject({ ok: true, links });
});

test("a key that a ledger does not know signs nothing where nobody asked for it", async () => {
  const { ledger } = await signedLedger();
  const terms = { ledger, given: { purpose: "Else" }, by: "Cy Dee", note: "" };
  await changeTerms(terms, having(EVE, false));
  expect(readKeys(ledger)).toMatchObject({ acts: 6, withKey: 4 });
});

test("a revoked key signs nothing more, and what it signed from a link on is named", async () => {
  const { ledger, first } = await signedLedger();
  await change(
    ledger,
    "Ben Cole",
    BEN,
    { kind: "revoked", digits: ADA.key.slice(0, 8), from: first + 2 },
    "Stolen",
  );
  await expect(say(ledger, "Ada Obi", ADA)).rejects.toMatchObject({ code: "KEY_REVOKED" });
  await change(ledger, "Ada Obi", EVE, { kind: "enrolled" });
  await say(ledger, "Ada Obi", EVE);
  const { ok, notes } = await verifyLedger(ledger, null);
  expect([ok, notes]).toEqual([
    true,
    [
      `The key 8a88 e3dd 7409 f195 fd52 db2d 3cba 5d72 of Ada Obi was revoked at link ${first + 5} by Ben Cole: Stolen. Its signatures from link ${first + 2} on are not to be relied on: links ${first + 2}`,
    ],
  ]);
  await expect(change(ledger, "Ada Obi", ADA, { kind: "enrolled" })).rejects.toMatchObject({
    code: "KEY_INVALID",
  });
});

test("a ledger that demands keys takes nothing by name only, until that is taken back", async () => {
  const { ledger } = await signedLedger();
  await change(ledger, "Ada Obi", ADA, { kind: "demanded" });
  await expect(say(ledger, "Cy Dee", null, "Else")).rejects.toMatchObject({ code: "KEY_DEMANDED" });
  await expect(change(ledger, "Ben Cole", BEN, { kind: "demanded" })).rejects.toMatchObject({
    code: "KEY_INVALID",
  });
  await change(ledger, "Cy Dee", EVE, { kind: "enrolled" });
  await say(ledger, "Cy Dee", EVE, "Mine");
  await change(ledger, "Ben Cole", BEN, { kind: "released" });
  await say(ledger, "Di Oke", null);
  expect(await verifyLedger(ledger, null)).toMatchObject({ ok: true, signatures: { acts: 10, withKey: 8 } });
});

const [OCTOBER, NOVEMBER] = ["2026-10", "2026-11"] as [Month, Month];

test("a month that demands keys is closed with them alone, and earlier months and decisions are as before", async () => {
  const { ledger } = await signedLedger();
  await change(ledger, "Ada Obi", ADA, { kind: "demanded", fromMonth: OCTOBER });
  expect(readKeys(ledger).demand).toEqual({ fromMonth: OCTOBER });
  await say(ledger, "Di Oke", null);
  const override = "As it is";
  await expect(
    prepareMonth({ ledger, month: OCTOBER, by: "Cy Dee", override }, CONTEXT),
  ).rejects.toMatchObject({
    code: "KEY_DEMANDED",
    message:
      "This ledger demands keys for October 2026 and later months, and Cy Dee has none that is in force",
  });
  await prepareMonth({ ledger, month: OCTOBER, by: "Ada Obi", override }, having(ADA));
  await expect(
    signOffMonth({ ledger, month: OCTOBER, by: "Cy Dee", note: "" }, CONTEXT),
  ).rejects.toMatchObject({
    code: "KEY_DEMANDED",
  });
  await signOffMonth({ ledger, month: OCTOBER, by: "Ben Cole", note: "" }, having(BEN));
  await expect(
    change(ledger, "Ben Cole", BEN, { kind: "demanded", fromMonth: NOVEMBER }),
  ).rejects.toMatchObject({
    code: "KEY_INVALID",
    message: "This ledger demands keys for October 2026 and later months already",
  });
  await change(ledger, "Ben Cole", BEN, { kind: "released" });
  await change(ledger, "Ben Cole", BEN, { kind: "demanded", fromMonth: NOVEMBER });
  await reopenMonth({ ledger, month: OCTOBER, by: "Cy Dee", note: "Once more" }, CONTEXT);
  expect(await verifyLedger(ledger, null)).toMatchObject({ ok: true });
});

test("a month is not signed off on a preparation by name only once it demands keys", async () => {
  const { ledger } = await signedLedger();
  const override = "As it is";
  await prepareMonth({ ledger, month: OCTOBER, by: "Cy Dee", override }, CONTEXT);
  await change(ledger, "Ada Obi", ADA, { kind: "demanded", fromMonth: OCTOBER });
  const sentence =
    "October 2026 demands keys, and its preparation is signed by name only. It must be prepared again";
  await expect(
    signOffMonth({ ledger, month: OCTOBER, by: "Ben Cole", note: "" }, having(BEN)),
  ).rejects.toMatchObject({ code: "KEY_DEMANDED", message: sentence });

  // What another program writes all the same is found.
  appendSigned(ledger, "Ben Cole", BEN, {
    kind: "close",
    after: (said) => ({ ...said, close: (said["close"] as number) + 1, step: "sign-off", note: "" }),
  });
  expect((await problemsOf(ledger))[0]).toMatch(`AUDIT_BROKEN ${sentence}`);
});

// What somebody does who can write the file and compute hashes, but has no key.

const WRONG =
  /^AUDIT_BROKEN The signature is not one of the key [0-9a-f ]+ for what this link says at this place \(link (\d+)\)/u;

test.each<[string, (at: (n: number) => { payload: Payload }, ledger: string) => void, number]>([
  [
    "what a signed link says is rewritten",
    (at) => void (at(2).payload = { ...at(2).payload, note: "Other" }),
    2,
  ],
  ["its time is put back", (at) => void ((at(2) as unknown as { atMs: number }).atMs -= 1000), 2],
  [
    "a link before it is rewritten, which no key signed",
    (at) => void ((at(-1) as unknown as { atMs: number }).atMs -= 1),
    0,
  ],
  [
    "a signature is moved to another link",
    (at) => void (at(2).payload = { ...at(2).payload, signed: at(0).payload["signed"] as JsonValue }),
    2,
  ],
  [
    "a signature is made with another key",
    (at) => {
      const signed = signLink("0".repeat(64), ADA);
      at(2).payload = { ...at(2).payload, signed: { ...signed } };
    },
    2,
  ],
])("%s: found although every hash is made right again", async (_, forge, found) => {
  const { ledger, first } = await signedLedger();
  forgeTrail(ledger, (links, db) => {
    forge((n) => links[first + n - 1]!, ledger);
    fitTables(db, links);
  });
  const [problem] = await problemsOf(ledger);
  expect(WRONG.exec(problem ?? "")?.[1]).toBe(String(first + found));
});

test("an enrolment that is back-dated, or of another name, is found", async () => {
  const { ledger, first } = await signedLedger();
  forgeTrail(ledger, (links, db) => {
    const [moved] = links.splice(first - 1, 1);
    links.splice(first - 2, 0, moved!);
    fitTables(db, links);
  });
  expect((await problemsOf(ledger))[0]).toMatch(WRONG);

  const other = await signedLedger();
  forgeTrail(other.ledger, (links, db) => {
    links[other.first - 1]!.payload = { ...links[other.first - 1]!.payload, by: "Eve" };
    fitTables(db, links);
  });
  expect((await problemsOf(other.ledger))[0]).toMatch(WRONG);
});

test("a signature that is taken away is found while its name has a key", async () => {
  const { ledger, first } = await signedLedger();
  forgeTrail(ledger, (links, db) => {
    const { signed: _, ...payload } = links[first + 1]!.payload;
    links[first + 1]!.payload = payload;
    fitTables(db, links);
  });
  expect((await problemsOf(ledger))[0]).toBe(
    `AUDIT_BROKEN Ada Obi signs with the key 8a88 e3dd 7409 f195 fd52 db2d 3cba 5d72 in this ledger, and this is not signed with it (link ${first + 2})`,
  );
});

test("what a revoked key, an unknown key, or another person's key signs later is found, however well it is signed", async () => {
  const { ledger, first } = await signedLedger();
  await change(ledger, "Ben Cole", BEN, { kind: "revoked", digits: ADA.key, from: null });
  const forged = async (by: string, key: SigningKey) => {
    const copy = ledgerCopy(ledger);
    appendSigned(copy, by, key);
    return (await problemsOf(copy))[0];
  };
  expect(await forged("Ada Obi", ADA)).toBe(
    `AUDIT_BROKEN The key 8a88 e3dd 7409 f195 fd52 db2d 3cba 5d72 of Ada Obi was revoked at link ${first + 5} (link ${first + 6})`,
  );
  expect(await forged("Cy Dee", EVE)).toMatch(/^AUDIT_BROKEN The key .* is not enrolled in this ledger/u);
  expect(await forged("Cy Dee", BEN)).toMatch(/is that of Ben Cole, not of Cy Dee/u);
});

function ledgerCopy(ledger: string): string {
  const path = join(temporaryFolder(), "copy.tieout");
  copyFileSync(ledger, path);
  return path;
}

/** A link as the program makes it, signed rightly, whatever the rules say. */
const NEXT_TERMS = {
  kind: "terms" as Link["kind"],
  after: (said: Payload): Payload => ({ ...said, terms: (said["terms"] as number) + 1 }),
};

/** Adds a link of a kind that follows its last, signed with a key. */
function appendSigned(ledger: string, by: string, key: SigningKey, { kind, after } = NEXT_TERMS): void {
  forgeTrail(ledger, (links, db) => {
    const newest = db
      .prepare<[], Link>("SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1")
      .get();
    const id = db.prepare<[], string>("SELECT ledger_id FROM ledger").pluck().get() ?? "";
    const last = links.findLast((link) => link.kind === kind);
    const { signed: _, ...said } = last?.payload ?? {};
    const payload: Payload = { ...after(said), by };
    const atMs = last?.atMs ?? 0;
    const text = [
      "tieout.audit/1",
      id,
      links.length + 1,
      newest?.hash ?? "",
      atMs,
      kind,
      canonicalJson(payload),
    ];
    const signed = signLink(hash("sha256", canonicalJson(text), "hex"), key);
    links.push({ atMs, kind, payload: { ...payload, signed: { ...signed } } });
    fitTables(db, links);
  });
}

test("a key that is no point of the curve proves nothing, and is no crash", async () => {
  const { ledger, first } = await signedLedger();
  forgeTrail(ledger, (links, db) => {
    const odd = "f".repeat(64);
    const { payload } = links[first - 1]!;
    const signed = payload["signed"] as { readonly [name: string]: JsonValue };
    links[first - 1]!.payload = {
      ...payload,
      event: { kind: "enrolled", key: odd },
      signed: { ...signed, key: odd },
    };
    fitTables(db, links);
  });
  expect((await problemsOf(ledger))[0]).toMatch(WRONG);
});

test("the private key is in no text of a signing key", () => {
  const texts = [JSON.stringify(ADA), inspect(ADA)];
  expect(texts.some((text) => text.includes("01010101"))).toBe(false);
  expect(createPublicKey(ADA.secret).asymmetricKeyType).toBe("ed25519");
});

test("links are signed in the order in which they are written, several of one transaction, too", async () => {
  const { ledger } = await signedLedger();
  const db = await openForWriting(ledger);
  signWith(db, { keys: [ADA, EVE], isAsked: false });
  const enrolled: KeyEvent = { kind: "enrolled", key: EVE.key };
  db.transaction(() => {
    insertAct(db, "key", { event: enrolled, by: "Cy Dee", note: "", atMs: 5 });
    insertAct(db, "key", { event: { kind: "demanded" }, by: "Ada Obi", note: "All", atMs: 6 });
  })();
  expect(readKeySignatures(db)).toMatchObject({ acts: 7, withKey: 6, demand: "all" });
  closeLedger(db);
  expect(await problemsOf(ledger)).toEqual([]);
});
