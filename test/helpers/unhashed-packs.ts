/** What is done to a pack by somebody who computes no hash, or not all of them. */
import type { PackClaim } from "../../src/core/words/pack.ts";
import { type Members, type TakenApart, bytesOf, payloadOf, raise, writeLists, zipped } from "./packs.ts";
import { zipOf } from "./workbook/zip.ts";

type Cut = (pack: TakenApart) => Buffer | null;

function otherBit(bytes: Buffer): Buffer {
  const other = Buffer.from(bytes);
  other[other.length >> 1]! ^= 1;
  return other;
}

/** A zip whose manifest stays what it was. */
function asWas({ files }: TakenApart): Buffer {
  return zipOf(Array.from(files, ([name, bytes]) => ({ name, bytes })));
}

const LISTED = ["links", "entries", "month", "entry-work", "exceptions"].map((list) => `${list}.jsonl`);
const FILES = [...LISTED, "seal.json", "workbook.xlsx"];

export const CUTS: readonly { readonly name: string; readonly broken: PackClaim; readonly cut: Cut }[] = [
  ...FILES.map((name) => ({
    name: `one bit of ${name} is another`,
    broken: "files" as const,
    cut: (pack: TakenApart) => {
      if (pack.files.get(name)!.length === 0) return null;
      pack.files.set(name, otherBit(pack.files.get(name)!));
      return asWas(pack);
    },
  })),
  ...["binder.html", "findings.jsonl", "checkpoint.txt"].map((name) => ({
    name: `${name} is left out`,
    broken: "files" as const,
    cut: (pack: TakenApart) => {
      pack.files.delete(name);
      return asWas(pack);
    },
  })),
  {
    name: "a file is there that the manifest does not name",
    broken: "files",
    cut: (pack) => {
      pack.files.set("notes.txt", Buffer.from("All is well"));
      return asWas(pack);
    },
  },
  ...(["entries", "transactions", "exceptions", "entry-work", "month"] as const).map((list) => ({
    name: `the last line of ${list} is left out, and the manifest fits`,
    broken: "seal" as const,
    cut: (pack: TakenApart) => {
      if (pack.lists[list].pop() === undefined) return null;
      writeLists(pack);
      return zipped(pack);
    },
  })),
  {
    name: "a salt is another",
    broken: "seal",
    cut: (pack) => {
      const salted = pack.lists.entries.find(({ salts }) => salts !== undefined)!;
      const [path] = Object.keys(salted.salts!);
      salted.salts![path!] = "0".repeat(64);
      writeLists(pack);
      return zipped(pack);
    },
  },
  {
    name: "a name is another, and the manifest fits",
    broken: "trail",
    cut: (pack) => {
      payloadOf(pack, "signed")["by"] = "Cy Dee";
      writeLists(pack);
      return zipped(pack);
    },
  },
  {
    name: "a link was written at another time",
    broken: "trail",
    cut: (pack) => {
      raise(pack.lists.links[1]!.leaf, "atMs", 60_000);
      writeLists(pack);
      return zipped(pack);
    },
  },
  {
    name: "the checkpoint is of a smaller tree",
    broken: "seal",
    cut: (pack) => {
      const [origin, , root] = pack.files.get("checkpoint.txt")!.toString().split("\n");
      pack.files.set("checkpoint.txt", Buffer.from(`${origin}\n1\n${root}\n`));
      return zipped(pack);
    },
  },
  {
    name: "an excerpt leads elsewhere",
    broken: "seal",
    cut: (pack) => {
      const name = [...pack.files.keys()].find((one) => one.startsWith("excerpts/"))!;
      const excerpt = JSON.parse(pack.files.get(name)!.toString()) as Members;
      (excerpt["hashes"] as string[])[0] = "0".repeat(64);
      pack.files.set(name, bytesOf(excerpt));
      return zipped(pack);
    },
  },
];
