/** The results of `tieout verify`, of a ledger and of a workbook, as text and as JSON. */
import type { ErrorCode } from "../../core/error-codes.ts";
import { TieoutError, formatError } from "../../core/errors.ts";
import { formatAmount } from "../../core/money.ts";
import { besidesWords, verdictWords } from "../../core/report/workbook-verdict.ts";
import { type ProvenAnchor, anchorSentence, stampedWords } from "../../core/words/anchor.ts";
import { proofFactsWords } from "../../core/words/proof.ts";
import { bytesText } from "../../core/size-text.ts";
import { formatInstant } from "../../core/time.ts";
import type { AnchorReport } from "../../main/services/pull/anchor.ts";
import type { LedgerProof } from "../../main/services/verify/verify.ts";
import type { Edit, WorkbookReport } from "../../core/report/edits.ts";
import {
  EXIT,
  type Session,
  type Terminal,
  harmless,
  print,
  tinted,
  writeJson,
  writeJsonList,
} from "./terminal.ts";
import { signatureLines, keysDocument } from "./keys.ts";
import { ledgerWording } from "./words.ts";
import type { ChangeWording } from "../../core/reconcile/input/field-words.ts";

/** Writes each problem in a line, then what is not proven, then the verdict. */
export async function printProof(terminal: Terminal, report: LedgerProof): Promise<void> {
  const { ok, problems, notes, head, links, verdict, facts, signatures, anchors } = report;
  for (const { code, sentence, where } of problems)
    await print(terminal, harmless(`${code}: ${sentence}${where === null ? "" : ` (${where})`}`) + "\n");
  for (const note of notes) await print(terminal, `Note: ${harmless(note)}.\n`);
  const signed = signatures === null ? [] : signatureLines(signatures);
  const counts = proofFactsWords(facts);
  await print(
    terminal,
    ok
      ? `${verdict}: ${counts}.\nHead of the audit trail: ${head} (link ${links})\n`
      : `${verdict}.${counts === "" ? "" : ` ${counts}.`}\n`,
  );
  const stamped = anchors.map((anchor) => harmless(`${anchorSentence(anchor)}.`));
  const last = [...signed, ...stamped];
  if (last.length > 0) await print(terminal, `${last.join("\n")}\n`);
}

/** As JSON, a problem a line; `notCompared` are pulls, `notProven` signed months left out, with reasons. */
export async function writeProofJson(terminal: Terminal, report: LedgerProof): Promise<void> {
  const { ok, head, links, facts, problems, pulls, signedMonths, signatures: found } = report;
  const anchors = report.anchors.map(anchorDocument);
  const signatures = found === null ? null : keysDocument(found);
  const proven = { schema: "tieout.verify/1", ok, head, links };
  const months =
    signedMonths === null
      ? null
      : {
          inForce: signedMonths.signed,
          performedAgain: signedMonths.performed,
          notProven: signedMonths.unproven,
        };
  await writeJsonList(
    terminal,
    { ...proven, facts, pulls, signedMonths: months, signatures, anchors, problems },
    "problems",
  );
}

/** A verified time stamp, as every JSON output has it. */
export function anchorDocument(anchor: ProvenAnchor) {
  const { link, statedAtMs, authority, keptIn, tokenSha256, rootSha256, isTrusted } = anchor;
  const existedBy = formatInstant(statedAtMs);
  return { link, existedBy, authority, keptIn, tokenSha256, rootSha256, trusted: isTrusted };
}

/** What an authority stated of the newest link, and where the token is. */
export async function printAnchor(terminal: Terminal, report: AnchorReport): Promise<void> {
  const { keptIn, tokenBytes, tokenSha256, rootSha256 } = report;
  const lines = [
    `${stampedWords(report)}.`,
    `Kept in link ${keptIn}: a token of ${bytesText(tokenBytes)}, SHA-256 ${tokenSha256}`,
    `The authority's root  SHA-256 ${rootSha256}`,
  ];
  await print(terminal, `${lines.map(harmless).join("\n")}\n`);
}

export async function writeAnchorJson(terminal: Terminal, report: AnchorReport): Promise<void> {
  const { hash, tokenBytes } = report;
  await writeJson(terminal, { schema: "tieout.anchor/1", ...anchorDocument(report), hash, tokenBytes });
}

