/** `tieout actions`: what movements are is said by somebody named, with a reason; nothing is guessed; a change is a link. */
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../helpers/cli.ts";
import { done, refused } from "../helpers/ended.ts";
import { ledgerToReview } from "../helpers/ledgers/review-ledger.ts";
import { importRecords } from "../helpers/ledgers/signing.ts";
import { readXlsx } from "../helpers/workbook/xlsx.ts";
import { wallet } from "../helpers/records.ts";
import { join } from "node:path";

const BY = ["--by", "Ada Obi", "--note", "The provider's manual"] as const;

let ledger = "";
beforeEach(async () => {
  ledger = await ledgerToReview();
});

test("lists actions, takes what somebody says they are, keeps it in the trail, and takes it back", async () => {
  expect(await done("actions", ledger)).toBe(
    "API: not classified; 5 entries, in 1,500, out 50 in no stated currency\n",
  );

  const set = await done("actions", ledger, "--set", "API=top-up", ...BY);
  expect(set).toContain("API: top-up; 5 entries, in 1,500, out 50 in no stated currency\n");
  expect(set).toMatch(/\nAPI is top-up\n {2}Ada Obi, .+: The provider's manual\n$/u);

  const only = ["--description", "Entry 3", "--direction", "out"];
  await done("actions", ledger, "--set", "API=fee", ...only, ...BY);
  const list = JSON.parse(await done("actions", ledger, "--month", "2026-10", "--json")) as {
    sums: unknown[];
    rules: { category: string; entries: number }[];
  };
  expect(list.sums).toEqual([
    { currency: null, action: "API", category: "top-up", entries: 4, inflow: 1500, outflow: 0 },
    { currency: null, action: "API", category: "fee", entries: 1, inflow: 0, outflow: 50 },
  ]);
  expect(list.rules.map(({ category, entries }) => [category, entries])).toEqual([
    ["fee", 1],
    ["top-up", 4],
  ]);
  expect(await done("verify", ledger)).toContain("intact");

  await done("actions", ledger, "--unset", "API", ...BY);
  expect(await done("actions", ledger)).toContain(
    "API: not classified; 4 entries, in 1,500, out 0 in no stated currency\n",
  );
  expect(await done("file", ledger, "--json")).toContain('"description": "Entry 3"');
});

test("says of a rule that it is for no entry: its action may be mistyped, or every entry go the other way", async () => {
  expect(await done("actions", ledger, "--set", "Api=top-up", ...BY)).toMatch(
    /^API: not classified; .*\nApi is top-up; it is for no entry listed here\n {2}Ada Obi, /u,
  );
  const none = ["--description", "Entry 3", "--direction", "in"];
  expect(await done("actions", ledger, "--set", "API=fee", ...none, ...BY)).toContain(
    "API, “Entry 3”, in is fee; it is for no entry listed here\n",
  );
});

test("another change of the file keeps the rules, and the same rule again is no change", async () => {
  await done("actions", ledger, "--set", "API=top-up", ...BY);
  await done("file", ledger, "--purpose", "Prove it", "--by", "Bola Ade");
  expect(await done("actions", ledger)).toContain("API: top-up;");
  await done("actions", ledger, "--set", "API=top-up", "--by", "Bola Ade", "--note", "Again");
  expect(await done("actions", ledger)).toContain("Ada Obi");
});

test("a workbook is proven by the rules that it was exported with, whatever is said later", async () => {
  const out = join(temporaryFolder(), "October.xlsx");
  const plain = join(temporaryFolder(), "Plain.xlsx");
  const exported = async (path: string) => done("export", ledger, "--month", "2026-10", "--out", path);
  await exported(plain);
  await done("actions", ledger, "--set", "API=top-up", ...BY);
  await exported(out);
  await done("actions", ledger, "--unset", "API", ...BY);
  expect([...(await readXlsx(plain)).sheets.keys()]).not.toContain("Statement");
  expect([...(await readXlsx(out)).sheets.keys()]).toContain("Statement");
  for (const path of [out, plain])
    expect(await done("verify", ledger, "--workbook", path)).toContain(
      "This workbook is unchanged since it was exported on",
    );
});

test("a prepared month keeps the rules that it was prepared with", async () => {
  await done("actions", ledger, "--set", "API=top-up", ...BY);
  await done("prepare", ledger, "--month", "2026-10", "--by", "Ada Obi", "--override", "The rest is small");
  await done("actions", ledger, "--set", "API=refund", ...BY);
  expect(await done("actions", ledger, "--month", "2026-10")).toContain("API: top-up;");
  expect(await done("actions", ledger)).toContain("API: refund;");
});

test("refuses what says too little, and changes nothing", async () => {
  const before = await done("file", ledger, "--json");
  expect(await refused("actions", ledger, "--set", "API=top-up")).toContain("--by");
  expect(await refused("actions", ledger, "--set", "API=top-up", "--by", "Ada Obi")).toContain(
    "Saying what movements are needs a reason",
  );
  expect(await refused("actions", ledger, "--set", "API", ...BY)).toContain("an action and a category");
  expect(await refused("actions", ledger, "--set", "API=sale", ...BY)).toContain("one of top-up, withdrawal");
  expect(await refused("actions", ledger, "--unset", "API", ...BY)).toContain("No rule is for API");
  expect(await refused("actions", ledger, "--direction", "in")).toContain("--direction go with");
  expect(await done("file", ledger, "--json")).toBe(before);
});

test("a ledger whose entries all have a payref has no actions to say", async () => {
  const paid = join(temporaryFolder(), "paid.tieout");
  await importRecords(
    paid,
    wallet([100]).map((one) => ({ ...one, payref: "P1" })),
  );
  expect(await done("actions", paid)).toBe("Every entry has a payref or a match.\n");
});
