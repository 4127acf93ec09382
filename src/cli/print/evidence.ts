/** Evidence as text and as JSON: what was attached, to what, by whom, and whether it was withdrawn. */
import type { ChangeWording } from "../../core/fields/field-words.ts";
import { subjectWords } from "../../core/review/attached/attached-words.ts";
import type { Evidence } from "../../core/review/attached/attachment.ts";
import { evidenceDocument } from "../../core/review/decisions/documents.ts";
import { bytesText } from "../../core/text/size-text.ts";
import type { Session } from "../terminal/session.ts";
import { type Terminal, harmless, print, tinted, writeJsonList } from "../terminal/terminal.ts";
import { ledgerWording, notedBy } from "./words.ts";

/** Writes it to the terminal's result stream, or as `tieout.evidence/1`. */
export async function writeEvidence(
  { terminal, progress }: Session,
  ledger: string,
  all: readonly Evidence[],
  json: boolean,
): Promise<void> {
  progress.clear();
  if (json) {
    const { evidence, ...head } = evidenceDocument(all);
    return writeJsonList(terminal, head, "evidence", evidence);
  }
  if (all.length === 0) return print(terminal, "No evidence is attached.\n");
  const wording = ledgerWording(ledger);
  for (const one of all) await print(terminal, `${linesOf(terminal, one, wording).join("\n")}\n`);
}

function linesOf(terminal: Terminal, evidence: Evidence, wording: ChangeWording): string[] {
  const { id, subject, name, bytes, sha256, withdrawn } = evidence;
  const state = withdrawn === null ? "" : tinted(terminal.stdout, "dim", " (withdrawn)");
  return [
    `  evidence ${id}${state}: ${harmless(name)} (${bytesText(bytes)}) for ${harmless(subjectWords(subject))}`,
    ...notedBy(evidence, wording).map((line) => `      ${line}`),
    ...(withdrawn === null
      ? []
      : notedBy(withdrawn, wording).map((line, at) => `      ${at === 0 ? "Withdrawn by " : ""}${line}`)),
    `      SHA-256 ${sha256}`,
  ];
}