/** Writes the whole report to the terminal's result stream. */
async function printWorkbook(
  terminal: Terminal,
  report: WorkbookReport,
  wording: ChangeWording,
): Promise<void> {
  for (const edit of report.edits) await print(terminal, `${editLine(edit)}\n`);
  const more = report.editCount - report.edits.length;
  if (more > 0) await print(terminal, `… and ${formatAmount(more)} more.\n`);
  await print(terminal, `${summaryOf(terminal, report, wording)}\n`);
  for (const note of report.notes) await print(terminal, `Note: ${harmless(note)}\n`);
}

/** @example `Wallet!H14  Balance  exported 1,250.00, found 1,350.00` */
function editLine({ sheet, cell, what, kind, exported, found }: Edit): string {
  const name = /^[\p{L}\p{N}_]+$/u.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;
  const place = cell === "" ? sheet || "(the workbook)" : `${name}!${cell}`;
  return [place, what ?? "", changeOf(kind, shown(exported), shown(found))]
    .filter((part) => part !== "")
    .map(harmless)
    .join("  ");
}

function changeOf(kind: Edit["kind"], exported: string, found: string): string {
  switch (kind) {
    case "value":
    case "formula":
    case "format":
    case "moved-sheets":
    case "link":
      return `exported ${exported}, found ${found}`;
    case "overwritten-formula":
      return `exported ${exported}, found ${found} in the formula's place`;
    case "result":
      return `exported ${exported}, found ${found} although the formula is unchanged`;
    case "added":
    case "attached":
    case "inserted-rows":
      return `found ${found}`;
    case "deleted-rows":
      return `exported ${exported}`;
    case "missing-sheet":
    case "added-sheet":
    case "hidden":
    case "setting":
      return "";
  }
}

/** On one line, and what holds nothing by a word. */
function shown(text: string): string {
  return text === "" ? "nothing" : text.replaceAll(/\s*\n\s*/gu, " ⏎ ");
}

function summaryOf({ stdout }: Terminal, report: WorkbookReport, { sayTime }: ChangeWording): string {
  const { holds, isOtherLayout, exportedAtMs, run, sequence, head } = report;
  const colour = holds ? "green" : isOtherLayout ? "yellow" : "red";
  return [
    tinted(stdout, colour, verdictWords(report, sayTime(exportedAtMs))),
    ...besidesWords(report),
    `It shows run ${run} of this ledger (link ${sequence}).`,
    `Head printed in it: ${head}`,
  ].join("\n");
}

async function writeWorkbookJson(terminal: Terminal, report: WorkbookReport): Promise<void> {
  const { edits, exportedAtMs, sequence, ...facts } = report;
  const exportedAt = formatInstant(exportedAtMs);
  const head = { schema: "tieout.workbook/1", belongs: true, ...facts, link: sequence, exportedAt };
  await writeJsonList(terminal, { ...head, edits }, "edits");
}

/** The workbook was read, and is not of this ledger as it is. */
const NOT_OF_IT: ReadonlySet<ErrorCode> = new Set([
  "WORKBOOK_FOREIGN",
  "AUDIT_TRUNCATED",
  "AUDIT_BROKEN",
  "AUDIT_MISMATCH",
]);

/** @throws TieoutError as `verifyWorkbook`, but for what says that it does not belong to the ledger */
export async function proveWorkbook(
  session: Session,
  ledger: string,
  file: string,
  asJson: boolean,
): Promise<void> {
  const { terminal, context } = session;
  try {
    const { verifyWorkbook } = await import("../../main/services/export/verify-workbook.ts");
    const report = await verifyWorkbook({ ledger, file }, context);
    session.progress.clear();
    if (!report.holds) session.exitStatus = EXIT.found;
    await (asJson
      ? writeWorkbookJson(terminal, report)
      : printWorkbook(terminal, report, ledgerWording(ledger)));
  } catch (error) {
    if (!(error instanceof TieoutError) || !NOT_OF_IT.has(error.code)) throw error;
    session.progress.clear();
    session.exitStatus = EXIT.found;
    const { code, message } = error;
    const document = { schema: "tieout.workbook/1", belongs: false, holds: false, code, message };
    await (asJson ? writeJson(terminal, document) : print(terminal, `${formatError(error)}\n`));
  }
}
