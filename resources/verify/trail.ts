/** Hashes of links, and what holds the lists (docs/evidence-pack.md, sections 5 to 7). */
import { rootByProof, rootOf, sha256, toBase64 } from "./hash.ts";
import * as json from "./json.ts";
import { type Members, Wrong } from "./json.ts";
import { LISTS, type Line, type Pack, sealLine } from "./pack.ts";
import { type Findings, must } from "./report.ts";

const LINKS = "links.jsonl";

/** Null where something of the link is withheld. @param previous the hash of the link before, "" of none */
export function hashOfLink(ledger: string, leaf: Members, previous: string): string | null {
  const payload = json.object(leaf, "payload");
  if (json.hides(payload)) return null;
  const parts = [json.number(leaf, "sequence"), previous, json.number(leaf, "atMs"), json.text(leaf, "kind")];
  return sha256(json.canonical(["tieout.audit/1", ledger, ...parts, json.canonical(payload)]));
}

/**
 * @param keptHead a hash that was kept elsewhere, of one of the links; null without one
 * @returns the hash of each link, null where it is withheld
 */
export function checkTrail(
  { manifest, lists }: Pack,
  findings: Findings,
  keptHead: string | null,
): readonly (string | null)[] {
  const hashes: (string | null)[] = [];
  let previous: string | null = "";
  let unknown = 0;
  for (const { leaf, number } of lists.links) {
    const isLast = number === lists.links.length;
    previous = findings.at("trail", { file: LINKS, line: number }, () => {
      must(json.number(leaf, "sequence") === number, `its number is not ${number}`);
      if (isLast) {
        const stated = json.text(leaf, "previous");
        must(previous === null || previous === stated, "it does not follow the link before it");
        previous = stated;
      }
      const computed = previous === null ? null : hashOfLink(manifest.ledger, leaf, previous);
      const given = json.isWithheld(json.member(leaf, "hash")) ? null : json.text(leaf, "hash");
      must(given === null || computed === null || given === computed, "its hash is another than it states");
      const hash = given ?? computed;
      must(!isLast || hash === manifest.head.hash, "it is not the head that the manifest states");
      return hash;
    });
    if (previous === null) unknown += 1;
    hashes.push(previous);
  }
  if (unknown > 0) findings.open("trail", `The hashes of ${unknown} links are withheld with their texts`);
  if (keptHead === null || hashes.includes(keptHead)) return hashes;
  if (unknown > 0)
    findings.open("trail", "The head that was given may be that of a link whose hash is withheld");
  else findings.broken("trail", "no link has the head that was given");
  return hashes;
}

export function checkSeal(pack: Pack, findings: Findings): void {
  const { lists, manifest, texts } = pack;
  const sealText = texts.get("seal.json") ?? "";
  const seal = findings.at("seal", { file: "seal.json" }, () => {
    const value = json.parseCanonical(sealText);
    must(json.text(value, "schema") === "tieout.seal/1", "it is not a seal of this format");
    const stated = json.object(value, "lists");
    must(
      has(value, ["ledger", "lists", "month", "saltRun", "schema"]) &&
        has(stated, LISTS) &&
        LISTS.every((list) => has(json.object(stated, list), ["root", "size"])),
      "it has other members than a seal",
    );
    const isKept = lists.links.some(({ leaf }) => keepsSalt(leaf, value["saltRun"]));
    must(isKept, "no link keeps the salt that it names");
    return value;
  });
  if (seal === null) return;
  for (const list of LISTS) {
    const lines = list === "links" ? lists.links.slice(0, -1) : lists[list];
    findings.at("seal", { file: `${list}.jsonl` }, () => {
      const stated = json.object(json.object(seal, "lists"), list);
      must(
        json.number(stated, "size") === lines.length,
        "it has another number of lines than the seal states",
      );
      const root = rootOf(lines.map(({ hash }) => hash));
      must(json.text(stated, "root") === root, "its lines are others than the seal holds");
    });
  }
  findings.at("seal", { file: "checkpoint.txt" }, () => {
    const { size, root } = readCheckpoint(texts.get("checkpoint.txt") ?? "", manifest.ledger);
    const links = json.object(json.object(seal, "lists"), "links");
    must(size === links["size"] && root === links["root"], "it states another tree than the seal");
  });
  for (const [name, excerpt] of texts) {
    if (!name.startsWith("excerpts/")) continue;
    findings.at("seal", { file: name }, () => {
      const { sequence, head, line } = readExcerpt(excerpt, pack);
      must(name === `excerpts/link-${sequence}.json`, "it has another link than its name says");
      must(head === manifest.head.hash, "it leads to another head than the pack's");
      must(lists.links[sequence - 1]?.hash === line.hash, "its link is another than the pack's");
    });
  }
}

