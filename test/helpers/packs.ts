/** Evidence packs that are honest, and how one is taken apart and put together again with every hash right. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type JsonValue, canonicalJson } from "../../src/core/canonical.ts";
import type { Month } from "../../src/core/review/close/close.ts";
import { PACK_LISTS, WITHHOLDABLE, type Withholdable } from "../../src/core/words/pack.ts";
import { linkHash } from "../../src/main/ledger/file/audit.ts";
import type { SigningKey } from "../../src/main/ledger/file/signature.ts";
import { changeKeys } from "../../src/main/services/close/keys.ts";
import { verifyPack as verifyInPage } from "../../resources/verify/verify.ts";
import { verifyPack } from "../../src/main/services/export/verify-pack.ts";
import { packMonth } from "../../src/main/services/export/pack-month.ts";
import { readLine } from "../../src/main/services/proof/leaves.ts";
import { GrowingTree, inclusionProof, leafHash } from "../../src/main/services/proof/merkle.ts";
import { attachFiles, withdrawEvidence } from "../../src/main/services/review/attach.ts";
import { decideMatch } from "../../src/main/services/review/match.ts";
import { temporaryFolder } from "./cli.ts";
import { ledgerInCurrencies } from "./ledgers/currency-ledger.ts";
import { raiseAll } from "./ledgers/raised-ledger.ts";
import { restatedLedger } from "./ledgers/restated-ledger.ts";
import { testKey } from "./ledgers/signing-keys.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "./ledgers/signing.ts";
import { standingLedger } from "./ledgers/standing-ledger.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "./records.ts";
import { partsOf, zipOf } from "./workbook/zip.ts";

const MONTH = "2026-10" as Month;

// The months that are packed: without and with breaks, decisions, matches, evidence, restatements, currencies and keys.

const at = (day: number) => OCTOBER_MS + day * 24 * HOUR_MS;

/** Sales that settle, one that is late, an orphan, one matched by hand, and evidence of the month, some withdrawn. */
async function settledLedger(): Promise<string> {
  const ledger = newLedgerPath();
  const payrefs = ["PAY-1", "PAY-2", "PAY-3", "", "PAY-X", ""];
  const entries = wallet([100, 250, 90, 300, 40, -500], (n) => ({
    payref: payrefs[n] ?? "",
    dateCreatedAtMs: at(n + 2),
    action: n === 5 ? "WITHDRAWAL" : "API",
  }));
  const payments = [
    sale(1, 100, { datePaidAtMs: at(1) }),
    sale(2, 250, { datePaidAtMs: at(2) }),
    sale(3, 95, { datePaidAtMs: at(3) }),
    sale(4, 300, { datePaidAtMs: at(4) }),
    sale(5, 75, { datePaidAtMs: at(6) }),
  ];
  await importRecords(ledger, entries, payments);
  const words = { note: "The same amount, by the bank's slip", by: "Ada Obi" };
  await decideMatch({ ledger, walletIDs: [4], payIDs: [4], ...words }, CONTEXT);
  const files = ["slip", "draft"].map((name) => {
    const path = join(temporaryFolder(), `${name}.txt`);
    writeFileSync(path, `Paid 300, by the ${name}`);
    return { path, name: `${name}.txt` };
  });
  const attach = { ledger, subject: { kind: "month", month: MONTH }, ...words } as const;
  await attachFiles({ ...attach, files }, CONTEXT);
  await withdrawEvidence({ ledger, id: 2, ...words }, CONTEXT);
  await signMonth(ledger, MONTH);
  return ledger;
}

/** Records that changed, and one that vanished and one that came back, before the month was signed; a decision on each. */
async function changedLedger(): Promise<string> {
  const ledger = newLedgerPath();
  const entries = wallet([100, 250, 90, 40], (n) => ({ payref: `PAY-${n + 1}`, dateCreatedAtMs: at(n + 2) }));
  const sales = [100, 250, 90, 40].map((amount, n) => sale(n + 1, amount, { datePaidAtMs: at(n + 1) }));
  const other = { ...entries[0]!, description: "Another purpose" };
  const renamed = { ...sales[1]!, label: "Goods of another kind", payableamount: 251 };
  await importRecords(ledger, entries, sales);
  await importRecords(ledger, [other, entries[1]!, entries[3]!], [sales[0]!, renamed, sales[2]!]);
  await importRecords(
    ledger,
    [other, entries[1]!, entries[2]!, entries[3]!],
    [sales[0]!, renamed, sales[2]!],
  );
  await raiseAll(ledger, MONTH, CONTEXT);
  await signMonth(ledger, MONTH);
  return ledger;
}

