/** Tokens of a real `openssl ts`: what one must say, and whose it must be, to prove that something was there by its time. */
import { readFileSync } from "node:fs";
import * as pkijs from "pkijs";
import { fromBER } from "asn1js";
import { describe, expect, test } from "vitest";
import {
  timeStampRequest,
  tokenIn,
  trustIn,
  verifyToken,
} from "../../../../src/main/ledger/proof/time-stamp.ts";
import { useShared } from "../../../helpers/at-end.ts";
import { sha256 } from "../../../helpers/records.ts";
import { TimeStampAuthority, hasOpenssl, responseWith } from "../../../helpers/time-stamp-authority.ts";

const STAMPED = "What was there.";
const NONCE = 2n ** 63n + 7n;
const REQUEST = Buffer.from(timeStampRequest(sha256(STAMPED), NONCE));

describe.skipIf(!hasOpenssl)("a token", () => {
  const authority = useShared(async () => TimeStampAuthority.ofTest());

  /** What a response proves of what was stamped. @param trust a file of roots */
  async function verified(response: Buffer, trust = authority().pem("root"), nonce: bigint | null = NONCE) {
    return verifyToken(await tokenIn(response), {
      stamped: Buffer.from(STAMPED),
      nonce,
      trust: await trustIn(readFileSync(trust, "latin1")),
    });
  }

  const refusing = (words: RegExp) =>
    expect.objectContaining({
      code: "TIME_STAMP_INVALID",
      message: expect.stringMatching(words),
    });

  test.each([
    ["direct", 1],
    ["good", 2],
  ] as const)("of the certificate %s is believed, however it is signed", async (signer, length) => {
    for (const flags of [["-cades"], ["-cades", "-md", "sha512"], ["-cades", "-keyid"]]) {
      const found = await verified(await authority().forge(REQUEST, signer, flags));
      expect(found.authority).toBe(`Example ${signer}, Example Ltd`);
      expect(found.path).toHaveLength(length);
    }
  });

  test.each([
    ["expired", /^The authority's certificate is valid from 2020-01-01 00:00:00 UTC to 2021-/u],
    [
      "not yet valid",
      /certificate is valid from 2048-01-01 00:00:00 UTC to 2049-01-01 00:00:00 UTC, and not at /u,
    ],
    ["for servers", /^The certificate that signed is not one for time stamps alone/u],
    ["for servers, too", /^The certificate that signed is not one for time stamps alone/u],
    ["not critical", /does not mark as critical that it is for time stamps/u],
    [
      "by an expired one",
      /leads to no trusted root: Example expired middle, Example Ltd is valid from 2020/u,
    ],
    ["of a short key", /^The authority's certificate has a key of 1024 bits, which is too short/u],
    ["by way of SHA-1", /^The authority's certificate is signed by way of a broken hash/u],
    ["not to sign", /^The certificate that signed may not sign/u],
    ["too deep", /leads to no trusted root: .* may not issue to so many authorities below it/u],
    ["by one of servers", /leads to no trusted root: .* may not issue certificates for time stamps/u],
    ["by one of some names", /leads to no trusted root: .* is limited in a way that is not checked here/u],
    [
      "by no authority",
      /leads to no trusted root: Example not critical, Example Ltd may not issue certificates/u,
    ],
    ["by the false root", /leads to no trusted root: none of the roots has issued it/u],
    ["by the other root", /leads to no trusted root: none of the roots has issued it/u],
  ] as const)("of the certificate %s is not believed", async (signer, words) => {
    await expect(verified(await authority().forge(REQUEST, signer))).rejects.toEqual(refusing(words));
  });

  test("is not believed where another root is trusted, also beside the right name", async () => {
    const trust = authority().pemOf("other root", "false root");
    await expect(verified(await authority().reply(REQUEST), trust)).rejects.toEqual(
      refusing(/leads to no trusted root/u),
    );
  });

  test("whose certificates hold the trusted root is not believed for that", async () => {
    const flags = ["-cades", "-certfile", authority().pem("root")];
    await expect(verified(await authority().forge(REQUEST, "by the false root", flags))).rejects.toEqual(
      refusing(/leads to no trusted root/u),
    );
  });

  test("with another nonce, or of something else, is not believed; where nobody knows the nonce any is", async () => {
    const other = await authority().reply(await authority().requestFor(sha256(STAMPED)));
    await expect(verified(other)).rejects.toEqual(refusing(/^The time stamp answers another request/u));
    expect(await verified(other, undefined, null)).toMatchObject({ authority: "Example good, Example Ltd" });
    const ofOther = await authority().reply(Buffer.from(timeStampRequest(sha256("Something else."), NONCE)));
    await expect(verified(ofOther)).rejects.toEqual(refusing(/^The time stamp is of something else/u));
  });

  test("that does not say which certificate signed it, or names another one, is not believed", async () => {
    await expect(verified(await authority().forge(REQUEST, "direct", []))).rejects.toEqual(
      refusing(/does not say which certificate signed it/u),
    );
    const twin = ["-cades", "-nocerts", "-certfile", await authority().twin("direct")];
    await expect(verified(await authority().forge(REQUEST, "direct", twin))).rejects.toEqual(
      refusing(/names another certificate than the one/u),
    );
  });

  test("that is signed by way of SHA-1, by two authorities, or without attributes is not believed", async () => {
    const by = async (flags: readonly string[]) =>
      verified(await authority().forge(REQUEST, "direct", flags));
    await expect(by(["-cades", "-md", "sha1"])).rejects.toEqual(
      refusing(/signed by way of a hash that does not hold/u),
    );
    const good = authority().pem("good");
    const second = ["-signer", good, "-inkey", good.replace(".pem", ".key")];
    await expect(by(["-cades", ...second])).rejects.toEqual(refusing(/is not signed by one authority/u));
    await expect(by(["-noattr"])).rejects.toEqual(refusing(/^What was signed is no time stamp/u));
  });

  test("that says one of its attributes twice is not believed", async () => {
    const token = await authority().token(await authority().forge(REQUEST, "direct"));
    const content = new pkijs.ContentInfo({ schema: fromBER(Uint8Array.from(token).buffer).result });
    const signed = new pkijs.SignedData({ schema: content.content as object });
    const { attributes = [] } = signed.signerInfos[0]?.signedAttrs ?? {};
    attributes.push(...attributes.slice(0, 1));
    const twice = new pkijs.ContentInfo({ contentType: content.contentType, content: signed.toSchema() });
    const bytes = Buffer.from(twice.toSchema().toBER());
    await expect(verified(responseWith(bytes))).rejects.toEqual(refusing(/says the same twice/u));
  });

  test.each<[what: string, change: (stated: Buffer) => void, words: RegExp]>([
    [
      "no time of UTC",
      (stated) => {
        const at = stated.indexOf("Z", 40) - 14;
        stated.write(".25", at + 12, "latin1");
      },
      /states its time in another way than RFC 3161 says/u,
    ],
    [
      "another version",
      (stated) => {
        stated.writeUInt8(2, stated.indexOf(Buffer.from("020101", "hex")) + 2);
      },
      /of a version that is not known/u,
    ],
  ])("that states %s is not believed", async (_, change, words) => {
    const changed = (stated: Buffer) => {
      const copy = Buffer.from(stated);
      change(copy);
      return copy;
    };
    const response = await authority().forge(REQUEST, "direct", ["-cades"], changed);
    await expect(verified(response)).rejects.toEqual(refusing(words));
  });
});
