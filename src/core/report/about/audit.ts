/** D2: what the workbook was made from, so that it can be made again: versions, options, pulls, hashes, trail. */
import { formatAmount } from "../../money.ts";
import { notOverWords } from "../../review/close/close-obstacles.ts";
import type { ReportInput, ReportPull } from "../input.ts";
import type { Cell, Column, Row } from "../model.ts";
import { SPACER, padded } from "../sheets.ts";

export const FACT_COLUMNS = padded(9, [
  { key: "fact", header: "Fact", kind: "text" },
  { key: "value", header: "Value", kind: "text" },
]);

export function pullColumns(zone: string): readonly Column[] {
  return [
    { key: "source", header: "Source", kind: "text" },
    { key: "started", header: `Started (${zone})`, kind: "instant" },
    { key: "finished", header: `Finished (${zone})`, kind: "instant" },
    { key: "pull", header: "Pull", kind: "integer" },
    { key: "limit", header: "Limit", kind: "integer" },
    { key: "entries", header: "Entries", kind: "integer" },
    { key: "transactions", header: "Transactions", kind: "integer" },
    SPACER,
    { key: "from", header: "From", kind: "text" },
  ];
}

export const BODY_COLUMNS: readonly Column[] = [
  { key: "endpoint", header: "Response body", kind: "text" },
  { key: "name", header: "File", kind: "text" },
  SPACER,
  { key: "pull", header: "Pull", kind: "integer" },
  SPACER,
  { key: "bytes", header: "Bytes", kind: "integer" },
  { key: "kept", header: "Kept", kind: "text" },
  SPACER,
  { key: "sha256", header: "SHA-256", kind: "text" },
];

export const AUDIT_WIDTHS = [44, 22, 22, 7, 18, 12, 14, 8, 68];

function when(atMs: number | null): Cell {
  return { value: atMs, kind: "instant" };
}

function dayOrAll(value: string | undefined): Cell {
  return value === undefined ? "whole history" : { value, kind: "day" };
}

/** The command that runs the check again. */
export function checkCommandOf({ options, period }: ReportInput["check"]): string {
  const days = period === null ? "" : ` --from ${period.from} --to ${period.to}`;
  return [
    `tieout check LEDGER${days} --time-zone ${options.timeZone} --convention ${options.convention}`,
    `--basis ${options.settlementBasis} --tolerance ${options.tolerance} --cutoff-days ${options.cutoffDays}`,
    `--chain-scope ${options.chainScope}`,
  ].join(" ");
}

const SEEN = "Period seen to its end";

/** The facts by which a workbook that comes back is known again, as D2 words them. */
export const KNOWN_BY = {
  application: "Application",
  ledger: "Ledger",
  decimals: "Decimals shown",
  head: "Audit trail: head hash",
} as const;

export function factsOf(input: ReportInput): readonly (readonly [fact: string, value: Cell])[] {
  const { check, run, audit } = input;
  const { options, period } = check;
  return [
    [KNOWN_BY.application, `Tieout ${input.appVersion}`],
    ["Rules version", input.rulesVersion],
    [KNOWN_BY.ledger, input.ledgerId],
    ["Run", run === null ? "not kept" : String(run.id)],
    [`Run at (${options.timeZone})`, when(run?.atMs ?? null)],
    [`As of (${options.timeZone})`, when(check.asOfMs)],
    ["Period from", dayOrAll(period?.from)],
    ["Period to", dayOrAll(period?.to)],
    [SEEN, notOverWords(check) === null ? "yes" : "no"],
    ["Option: convention", options.convention],
    ["Option: settlement basis", options.settlementBasis],
    ["Option: tolerance", formatAmount(options.tolerance, input.decimals)],
    ["Option: cut-off days", String(options.cutoffDays)],
    ["Option: chain scope", options.chainScope],
    ["Option: time zone", options.timeZone],
    [KNOWN_BY.decimals, String(input.decimals)],
    ["The check again", checkCommandOf(check)],
    ["History may be capped", check.capped ? "yes" : "no"],
    ...check.skippedRules.map(({ rule, reason }) => [`Rule not run: ${rule}`, reason] as const),
    ["Decisions recorded", String(input.decisions.length)],
    ["Matches by hand in force", String(input.matches.filter(({ state }) => state === "in-force").length)],
    ["Steps of the close recorded", String(input.closeSteps.length)],
    ["Audit trail: last link", String(audit.sequence)],
    [KNOWN_BY.head, audit.head],
  ];
}

/** The row of the facts that says whether all of the period was seen. */
export function seenRow(input: ReportInput): number {
  return factsOf(input).findIndex(([fact]) => fact === SEEN);
}

export function* factRows(input: ReportInput): Generator<Row> {
  for (const [fact, value] of factsOf(input)) yield { tone: "plain", cells: [fact, value] };
}

export function* pullRows(pulls: readonly ReportPull[]): Generator<Row> {
  for (const pull of pulls) {
    yield {
      tone: "plain",
      cells: [
        pull.source,
        pull.startedAtMs,
        pull.finishedAtMs,
        pull.id,
        pull.limit,
        pull.entries,
        pull.transactions,
        null,
        pull.baseUrl ?? "imported files",
      ],
    };
  }
}

export function bodyCount(pulls: readonly ReportPull[]): number {
  return pulls.reduce((count, { bodies }) => count + bodies.length, 0);
}

export function* bodyRows(pulls: readonly ReportPull[]): Generator<Row> {
  for (const { id, bodies } of pulls) {
    for (const { endpoint, name, sha256, bytes, pruned } of bodies) {
      const kept = pruned ? "pruned" : "yes";
      yield { tone: "plain", cells: [endpoint, name || null, null, id, null, bytes, kept, null, sha256] };
    }
  }
}