/** A month before was signed, and a pull changed its records before this one was. */
async function followingLedger(): Promise<string> {
  const ledger = newLedgerPath();
  const entries = wallet([100, 250, 90], (n) => ({
    payref: `PAY-${n + 1}`,
    dateCreatedAtMs: at(n * 7 - 12),
  }));
  const sales = [100, 250, 90, 40].map((amount, n) => sale(n + 1, amount, { datePaidAtMs: at(n * 7 - 13) }));
  const late = sale(4, 40, { datePaidAtMs: at(-9) });
  await importRecords(ledger, entries, [...sales.slice(0, 3), late]);
  await signMonth(ledger, "2026-09");
  const other = { ...entries[0]!, debit: 140, payref: "PAY-4" };
  await importRecords(ledger, [other, ...entries.slice(1)], [...sales.slice(0, 3), late]);
  await signMonth(ledger, MONTH);
  return ledger;
}

const [ADA, BEN, CY] = [1, 2, 3].map(testKey);

/** A revoked key of the scene `keys`. */
export const REVOKED_KEY = CY!;

/** A month that is matched, prepared and signed with keys, after one of three was revoked. */
async function keyedLedger(): Promise<string> {
  const ledger = newLedgerPath();
  const context = { ...CONTEXT, keys: { keys: [ADA!, BEN!, CY!], isAsked: false } };
  const entries = wallet([100, 250], (n) => ({ payref: n === 0 ? "PAY-1" : "", dateCreatedAtMs: at(n + 2) }));
  const payments = [
    sale(1, 100, { datePaidAtMs: at(1) }),
    sale(2, 250, { datePaidAtMs: at(2) }),
    sale(3, 75, { datePaidAtMs: at(6) }),
  ];
  await importRecords(ledger, entries, payments);
  const change = async (by: string, key: SigningKey, to: Parameters<typeof changeKeys>[0]["change"]) =>
    changeKeys(
      { ledger, by, change: to, note: "As agreed" },
      { ...context, keys: { keys: [key], isAsked: true } },
    );
  await change("Ada Obi", ADA!, { kind: "enrolled" });
  await change("Ben Uche", BEN!, { kind: "enrolled" });
  await change("Cy Dee", CY!, { kind: "enrolled" });
  await change("Ada Obi", ADA!, { kind: "revoked", digits: CY!.key, from: null });
  // The same name, in other letters that look alike.
  await change("uche, Вen", BEN!, { kind: "demanded", fromMonth: MONTH });
  const words = { note: "The same amount, by the bank's slip", by: "Ada Obi" };
  await decideMatch({ ledger, walletIDs: [2], payIDs: [2], ...words }, context);
  await signMonth(ledger, MONTH, context);
  return ledger;
}

const SCENES: Readonly<Record<string, () => Promise<string>>> = {
  settled: settledLedger,
  decided: async () => {
    const ledger = await standingLedger("decided");
    await signMonth(ledger, MONTH);
    return ledger;
  },
  open: async () => {
    const ledger = await standingLedger("open");
    await signMonth(ledger, MONTH);
    return ledger;
  },
  restated: restatedLedger,
  currencies: async () => {
    const ledger = await ledgerInCurrencies();
    await signMonth(ledger, MONTH);
    return ledger;
  },
  keys: keyedLedger,
  changed: changedLedger,
  following: followingLedger,
};
export type SceneName = keyof typeof SCENES;
export const SCENE_NAMES: readonly SceneName[] = Object.keys(SCENES);

