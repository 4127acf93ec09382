/** What is no part of the format is found by both verifiers, also where every hash fits: files, lines and members that somebody adds or leaves out. */
import { hash } from "node:crypto";
import { expect, test } from "vitest";
import type { JsonValue } from "../../../../src/core/canonical.ts";
import type { PackClaim } from "../../../../src/core/words/pack.ts";
import {
  type Members,
  type TakenApart,
  brokenIn,
  bytesOf,
  packOf,
  payloadOf,
  rehashed,
  takenApart,
  raise,
  toldOf,
  writeLists,
  zipped,
} from "../../../helpers/packs.ts";

type Edit = (pack: TakenApart) => void;

const excerptIn = (files: TakenApart["files"]) =>
  [...files.keys()].find((name) => name.startsWith("excerpts/"))!;

const inSeal =
  (change: Members): Edit =>
  ({ files }) => {
    const seal = JSON.parse(files.get("seal.json")!.toString()) as Members;
    files.set("seal.json", bytesOf({ ...seal, ...change }));
  };

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
  ["an excerpt less", "seal", ({ files }) => files.delete(excerptIn(files))],
  [
    "an excerpt of a link that is not handed out alone",
    "seal",
    ({ files }) => files.set("excerpts/link-2.json", files.get(excerptIn(files))!),
  ],
  [
    "an excerpt that says more",
    "seal",
    ({ files }) => {
      const name = excerptIn(files);
      const excerpt = JSON.parse(files.get(name)!.toString()) as Members;
      files.set(name, bytesOf({ ...excerpt, note: "All is well" }));
    },
  ],
  [
    "texts in a pack that says that they are withheld",
    "files",
    ({ files, manifest }) => {
      manifest["withheld"] = ["notes"];
      const ofWhole = [...files.keys()].filter((name) =>
        /^(?:check|workbook|binder|attachments)/u.test(name),
      );
      for (const name of ofWhole) files.delete(name);
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
  ["a seal that says more", "seal", inSeal({ note: "All is well" })],
  ["a seal with another salt", "seal", inSeal({ saltRun: 1 })],
  [
    "whether responses are kept, without who owes it",
    "questions",
    ({ lists }) => Object.assign(lists.questions[2]!.leaf, { closes: "Keep them.", owner: null }),
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

test("a pack that says of less than is withheld that it is", async () => {
  const pack = takenApart(await packOf("decided", ["names", "notes"]));
  pack.manifest["withheld"] = ["notes"];
  for (const broken of await brokenIn(zipped(pack))) expect(broken).toContain("files");
});

const linkOf = ({ lists }: TakenApart, kind: string) =>
  lists.links.find(({ leaf }) => leaf["kind"] === kind)!.leaf["payload"] as Members;
const questionsOf = ({ lists }: TakenApart, id: string) =>
  lists.questions.findIndex(({ leaf }) => leaf["id"] === id);

test.each<[string, PackClaim, Edit]>([
  ["another ledger was created", "rules", (pack) => (linkOf(pack, "created")["ledgerId"] = "another")],
  [
    "a pull has other rows than it counts",
    "rules",
    (pack) => raise((linkOf(pack, "pull")["rows"] as Record<string, Members>)["entry"], "rows"),
  ],
  [
    "a month rests on a decision that is not the newest",
    "rules",
    (pack) => {
      for (const which of ["prepared", "signed"] as const)
        raise(payloadOf(pack, which)["frozen"] as Members, "decisionId");
    },
  ],
  [
    "the last link does not name the one before it, so that its hash could be any",
    "trail",
    ({ lists }) => delete lists.links.at(-1)!.leaf["previous"],
  ],
  ["a hash of a link is not there", "trail", ({ lists }) => delete lists.links[2]!.leaf["hash"]],
  [
    "a question that every month has is left out",
    "questions",
    (pack) => pack.lists.questions.splice(questionsOf(pack, "own-pull"), 1),
  ],
  [
    "what is missing is owed by nobody",
    "questions",
    (pack) =>
      Object.assign(pack.lists.questions[questionsOf(pack, "own-pull")]!.leaf, { owner: null, closes: null }),
  ],
])("where texts are withheld, %s, and both verifiers find it", async (_, claim, edit) => {
  const pack = takenApart(await packOf("decided", ["names", "phones", "notes"]));
  edit(pack);
  if (claim === "trail") writeLists(pack);
  const [ours, inPage] = await brokenIn(claim === "trail" ? zipped(pack) : rehashed(pack));
  expect(ours).toContain(claim);
  expect(inPage).toContain(claim);
});

test("that a rule was not skipped is found by the command where texts are withheld, and the page says that it takes it as stated", async () => {
  const pack = takenApart(await packOf("decided", ["notes"]));
  (pack.lists.month[0]!.leaf["skippedRules"] as JsonValue[]).pop();
  const [ours, inPage] = (await toldOf(rehashed(pack))).map((all) =>
    all.find((one) => one.claim === "check")!,
  );
  expect(ours?.verdict).toBe("broken");
  expect(inPage?.words.join()).toContain("which rules were skipped");
});

/** What both verifiers say of a claim that is not broken. */
async function saidOf(claim: PackClaim, bytes: Buffer): Promise<readonly string[]> {
  return (await toldOf(bytes)).map((claims) => {
    const told = claims.find((one) => one.claim === claim)!;
    expect(told.verdict).not.toBe("broken");
    return told.words.join(". ");
  });
}

test("another page in the pack is told by both verifiers, and breaks nothing", async () => {
  const pack = takenApart(await packOf("settled"));
  pack.files.set("verify.html", Buffer.from("<h1>All is proven</h1>"));
  for (const said of await saidOf("files", zipped(pack))) expect(said).toContain("verify.html");
});

test.each<[PackClaim, boolean]>([
  ["documents", false],
  ["records", false],
  ["restatements", false],
  ["documents", true],
  ["conclusion", true],
  ["check", true],
])(
  "what is not compared of %s is told by both verifiers, where texts are withheld: %s",
  async (claim, isCut) => {
    const pack = await packOf("decided", isCut ? ["names"] : []);
    for (const said of await saidOf(claim, pack)) expect(said).toMatch(/taken as stated|is not compared/u);
  },
);

/** What only `tieout verify --pack` can do again; the page says that it takes it as stated. */
test.each<[string, (pack: TakenApart) => void, RegExp]>([
  [
    "words of a proof",
    (pack) => ((statementOf(pack)["proofs"] as Members[])[0]!["words"] = "All is proven"),
    /all words are taken as stated/u,
  ],
  ["a reason more", (pack) => (statementOf(pack)["reasons"] as string[]).push("Nobody minds."), /all words/u],
  [
    "another reason for going on",
    (pack) => {
      for (const which of ["prepared", "signed"] as const) {
        const { overridden } = payloadOf(pack, which)["frozen"] as { overridden: Members[] };
        overridden[0]!["sentence"] = "One warning waits for a decision";
      }
    },
    /in the way of preparing the month is taken as stated/u,
  ],
])(
  "%s, with every hash right, is found by the command, and not by the page, which says so",
  async (_, edit, told) => {
    const pack = takenApart(await packOf("open"));
    edit(pack);
    const bytes = rehashed(pack);
    const [ours, inPage] = await toldOf(bytes);
    const of = (all: typeof ours | typeof inPage) => all.find(({ claim }) => claim === "conclusion")!;
    expect(of(ours).verdict).toBe("broken");
    expect(of(inPage).words.join()).toMatch(told);
  },
);
