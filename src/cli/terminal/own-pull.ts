/** What an auditor's own pull came to, as a page to sign. */
import { formatAmount, formatCount } from "../../core/money.ts";
import { wordingOf } from "../../core/reconcile/input/field-words.ts";
import {
  OWN_PULL_SIGNATURE,
  type OwnPullReport,
  WITHHELD_WORD,
  countsWords,
  differenceWords,
  ownPullSentence,
  ownPullTitle,
  packFacts,
} from "../../core/review/restate/own-pull.ts";
import { ZoneClock, formatInstant, sayInstant, withInstant } from "../../core/time.ts";
import { MOST_LISTED, harmless } from "./terminal.ts";

function timeOf(atMs: number | null): string | null {
  return atMs === null ? null : formatInstant(atMs);
}

/** As `tieout.audit/1` has it. */
export function ownPullDocument({ signed, ownPull, ...report }: OwnPullReport) {
  const { startedAtMs, finishedAtMs, responses, ...pulled } = ownPull;
  return {
    ...report,
    signed: withInstant(signed),
    ownPull: {
      ...pulled,
      startedAt: formatInstant(startedAtMs),
      finishedAt: timeOf(finishedAtMs),
      responses: responses.map(({ serverAtMs, ...one }) => ({ ...one, serverAt: timeOf(serverAtMs) })),
    },
  };
}

/** Times are UTC: two machines are compared. @param files as they were named */
export function ownPullLines(
  report: OwnPullReport,
  { source, own }: { readonly source: string; readonly own: string },
): string {
  const { month, signed, pack, ownPull, entries, transactions, differences, decimals } = report;
  const wording = wordingOf(decimals, new ZoneClock("UTC"));
  const shown = differences.slice(0, MOST_LISTED);
  const more = differences.length - shown.length;
  const lines = [
    ownPullTitle(month),
    "",
    ...(pack === null
      ? [`Ledger        ${source}, id ${report.ledger.id}`]
      : [
          `Pack          ${source}, of the ledger with the id ${report.ledger.id}`,
          ...packFacts(pack).map(([what, value]) => `${what.padEnd(14)}${value}`),
        ]),
    `Signed        by ${signed.by ?? WITHHELD_WORD} at ${sayInstant(signed.atMs)}, link ${signed.linkSha256 ?? WITHHELD_WORD}`,
    `Own pull      ${own}, from ${ownPull.baseUrl ?? "files"}, begun at ${sayInstant(ownPull.startedAtMs)}, ending with link ${ownPull.head}`,
    ...ownPull.responses.map(responseLine),
    `Entries       ${countsWords(entries)}`,
    `Transactions  ${countsWords(transactions)}`,
    ...(shown.length === 0 ? [] : ["", "What differs"]),
    ...shown.map((difference) => `  ${differenceWords(difference, wording)}`),
    ...(more === 0 ? [] : [`  … and ${formatCount(more, "more difference")}; --json has them all`]),
    "",
    ownPullSentence(report),
    "",
    OWN_PULL_SIGNATURE,
  ];
  return `${lines.map(harmless).join("\n")}\n`;
}

function responseLine({
  request,
  status,
  bytes,
  sha256,
  certificateSha256,
}: OwnPullReport["ownPull"]["responses"][number]): string {
  const certificate = certificateSha256 === null ? "" : `, certificate ${certificateSha256}`;
  return `Response      ${request}: ${status}, ${formatAmount(bytes)} bytes, SHA-256 ${sha256}${certificate}`;
}
