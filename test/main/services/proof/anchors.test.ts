/** Time stamps: asked of a real `openssl ts` on loopback, kept only when they verify, and verified again without it. */
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../../src/core/canonical.ts";
import { askAuthority } from "../../../../src/main/api/http/time-stamp-authority.ts";
import { bytesOfLink, keptAnchors } from "../../../../src/main/ledger/acts/anchor.ts";
import { closeLedger } from "../../../../src/main/ledger/file/connection.ts";
import { openForReading } from "../../../../src/main/ledger/file/open.ts";
import { anchorLedger } from "../../../../src/main/services/pull/anchor.ts";
import { changeSettings } from "../../../../src/main/services/backup/settings.ts";
import { verifyLedgerFile } from "../../../../src/main/services/verify/verify.ts";
import { atEnd, useShared } from "../../../helpers/at-end.ts";
import { temporaryFolder, tieout } from "../../../helpers/cli.ts";
import { IS_EXHAUSTIVE } from "../../../helpers/exhaustive.ts";
import { type ForgedLink, forgeTrail } from "../../../helpers/ledgers/rewritten-trail.ts";
import { CONTEXT, ledgerToReview } from "../../../helpers/ledgers/review-ledger.ts";
import {
  type Answer,
  type Asked,
  type CertificateName,
  TIME_STAMP_TYPE,
  TimeStampAuthority,
  granted,
  hasOpenssl,
} from "../../../helpers/time-stamp-authority.ts";
import { contentsOf } from "../../ledger/made.ts";

/**
 * What comes before a SHA-256 in a request and in a token, DER: no parameters of the hash, and an octet string of 32 bytes. Two
 * bytes less are found in lengths, too.
 */
const BEFORE_IMPRINT = "05000420";

