/** Packs of which something is left out: what they hold, what they keep back, and what is found in them all the same. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Month } from "../../../../src/core/review/close/close.ts";
import type { Withholdable } from "../../../../src/core/words/pack.ts";
import { changeTerms } from "../../../../src/main/services/close/month-file.ts";
import { isUnlike } from "../../../../src/main/services/proof/leaves.ts";
import { packMonth } from "../../../../src/main/services/export/pack-month.ts";
import { addStatements } from "../../../../src/main/services/review/bank-statements.ts";
import { temporaryFolder } from "../../../helpers/cli.ts";
import { bankStatementFile, ledgerWithBank } from "../../../helpers/ledgers/bank-ledger.ts";
import { CONTEXT, importRecords, newLedgerPath, signMonth } from "../../../helpers/ledgers/signing.ts";
import {
  type Members,
  brokenIn,
  packOf,
  payloadOf,
  rehashed,
  takenApart,
  toldOf,
} from "../../../helpers/packs.ts";
import { HOUR_MS, OCTOBER_MS, sale, wallet } from "../../../helpers/records.ts";

const dated = (day: number) => OCTOBER_MS + day * 24 * HOUR_MS;

/** Two sales that settle, the members of the entries beside what the interface names as given. */
async function ledgerWith(extra: Members | null, prepare?: (ledger: string) => Promise<unknown>) {
  const ledger = newLedgerPath();
  const entries = wallet([100, 250], (n) => ({
    payref: `PAY-${n + 1}`,
    dateCreatedAtMs: dated(n + 2),
    extra,
  }));
  const sales = [100, 250].map((amount, n) => sale(n + 1, amount, { datePaidAtMs: dated(n + 1) }));
  await importRecords(ledger, entries, sales);
  await prepare?.(ledger);
  return packerOf(ledger);
}

async function packerOf(ledger: string) {
  await signMonth(ledger, "2026-10");
  return async (without: readonly Withholdable[]) => {
    const out = join(temporaryFolder(), "pack.zip");
    await packMonth({ ledger, month: "2026-10" as Month, out, without, replace: false }, CONTEXT);
    return readFileSync(out);
  };
}

const SOUND = [[], []];

test("what is withheld in a record is a note, whatever its member is called, but for names and phones", () => {
  const withheldIn = (name: string) => ({
    record: { data: { list: [{ [name]: { $withheld: "0".repeat(64) } }] } },
  });
  const unlike = (name: string, of: string) =>
    isUnlike("transactions", { leaf: withheldIn(name), sealed: "", salted: [] }, (one) => one === of);
  expect(["token", "sha256", "name", "phone"].map((name) => unlike(name, "notes"))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(unlike("token", "digests")).toBe(true);
  expect(unlike("name", "names")).toBe(false);
});

test.each([[[]], [["names"]]] as const)(
  "evidence that was withdrawn breaks no pack without %j",
  async (without) => {
    const pack = await packOf("settled", without);
    expect(await brokenIn(pack)).toEqual(SOUND);
    const { files } = takenApart(pack);
    const held = [...files.keys()].filter((name) => name.startsWith("attachments/"));
    expect(held).toHaveLength(without.length === 0 ? 1 : 0);
  },
);

test("what an entry has of its own is left out as a note, whatever its name is", async () => {
  const names = ["hash", "by", "to", "phone", "token", "signature", "answer", "fingerprint", "address", "7"];
  const own = Object.fromEntries(names.map((name) => [name, `kept back, ${name}`]));
  const packed = await ledgerWith({ ...own, changes: { a: 1 }, sha256: 5 });
  for (const without of [["names"], ["phones"], ["notes"]] as const) {
    const pack = await packed(without);
    expect(await brokenIn(pack)).toEqual(SOUND);
    const said = JSON.stringify(takenApart(pack).lists.entries);
    const told = names.filter((name) => said.includes(`kept back, ${name}`));
    expect(told).toEqual(without[0] === "notes" ? [] : names);
  }
});

test("a name is no note of a payment, and its class is left out alone", async () => {
  const packed = await ledgerWith(null);
  const customers = async (without: Withholdable) =>
    takenApart(await packed([without])).lists.transactions.map(
      ({ leaf }) => ((leaf["record"] as Members)["customer"] as Members | null)?.["name"],
    );
  const isHidden = (name: unknown) => typeof name === "object";
  expect((await customers("names")).every(isHidden)).toBe(true);
  expect((await customers("notes")).some(isHidden)).toBe(false);
});

test("whoever signs what he prepared is found once the file has terms, though notes are left out", async () => {
  const given = { policy: "As the firm asks" };
  const packed = await ledgerWith(null, async (ledger) =>
    changeTerms({ ledger, given, by: "Ada Obi", note: "As the firm asks" }, CONTEXT),
  );
  const honest = await packed(["notes"]);
  expect(await brokenIn(honest)).toEqual(SOUND);
  const pack = takenApart(honest);
  payloadOf(pack, "signed")["by"] = payloadOf(pack, "prepared")["by"]!;
  for (const broken of await brokenIn(rehashed(pack))) expect(broken).toContain("rules");
});

async function addStatement(ledger: string): Promise<void> {
  const words = { by: "Ada Obi", note: "From the bank" };
  await addStatements(
    { ledger, files: [bankStatementFile()], account: "Cash", hints: {}, ...words },
    CONTEXT,
  );
}

test.each([
  ["nothing by", async () => ledgerWith(null, addStatement), []],
  ["something by", async () => packerOf(await ledgerWithBank(true)), ["check", "decisions", "conclusion"]],
] as const)(
  "a check that finds %s a bank's statement breaks no pack without its lines",
  async (_, make, open) => {
    const packed = await make();
    for (const without of [["names"], ["phones"], ["notes"]] as const) {
      const pack = await packed(without);
      expect(await brokenIn(pack)).toEqual(SOUND);
      const [ours] = await toldOf(pack);
      const blurred = ours.filter(({ words }) => words.join().includes("Lines of a bank's statement"));
      expect(blurred.map(({ claim }) => claim)).toEqual(open);
      expect(new Set(blurred.map(({ verdict }) => verdict))).toEqual(
        new Set(open.length > 0 ? ["not-proven"] : []),
      );
    }
  },
);

test.each([[[null]], ["none"], [null]])("checks of a statement that are %j are none", async (checks) => {
  const pack = takenApart(await packOf("open", ["notes"]));
  pack.lists.month[1]!.leaf["checks"] = checks;
  for (const broken of await brokenIn(rehashed(pack))) expect(broken).toContain("conclusion");
});
