/** Everything that Tieout gives of one month of a ledger, in every form in which somebody reads it. */
import type { Month } from "../../src/core/review/close/close.ts";
import type { Desk } from "./desk.ts";

/** Keeps them all, then the audit trail; of a desk that looks at less, that alone. */
export async function keepMonth(desk: Desk, month: string): Promise<void> {
  desk.month = month as Month;
  if (desk.ofMonth === "nothing") return;
  if (desk.ofMonth === "binder") await keepBinder(desk, month);
  else if (desk.ofMonth === "places") await keepPlaces(desk, month);
  else await keepEverything(desk, month);
  await desk.keptMonth(desk.month);
}

async function keepEverything(desk: Desk, month: string): Promise<void> {
  const { ledger } = desk;
  const ofMonth = [ledger, "--month", month];
  await desk.keep("check-all.json", "check", ledger, "--json");
  await desk.keep("proposals.txt", "review", ...ofMonth, "--proposals");
  await desk.keep("match.json", "match", ledger, "--json");
  await desk.keep("letters.txt", "letters", ledger);
  await desk.keep("evidence.json", "evidence", ledger, "--json");
  await keepPlaces(desk, month);
  await desk.keepWords(
    "compared.json",
    "verify",
    ledger,
    "--workbook",
    desk.path(workbookOf(desk)),
    "--json",
  );
  await desk.keepWords("verify.json", "verify", ledger, "--json");
  await desk.keepWords("verify.txt", "verify", ledger);
  desk.keepTrail();
}

const workbookOf = ({ world }: Desk) => `${world}.xlsx`;

/** What `truth/places.ts` reads; the tables as CSV of a desk that keeps all, before the link that the workbook leaves. */
async function keepPlaces(desk: Desk, month: string): Promise<void> {
  const { ledger } = desk;
  const ofMonth = [ledger, "--month", month];
  await desk.keep("check.json", "check", ...ofMonth, "--json");
  await desk.keep("check.txt", "check", ...ofMonth);
  await desk.keep("review.json", "review", ...ofMonth, "--json");
  await desk.keep("review.txt", "review", ...ofMonth);
  await desk.keep("proposals.json", "review", ...ofMonth, "--proposals", "--json");
  await desk.keep("file.json", "file", ...ofMonth, "--json");
  await desk.keep("file.txt", "file", ...ofMonth);
  await desk.keep("months.json", "months", ledger, "--json");
  await desk.keep("months.txt", "months", ledger);
  await desk.keep("restatements.json", "restatements", ledger, "--json");
  await desk.keep("restatements.txt", "restatements", ledger);
  await desk.keep("letters.json", "letters", ledger, "--json");
  await desk.keep("year.json", "year", ledger, "--to", month, "--json");
  await desk.keep("clients.json", "clients", desk.folder, "--json");
  await desk.keep("clients.txt", "clients", desk.folder);
  await desk.keepFile("year", `${desk.world}-year.xlsx`, "year", ledger, "--to", month);
  await desk.keepFile("letter", `${desk.world}.docx`, "letter", ...ofMonth);
  await keepBinder(desk, month);
  if (desk.ofMonth === "everything") await keepTables(desk, month);
  await desk.keepParts("workbook", workbookOf(desk), "export", ...ofMonth);
}

async function keepTables(desk: Desk, month: string): Promise<void> {
  const csv = [...exported(desk, "for-csv", month), "--format", "csv"];
  await desk.keepFile("csv", `${desk.world}.zip`, "export", ...csv);
}

async function keepBinder(desk: Desk, month: string): Promise<void> {
  const binder = [...exported(desk, "for-binder", month), "--binder"];
  await desk.keepFile("binder.html", `${desk.world}.pdf`, "export", ...binder);
}

/** An export prints the head of the trail, which has those before it: each moves by itself where the others are not there. */
function exported(desk: Desk, copy: string, month: string): string[] {
  return [desk.copyFor(copy), "--month", month];
}
