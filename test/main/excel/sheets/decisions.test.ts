import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../../../src/core/canonical.ts";
import { entryDocument } from "../../../../src/core/records/entry.ts";
import type { RecordHistory } from "../../../../src/core/reconcile/input/input.ts";
import type { Finding } from "../../../../src/core/reconcile/input/findings.ts";
import type { Decision } from "../../../../src/core/review/decisions/decision.ts";
import { buildWorkbook } from "../../../../src/core/report/workbook.ts";
import { decided, reviewed as reviewOf } from "../../../helpers/ledgers/decisions.ts";
import { entry, sha256 } from "../../../helpers/records.ts";
import { RUN_AT_MS, october } from "../../../helpers/workbook/report.ts";
import { provenBy, readTable, recalculate, rowOf, writtenWorkbook } from "../../../helpers/workbook/xlsx.ts";
import { NO_HISTORY } from "../../../helpers/columns.ts";

const exceptions = october().check.findings.filter(({ severity }) => severity !== "info");
const of = (rule: string): Finding => exceptions.find((finding) => finding.rule === rule)!;

/** October with decisions on it, read back; their records have the versions of a history. */
async function reviewed(decisions: readonly Decision[], history: Partial<RecordHistory> = {}) {
  const input = october({ decisions });
  const review = reviewOf(input.check.findings, decisions, { ...NO_HISTORY, ...history });
  const { read } = await writtenWorkbook(buildWorkbook({ ...input, review }));
  const sheet = read.sheets.get("Exceptions")!;
  const lines = readTable(sheet, 7, exceptions.length);
  const counts = readTable(
    read.sheets.get("Lead")!,
    rowOf(read.sheets.get("Lead")!, "Exceptions by rule"),
    12,
  );
  return {
    read,
    line: ({ fingerprint }: Finding) => lines.find((one) => one["Fingerprint"] === fingerprint)!,
    count: (rule: string) => counts.find((one) => one["Exceptions by rule"] === rule)!,
    conclusion: String(provenBy(read).conclusion),
  };
}

