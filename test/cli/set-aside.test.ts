/** A wrong import is previewed, set aside and put back on the command line. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Entry } from "../../src/core/records/entry.ts";
import type { Transaction } from "../../src/core/records/transaction.ts";
import { transactionsBody, walletBody } from "../helpers/bodies.ts";
import { temporaryFolder, tieout } from "../helpers/cli.ts";
import { sale, wallet } from "../helpers/records.ts";

const WHOLE = wallet([100, 200, -50, 300, 20, 7], (at) => ({ payref: at === 1 ? "PAY-1" : "" }));
const SALES = [sale(1, 200), sale(2, 90), sale(3, 70)];

type Saved = readonly [entries: readonly Entry[], sales: readonly Transaction[] | null];

/** What the second import brings, and what is imported after it. */
const HISTORIES: readonly (readonly [name: string, before: Saved, wrong: Saved, after: Saved])[] = [
  ["an older file, then the newer one", [WHOLE, SALES], [WHOLE.slice(0, 3), SALES.slice(1)], [WHOLE, SALES]],
  [
    "other contents, then others again",
    [WHOLE, SALES],
    [WHOLE.map((one) => ({ ...one, description: "Wrong" })), SALES],
    [WHOLE.map((one) => (one.walletID === 2 ? { ...one, balance: 1 } : one)), SALES.slice(0, 2)],
  ],
  [
    "a part, then another part",
    [WHOLE.slice(0, 2), SALES],
    [WHOLE.slice(1, 4), null],
    [WHOLE.slice(4), SALES],
  ],
  [
    "entries that nothing else has, then older ones",
    [WHOLE.slice(0, 2), null],
    [WHOLE, SALES],
    [WHOLE.slice(0, 3), null],
  ],
  [
    "two copies that differ, then one of them",
    [WHOLE, SALES],
    [[...WHOLE, ...WHOLE.slice(5).map((one) => ({ ...one, description: "Copy" }))], SALES],
    [WHOLE, SALES],
  ],
];

function flagsOf([entries, sales]: Saved): string[] {
  const folder = temporaryFolder();
  const [history, all] = [join(folder, "history.json"), join(folder, "all.json")];
  writeFileSync(history, walletBody(entries));
  if (sales === null) return ["--wallet", history];
  writeFileSync(all, transactionsBody(sales));
  return ["--wallet", history, "--transactions", all];
}

/** The whole document, with the numbers of pulls that count from 1 on; fingerprints of changes are made of them. */
async function checked(ledger: string, numbers: ReadonlyMap<number, number>): Promise<unknown> {
  const { stdout } = await tieout(["check", ledger, "--json"]);
  return JSON.parse(stdout, function revive(this: { rule?: string }, key, value: unknown) {
    if (key === "fingerprint" && /-(?:changed|vanished|returned|approved)$/u.test(this.rule ?? ""))
      return null;
    if (key === "shows")
      return String(value).replace(/(?<=import )\d+/u, (id) => `${numbers.get(Number(id)) ?? id}`);
    if (key === "pulls" && Array.isArray(value)) return value.map((id) => numbers.get(Number(id)) ?? id);
    return value;
  });
}

async function stepped(ledger: string, pull: number, ...more: string[]): Promise<void> {
  const { stderr, status } = await tieout([
    "set-aside",
    ledger,
    "--pull",
    `${pull}`,
    "--by",
    "Ada Obi",
    "--note",
    "The wrong file",
    ...more,
  ]);
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
}

test.each(HISTORIES)(
  "%s: check --json is as if it had never been imported",
  async (_, before, wrong, after) => {
    const folder = temporaryFolder();
    const [ledger, without] = [join(folder, "with.tieout"), join(folder, "without.tieout")];
    for (const saved of [before, wrong, after]) await tieout(["import", ledger, ...flagsOf(saved)]);
    for (const saved of [before, after]) await tieout(["import", without, ...flagsOf(saved)]);
    const original = await checked(ledger, new Map());
    await stepped(ledger, 2);
    expect(await checked(ledger, new Map([[3, 2]]))).toEqual(await checked(without, new Map()));
    expect((await tieout(["verify", ledger])).status).toBe(0);
    await stepped(ledger, 2, "--put-back");
    expect(await checked(ledger, new Map())).toEqual(original);
    expect((await tieout(["verify", ledger])).status).toBe(0);
  },
);

test("lists the pulls, and says what a preview and a step did", async () => {
  const ledger = join(temporaryFolder(), "wallet.tieout");
  await tieout(["import", ledger, ...flagsOf([WHOLE, SALES])]);
  const older = flagsOf([WHOLE.slice(0, 3), SALES]);
  const preview = await tieout(["import", ledger, ...older, "--preview"]);
  expect(preview.stdout).toBe(
    [
      "It would be pull 2: 0 new entries, 3 vanished; 0 new transactions.",
      "These files end at walletID 3, and an earlier pull had walletID 6: they look older than what the ledger holds, and newer entries count as vanished.",
      "Nothing was kept. Leave out --preview to import the files.",
      "",
    ].join("\n"),
  );
  const json = JSON.parse(
    (await tieout(["import", ledger, ...older, "--preview", "--json"])).stdout,
  ) as unknown;
  expect(json).toMatchObject({ schema: "tieout.preview/1", pullId: 2, older: { end: 3, known: 6 } });
  await tieout(["import", ledger, ...older]);
  await stepped(ledger, 2);
  const { stdout } = await tieout(["set-aside", ledger]);
  expect(stdout).toMatch(/^1 {2}.+import {2}6 entries, up to walletID 6; 3 transactions\n2 {2}/u);
  expect(stdout).toMatch(/\n {3}Set aside \d{4}-\d{2}-\d{2} by Ada Obi: The wrong file\n$/u);
  const listed = JSON.parse((await tieout(["set-aside", ledger, "--json"])).stdout) as unknown;
  expect(listed).toMatchObject({
    schema: "tieout.pulls/1",
    pulls: [
      { id: 1, setAside: null },
      { id: 2, setAside: { by: "Ada Obi", note: "The wrong file" } },
    ],
  });
});

test.each([
  [["--put-back"], "USAGE"],
  [["--pull", "1"], "USAGE"],
  [["--pull", "1", "--by", "Ada", "--note", "x"], "PULL_STEP"],
  [["--pull", "2", "--by", "Ada", "--note", "x"], "PULL_STEP"],
  [["--pull", "1", "--by", "Ada", "--note", " "], "DECISION_INVALID"],
])("refuses %j with %s and one sentence", async (flags, code) => {
  const ledger = join(temporaryFolder(), "wallet.tieout");
  await tieout(["import", ledger, ...flagsOf([WHOLE, null])]);
  const { stderr, status } = await tieout(["set-aside", ledger, ...flags]);
  expect(status).not.toBe(0);
  expect(stderr).toMatch(new RegExp(`^${code}: [^\n]+\n$`, "u"));
});
