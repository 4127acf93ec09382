/** `tieout pack` and `tieout verify --pack`: one file that is checked without the ledger, with texts left out that it does not give away. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { builtFolder } from "../helpers/built.ts";
import { temporaryFolder, tieout, tieoutProcess } from "../helpers/cli.ts";
import { standingLedger } from "../helpers/ledgers/standing-ledger.ts";
import { signMonth } from "../helpers/ledgers/signing.ts";
import { takenApart, zipped } from "../helpers/packs.ts";
import { partsOf } from "../helpers/workbook/zip.ts";

const OCTOBER = ["--month", "2026-10"];

async function signedLedger(): Promise<string> {
  const ledger = await standingLedger("decided");
  await signMonth(ledger, "2026-10");
  return ledger;
}

test("a pack is verified without its ledger, and is the same file when it is made again", async () => {
  const ledger = await signedLedger();
  const [first, again] = ["first.zip", "again.zip"].map((name) => join(dirname(ledger), name)) as [
    string,
    string,
  ];
  const packed = await tieout(["pack", ledger, ...OCTOBER, "--out", first, "--json"]);
  expect(packed).toMatchObject({ status: 0, stderr: "" });
  const { head, signed } = JSON.parse(packed.stdout) as {
    head: { hash: string; sequence: number };
    signed: object;
  };
  expect(signed).toEqual({ by: expect.any(String), at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/u) });
  await tieout(["pack", ledger, ...OCTOBER, "--out", again]);
  expect(readFileSync(again).equals(readFileSync(first))).toBe(true);
  const ledgerProof = await tieout(["verify", ledger, "--head", head.hash]);
  expect(ledgerProof.status).toBe(0);
  expect(ledgerProof.stdout).toContain(`Head of the audit trail: ${head.hash} (link ${head.sequence})`);
  rmSync(ledger);
  const proof = await tieout(["verify", "--pack", first, "--head", head.hash]);
  expect(proof.status).toBe(0);
  expect(proof.stdout).toContain("proven: The conclusion follows from proofs, checks and materiality.");
  expect(proof.stdout).toContain("cannot be proven here: The service said what the records say.");
  expect(proof.stdout).toContain(`18 of 21 claims are proven, none is broken. Head: ${head.hash}`);
});

test("the page in a pack is the one that was built with it, and another one is told", async () => {
  const entry = join(await builtFolder(), "main/cli.js");
  const ledger = await signedLedger();
  const [own, other] = ["own.zip", "other.zip"].map((name) => join(dirname(ledger), name)) as [
    string,
    string,
  ];
  const packed = await tieoutProcess(["pack", ledger, ...OCTOBER, "--out", own], { entry });
  expect(packed).toMatchObject({ status: 0, stderr: "" });
  const pack = takenApart(readFileSync(own));
  expect(pack.files.get("verify.html")?.equals(readFileSync(join(entry, "../../verify.html")))).toBe(true);
  pack.files.set("verify.html", Buffer.from("<h1>All is proven</h1>"));
  writeFileSync(other, zipped(pack));
  const proofs = await Promise.all(
    [own, other].map(async (file) => tieoutProcess(["verify", "--pack", file], { entry })),
  );
  expect(proofs.map(({ status }) => status)).toEqual([0, 0]);
  expect(proofs.map(({ stdout }) => stdout.includes("verify.html is not the page of this version"))).toEqual([
    false,
    true,
  ]);
});

test("what is left out is in no file of the pack, and the rest stays checkable", async () => {
  const ledger = await signedLedger();
  const out = join(dirname(ledger), "bare.zip");
  const without = ["--without", "names,phones,notes"];
  const { status, stdout } = await tieout(["pack", ledger, ...OCTOBER, "--out", out, ...without]);
  expect(status).toBe(0);
  expect(stdout).toContain("Left out: names, phones, notes.");
  const said = partsOf(readFileSync(out)).map(({ bytes }) => bytes.toString("latin1"));
  for (const text of ["Ada Obi", "Ben Uche", "+2348000000000", "Fee of the provider", "Ticket 47", "Entry 3"])
    expect(said.some((one) => one.includes(text))).toBe(false);
  const { stdout: proof, status: proven } = await tieout(["verify", "--pack", out, "--json"]);
  expect(proven).toBe(0);
  const { claims } = JSON.parse(proof) as { claims: { claim: string; verdict: string }[] };
  expect(claims.filter(({ verdict }) => verdict === "not-proven").map(({ claim }) => claim)).toEqual([
    "trail",
    "rules",
    "records",
    "check",
    "questions",
    "documents",
    "source",
    "people",
    "time",
  ]);
});

test("a pack that was changed is broken, and the place is named", async () => {
  const ledger = await signedLedger();
  const out = join(dirname(ledger), "pack.zip");
  await tieout(["pack", ledger, ...OCTOBER, "--out", out]);
  const bytes = readFileSync(out);
  const cut = join(temporaryFolder(), "cut.zip");
  writeFileSync(cut, bytes.subarray(0, bytes.length - 40));
  await expect(tieout(["verify", "--pack", cut])).resolves.toMatchObject({
    status: 2,
    stderr: expect.stringContaining("IMPORT_FORMAT: The file is damaged, or not a pack") as string,
  });
  const other = "0".repeat(64);
  const { status, stdout } = await tieout(["verify", "--pack", out, "--head", other]);
  expect(status).toBe(1);
  expect(stdout).toContain("broken: Every link of the audit trail follows from the one before it.");
  expect(stdout).toContain("  The head that was given is not in the trail.");
  expect(stdout).toContain("The pack is broken: 1 claim of 21.");
});

test.each([
  [
    ["pack", "LEDGER", ...OCTOBER, "--out", "OUT", "--without", "ages"],
    "USAGE: --without takes names, phones, notes",
  ],
  [["verify"], "USAGE: Name the ledger (.tieout), or an evidence pack with --pack."],
  [["verify", "LEDGER", "--pack", "OUT"], "USAGE: Give --pack alone"],
  [["pack", "LEDGER", "--month", "2026-11", "--out", "OUT"], "CLOSE_STATE: November 2026 is not signed off"],
])("%s is refused in a sentence, and nothing is written", async (args, sentence) => {
  const ledger = await standingLedger("open");
  const before = readFileSync(ledger);
  const out = join(dirname(ledger), "pack.zip");
  const named = args.map((one) => (one === "LEDGER" ? ledger : one === "OUT" ? out : one));
  const { status, stderr } = await tieout(named);
  expect(status).toBe(2);
  expect(stderr).toContain(sentence);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(readFileSync(ledger).equals(before)).toBe(true);
});

test("no existing file is replaced by a pack", async () => {
  const ledger = await signedLedger();
  const out = join(dirname(ledger), "pack.zip");
  writeFileSync(out, "PK\u0003\u0004 something else");
  const { status, stderr } = await tieout(["pack", ledger, ...OCTOBER, "--out", out]);
  expect(status).toBe(2);
  expect(stderr).toContain("EXPORT_TARGET: A file with this name exists");
  expect(readFileSync(out, "latin1")).toContain("something else");
});