describe("decisions in the workbook", () => {
  it("say that one of several is open, and recalculate to that", async () => {
    const decisions = exceptions.slice(1).map((finding, at) => decided(at + 1, finding));
    const { read, conclusion } = await reviewed(decisions);
    expect(conclusion).toContain(
      `; 1 of ${exceptions.length} exceptions is open, ${exceptions.length - 1} decided; `,
    );
    expect(recalculate(read).differences).toEqual([]);
  });

  it("appear beside the finding, on its rows, and counted on A by formula", async () => {
    const orphan = of("orphan-payref");
    const decision = decided(1, orphan, { status: "accepted", note: "=Known typo", atMs: RUN_AT_MS });
    const { read, line, count, conclusion } = await reviewed([decision]);
    expect(line(orphan)).toMatchObject({
      Status: "accepted",
      Decision: 1,
      By: "Ada Obi",
      Note: "=Known typo",
      "When (UTC)": RUN_AT_MS / 86_400_000 + 25_569,
    });
    expect(line(of("chain-break"))).toMatchObject({ Status: "open", Decision: null, By: null, Note: null });
    expect(count("orphan-payref")).toMatchObject({ Found: 1, Open: 0, Accepted: 1, Explained: 0 });
    expect(conclusion).toContain(
      `${exceptions.length - 1} of ${exceptions.length} exceptions are open, 1 decided; `,
    );
    const onWallet = readTable(read.sheets.get("Wallet")!, 7, 10).find(({ walletID }) => walletID === 5)!;
    expect(onWallet).toMatchObject({ "Decision at export": "accepted", Note: "=Known typo" });
    const items = read.sheets.get("Outstanding")!;
    const item = readTable(items, 15, 4).find((one) => one["walletID"] === 5)!;
    expect(item).toMatchObject({ "Decision at export": "accepted", Note: "=Known typo" });
    expect(recalculate(read).differences).toEqual([]);
  });

  it("are reopened by changed numbers, and name who decided on the numbers before", async () => {
    const now = of("chain-break");
    const before = { ...now, difference: 1, fingerprint: "f".repeat(64) };
    const { line, count, conclusion } = await reviewed([decided(1, before, { note: "Bank fee" })]);
    expect(line(now)).toMatchObject({ Status: "reopened", Decision: 1, By: "Ada Obi", Note: "Bank fee" });
    expect(count("chain-break")).toMatchObject({ Reopened: 1, Explained: 0 });
    expect(conclusion).toContain("none decided");
  });

  it("are reopened by a changed record, and C1's note says what changed", async () => {
    const now = of("chain-break");
    const [then, today] = ["Fee", "Refund"].map((description) =>
      entry(now.walletID ?? 0, { description, payref: "=1" }),
    );
    if (then === undefined || today === undefined) throw new Error("there are two versions");
    const bound = { walletID: then.walletID, sha256: sha256(canonicalJson(entryDocument(then))) };
    const kept = decided(1, now, { note: "Bank fee" });
    const decision = {
      ...kept,
      finding: { ...kept.finding, records: { entries: [bound], transactions: [] } },
    };
    const history = { entryVersions: [{ before: then, after: today, pulls: [1, 2] as const }] };
    const changed = await reviewed([decision], history);
    const since = `Changed since:\nwalletID ${then.walletID}: Description from "Fee" to "Refund"`;
    expect(changed.line(now)).toMatchObject({
      Status: "reopened",
      Decision: 1,
      Note: `Bank fee\n${since}`,
    });
    const wordless = await reviewed([{ ...decision, note: "" }], history);
    expect(wordless.line(now)).toMatchObject({ Status: "reopened", Note: since });
    expect(changed.count("chain-break")).toMatchObject({ Reopened: 1, Explained: 0 });
    expect(recalculate(changed.read).differences).toEqual([]);
    const held = await reviewed([decision], {
      entryVersions: [{ before: today, after: then, pulls: [1, 2] }],
    });
    expect(held.line(now)).toMatchObject({ Status: "explained", Note: "Bank fee" });
  });

  it("are all listed on D2 in order, including undone ones, with links from C1", async () => {
    const orphan = of("orphan-payref");
    const first = decided(1, orphan, { note: "Hasty" });
    const undone = decided(2, orphan, { status: "open", note: "", undoes: 1 });
    const second = decided(3, orphan, { status: "raised", by: "Grace Mensah" });
    const { read, line } = await reviewed([first, undone, second]);
    expect(line(orphan)).toMatchObject({ Status: "raised", Decision: 3, By: "Grace Mensah" });
    const audit = read.sheets.get("Audit")!;
    const listed = readTable(audit, rowOf(audit, "What happened"), 3);
    expect(listed.map((one) => [one["No."], one["Status"], one["Undoes No."], one["Note"]])).toEqual([
      [1, "explained", null, "Hasty"],
      [2, "open", 1, null],
      [3, "raised", null, second.note],
    ]);
    expect(listed.map((one) => one["What happened"])).toEqual([
      "Explained: Orphan payref at walletID 5.",
      "A decision on Orphan payref at walletID 5 was undone; it is open again.",
      "Raised with the provider: Orphan payref at walletID 5.",
    ]);
    const { xml, cells } = read.sheets.get("Exceptions")!;
    const [, from = "", to = ""] =
      /<hyperlink ref="([A-Z]+\d+)" location="&apos;Audit&apos;!(D\d+)"/u.exec(xml) ?? [];
    expect(audit.cells.get(to)!.value).toBe(cells.get(from)!.value);
  });

  it("that cover every exception become the conclusion", async () => {
    const all = exceptions.map((finding, at) => decided(at + 1, finding));
    const { conclusion, read } = await reviewed(all);
    expect(conclusion).toContain(
      `${exceptions.length} exceptions are decided, none open; 4 items are outstanding.`,
    );
    expect(recalculate(read).differences).toEqual([]);
  });
});
