/** What is no part of the format is found by both verifiers, also where every hash fits: files, lines and members that somebody adds or leaves out. */
import { hash } from "node:crypto";
import { expect, test } from "vitest";
import type { PackClaim } from "../../../../src/core/words/pack.ts";
import {
  type Members,
  type TakenApart,
  brokenIn,
  packOf,
  rehashed,
  takenApart,
  zipped,
} from "../../../helpers/packs.ts";

type Edit = (pack: TakenApart) => void;

const statementOf = ({ lists }: TakenApart) =>
  lists.month.find(({ leaf }) => leaf["is"] === "statement")!.leaf;
const fileAt = ({ lists }: TakenApart, name: string) =>
  lists.month.findIndex(({ leaf }) => leaf["name"] === name);

test.each<[string, PackClaim, Edit]>([
  [
    "a second workbook that the manifest names",
    "files",
    ({ files }) => files.set("workbook (final).xlsx", Buffer.from("PK")),
  ],
  ["a name with a point behind it", "files", ({ files }) => files.set("binder.html.", Buffer.from("Evil"))],
  ["a note among the excerpts", "files", ({ files }) => files.set("excerpts/note.txt", Buffer.from("Well"))],
  ["a claim less", "files", ({ manifest }) => (manifest["claims"] as Members[]).pop()],
  ["a claim twice", "files", ({ manifest }) => ((manifest["claims"] as Members[])[0]!["claim"] = "seal")],
  [
    "whole files in a pack that says that texts are withheld",
    "files",
    ({ manifest }) => {
      manifest["withheld"] = ["notes"];
    },
  ],
])("%s", async (_, claim, edit) => {
  const pack = takenApart(await packOf("settled"));
  edit(pack);
  for (const broken of await brokenIn(zipped(pack))) expect(broken).toContain(claim);
});

test.each<[string, PackClaim, Edit]>([
  [
    "a line of another kind",
    "check",
    ({ lists }) => lists.month.push({ leaf: { is: "note", text: "All is well" } }),
  ],
  [
    "a second line for the workbook, of which another one is in the pack",
    "check",
    (pack) => {
      const workbook = Buffer.from("PK");
      const at = fileAt(pack, "workbook.xlsx");
      const leaf = { ...pack.lists.month[at]!.leaf, bytes: 2, sha256: hash("sha256", workbook) };
      pack.lists.month.splice(at + 1, 0, { leaf });
      pack.files.set("workbook.xlsx", workbook);
    },
  ],
  [
    "another length of the binder",
    "documents",
    (pack) => {
      pack.lists.month[fileAt(pack, "binder.html")]!.leaf["bytes"] = 1;
    },
  ],
  [
    "another sentence than the answer has",
    "questions",
    (pack) => {
      statementOf(pack)["sentence"] = "All is clean.";
    },
  ],
  [
    "other decimals than were frozen",
    "conclusion",
    (pack) => {
      statementOf(pack)["decimals"] = 2;
    },
  ],
])("%s, with every hash right", async (_, claim, edit) => {
  const pack = takenApart(await packOf("decided"));
  edit(pack);
  for (const broken of await brokenIn(rehashed(pack))) expect(broken).toContain(claim);
});
