/** Time stamps of an authority outside (docs/evidence-pack.md, section 6, rule 17): what can be said of them without reading certificates. */
import { hexToBytes } from "@noble/hashes/utils.js";
import { sha256 } from "./hash.ts";
import * as json from "./json.ts";
import type { Members } from "./json.ts";
import type { Pack } from "./pack.ts";
import { type Findings, must } from "./report.ts";

const UNPROVEN =
  "The signatures of time stamps cannot be checked here: tieout verify --pack checks them, or openssl ts -verify";

/** @param hashes of the links, null where one is withheld */
export function checkTime(
  { manifest, lists, files, texts }: Pack,
  hashes: readonly (string | null)[],
  findings: Findings,
): void {
  const stamps = lists.links.filter(({ leaf }) => leaf["kind"] === "anchor");
  const ofHead = texts.get(HEAD_SAYS);
  const isNone = stamps.length === 0 && ofHead === undefined;
  findings.open("time", isNone ? "No link is a time stamp of an authority" : UNPROVEN);
  const checkToken = (payload: Members, file: string) => {
    const [stamped, token] = [json.hideable(payload, "hash"), bytesIn(json.hideable(payload, "token"))];
    const atMs = json.number(payload, "statedAtMs");
    must(Math.abs(atMs) <= LATEST_MS, "its time is none that a date can have");
    must(
      json.isDigest(stamped) && holds(token, hexToBytes(`0420${stamped}`)),
      "its token is of another hash",
    );
    must(files.get(file)?.sha256 === sha256(token), `${file} is not its token`);
    const [at, link] = [new Date(atMs).toISOString(), json.number(payload, "link")];
    findings.stated("time", `Link ${link} existed by ${at}, says ${json.text(payload, "authority")}`);
  };
  for (const { leaf, number } of stamps) {
    const place = { file: "links.jsonl", line: number };
    findings.at("rules", place, () => {
      const payload = json.object(leaf, "payload");
      must(json.number(payload, "link") === number - 1, "its time stamp is not one of the link before");
      const before = hashes[number - 2] ?? null;
      const stamped = json.hideable(payload, "hash");
      must(
        before === null ? null : before === stamped,
        "its time stamp is of another hash than that link has",
      );
    });
    findings.at("time", place, () => checkToken(json.object(leaf, "payload"), tokenName(number)));
  }
  if (ofHead !== undefined)
    findings.at("time", { file: HEAD_SAYS }, () => {
      const payload = json.parseCanonical(ofHead);
      const { sequence, hash } = manifest.head;
      must(payload["link"] === sequence && payload["hash"] === hash, "it is no time stamp of the head");
      checkToken(payload, HEAD_TOKEN);
    });
  const due = new Set(stamps.map(({ number }) => tokenName(number)));
  if (ofHead !== undefined) for (const file of [HEAD_SAYS, HEAD_TOKEN]) due.add(file);
  for (const file of files.keys())
    if (file.startsWith("anchors/") && !due.has(file))
      findings.broken("time", "no link keeps this token", { file });
}

const [HEAD_SAYS, HEAD_TOKEN] = ["anchors/head.json", "anchors/head.tst"] as const;

/** The latest time that a date can have, in milliseconds. */
const LATEST_MS = 8_640_000_000_000_000;

function tokenName(link: number): string {
  return `anchors/link-${link}.tst`;
}

/** @throws Wrong */
function bytesIn(base64: string): Uint8Array {
  must(
    /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u.test(base64),
    "its token is not base64",
  );
  return Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
}

function holds(bytes: Uint8Array, part: Uint8Array): boolean {
  const last = bytes.length - part.length;
  for (let at = 0; at <= last; at += 1) if (part.every((byte, n) => bytes[at + n] === byte)) return true;
  return false;
}
