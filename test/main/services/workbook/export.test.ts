/** An export shows one moment of the ledger, whoever writes to it meanwhile, and says what a failed one leaves. */
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Entry } from "../../../../src/core/records/entry.ts";
import { verifyLedger } from "../../../../src/main/ledger/proof/verify.ts";
import { exportLedger } from "../../../../src/main/services/export/export.ts";
import { IS_EXHAUSTIVE } from "../../../helpers/exhaustive.ts";
import { walletBody } from "../../../helpers/bodies.ts";
import { entryPoint, temporaryFolder } from "../../../helpers/cli.ts";
import { wallet } from "../../../helpers/records.ts";
import { CONTEXT, importWallet } from "../../../helpers/ledgers/review-ledger.ts";

const MOVEMENTS = [1000, 200, -50, 300];

/** A wallet whose every text names its state. */
function walletIn(state: string, movements = MOVEMENTS): Entry[] {
  return wallet(movements, (at) => ({ description: `Entry ${at} ${state}` }));
}

async function ledgerBefore(): Promise<string> {
  const ledger = join(temporaryFolder(), "wallet.tieout");
  await importWallet(ledger, walletIn("before"));
  return ledger;
}

/** Another process imports a history in which every text differs and an entry is new. */
function importMeanwhile(ledger: string, state = "after"): void {
  const file = join(dirname(ledger), "meanwhile.json");
  writeFileSync(file, walletBody(walletIn(state, [...MOVEMENTS, 70])));
  execFileSync(process.execPath, [entryPoint, "import", ledger, "--wallet", file], { stdio: "pipe" });
}

/** Exports as JSON; `meanwhile` runs when a step of this name begins, the first time or every time. */
async function exported(ledger: string, phase: string, meanwhile: (time: number) => void) {
  const out = join(dirname(ledger), "tables");
  let times = 0;
  const report = await exportLedger(
    { ledger, period: null, options: {}, format: "json", asFolder: true, out },
    {
      ...CONTEXT,
      onProgress: (at) => {
        const isFirst = phase === "Writing" ? times === 0 : at.done === 0;
        if (at.phase !== phase || !isFirst) return;
        times += 1;
        meanwhile(times);
      },
    },
  );
  const read = (name: string) =>
    JSON.parse(readFileSync(join(out, name), "utf8")) as Record<string, unknown>[];
  const entries = read("B1-wallet.json").filter((row) => row["walletID"] !== null);
  const facts = new Map(read("D2-audit-facts.json").map(({ fact, value }) => [fact, value]));
  return {
    report,
    texts: entries.map((row) => row["description"]),
    pulls: read("D2-audit-pulls.json").length,
    run: facts.get("Run"),
    link: facts.get("Audit trail: last link"),
    head: facts.get("Audit trail: head hash"),
  };
}

const BEFORE = walletIn("before").map(({ description }) => description);
const AFTER = walletIn("after", [...MOVEMENTS, 70]).map(({ description }) => description);

test.runIf(IS_EXHAUSTIVE)("excludes what another process imports while rows are written", async () => {
  const ledger = await ledgerBefore();
  const { report, ...shown } = await exported(ledger, "Writing", () => importMeanwhile(ledger));
  expect(shown).toMatchObject({ texts: BEFORE, pulls: 1, run: "1", link: "3", head: report.audit.head });
  // The run is the link right after what it was made from; then came the other pull, then the export.
  const proof = await verifyLedger(ledger, report.audit.head);
  expect(proof).toMatchObject({ ok: true, links: 5 });
});

test.runIf(IS_EXHAUSTIVE)(
  "includes what another process imports during the check, which starts again",
  async () => {
    const ledger = await ledgerBefore();
    const { report, ...shown } = await exported(ledger, "Checking", (time) => {
      if (time === 1) importMeanwhile(ledger);
    });
    expect(shown).toMatchObject({ texts: AFTER, pulls: 2, run: "1", link: "4", head: report.audit.head });
    const proof = await verifyLedger(ledger, report.audit.head);
    expect(proof).toMatchObject({ ok: true, links: 5 });
  },
);