describe.skipIf(!hasOpenssl)("with an authority", () => {
  const authority = useShared(async () => TimeStampAuthority.ofTest());
  const plain = useShared(ledgerToReview);
  const anchored = useShared(async () => {
    const ledger = await ledgerToReview();
    await anchorLedger({ ledger, tsa: authority().url, trust: authority().pem("root") }, CONTEXT);
    return ledger;
  });

  /** A copy of a ledger, so that the tests can come in any order. */
  function copyOf(ledger: string): string {
    const copy = join(temporaryFolder(), "wallet.tieout");
    copyFileSync(ledger, copy);
    return copy;
  }

  function answering(answer: (asked: Asked) => Promise<Answer>): void {
    const before = authority().answer;
    authority().answer = answer;
    atEnd(() => (authority().answer = before));
  }

  const anchor = async (ledger: string, trust = authority().pem("root"), tsa = authority().url) =>
    tieout(["anchor", ledger, "--tsa", tsa, "--trust", trust]);

  /** That nothing is kept, and what is said. */
  async function refusedWith(answer: (asked: Asked) => Promise<Answer>, trust?: string): Promise<string> {
    answering(answer);
    const ledger = copyOf(plain());
    const rows = contentsOf(ledger);
    const { status, stdout, stderr } = await anchor(ledger, trust);
    expect([status, stdout]).toEqual([2, ""]);
    expect(contentsOf(ledger)).toBe(rows);
    expect(authority().failures).toEqual([]);
    expect(stderr.split("\n")).toHaveLength(2);
    return stderr;
  }

  const forgedBy = (signer: CertificateName, flags?: readonly string[]) => async (asked: Asked) =>
    granted(await asked.authority.forge(asked.request, signer, flags));

  test("a time stamp of the newest link is kept as the next one, and verifies without the authority", async () => {
    const ledger = copyOf(plain());
    const before = await verifyLedgerFile(ledger, null, CONTEXT);
    const { status, stdout, stderr } = await anchor(ledger);
    expect([status, stderr]).toEqual([0, ""]);
    const said = new RegExp(
      `^Link ${before.links} existed by \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC, says Example good, Example Ltd\\.\n` +
        `Kept in link ${before.links + 1}: a token of .*, SHA-256 [0-9a-f]{64}\n` +
        "The authority's root  SHA-256 ([0-9a-f]{64})\n$",
      "u",
    );
    const [, root = ""] = said.exec(stdout) ?? [];
    expect(root).toBe(sha256OfPem(authority().pem("root")));
    const proof = await tieout(["verify", ledger]);
    expect(proof.status).toBe(0);
    expect(proof.stdout).toContain(", 1 time stamp");
    expect(proof.stdout).toContain(
      `says Example good, Example Ltd (token verified; its root is SHA-256 ${root}; compare it).\n`,
    );
    const trusted = await tieout(["verify", ledger, "--trust", authority().pem("root"), "--json"]);
    expect(trusted.status).toBe(0);
    expect(JSON.parse(trusted.stdout)).toMatchObject({
      ok: true,
      anchors: [{ link: before.links, keptIn: before.links + 1, rootSha256: root, trusted: true }],
    });
  });

  test("only the hash is sent, with a nonce that is another each time", async () => {
    const ledger = copyOf(plain());
    await anchor(ledger);
    await anchor(ledger);
    const [first, second] = authority().asked.slice(-2) as [Buffer, Buffer];
    const links = listAnchorsOf(ledger);
    expect(links).toHaveLength(2);
    for (const [at, request] of [first, second].entries()) {
      expect(request.length).toBeLessThan(80);
      expect(request.toString("hex")).toContain(links[at]?.hash);
    }
    expect(second.subarray(-14).equals(first.subarray(-14))).toBe(false);
  });

  test("openssl verifies what is kept, against the hash that the link has", async () => {
    const [kept] = listAnchorsOf(anchored());
    const token = Buffer.from(kept?.token ?? "", "base64");
    const holds = authority().opensslVerifies(token, kept?.hash ?? "", kept?.statedAtMs ?? 0);
    await expect(holds).resolves.toBe(true);
    await expect(authority().opensslVerifies(token, "0".repeat(64), kept?.statedAtMs ?? 0)).resolves.toBe(
      false,
    );
    const db = openForReading(anchored());
    const bytes = bytesOfLink(db, kept?.link ?? 0) ?? Buffer.alloc(0);
    closeLedger(db);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(kept?.hash);
  });

  // Of which tokens it is not, see the ledger's own tests.
  test("a token of a certificate that has expired is not kept, and it is said why", async () => {
    expect(await refusedWith(forgedBy("expired"))).toMatch(
      /^TIME_STAMP_INVALID: The authority's certificate is valid from 2020-01-01 00:00:00 UTC to 2021-/u,
    );
  });

  test("a token is not kept where another root is trusted, also beside the right name", async () => {
    const answer = async ({ request, authority: asked }: Asked) => granted(await asked.reply(request));
    const trust = authority().pemOf("other root", "false root");
    expect(await refusedWith(answer, trust)).toContain("leads to no trusted root");
  });

  test("a token with another nonce, of another link, or of another hash of it is not kept", async () => {
    const another = "0".repeat(64);
    const replay =
      (digestOf: (request: Buffer) => string) =>
      async ({ request, authority: asked }: Asked) =>
        granted(await asked.reply(await asked.requestFor(digestOf(request))));
    const own = (request: Buffer) => request.toString("hex").split(BEFORE_IMPRINT)[1]?.slice(0, 64) ?? "";
    expect(await refusedWith(replay(own))).toMatch(
      /^TIME_STAMP_INVALID: The time stamp answers another request/u,
    );
    expect(await refusedWith(replay(() => another))).toMatch(
      /^TIME_STAMP_INVALID: The time stamp is of something else/u,
    );
  });

  test("an authority that refuses is quoted with its status and reason", async () => {
    const answer = async ({ request, authority: asked }: Asked) =>
      granted(await asked.reply(request, "good", "refusing"));
    expect(await refusedWith(answer)).toMatch(
      /^TIME_STAMP_REFUSED: The time-stamp authority refused \(status 2, rejection\): it does not support the hash; it says “.+”\. Nothing was saved/u,
    );
  });

  test("what is cut short, too long, of another kind or no answer at all is refused in one sentence", async () => {
    const cut = async ({ request, authority: asked }: Asked) =>
      granted((await asked.reply(request)).subarray(0, -7));
    expect(await refusedWith(cut)).toMatch(/^TIME_STAMP_INVALID: The authority's response is cut short/u);
    const more = async ({ request, authority: asked }: Asked) =>
      granted(Buffer.concat([await asked.reply(request), Buffer.alloc(3)]));
    expect(await refusedWith(more)).toMatch(/^TIME_STAMP_INVALID: /u);
    expect(await refusedWith(async () => granted(Buffer.alloc(65_537)))).toMatch(
      /^NET_TOO_LARGE: The response is larger than 65536 bytes \(\/tsr\)\. Nothing was kept\./u,
    );
    expect(await refusedWith(async () => granted(Buffer.alloc(0)))).toMatch(/^TIME_STAMP_INVALID: /u);
    const page = { status: 200, type: "text/html; charset=utf-8", bytes: Buffer.from("<p>Hello") };
    expect(await refusedWith(async () => page)).toMatch(
      /^NET_PROTOCOL: The time-stamp authority responded with text\/html, and not with application\/timestamp-reply/u,
    );
    const failed = { status: 503, type: "text/plain", bytes: Buffer.from("later") };
    expect(await refusedWith(async () => failed)).toMatch(
      /^TIME_STAMP_REFUSED: The time-stamp authority responded with HTTP 503/u,
    );
    const elsewhere = {
      status: 302,
      type: TIME_STAMP_TYPE,
      bytes: Buffer.alloc(0),
      location: "http://127.0.0.1:1/",
    };
    expect(await refusedWith(async () => elsewhere)).toMatch(
      /^NET_REDIRECT: The time-stamp authority responded/u,
    );
    const deep = Buffer.concat([
      ...Array.from({ length: 12_000 }, () => Buffer.from([0x30, 0x80])),
      Buffer.alloc(24_000),
    ]);
    expect(await refusedWith(async () => granted(deep))).toMatch(/^TIME_STAMP_INVALID: /u);
  });

  test.runIf(IS_EXHAUSTIVE)(
    "every byte of a response that is changed is refused, or changes nothing that is said",
    async () => {
      const [kept, refused, proofs]: [number[], string[], boolean[]] = [[], [], []];
      const random = seeded(7);
      for (let turn = 0; turn < 120; turn += 1) {
        let at = 0;
        answering(async ({ request, authority: asked }) => {
          const bytes = await asked.reply(request, "direct");
          at = Math.floor(random() * bytes.length);
          bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
          return granted(bytes);
        });
        const ledger = copyOf(plain());
        const { status, stderr } = await anchor(ledger);
        if (status === 0) kept.push(at);
        else refused.push(stderr);
        proofs.push((await verifyLedgerFile(ledger, null, CONTEXT)).ok);
      }
      expect(proofs).not.toContain(false);
      expect(refused.filter((one) => !/^TIME_STAMP_(?:INVALID|REFUSED): [^\n]+\n$/u.test(one))).toEqual([]);
      // Unsigned: versions, and certificates that nothing rests on.
      expect(kept.length).toBeLessThan(16);
    },
  );

  test("a link that another program writes meanwhile is stamped, too: the authority is asked again", async () => {
    const ledger = copyOf(plain());
    const asked = authority().asked.length;
    answering(async ({ request, authority: own }) => {
      if (own.asked.length === asked + 1) await changeSettings(ledger, { decimals: 3 }, CONTEXT);
      return granted(await own.reply(request));
    });
    const { links } = await verifyLedgerFile(ledger, null, CONTEXT);
    expect(await anchor(ledger)).toMatchObject({ status: 0 });
    expect(authority().asked).toHaveLength(asked + 2);
    expect(listAnchorsOf(ledger)).toMatchObject([{ link: links + 1, keptIn: links + 2 }]);
    await expect(verifyLedgerFile(ledger, null, CONTEXT)).resolves.toMatchObject({ ok: true });
  });

  test("a newer time stamp stamps an older one, and both verify", async () => {
    const ledger = copyOf(anchored());
    answering(async ({ request, authority: own }) => granted(await own.reply(request, "direct")));
    expect(await anchor(ledger)).toMatchObject({ status: 0 });
    const { ok, anchors } = await verifyLedgerFile(ledger, null, CONTEXT, authority().pem("root"));
    expect([ok, anchors.map(({ authority: name }) => name)]).toEqual([
      true,
      ["Example good, Example Ltd", "Example direct, Example Ltd"],
    ]);
  });

  test("who stops waiting for an authority keeps nothing", async () => {
    const ledger = copyOf(plain());
    const rows = contentsOf(ledger);
    const context = { ...CONTEXT, signal: AbortSignal.timeout(60) };
    const asking = anchorLedger(
      { ledger, tsa: await silentAddress(), trust: authority().pem("root") },
      context,
    );
    await expect(asking).rejects.toMatchObject({ code: "CANCELLED" });
    expect(contentsOf(ledger)).toBe(rows);
  });

  async function silentAddress(): Promise<string> {
    const sockets = createServer((socket) => void socket.on("error", () => {}));
    await new Promise<void>((listening) => sockets.listen(0, "127.0.0.1", listening));
    atEnd(() => sockets.close());
    return `http://127.0.0.1:${(sockets.address() as AddressInfo).port}/`;
  }

  test("an authority that is silent, or is not there, is named", async () => {
    const url = await silentAddress();
    const asking = askAuthority(url, new Uint8Array(3), { timing: { headersMs: 50, recordDeadlineMs: 80 } });
    await expect(asking).rejects.toMatchObject({
      code: "NET_TIMEOUT",
      message: expect.stringMatching(/^The time-stamp authority /u) as string,
    });
    const { status, stderr } = await anchor(copyOf(plain()), undefined, "http://127.0.0.1:1/");
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^NET_UNREACHABLE: The time-stamp authority refused the connection \(ECONNREFUSED\)/u,
    );
  });

  test.each([
    ["ftp://tsa.example/", /^USAGE: --tsa takes the address/u],
    ["tsa.example", /^USAGE: --tsa takes the address/u],
    ["https://ada:canary@tsa.example/tsr", /^USAGE: Leave user and password out/u],
    ["https://tsa.example/tsr?key=1", /^USAGE: Leave everything from \? or # on out/u],
  ])("the address %s is refused", async (tsa, words) => {
    const { status, stderr } = await anchor(copyOf(plain()), undefined, tsa);
    expect(status).toBe(2);
    expect(stderr).toMatch(words);
    expect(stderr).not.toContain("canary");
  });

  test("a file without a root certificate is refused before anything is sent", async () => {
    const asked = authority().asked.length;
    const folder = temporaryFolder();
    const [empty, broken] = [join(folder, "empty.pem"), join(folder, "broken.pem")];
    writeFileSync(empty, "");
    writeFileSync(broken, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    expect((await anchor(copyOf(plain()), empty)).stderr).toContain("has no certificate in PEM");
    for (const trust of [empty, broken, authority().pem("middle"), folder, join(folder, "missing.pem")]) {
      const { status, stderr } = await anchor(copyOf(plain()), trust);
      expect(status).toBe(2);
      expect(stderr).toMatch(/^(?:TIME_STAMP_INVALID|FILE_UNREADABLE): /u);
    }
    expect(authority().asked).toHaveLength(asked);
  });

  // What is kept, changed by somebody who can write the file and compute every hash.

  async function problemsAfter(
    forge: (links: ForgedLink[]) => void,
    trust: string | null = null,
  ): Promise<string[]> {
    const ledger = copyOf(anchored());
    forgeTrail(ledger, forge);
    const { ok, problems } = await verifyLedgerFile(ledger, null, CONTEXT, trust);
    expect(ok).toBe(problems.length === 0);
    return problems.map(({ code, sentence, where }) => `${code} ${sentence} (${where})`);
  }

  const stampIn = (links: ForgedLink[]) => links.at(-1)?.payload ?? {};

  test("each value of the link that keeps a token is held by the token, without any head", async () => {
    const changes: Readonly<Record<string, JsonValue>> = {
      link: 1,
      hash: "0".repeat(64),
      statedAtMs: 1000,
      authority: "Another authority",
      certificates: [readDer(authority().pem("other root"))],
      token: "AAAA",
    };
    const found: Record<string, string> = {};
    for (const [name, value] of Object.entries(changes)) {
      const problems = await problemsAfter((links) => {
        stampIn(links)[name] = value;
      });
      found[name] = problems.join();
    }
    expect(found).toEqual({
      link: expect.stringMatching(/^AUDIT_BROKEN The time stamp is not one of the link before/u),
      hash: expect.stringMatching(/^AUDIT_BROKEN The time stamp is not one of the link before/u),
      statedAtMs: expect.stringContaining("its token states another time or authority than the link"),
      authority: expect.stringContaining("its token states another time or authority than the link"),
      certificates: expect.stringContaining("the authority's certificate leads to no trusted root"),
      token: expect.stringMatching(
        /^AUDIT_BROKEN The time stamp of link \d+ does not verify: the time stamp /u,
      ),
    });
  });

  test("a path to a root that is empty, or longer than any, is none", async () => {
    for (const [count, words] of [
      [0, "the path to the authority's root is missing"],
      [51, "the path to the authority's root is too long"],
    ] as const) {
      const problems = await problemsAfter((links) => {
        stampIn(links)["certificates"] = Array.from({ length: count }, () =>
          readDer(authority().pem("root")),
        );
      });
      expect(problems.join()).toContain(words);
    }
  });

  test("a bit of what was signed, of the signature or of its certificate that was changed is found", async () => {
    const places = (token: Buffer) => [
      token.indexOf(Buffer.from(BEFORE_IMPRINT, "hex")) + 11,
      token.indexOf("Example good") + 3,
      token.length - 5,
    ];
    for (const which of [0, 1, 2]) {
      const problems = await problemsAfter((links) => {
        const payload = stampIn(links);
        const bytes = Buffer.from(payload["token"] as string, "base64");
        const at = places(bytes)[which] ?? 0;
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        payload["token"] = bytes.toString("base64");
      });
      expect(problems.join()).toMatch(/^AUDIT_BROKEN The time stamp of link \d+ does not verify: /u);
    }
  });

  test("whatever is changed before a time stamp is found by it, though every hash is made right again", async () => {
    const problems = await problemsAfter((links) => {
      for (const { kind, payload } of links) if (kind === "setting") payload["decimals"] = 4;
      stampIn(links)["hash"] = "0".repeat(64);
    });
    expect(problems.join()).toContain("AUDIT_BROKEN The time stamp is not one of the link before");
    const moved = await problemsAfter((links) => void links.splice(1, 1));
    expect(moved.join()).toContain("The time stamp is not one of the link before");
  });

  test("a time stamp that is moved behind a later link is refused", async () => {
    const problems = await problemsAfter((links) => {
      const [first] = links;
      const stamp = links.at(-1);
      if (first !== undefined && stamp !== undefined) links.push(structuredClone(stamp));
    });
    expect(problems.join()).toContain("The time stamp is not one of the link before");
  });

  test("--trust holds the kept root against the ones that are given", async () => {
    const other = await tieout(["verify", anchored(), "--trust", authority().pem("other root")]);
    expect(other.status).toBe(1);
    expect(other.stdout).toMatch(
      /^TIME_STAMP_INVALID: The time stamp of link \d+ is none of a root that was given: /u,
    );
    const none = await tieout(["verify", plain(), "--trust", authority().pem("root")]);
    expect(none).toMatchObject({ status: 0 });
    expect(none.stdout).toMatch(/^Note: No link is a time stamp of an authority\.\n/u);
    const missing = await tieout(["verify", anchored(), "--trust", "missing.pem"]);
    expect(missing.status).toBe(2);
    expect(missing.stderr).toMatch(/^FILE_UNREADABLE: /u);
  });

  test("a root that expired since does not matter: the token's own time is what counts", async () => {
    const later = { ...CONTEXT, now: () => Date.UTC(2090, 0, 1) };
    await expect(verifyLedgerFile(anchored(), null, later)).resolves.toMatchObject({ ok: true });
  });

  function listAnchorsOf(ledger: string) {
    const db = openForReading(ledger);
    try {
      return [...keptAnchors(db)];
    } finally {
      closeLedger(db);
    }
  }
});

function readDer(pem: string): string {
  return readFileSync(pem, "utf8").replaceAll(/-----[A-Z ]+-----|\s/gu, "");
}

function sha256OfPem(pem: string): string {
  return createHash("sha256")
    .update(Buffer.from(readDer(pem), "base64"))
    .digest("hex");
}

/** Numbers from 0 to 1 that are the same each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
