/** A: the figures, the proofs, what was decided and what is open, on one page. */
import { formatAmount } from "../../money.ts";
import { conventionEvidence } from "../words/evidence-words.ts";
import type { Figures } from "../figures.ts";
import { type Signer, signersOf } from "../closing.ts";
import type { Cell, Row } from "../model.ts";
import type { TablePlace } from "../place.ts";
import type { Proof } from "./proofs.ts";
import { SHEETS, padded } from "../sheets.ts";

export const LEAD_WIDTHS = [62, 16, 12, 10, 11, 11, 9, 11, 74];

export const SIGNATURE_COLUMNS = padded(LEAD_WIDTHS.length, [
  { key: "role", header: "Signed, as every sheet shows it", kind: "text" },
  { key: "name", header: "Name", kind: "text" },
  { key: "day", header: "Date", kind: "day" },
]);
export const CHECK_COLUMNS = padded(LEAD_WIDTHS.length, [
  { key: "proof", header: "Proof", kind: "text" },
  { key: "holds", header: "Holds", kind: "truth" },
  { key: "ref", header: "Workpaper", kind: "text" },
]);
export const DECIDED_COLUMNS = padded(LEAD_WIDTHS.length, [
  { key: "decided", header: "Decided by the check", kind: "text" },
  { key: "used", header: "Used", kind: "text" },
  { key: "source", header: "Source", kind: "text" },
  { key: "evidence", header: "Evidence", kind: "text" },
]);
export const CONTENTS_COLUMNS = padded(LEAD_WIDTHS.length, [
  { key: "sheet", header: "Contents", kind: "text" },
  { key: "ref", header: "Workpaper", kind: "text" },
  { key: "title", header: "Title", kind: "text" },
]);
export const SIGNATURE_COUNT = 2;

/** What a step says; a cell to be filled in where none does. */
function signedCell(value: string | undefined): Cell {
  return value ?? { value: null, tone: "input" };
}

/** Who signs as the reviewer; a workbook that comes back says the name beside it. */
export const REVIEWED_BY = "Reviewed by";

/** Who prepared and who reviewed it, by the steps of the close that are in force, else to be filled in. */
export function* signatureRows({ input, clock }: Figures): Generator<Row> {
  const { prepared, reviewed } = signersOf(input, clock);
  yield signerRow("Prepared by", prepared);
  yield signerRow(REVIEWED_BY, reviewed);
}

function signerRow(role: string, signer: Signer | null): Row {
  return {
    tone: "plain",
    cells: [role, signedCell(signer?.name), signedCell(signer?.day)],
  };
}

/** What is claimed, as a cell that Excel works out. */
export function checkRow({ words, holds, formula, ref, link }: Proof): Row {
  return {
    tone: "plain",
    cells: [words, { value: holds, formula, tone: holds ? "good" : "bad" }, { value: ref, link }],
  };
}

/** Each proof, then all of them at once. */
export function* proofRows(proofs: readonly Proof[], place: TablePlace): Generator<Row> {
  for (const proof of proofs) yield checkRow(proof);
  const all = proofs.every(({ holds }) => holds);
  const formula = `AND(${place.ranges("holds", 0, proofs.length - 1).join(",")})`;
  yield { tone: "total", cells: ["All proofs hold", { value: all, formula, tone: all ? "total" : "bad" }] };
}

export const DECIDED_COUNT = 3;

function plain(cells: Cell[]): Row {
  return { tone: "plain", cells };
}

export function* decidedRows({ input }: Figures): Generator<Row> {
  const { convention, chainScope, settlementBasis, options } = input.check;
  yield plain([
    "Convention: what raises the balance",
    convention.used === "asset" ? "asset: a debit" : "bank: a credit",
    convention.source,
    conventionEvidence(convention),
  ]);
  yield plain([
    "Settlement basis: what of a sale reaches the wallet",
    settlementBasis.used,
    settlementBasis.source,
    `payments that agree: ${Object.entries(settlementBasis.votes)
      .map(([basis, payments]) => `${basis} ${formatAmount(payments)}`)
      .join(", ")}`,
  ]);
  const better = chainScope.breaks[chainScope.used === "user" ? "business" : "user"];
  const fewer = better < chainScope.breaks[chainScope.used] ? "; the other scope breaks on fewer links" : "";
  yield plain([
    "Chain scope: whose entries form one wallet",
    chainScope.used,
    options.chainScope === "user" ? "default" : "given",
    `breaks per user ${formatAmount(chainScope.breaks.user)}, per business ${formatAmount(chainScope.breaks.business)}${fewer}`,
  ]);
}

/** What the other sheets show, with the way there. */
export function* contentsRows(): Generator<Row> {
  for (const { ref, name, title } of Object.values(SHEETS)) {
    if (ref !== SHEETS.lead.ref) {
      yield { tone: "plain", cells: [name, { value: ref, link: { sheet: name, cell: "A1" } }, title] };
    }
  }
}