test("reports a ledger that is never idle as busy, and writes and keeps nothing", async () => {
  const ledger = await ledgerBefore();
  const failed = exported(ledger, "Checking", (time) => importMeanwhile(ledger, `time ${time}`));
  await expect(failed).rejects.toMatchObject({ code: "LEDGER_BUSY" });
  expect(readdirSync(dirname(ledger)).toSorted()).toEqual(["meanwhile.json", "wallet.tieout"]);
  const { facts } = await verifyLedger(ledger, null);
  expect(facts.find(({ name }) => name === "runs")).toMatchObject({ count: 0 });
});

test.runIf(IS_EXHAUSTIVE)(
  "records an export that was written while another process writes for long",
  async () => {
    const ledger = await ledgerBefore();
    const holding = join(import.meta.dirname, "../../../helpers/children/ledgers/holding-child.ts");
    const { report } = await exported(ledger, "Writing", () => {
      const said = join(dirname(ledger), "said");
      const child = `"${process.execPath}" "${holding}" "${ledger}" 4000 > "${said}" 2>&1`;
      execFileSync("sh", ["-c", `${child} & until [ -s "${said}" ]; do sleep 0.05; done`]);
    });
    expect(await verifyLedger(ledger, report.audit.head)).toMatchObject({ ok: true, links: 4 });
  },
);

test.each([
  ["Reading the ledger", 0, /^It was interrupted$/u],
  ["Checking", 0, /^It was interrupted$/u],
  ["Writing", 1, /cancelled. The check was kept as run 1$/u],
])(
  "interrupted while it reports %s, leaves %i runs, says so, and leaves no file",
  async (phase, runs, words) => {
    const ledger = await ledgerBefore();
    const stop = new AbortController();
    const failed = exportLedger(
      { ledger, period: null, options: {}, format: "xlsx", out: join(dirname(ledger), "a.xlsx") },
      {
        ...CONTEXT,
        signal: stop.signal,
        onProgress: (at) => {
          if (at.phase === phase) stop.abort();
        },
      },
    );
    await expect(failed).rejects.toMatchObject({ code: "CANCELLED", message: expect.stringMatching(words) });
    expect(readdirSync(dirname(ledger))).toEqual(["wallet.tieout"]);
    const proof = await verifyLedger(ledger, null);
    expect(proof.ok).toBe(true);
    expect(proof.facts.find(({ name }) => name === "runs")).toMatchObject({ count: runs });
  },
);

test.each(["xlsx", "csv"] as const)(
  "does not lose what somebody saves over an earlier %s while the next is written",
  async (format) => {
    const ledger = await ledgerBefore();
    const out = join(dirname(ledger), format === "xlsx" ? "a.xlsx" : "tables");
    const file = format === "xlsx" ? out : join(out, "B1-wallet.csv");
    const request = { ledger, period: null, options: {}, format, asFolder: true, out };
    expect(await exportLedger(request, CONTEXT)).toMatchObject({ replaced: false });
    const save = (): void => writeFileSync(file, `${readFileSync(file, "latin1")} typed`, "latin1");
    let saved = "";
    const saving = {
      ...CONTEXT,
      onProgress: ({ phase }: { readonly phase: string }) => {
        if (phase !== "Writing" || saved !== "") return;
        save();
        saved = readFileSync(file, "latin1");
      },
    };
    await expect(exportLedger(request, saving)).rejects.toMatchObject({
      code: "EXPORT_EDITED",
      message: expect.stringContaining("The check was kept as run 2") as string,
    });
    expect(readFileSync(file, "latin1")).toBe(saved);
    expect(readdirSync(dirname(file)).filter((name) => name.endsWith(".part"))).toEqual([]);
    expect(await exportLedger({ ...request, replace: true }, CONTEXT)).toMatchObject({ replaced: true });
  },
);