const ALL_WITHHELD: readonly (readonly Withholdable[])[] = Array.from({ length: 8 }, (_, bits) =>
  WITHHOLDABLE.filter((__, n) => ((bits >> n) & 1) === 1),
);

/** Of each scene its ledger, and of its packs those that were made: a folder goes with its test. */
const ledgers = new Map<string, Promise<Buffer>>();
const packs = new Map<string, Promise<Buffer>>();

async function ledgerOf(scene: SceneName): Promise<Buffer> {
  const made = ledgers.get(scene) ?? SCENES[scene]!().then((path) => readFileSync(path));
  ledgers.set(scene, made);
  return made;
}

export async function packOf(scene: SceneName, without: readonly Withholdable[] = []): Promise<Buffer> {
  const key = `${scene} ${without.join()}`;
  const made = packs.get(key) ?? packedNow(scene, without);
  packs.set(key, made);
  return made;
}

async function packedNow(scene: SceneName, without: readonly Withholdable[]): Promise<Buffer> {
  const folder = temporaryFolder();
  const ledger = join(folder, "wallet.tieout");
  writeFileSync(ledger, await ledgerOf(scene));
  const out = join(folder, "pack.zip");
  await packMonth({ ledger, month: MONTH, out, without, replace: false }, CONTEXT);
  return readFileSync(out);
}

/** Eight months, each with everything and with less: 64 packs. */
export const HONEST: readonly { readonly name: string; readonly make: () => Promise<Buffer> }[] = Object.keys(
  SCENES,
).flatMap((scene) =>
  ALL_WITHHELD.map((without) => ({
    name: `${scene}${without.length === 0 ? "" : ` without ${without.join(", ")}`}`,
    make: async () => packOf(scene, without),
  })),
);

// A pack taken apart, and put together again with every hash right.

export type Members = { [member: string]: JsonValue };
export interface Line {
  leaf: Members;
  salts?: Record<string, string>;
}
export type ListName = (typeof PACK_LISTS)[number];

export interface TakenApart {
  readonly lists: Record<ListName, Line[]>;
  readonly files: Map<string, Buffer>;
  readonly manifest: Members;
}

/** The files of each pack, which is taken apart once for each thing that is done to it. */
const partsOfPacks = new WeakMap<Buffer, ReturnType<typeof partsOf>>();

