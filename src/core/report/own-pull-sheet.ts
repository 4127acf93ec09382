/** An auditor's own pull as one sheet to print and sign: what was compared, what of it is identical, what differs. */
import { wordingOf } from "../reconcile/input/field-words.ts";
import {
  COUNTED,
  OWN_PULL_SIGNATURE,
  type OwnPullReport,
  WITHHELD_WORD,
  differenceWords,
  ownPullSentence,
  ownPullTitle,
  packFacts,
} from "../review/restate/own-pull.ts";
import { capitalised } from "../sentence.ts";
import { ZoneClock } from "../time.ts";
import { textLiteral } from "./sheet/currencies.ts";
import { type Cell, type CellKind, EXCEL_ROWS, type SheetTable, type Workbook } from "./sheet/model.ts";
import { SPACER } from "./sheet/table.ts";

/** In characters: what, then figures or texts beside it. */
const WIDTHS = [30, 14, 12, 18, 14, 12, 12, 14, 80];

/** @param files as they were named. Times are UTC: two machines are compared */
export function buildOwnPull(
  report: OwnPullReport,
  files: { readonly source: string; readonly own: string },
): Workbook {
  const { month, decimals } = report;
  const title = ownPullTitle(month);
  return {
    title: files.source,
    scope: ownPullSentence(report),
    source: "Times are UTC.",
    signatures: { value: OWN_PULL_SIGNATURE, formula: textLiteral(OWN_PULL_SIGNATURE) },
    footer: title,
    sheets: [
      {
        ref: "P",
        name: "Own pull",
        title,
        widths: WIDTHS,
        printed: WIDTHS.length,
        frozenColumns: 0,
        filtered: false,
        tables: [
          factsTable(report, files),
          countsTable(report),
          responsesTable(report),
          differencesTable(report),
        ],
      },
    ],
    timeZone: "UTC",
    decimals,
    maxRows: EXCEL_ROWS,
  };
}

type Head = readonly [key: string, header: string, kind: CellKind];

/** @param heads of the first columns and, last, of the widest; `null` leaves one empty */
function tableOf(
  id: string,
  title: string,
  empty: string,
  heads: readonly (Head | null)[],
  rows: readonly (readonly Cell[])[],
): SheetTable {
  return {
    id,
    title,
    empty,
    columns: WIDTHS.map((_, at) => {
      const found = heads[at];
      if (found === undefined || found === null) return SPACER;
      const [key, header, kind] = found;
      return { key, header, kind };
    }),
    count: rows.length,
    feet: 0,
    parts: [],
    rows: () => rows.map((cells) => ({ cells, tone: "plain" as const })),
  };
}

/** The columns between the first and the last. */
const NOTHING = [null, null, null, null, null, null, null] as const;

const instant = (value: number | null) => ({ value, kind: "instant" as const });

function factsTable(
  { signed, ledger, pack, ownPull }: OwnPullReport,
  files: { readonly source: string; readonly own: string },
): SheetTable {
  const fact = (what: string, value: Cell) => [what, ...NOTHING, value];
  return tableOf(
    "compared",
    "What was compared",
    "",
    [["what", "What", "text"], ...NOTHING, ["value", "Value", "wrapped"]],
    [
      ...(pack === null
        ? [fact("Ledger", files.source), fact("Its id", ledger.id)]
        : [
            fact("Evidence pack", files.source),
            ...packFacts(pack).map(([what, value]) => fact(what, value)),
            fact("Id of its ledger", ledger.id),
          ]),
      fact("User", ledger.userID === null ? null : String(ledger.userID)),
      fact("Signed by", signed.by ?? WITHHELD_WORD),
      fact("Signed at", instant(signed.atMs)),
      fact("Link of the signature", signed.linkSha256 ?? WITHHELD_WORD),
      fact("Auditor's file", files.own),
      fact("Pulled from", ownPull.baseUrl),
      fact("Pull begun at", instant(ownPull.startedAtMs)),
      fact("Pull ended at", instant(ownPull.finishedAtMs)),
      fact("Newest link of the file", ownPull.head),
    ],
  );
}

function countsTable({ entries, transactions }: OwnPullReport): SheetTable {
  const kinds = [
    ["Entries", entries],
    ["Transactions", transactions],
  ] as const;
  return tableOf(
    "counts",
    "Records that the month was signed on, dated up to its end",
    "",
    [
      ["records", "Records", "text"],
      ...COUNTED.map(([key, words]): Head => [key, capitalised(words), "integer"]),
    ],
    kinds.map(([name, counts]) => [name, ...COUNTED.map(([key]) => counts[key])]),
  );
}

function responsesTable({ ownPull }: OwnPullReport): SheetTable {
  return tableOf(
    "responses",
    "Responses of the service in this pull",
    "The pull kept none.",
    [
      ["request", "Request", "wrapped"],
      ["status", "Status", "text"],
      ["bytes", "Bytes", "integer"],
      ["serverAt", "The service's time", "instant"],
      ...NOTHING.slice(3),
      ["sha256", "SHA-256", "wrapped"],
    ],
    ownPull.responses.map(({ request, status, bytes, serverAtMs, sha256, certificateSha256 }) => [
      request,
      status,
      bytes,
      serverAtMs,
      ...NOTHING.slice(3),
      certificateSha256 === null
        ? sha256
        : `${sha256}, over a connection of certificate ${certificateSha256}`,
    ]),
  );
}

function differencesTable({ differences, decimals }: OwnPullReport): SheetTable {
  const wording = wordingOf(decimals, new ZoneClock("UTC"));
  return tableOf(
    "differences",
    "What differs",
    "Nothing differs.",
    [
      ["record", "Record", "text"],
      ["id", "Its number", "id"],
      ["kind", "What", "text"],
      ["isOfMonth", "Of the month", "truth"],
      ["isStated", "Ledger says so", "truth"],
      ...NOTHING.slice(4),
      ["words", "In words", "wrapped"],
    ],
    differences.map((difference) => [
      difference.record,
      difference.id,
      difference.kind,
      difference.isOfMonth,
      difference.isStated,
      ...NOTHING.slice(4),
      differenceWords(difference, wording),
    ]),
  );
}