function has(of: Members, names: readonly string[]): boolean {
  return Object.keys(of).join() === names.toSorted().join();
}

function keepsSalt({ kind, payload }: Members, run: json.Json | undefined): boolean {
  return kind === "run" && json.isObject(payload) && payload["holds"] === "salt" && payload["run"] === run;
}

function readCheckpoint(text: string, ledger: string): { size: number; root: string } {
  const [body = ""] = text.split("\n\n");
  const [origin, size = "", root = "", ...more] = `${body.replace(/\n$/u, "")}\n`.split("\n");
  must(text.startsWith(`${origin}\n${size}\n${root}\n`) && more.join("") === "", "it is not a checkpoint");
  must(origin === `tieout/${ledger}`, "it is of another ledger");
  must(/^(?:0|[1-9]\d*)$/u.test(size), "its size is not a number");
  const hex = hexOf(root);
  must(hex !== null, "its root is not a hash");
  return { size: Number(size), root: hex ?? "" };
}

function hexOf(base64: string): string | null {
  if (!/^[A-Za-z0-9+/]{43}=$/u.test(base64)) return null;
  const hex = Array.from(atob(base64), (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  return toBase64(hex) === base64 ? hex : null;
}

export interface Excerpt {
  readonly ledger: string;
  readonly sequence: number;
  /** The hash of the last link: what to compare with a head that was kept elsewhere. */
  readonly head: string;
  readonly line: Omit<Line, "number">;
}

/** One link with its proof (section 7). @throws Wrong where it does not lead to its head */
export function readExcerpt(text: string, of: Pick<Pack, "manifest"> | null): Excerpt {
  const value = json.parseCanonical(text);
  must(has(value, ["checkpoint", "hashes", "last", "line", "seal"]), "it has other members than an excerpt");
  const withheld = of === null ? null : of.manifest.withheld;
  const line = sealLine(json.object(value, "line"), withheld);
  const last = sealLine(json.object(value, "last"), withheld);
  const seal = json.object(value, "seal");
  must(json.text(seal, "schema") === "tieout.seal/1", "it has no seal of this format");
  const ledger = json.text(seal, "ledger");
  const { size, root } = readCheckpoint(json.text(value, "checkpoint"), ledger);
  const links = json.object(json.object(seal, "lists"), "links");
  must(size === links["size"] && root === links["root"], "checkpoint and seal state different trees");
  const hashes = json.listOf(value, "hashes", "string");
  must(hashes.every(json.isDigest), "its proof is not made of hashes");
  const sequence = json.number(line.leaf, "sequence");
  const reached = rootByProof(line.hash, { index: sequence - 1, size, hashes });
  must(reached === root, "its proof does not lead from the link to the tree");
  const payload = json.object(last.leaf, "payload");
  must(payload["sha256"] === sha256(json.canonical(seal)), "its last link has another seal");
  must(json.number(last.leaf, "sequence") === size + 1, "its last link does not follow the tree");
  const head = hashOfLink(ledger, last.leaf, json.text(last.leaf, "previous"));
  if (head === null) throw new Wrong("its last link is withheld");
  return { ledger, sequence, head, line };
}