export function takenApart(pack: Buffer): TakenApart {
  const parts = partsOfPacks.get(pack) ?? partsOf(pack);
  partsOfPacks.set(pack, parts);
  const files = new Map(parts.map(({ name, bytes }) => [name, Buffer.from(bytes)]));
  const lists = Object.fromEntries(
    PACK_LISTS.map((list) => {
      const lines = files.get(`${list}.jsonl`)!.toString().split("\n").slice(0, -1);
      return [list, lines.map((line) => JSON.parse(line) as Line)];
    }),
  ) as TakenApart["lists"];
  return { lists, files, manifest: JSON.parse(files.get("manifest.json")!.toString()) as Members };
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
export const bytesOf = (value: unknown) => Buffer.from(canonicalJson(value as JsonValue));

/** Puts files together, those of the manifest with the hashes that they have. */
export function zipped({ files, manifest }: TakenApart): Buffer {
  files.delete("manifest.json");
  manifest["files"] = Object.fromEntries(
    Array.from(files, ([name, bytes]) => [name, { bytes: bytes.length, sha256: sha256(bytes) }]),
  );
  const parts = Array.from(files, ([name, bytes]) => ({ name, bytes }));
  return zipOf([{ name: "manifest.json", bytes: bytesOf(manifest) }, ...parts]);
}

export function writeLists({ lists, files }: TakenApart): void {
  for (const list of PACK_LISTS)
    files.set(
      `${list}.jsonl`,
      Buffer.from(lists[list].map((line) => `${canonicalJson(line as never)}\n`).join("")),
    );
}

/** Leaves out the salts of what is not there any more. */
function dropStaleSalts({ leaf, salts = {} }: Line): void {
  for (const path of Object.keys(salts)) {
    const names = path.split("/").slice(1);
    const found = names.reduce<JsonValue | undefined>(
      (value, name) => (typeof value === "object" && value !== null ? (value as Members)[name] : undefined),
      leaf,
    );
    if (found === undefined) delete salts[path];
  }
}

/** Computes every hash anew, as somebody does who has the ledger's file and a program. */
export function rehashed(pack: TakenApart): Buffer {
  const { lists, files, manifest } = pack;
  for (const line of Object.values(lists).flat()) dropStaleSalts(line);
  const ledger = manifest["ledger"] as string;
  const links = lists.links.slice(0, -1);
  let previous = "";
  const rehash = (leaf: Members) => {
    const { sequence, atMs, kind, payload } = leaf as never;
    previous = linkHash(ledger, previous, { sequence, atMs, kind, payload: canonicalJson(payload) });
    leaf["hash"] = previous;
  };
  for (const { leaf } of links) rehash(leaf);
  const hashesOf = (lines: readonly Line[]) =>
    lines.map((line) => leafHash(readLine(canonicalJson(line as never))!.sealed));
  const seal = JSON.parse(files.get("seal.json")!.toString()) as Members;
  seal["lists"] = Object.fromEntries(
    PACK_LISTS.map((list) => {
      const tree = new GrowingTree();
      for (const one of hashesOf(list === "links" ? links : lists[list])) tree.add(one);
      return [list, { root: tree.root, size: tree.size }];
    }),
  );
  files.set("seal.json", bytesOf(seal));
  const last = lists.links.at(-1)!.leaf;
  (last["payload"] as Members)["sha256"] = sha256(files.get("seal.json")!);
  last["previous"] = previous;
  rehash(last);
  manifest["head"] = { hash: previous, sequence: last["sequence"]! };
  const { root, size } = (seal["lists"] as unknown as Record<string, { root: string; size: number }>)[
    "links"
  ]!;
  const checkpoint = `tieout/${ledger}\n${size}\n${Buffer.from(root, "hex").toString("base64")}\n`;
  files.set("checkpoint.txt", Buffer.from(checkpoint));
  const proofOf = inclusionProof(hashesOf(links));
  for (const name of [...files.keys()].filter((one) => one.startsWith("excerpts/"))) {
    const sequence = Number(/\d+/u.exec(name)![0]);
    const hashes = proofOf(sequence - 1).map((one) => one.toString("hex"));
    files.set(
      name,
      bytesOf({ checkpoint, hashes, last: { leaf: last }, line: lists.links[sequence - 1]!, seal }),
    );
  }
  writeLists(pack);
  return zipped(pack);
}

/** Raises a number; false where there is none. */
export const raise = (leaf: Members | undefined, member: string, by = 1): boolean => {
  if (leaf === undefined || typeof leaf[member] !== "number") return false;
  leaf[member] = leaf[member] + by;
  return true;
};

/** What the link of the month's preparation or signature says. */
export const payloadOf = ({ lists, manifest }: TakenApart, which: "prepared" | "signed") =>
  lists.links[Number(manifest[which]) - 1]!.leaf["payload"] as Members;

/** What is said of each claim, with its verdict: by `tieout verify --pack`, and by the page. */
export async function toldOf(pack: Buffer, context = CONTEXT) {
  const path = join(temporaryFolder(), "pack.zip");
  writeFileSync(path, pack);
  const { claims } = await verifyPack(path, null, context);
  const inPage = await verifyInPage(new Blob([new Uint8Array(pack)]), null);
  return [
    claims.map(({ claim, verdict, words }) => ({ claim: claim as string, verdict, words })),
    inPage.claims.map(({ claim, verdict, open, stated }) => ({
      claim: claim as string,
      verdict,
      words: [...open, ...stated],
    })),
  ] as const;
}

/** The claims that are found broken: by `tieout verify --pack`, and by the page. */
export async function brokenIn(pack: Buffer, context = CONTEXT): Promise<readonly [string[], string[]]> {
  const [ours, inPage] = await toldOf(pack, context);
  const broken = (all: typeof ours | typeof inPage) =>
    all.filter(({ verdict }) => verdict === "broken").map(({ claim }) => claim);
  return [broken(ours), broken(inPage)];
}
