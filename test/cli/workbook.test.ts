/** `tieout verify --workbook` and `tieout import --review`: a workbook that comes back, on the command line. */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { REVIEWER_NOTE, REVIEWER_TICK } from "../../src/core/report/exceptions/exceptions.ts";
import { useShared } from "../helpers/at-end.ts";
import { hasTerminal, tieout, tieoutOnTerminal } from "../helpers/cli.ts";
import { textCell, typeOver } from "../helpers/workbook/edited-workbook.ts";
import { exportedOctober, otherLedger } from "../helpers/ledgers/review-ledger.ts";
import { signMonth } from "../helpers/ledgers/signing.ts";
import { columnsAt, readXlsx, rowOf } from "../helpers/workbook/xlsx.ts";

let ledger = "";
let workbook = "";
const written = useShared(async () => readXlsx((await exportedOctober()).workbook));

beforeEach(async () => {
  ({ ledger, workbook } = await exportedOctober());
});

/** A cell by its column's header. */
const cell = (sheet: string, header: string, row: number) =>
  `${columnsAt(written().sheets.get(sheet)!, 7).get(header) ?? "?"}${row}`;

function reviewed(rows: Readonly<Record<number, readonly [tick: string, note: string]>>, by = ""): string {
  const cells: Record<string, string> = {};
  const signature = `B${rowOf(written().sheets.get("Lead")!, "Reviewed by")}`;
  if (by !== "") cells[`Lead!${signature}`] = textCell(signature, by);
  for (const [row, [tick, note]] of Object.entries(rows)) {
    for (const [header, text] of [
      [REVIEWER_TICK.header, tick],
      [REVIEWER_NOTE.header, note],
    ] as const) {
      const at = cell("Exceptions", header, Number(row));
      if (text !== "") cells[`Exceptions!${at}`] = textCell(at, text);
    }
  }
  return typeOver(workbook, cells);
}

describe("verify --workbook", () => {
  const verify = (file: string, ...more: readonly string[]) =>
    tieout(["verify", ledger, "--workbook", file, ...more]);

  test("exits 0 when the workbook is unchanged", async () => {
    const run = await verify(workbook);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout).toMatch(
      /^This workbook is unchanged since it was exported on [^\n]+\.\n[\d,]+ cells compared/u,
    );
    expect(run.stdout).toContain("It shows run 1 of this ledger (link 3).");
  });

  test("exits 1 and names the cell when one was edited", async () => {
    const balance = cell("Wallet", "Stated balance", 10);
    const run = await verify(typeOver(workbook, { [`Wallet!${balance}`]: "<v>1350</v>" }));
    expect(run).toMatchObject({ status: 1, stderr: "" });
    expect(run.stdout).toMatch(
      new RegExp(
        `^Wallet!${balance} {2}Stated balance {2}exported 12\\.00, found 1,350\\.00\n1 cell was edited since`,
        "u",
      ),
    );
  });

  test("prints text that would steer the terminal harmlessly", async () => {
    const words = cell("Exceptions", "What was found", 8);
    const run = await verify(
      typeOver(workbook, { [`Exceptions!${words}`]: textCell(words, "a&#9;b\u202Ec\u0085d") }),
    );
    expect(run.status).toBe(1);
    expect(run.stdout).not.toMatch(/[\u202E\u0085\t]/u);
  });

  test("exits 1 and says so when the workbook is of another ledger", async () => {
    const other = await otherLedger();
    const run = await tieout(["verify", other, "--workbook", workbook]);
    expect(run).toMatchObject({ status: 1, stderr: "" });
    expect(run.stdout).toBe(
      "WORKBOOK_FOREIGN: The workbook was exported from another ledger (October.xlsx)\n",
    );
    const asJson = await tieout(["verify", other, "--workbook", workbook, "--json"]);
    expect(JSON.parse(asJson.stdout)).toEqual({
      schema: "tieout.workbook/1",
      belongs: false,
      holds: false,
      code: "WORKBOOK_FOREIGN",
      message: "The workbook was exported from another ledger",
    });
  });

  test("exits 2 with one line that starts with a code when it cannot be read", async () => {
    const bad = join(dirname(ledger), "bad.xlsx");
    writeFileSync(bad, "a,b\n1,2\n");
    for (const [file, code] of [
      [bad, "IMPORT_FORMAT"],
      [join(dirname(ledger), "none.xlsx"), "FILE_UNREADABLE"],
    ] as const) {
      const run = await verify(file);
      expect(run).toMatchObject({ status: 2, stdout: "" });
      expect(run.stderr).toMatch(new RegExp(`^${code}: [^\\n]+\\n$`, "u"));
    }
  });

  test("prints tieout.workbook/1 with --json", async () => {
    const balance = cell("Wallet", "Stated balance", 10);
    const run = await verify(typeOver(workbook, { [`Wallet!${balance}`]: "<v>1350</v>" }), "--json");
    expect(run).toMatchObject({ status: 1, stderr: "" });
    expect(JSON.parse(run.stdout)).toMatchObject({
      schema: "tieout.workbook/1",
      belongs: true,
      holds: false,
      isOriginal: false,
      run: 1,
      link: 3,
      period: { from: "2026-10-01", to: "2026-10-31" },
      editCount: 1,
      edits: [
        {
          sheet: "Wallet",
          cell: balance,
          what: "Stated balance",
          kind: "value",
          exported: "12.00",
          found: "1,350.00",
        },
      ],
    });
  });

  test("refuses a head and a workbook together", async () => {
    const run = await tieout(["verify", ledger, "--head", "0".repeat(64), "--workbook", "x.xlsx"]);
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(run.stderr).toContain("--head or --workbook");
  });
});

