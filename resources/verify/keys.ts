/** Keys that people sign links with (docs/evidence-pack.md, section 6): who must sign, and that each signature fits. */
import { hexToBytes } from "@noble/hashes/utils.js";
import { bytesOf } from "./hash.ts";
import * as json from "./json.ts";
import { type Members, Wrong } from "./json.ts";
import { isSameName } from "./names.ts";
import type { Pack } from "./pack.ts";
import { type Findings, must } from "./report.ts";
import { hashOfLink } from "./trail.ts";

/** Kinds of links by which people act. */
const ACTS = new Set(
  "decision match close attachment terms mark letter pull-step point books key".split(" "),
);

/** Those of them that are done to one month. */
const OF_A_MONTH = new Set(["close", "point", "mark"]);

interface Enrolled {
  readonly link: number;
  readonly name: () => string;
}

interface Act {
  readonly link: number;
  /** The month that it is done to: of a step of the close, a point or a mark; else ''. */
  readonly month: string;
  readonly payload: Members;
  /** The key that signed it; null for none. */
  readonly signer: string | null;
}

class Keys {
  /** Those in force. */
  readonly #held = new Map<string, Enrolled>();
  readonly #known = new Set<string>();
  /** The month from which on they are demanded, '' for whatever anybody does; null for none. */
  #demandedFrom: string | null = null;
  /** The key that signed the newest preparation of each month; null for none. */
  readonly #preparedWith = new Map<string, string | null>();

  /** @throws Wrong, Hidden */
  takeAct({ payload, month, signer }: Act): void {
    const from = this.#demandedFrom;
    if (payload["step"] === "prepare") this.#preparedWith.set(month, signer);
    if (payload["step"] === "sign-off" && from !== null && from !== "" && month >= from)
      must(
        (this.#preparedWith.get(month) ?? null) !== null,
        "no key signs what it signs off, and its month demands keys",
      );
    if (signer === null) {
      must(from === null || (from !== "" && month < from), "no key signs it, and the ledger demands keys");
      must(!this.#isHolder(payload), "it is not signed with the key that its name has");
      return;
    }
    const held = this.#held.get(signer);
    if (held === undefined) throw new Wrong("the key that signs it is not in force");
    must(isSameName(held.name(), nameIn(payload)), "the key that signs it is another name's");
  }

  /** As `takeAct` does for a link of the kind `key`. */
  takeStep(act: Act): void {
    const { link, payload, signer } = act;
    const event = json.object(payload, "event");
    const kind = json.text(event, "kind");
    if (kind === "enrolled") {
      const key = json.text(event, "key");
      const wasKnown = this.#known.has(key);
      this.#known.add(key);
      try {
        must(!wasKnown, "its key was enrolled before");
        must(signer === key, "it is not signed with the key that it enrols");
        must(!this.#isHolder(payload), "its name has another key in force");
      } finally {
        if (!wasKnown) this.#held.set(key, { link, name: () => nameIn(payload) });
      }
      return;
    }
    try {
      must(signer !== null, "no key signs it");
      if (kind === "revoked") {
        const held = this.#held.get(json.text(event, "key"));
        const from = json.number(event, "from");
        must(held !== undefined, "it revokes a key that is not in force");
        must(from > (held?.link ?? 0) && from <= link, "it revokes a key from a link that cannot be");
      } else {
        must(kind === "demanded" || kind === "released", "it does to keys what nobody does");
        must((this.#demandedFrom !== null) !== (kind === "demanded"), "it says what the one before it said");
      }
      this.takeAct(act);
      must(json.hideable(payload, "note").trim() !== "", "its note is missing");
    } finally {
      if (kind === "revoked") this.#held.delete(json.text(event, "key"));
      else if (kind === "released") this.#demandedFrom = null;
      else this.#demandedFrom = event["fromMonth"] === undefined ? "" : json.text(event, "fromMonth");
    }
  }

  #isHolder(payload: Members): boolean {
    return [...this.#held.values()].some(({ name }) => isSameName(name(), nameIn(payload)));
  }
}

/** @throws Hidden */
function nameIn(payload: Members): string {
  return json.hideable(payload, "by");
}

/** @param hashes of the links, in their order; null where one is withheld */
export async function checkKeys(
  { manifest, lists }: Pack,
  hashes: readonly (string | null)[],
  findings: Findings,
): Promise<void> {
  const keys = new Keys();
  for (const { leaf, number: link } of lists.links) {
    const [kind, payload] = [leaf["kind"], leaf["payload"]];
    if (typeof kind !== "string" || !ACTS.has(kind) || !json.isObject(payload)) continue;
    const place = { file: "links.jsonl", line: link };
    const { signed = null, ...unsigned } = payload;
    const key = json.isObject(signed) ? json.shown(signed["key"]) : "";
    const month = OF_A_MONTH.has(kind) ? json.shown(payload["month"]) : "";
    const act = { link, payload, month, signer: signed === null ? null : key };
    findings.at("rules", place, () => (kind === "key" ? keys.takeStep(act) : keys.takeAct(act)));
    if (signed === null) continue;
    const hash = findings.at("rules", place, () => {
      const previous = hashes[link - 2] ?? null;
      const own =
        previous === null ? null : hashOfLink(manifest.ledger, { ...leaf, payload: unsigned }, previous);
      must(own === null ? null : true, "");
      return own;
    });
    if (hash === null || !json.isObject(signed)) continue;
    if (json.isWithheld(signed["signature"])) {
      findings.open("rules", "Signatures of keys are withheld with the texts that they cover");
      continue;
    }
    const fits = await isSignatureOf(hash, key, json.shown(signed["signature"]));
    if (fits === null) findings.open("rules", "This browser cannot check the signatures of keys (Ed25519)");
    else if (!fits) findings.broken("rules", "its signature is not one of its key for this link", place);
  }
}

/** Null where the browser does not know how. @param hash that the link would have without its signature */
async function isSignatureOf(hash: string, key: string, signature: string): Promise<boolean | null> {
  if (!json.isDigest(key) || !/^[0-9a-f]{128}$/u.test(signature)) return false;
  try {
    const { subtle } = crypto;
    const known = await subtle.importKey("raw", new Uint8Array(hexToBytes(key)), "Ed25519", false, [
      "verify",
    ]);
    const said = new Uint8Array(bytesOf(`tieout.signature/1\n${hash}`));
    return await subtle.verify("Ed25519", known, new Uint8Array(hexToBytes(signature)), said);
  } catch (error) {
    // What is no key is no signature's either.
    return error instanceof DOMException && error.name === "DataError" ? false : null;
  }
}
