/** A: who signed, what the check decided, and what the other sheets show. */
import { formatAmount } from "../../money.ts";
import { type Signer, signersOf } from "../closing.ts";
import type { Figures } from "../figures.ts";
import type { Cell } from "../model.ts";
import { SHEETS, type SheetName } from "../sheets.ts";
import { ReportTable, columnsOf } from "../table.ts";
import { conventionEvidence } from "../../words/evidence.ts";

/** What a step says; a cell to be filled in where none does. */
function signedCell(value: string | undefined): Cell {
  return value ?? { value: null, tone: "input" };
}

interface SignatureLine {
  readonly role: string;
  readonly signer: Signer | null;
}

const SIGNATURES = columnsOf<SignatureLine>()({
  role: { header: "Signatures in force", kind: "text", width: 62, value: ({ role }) => role },
  name: { header: "Name", kind: "text", width: 16, value: ({ signer }) => signedCell(signer?.name) },
  day: { header: "Date", kind: "day", width: 12, value: ({ signer }) => signedCell(signer?.day) },
});
export type SignatureTable = ReportTable<SignatureLine, keyof typeof SIGNATURES>;

/** Who signs as the reviewer; a workbook that comes back says the name beside it. */
export const REVIEWED_BY = "Reviewed by";

/** Who prepared and who reviewed it, by the steps of the close that are in force, else to be filled in. */
export function signatureTable(figures: Figures): SignatureTable {
  const { prepared, reviewed } = signersOf(figures.input, figures.clock);
  const lines = [
    { role: "Prepared by", signer: prepared },
    { role: REVIEWED_BY, signer: reviewed },
  ];
  return new ReportTable(figures, {
    id: "signatures",
    columns: SIGNATURES,
    lines: lines,
  });
}

type DecidedLine = readonly [decided: string, used: string, source: string, evidence: string];

const DECIDED = columnsOf<DecidedLine>()({
  decided: { header: "Decided by the check", kind: "text", value: ([decided]) => decided },
  used: { header: "Used", kind: "text", value: ([, used]) => used },
  source: { header: "Source", kind: "text", value: ([, , source]) => source },
  evidence: { header: "Evidence", kind: "text", value: ([, , , evidence]) => evidence },
});

export function decidedTable(figures: Figures) {
  const lines = [...decidedLines(figures)];
  return new ReportTable(figures, {
    id: "decided",
    columns: DECIDED,
    lines: lines,
  });
}

function* decidedLines({ input }: Figures): Generator<DecidedLine> {
  const { convention, chainScope, settlementBasis, options } = input.check;
  yield [
    "Convention: which side raises the balance",
    convention.used === "asset" ? "asset: a debit" : "bank: a credit",
    convention.source,
    conventionEvidence(convention),
  ];
  yield [
    "Settlement basis: how much of a sale reaches the wallet",
    settlementBasis.used,
    settlementBasis.source,
    `payments that agree${settlementBasis.withinTolerance === true ? " within the tolerance" : ""}: ${Object.entries(
      settlementBasis.votes,
    )
      .map(([basis, payments]) => `${basis} ${formatAmount(payments)}`)
      .join(", ")}`,
  ];
  const better = chainScope.breaks[chainScope.used === "user" ? "business" : "user"];
  const fewer = better < chainScope.breaks[chainScope.used] ? "; the other scope breaks on fewer links" : "";
  yield [
    "Chain scope: whose entries form one wallet",
    chainScope.used,
    options.chainScope === "user" ? "default" : "given",
    `breaks per user ${formatAmount(chainScope.breaks.user)}, per business ${formatAmount(chainScope.breaks.business)}${fewer}`,
  ];
}

const CONTENTS = columnsOf<SheetName>()({
  sheet: { header: "Contents", kind: "text", value: ({ name }) => name },
  ref: {
    header: "Workpaper",
    kind: "text",
    value: ({ ref, name }) => ({ value: ref, link: { sheet: name, cell: "A1" } }),
  },
  title: { header: "Title", kind: "text", value: ({ title }) => title },
});

/** What the other sheets show, with the way there. */
export function contentsTable(figures: Figures) {
  const others = Object.values(SHEETS).filter(({ ref }) => ref !== SHEETS.lead.ref);
  return new ReportTable(figures, {
    id: "contents",
    columns: CONTENTS,
    lines: others,
  });
}
