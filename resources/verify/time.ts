/** Time stamps of an authority outside (docs/evidence-pack.md, section 6, rule 17): what can be said of them without reading certificates. */
import { hexToBytes } from "@noble/hashes/utils.js";
import { sha256 } from "./hash.ts";
import * as json from "./json.ts";
import type { Pack } from "./pack.ts";
import { type Findings, must } from "./report.ts";

const UNPROVEN =
  "The signatures of time stamps cannot be checked here: tieout verify --pack checks them, or openssl ts -verify";

/** @param hashes of the links, null where one is withheld */
export function checkTime(
  { lists, files }: Pack,
  hashes: readonly (string | null)[],
  findings: Findings,
): void {
  const stamps = lists.links.filter(({ leaf }) => leaf["kind"] === "anchor");
  findings.open("time", stamps.length === 0 ? "No link is a time stamp of an authority" : UNPROVEN);
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
    findings.at("time", place, () => {
      const payload = json.object(leaf, "payload");
      const [stamped, token] = [json.hideable(payload, "hash"), bytesIn(json.hideable(payload, "token"))];
      const atMs = json.number(payload, "statedAtMs");
      must(Math.abs(atMs) <= LATEST_MS, "its time is none that a date can have");
      must(
        json.isDigest(stamped) && holds(token, hexToBytes(`0420${stamped}`)),
        "its token is of another hash",
      );
      must(files.get(tokenName(number))?.sha256 === sha256(token), `${tokenName(number)} is not its token`);
      const at = new Date(atMs).toISOString();
      findings.stated("time", `Link ${number - 1} existed by ${at}, says ${json.text(payload, "authority")}`);
    });
  }
  const due = new Set(stamps.map(({ number }) => tokenName(number)));
  for (const file of files.keys())
    if (file.startsWith("anchors/") && !due.has(file))
      findings.broken("time", "no link keeps this token", { file });
}

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