describe("import --review", () => {
  const take = (file: string, ...more: readonly string[]) =>
    tieout(["import", ledger, "--review", file, ...more]);
  const decisions = async () => {
    const { stdout } = await tieout(["review", ledger, "--month", "2026-10", "--json"]);
    const { exceptions } = JSON.parse(stdout) as {
      exceptions: { status: string; decision: { by: string } | null }[];
    };
    return exceptions.flatMap(({ status, decision }) =>
      decision === null ? [] : [`${status} by ${decision.by}`],
    );
  };

  test("shows what each line would become, and writes nothing", async () => {
    const run = await take(
      reviewed({ 8: ["✓", ""], 9: ["raised", "Ticket 4711"], 10: ["", "Ask"] }, "Bola Ade"),
    );
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout).toContain("October.xlsx: 3 ticks or notes by Bola Ade\n");
    expect(run.stdout).toContain("  1  row 8  chain-break  (open)\n");
    expect(run.stdout).toContain("     would be accepted: Ticked in October.xlsx, Exceptions row 8\n");
    expect(run.stdout).toContain("     would be raised: Ticket 4711\n");
    expect(run.stdout).toContain("     typed: no tick, Ask\n     would be a point: Ask\n");
    expect(run.stdout).toContain("Nothing was written. Import the 3 without a caution with --accept all.\n");
    expect(await decisions()).toEqual([]);
  });

  test("names numbers of the list as an example of --accept", async () => {
    const ticked = { 8: ["✓", ""], 9: ["✓", ""], 10: ["✓", ""], 11: ["✓", ""] } as const;
    const edits = [9, 10, 11].map((row) => {
      const found = cell("Exceptions", "What was found", row);
      return [`Exceptions!${found}`, textCell(found, "All is well.")] as const;
    });
    const file = typeOver(reviewed(ticked, "Bola Ade"), Object.fromEntries(edits));
    expect((await take(file)).stdout).toContain(
      "the 3 with a caution by their numbers, such as --accept 2,3.\n",
    );
    expect((await take(file, "--accept", "2;3")).stderr).toContain(
      '--accept takes all, or numbers of the list, such as 1,2; not "2;3".',
    );
  });

  test("--accept all imports the lines without a caution, under the name in the workbook", async () => {
    const file = reviewed({ 8: ["✓", ""], 9: ["raised", "Ticket 4711"], 10: ["", "Ask"] }, "Bola Ade");
    const run = await take(file, "--accept", "all");
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout).toMatch(
      /accepted: chain-break — walletID 3 \(decision 1\)\nraised: .* \(decision 2\)\n1 point made\. tieout points lists them\.\n$/u,
    );
    expect(await decisions()).toEqual(["accepted by Bola Ade", "raised by Bola Ade"]);
    const again = await take(file, "--accept", "all");
    expect(again.stdout).toContain("Nothing was imported.");
    expect((await take(file, "--accept", "2")).stderr).toContain(
      "--accept cannot import 2: Decision 2 already says this.",
    );
    expect(await decisions()).toHaveLength(2);
  });

  test("says that the reviewer columns are empty, and which ticks have no name", async () => {
    const empty = await take(workbook);
    expect([empty.status, empty.stdout.split("\n")[0]]).toEqual([0, "October.xlsx"]);
    expect(empty.stdout).toMatch(/\nThe reviewer columns are empty\.\n$/u);
    const unnamed = await take(reviewed({ 8: ["✓", ""] }));
    expect(unnamed.stdout).toMatch(/^October\.xlsx: 1 tick or note without a name\n/u);
    expect(unnamed.stdout).toContain("with --accept all. Add --by NAME: the workbook does not say who");
    expect((await take(reviewed({ 8: ["✓", ""] }, "Bola Ade"))).stdout).not.toContain("--by");
  });

  test("--accept takes line numbers, also of lines with a caution, and --by a name", async () => {
    const file = reviewed({ 8: ["✓", ""], 10: ["explained", "Ask"] });
    const unnamed = await take(file, "--accept", "2");
    expect(unnamed).toMatchObject({ status: 2 });
    expect(unnamed.stderr).toContain("--by NAME");
    expect(await take(file, "--accept", "2", "--by", "Chi Eze")).toMatchObject({ status: 0, stderr: "" });
    expect(await decisions()).toEqual(["explained by Chi Eze"]);
  });

  test("says that other cells were edited, and how to list them", async () => {
    const balance = cell("Wallet", "Stated balance", 10);
    const file = typeOver(reviewed({ 8: ["✓", ""] }, "Bola Ade"), { [`Wallet!${balance}`]: "<v>1350</v>" });
    const note = `1 edit was made outside the cells meant for the reviewer. \`tieout verify ${ledger} --workbook ${file}\` lists them.`;
    expect((await take(file)).stdout).toContain(`Note: ${note}\n`);
    const { notes } = JSON.parse((await take(file, "--json")).stdout) as { notes: string[] };
    expect(notes).toEqual([note]);
    expect((await take(reviewed({ 8: ["✓", ""] }, "Bola Ade"))).stdout).not.toContain("Note:");
  });

  test("names a signed month that an imported decision changes", async () => {
    await signMonth(ledger, "2026-10");
    const run = await take(reviewed({ 8: ["✓", ""] }, "Bola Ade"), "--accept", "all");
    expect(run.stdout).toMatch(
      /\nNote: October 2026 is signed off\. Since then: 1 change, closing unchanged\.\n {2}Decisions: 1 exception has a different decision\n/u,
    );
  });

  test("prints tieout.reviewed/1 with --json", async () => {
    const file = reviewed({ 8: ["✓", ""] }, "Bola Ade");
    const shown = JSON.parse((await take(file, "--json")).stdout) as unknown;
    expect(shown).toMatchObject({
      schema: "tieout.reviewed/1",
      fileName: "October.xlsx",
      run: 1,
      by: "Bola Ade",
      taken: null,
      items: [{ number: 1, row: 8, proposed: { status: "accepted" }, caution: null }],
    });
    const taken = JSON.parse((await take(file, "--json", "--accept", "1")).stdout) as unknown;
    expect(taken).toMatchObject({ taken: [{ id: 1, status: "accepted", by: "Bola Ade" }], points: [] });
    const asked = reviewed({ 9: ["", "Which ticket?"] }, "Bola Ade");
    expect(JSON.parse((await take(asked, "--json", "--accept", "1")).stdout)).toMatchObject({
      items: [{ proposed: null, point: "Which ticket?" }],
      taken: [],
      points: [{ point: 1, text: "Which ticket?", by: "Bola Ade" }],
    });
  });

  test.each([
    [["--accept", "7"], "--accept cannot import 7: the list has only number 1."],
    [["--accept", "x"], "--accept takes all, or numbers"],
    [["--wallet", "history.json"], "not both"],
  ])("refuses %j, and writes nothing", async (args, words) => {
    const run = await take(reviewed({ 8: ["✓", ""] }, "Bola"), ...args);
    expect(run).toMatchObject({ status: 2 });
    expect(run.stderr).toMatch(/^USAGE: [^\n]+\n$/u);
    expect(run.stderr).toContain(words);
    expect(await decisions()).toEqual([]);
  });

  test("refuses the options of --review without it", async () => {
    const run = await tieout(["import", ledger, "--accept", "all"]);
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(run.stderr).toContain("need --review");
  });

  describe.skipIf(!hasTerminal)("on a terminal", () => {
    const takeAsked = (file: string, ...answers: readonly string[]) =>
      tieoutOnTerminal(["import", ledger, "--review", file], answers);

    test("asks for each line that can be imported, numbers all as elsewhere, and imports those answered with y", async () => {
      const file = reviewed(
        { 8: ["?", ""], 9: ["raised", "Ticket"], 10: ["✓", "Fine"], 11: ["✓", ""] },
        "Bola Ade",
      );
      const heads = (text: string) => text.match(/^.* ticks? or notes? .*$|^ +\d+ {2}row \d+/gmu);
      const elsewhere = (await take(file)).stdout;
      const { stdout } = await takeAsked(file, "y", "n", "y");
      expect(stdout.match(/Import it\? \[y\/N\]/gu)).toHaveLength(3);
      expect(stdout).not.toContain("Who reviewed it?");
      expect(heads(stdout)).toEqual([
        "October.xlsx: 4 ticks or notes by Bola Ade",
        "  1  row 8",
        "  2  row 9",
        "  3  row 10",
        "  4  row 11",
      ]);
      expect(heads(elsewhere)).toEqual(heads(stdout));
      expect(await decisions()).toEqual(["raised by Bola Ade", "accepted by Bola Ade"]);
    });

    test("asks who reviewed before the first line, where the workbook does not say", async () => {
      const file = reviewed({ 8: ["✓", ""], 9: ["raised", "Ticket"] });
      const { stdout } = await takeAsked(file, "Chi Eze", "y", "y");
      expect(stdout.indexOf("Who reviewed it?")).toBeLessThan(stdout.indexOf("Import it?"));
      expect(await decisions()).toEqual(["accepted by Chi Eze", "raised by Chi Eze"]);
      const unnamed = await takeAsked(reviewed({ 10: ["✓", ""] }), "");
      expect(unnamed.stdout).toContain("--by NAME");
      expect(unnamed.stdout).not.toContain("Import it?");
    });
  });
});
