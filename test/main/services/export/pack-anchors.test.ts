/** Time stamps in evidence packs: the token is a file of the pack, tieout verify --pack verifies it, and the page says that it does not. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifyPack as verifyInPage } from "../../../../resources/verify/verify.ts";
import type { Month } from "../../../../src/core/review/close/close.ts";
import type { Withholdable } from "../../../../src/core/words/pack.ts";
import { packMonth } from "../../../../src/main/services/export/pack-month.ts";
import { verifyPack } from "../../../../src/main/services/export/verify-pack.ts";
import { anchorLedger } from "../../../../src/main/services/pull/anchor.ts";
import { IS_EXHAUSTIVE } from "../../../helpers/exhaustive.ts";
import { useShared } from "../../../helpers/at-end.ts";
import { temporaryFolder, tieout } from "../../../helpers/cli.ts";
import { CONTEXT, signMonth } from "../../../helpers/ledgers/signing.ts";
import { standingLedger } from "../../../helpers/ledgers/standing-ledger.ts";
import {
  type Members,
  type TakenApart,
  bytesOf,
  rehashed,
  takenApart,
  zipped,
} from "../../../helpers/packs.ts";
import { TimeStampAuthority, hasOpenssl } from "../../../helpers/time-stamp-authority.ts";

const MONTH = "2026-10" as Month;

describe.skipIf(!hasOpenssl)("a pack of a ledger with a time stamp", () => {
  const authority = useShared(async () => TimeStampAuthority.ofTest());
  const ledger = useShared(async () => {
    const path = await standingLedger("decided");
    await signMonth(path, MONTH);
    await anchorLedger({ ledger: path, tsa: authority().url, trust: authority().pem("root") }, CONTEXT);
    return path;
  });

  async function packed(without: readonly Withholdable[] = []): Promise<Buffer> {
    const out = join(temporaryFolder(), "pack.zip");
    await packMonth({ ledger: ledger(), month: MONTH, out, without, replace: false }, CONTEXT);
    return readFileSync(out);
  }

  async function verdictsOn(pack: Buffer, trust: string | null = null) {
    const path = join(temporaryFolder(), "pack.zip");
    writeFileSync(path, pack);
    const proof = await verifyPack(path, null, CONTEXT, trust);
    const page = await verifyInPage(new Blob([new Uint8Array(pack)]), null);
    const of = (claim: string) => proof.claims.find((one) => one.claim === claim);
    const inPage = (claim: string) => page.claims.find((one) => one.claim === claim);
    const brokenIn = (claims: readonly { readonly claim: string; readonly verdict: string }[]) =>
      claims.filter(({ verdict }) => verdict === "broken").map(({ claim }) => claim);
    return {
      time: of("time"),
      pageTime: inPage("time"),
      broken: brokenIn(proof.claims),
      brokenInPage: brokenIn(page.claims),
    };
  }

  const stampIn = (pack: TakenApart) =>
    pack.lists.links.find(({ leaf }) => leaf["kind"] === "anchor")?.leaf as Members;
  const nameIn = (pack: TakenApart) => `anchors/link-${stampIn(pack)["sequence"] as number}.tst`;

  test("verify --pack verifies it, and says whose root it does not know; the page says where it can be verified", async () => {
    const { time, pageTime, broken, brokenInPage } = await verdictsOn(await packed());
    expect([broken, brokenInPage]).toEqual([[], []]);
    expect(time).toMatchObject({ verdict: "not-proven" });
    expect(time?.words[0]).toMatch(/^Whose root it is nothing in a pack says: /u);
    expect(time?.words[1]).toMatch(
      /^Link \d+ existed by .* UTC, says Example good, Example Ltd \(token verified; its root is [^;]+; compare it\)$/u,
    );
    expect(pageTime?.verdict).toBe("not-proven");
    expect(pageTime?.open).toEqual([
      "The signatures of time stamps cannot be checked here: tieout verify --pack checks them, or openssl ts -verify",
    ]);
    expect(pageTime?.stated[0]).toMatch(/^Link \d+ existed by \d{4}-.*Z, says Example good, Example Ltd$/u);
  });

  test("the manifest names the link and the file of its token, which openssl verifies", async () => {
    const pack = takenApart(await packed());
    const claims = pack.manifest["claims"] as unknown as { claim: string; at: unknown }[];
    expect(claims.find(({ claim }) => claim === "time")?.at).toEqual([
      { file: "links.jsonl", lines: [stampIn(pack)["sequence"]] },
      { file: nameIn(pack) },
    ]);
    const { hash, statedAtMs } = stampIn(pack)["payload"] as { hash: string; statedAtMs: number };
    const token = pack.files.get(nameIn(pack)) ?? Buffer.alloc(0);
    await expect(authority().opensslVerifies(token, hash, statedAtMs)).resolves.toBe(true);
  });

  test("--trust holds its root against the ones that are given", async () => {
    const path = join(temporaryFolder(), "pack.zip");
    writeFileSync(path, await packed());
    const good = await tieout(["verify", "--pack", path, "--trust", authority().pem("root")]);
    expect(good.status).toBe(0);
    expect(good.stdout).toMatch(
      /\nproven: What was stamped existed by .*\.\n {2}Link \d+ existed by .* \(token verified; its root is one of those given, SHA-256 /u,
    );
    const other = await tieout(["verify", "--pack", path, "--trust", authority().pem("other root")]);
    expect(other.status).toBe(1);
    expect(other.stdout).toContain("is none of a root that was given");
  });

  test("where texts are withheld, hash and token are, too, and nothing says when", async () => {
    const bare = await packed(["names"]);
    const { time, pageTime, broken, brokenInPage } = await verdictsOn(bare);
    expect([broken, brokenInPage]).toEqual([[], []]);
    expect([time?.verdict, pageTime?.verdict]).toEqual(["not-proven", "not-proven"]);
    const pack = takenApart(bare);
    const payload = stampIn(pack)["payload"] as Members;
    expect(Object.keys(payload["hash"] as Members)).toEqual(["$withheld"]);
    expect(Object.keys(payload["token"] as Members)).toEqual(["$withheld"]);
    expect([...pack.files.keys()].filter((name) => name.startsWith("anchors/"))).toEqual([]);
  });

  test
    .runIf(IS_EXHAUSTIVE)
    .each<[what: string, change: (pack: TakenApart) => void, broken: string[], inPage: string[]]>([
      ["its file is gone", (pack) => pack.files.delete(nameIn(pack)), ["time"], ["time"]],
      [
        "its file has another bit",
        (pack) => {
          const bytes = Buffer.from(pack.files.get(nameIn(pack))!);
          bytes[90] = (bytes[90] ?? 0) ^ 1;
          pack.files.set(nameIn(pack), bytes);
        },
        ["time"],
        ["time"],
      ],
      [
        "a token is there that no link keeps",
        (pack) => pack.files.set("anchors/link-2.tst", Buffer.from("x")),
        ["time"],
        ["time"],
      ],
    ])("%s: broken", async (_, change, broken, inPage) => {
    const pack = takenApart(await packed());
    change(pack);
    const verdict = await verdictsOn(zipped(pack));
    expect(verdict).toMatchObject({ broken, brokenInPage: inPage });
  });

  test.each<[what: string, change: (payload: Members) => void, broken: string[], inPage: string[]]>([
    [
      "another link",
      (payload) => (payload["link"] = Number(payload["link"]) - 1),
      ["rules", "time"],
      ["rules"],
    ],
    ["another hash", (payload) => (payload["hash"] = "0".repeat(64)), ["rules"], ["rules", "time"]],
    ["another time", (payload) => (payload["statedAtMs"] = 1), ["time"], []],
    ["another authority", (payload) => (payload["authority"] = "Somebody"), ["time"], []],
    ["no path", (payload) => (payload["certificates"] = []), ["time"], []],
  ])("a link that names %s, with every hash made right again: broken", async (_, change, broken, inPage) => {
    const pack = takenApart(await packed());
    change(stampIn(pack)["payload"] as Members);
    const verdict = await verdictsOn(rehashed(pack));
    expect(verdict).toMatchObject({ broken, brokenInPage: inPage });
  });

  test.runIf(IS_EXHAUSTIVE)(
    "a link before it that was changed, with every hash made right again, is found by its token",
    async () => {
      const pack = takenApart(await packed());
      const [first] = pack.lists.links;
      if (first !== undefined) first.leaf["atMs"] = Number(first.leaf["atMs"]) - 1;
      const stamp = stampIn(pack);
      rehashed(pack);
      (stamp["payload"] as Members)["hash"] =
        pack.lists.links[Number(stamp["sequence"]) - 2]?.leaf["hash"] ?? "";
      const verdict = await verdictsOn(rehashed(pack));
      expect(verdict.broken).toContain("time");
      expect(verdict.brokenInPage).toContain("time");
      expect(verdict.time?.words.join()).toContain("it has another imprint");
    },
  );

  // A time stamp of the pack's own head, which travels with what is left out.

  /** Packed, stamped, and packed again. */
  const stamped = useShared(async () => {
    const path = join(temporaryFolder(), "stamped.tieout");
    copyFileSync(ledger(), path);
    const out = join(temporaryFolder(), "first.zip");
    await packMonth({ ledger: path, month: MONTH, out, without: [], replace: false }, CONTEXT);
    await anchorLedger({ ledger: path, tsa: authority().url, trust: authority().pem("root") }, CONTEXT);
    return path;
  });

  async function packedAgain(without: readonly Withholdable[]): Promise<Buffer> {
    const out = join(temporaryFolder(), "again.zip");
    await packMonth({ ledger: stamped(), month: MONTH, out, without, replace: false }, CONTEXT);
    return readFileSync(out);
  }

  test.runIf(IS_EXHAUSTIVE).each<[what: string, without: readonly Withholdable[], said: number]>([
    ["nothing", [], 2],
    ["names, phones and notes", ["names", "phones", "notes"], 1],
  ])("a pack that leaves out %s has the time stamp of its own head", async (_, without, said) => {
    const bytes = await packedAgain(without);
    expect((await packedAgain(without)).equals(bytes)).toBe(true);
    const { sequence, hash } = takenApart(bytes).manifest["head"] as { sequence: number; hash: string };
    const { time, pageTime, broken, brokenInPage } = await verdictsOn(bytes, authority().pem("root"));
    expect([broken, brokenInPage]).toEqual([[], []]);
    expect(time).toMatchObject({ verdict: "proven" });
    expect(time?.words).toHaveLength(said);
    expect(time?.words.at(-1)).toMatch(new RegExp(`^Link ${sequence} existed by .* one of those given`, "u"));
    expect(pageTime?.verdict).toBe("not-proven");
    expect(pageTime?.stated.at(-1)).toContain(`Link ${sequence} existed by `);
    const { files, manifest } = takenApart(bytes);
    const claims = manifest["claims"] as unknown as { claim: string; at: { file: string }[] }[];
    const named = claims.find(({ claim }) => claim === "time")?.at.map(({ file }) => file);
    expect(named?.slice(-2)).toEqual(["anchors/head.json", "anchors/head.tst"]);
    const token = files.get("anchors/head.tst") ?? Buffer.alloc(0);
    const now = Date.now();
    await expect(authority().opensslVerifies(token, hash, now)).resolves.toBe(true);
  });

  const headOf = (pack: TakenApart) => JSON.parse(String(pack.files.get("anchors/head.json"))) as Members;
  const headSays = (pack: TakenApart, change: (said: Members) => void) => {
    const said = headOf(pack);
    change(said);
    pack.files.set("anchors/head.json", bytesOf(said));
  };

  test.runIf(IS_EXHAUSTIVE).each<[what: string, change: (pack: TakenApart) => void, inPage: string[]]>([
    ["its token is gone", (pack) => pack.files.delete("anchors/head.tst"), ["time"]],
    ["what says so is gone", (pack) => pack.files.delete("anchors/head.json"), ["time"]],
    ["its token is another", (pack) => pack.files.set("anchors/head.tst", Buffer.from("x")), ["time"]],
    ["it names another link", (pack) => headSays(pack, (said) => (said["link"] = 2)), ["time"]],
    ["it names another hash", (pack) => headSays(pack, (said) => (said["hash"] = "0".repeat(64))), ["time"]],
    ["it names another time", (pack) => headSays(pack, (said) => (said["statedAtMs"] = 1)), []],
    ["it is no document", (pack) => pack.files.set("anchors/head.json", Buffer.from("{")), ["time"]],
  ])("of a pack without names: %s, and the claim is broken", async (_, change, inPage) => {
    const pack = takenApart(await packedAgain(["names"]));
    change(pack);
    expect(await verdictsOn(zipped(pack))).toMatchObject({ broken: ["time"], brokenInPage: inPage });
  });

  test.runIf(IS_EXHAUSTIVE)(
    "a pack whose hashes were all made right again has another head than the one that was stamped",
    async () => {
      const pack = takenApart(await packedAgain([]));
      const [first] = pack.lists.entries;
      if (first !== undefined) first.leaf["pull"] = 1;
      const seal = JSON.parse(String(pack.files.get("seal.json"))) as Members;
      pack.files.set("seal.json", bytesOf({ ...seal, saltRun: Number(seal["saltRun"]) + 1 }));
      const verdict = await verdictsOn(rehashed(pack));
      expect(verdict.broken).toContain("time");
      expect(verdict.brokenInPage).toContain("time");
    },
  );
});
