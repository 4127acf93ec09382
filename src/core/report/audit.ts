/** D2: what the workbook was made from, so that it can be made again: versions, options, pulls, hashes, trail. */
import type { ReportInput, ReportPull } from "./input.ts";
import type { Cell, Column, Row } from "./model.ts";

const SPACER = { key: "", header: "", kind: "text" } as const;

export const FACT_COLUMNS: readonly Column[] = [
  { key: "fact", header: "Fact", kind: "text" },
  { key: "value", header: "Value", kind: "text" },
  ...Array.from({ length: 6 }, () => SPACER),
];

export function pullColumns(zone: string): readonly Column[] {
  return [
    { key: "source", header: "Source", kind: "text" },
    { key: "started", header: `Started (${zone})`, kind: "instant" },
    { key: "finished", header: `Finished (${zone})`, kind: "instant" },
    { key: "pull", header: "Pull", kind: "integer" },
    { key: "limit", header: "Limit", kind: "integer" },
    { key: "entries", header: "Entries", kind: "integer" },
    { key: "transactions", header: "Transactions", kind: "integer" },
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
  { key: "sha256", header: "SHA-256", kind: "text" },
];

export const AUDIT_WIDTHS = [30, 22, 22, 7, 11, 12, 13, 68];

function when(atMs: number): Cell {
  return { value: atMs, kind: "instant" };
}

function whole(value: number): Cell {
  return { value, kind: "integer" };
}

export function factsOf(input: ReportInput): readonly (readonly [fact: string, value: Cell])[] {
  const { check, run, audit } = input;
  const { options } = check;
  return [
    ["Application", `Tieout ${input.appVersion}`],
    ["Rules version", input.rulesVersion],
    ["Ledger", input.ledgerId],
    ["Run", run === null ? "not kept" : whole(run.id)],
    [`Run at (${options.timeZone})`, run === null ? null : when(run.atMs)],
    [`As of (${options.timeZone})`, check.asOfMs === null ? null : when(check.asOfMs)],
    ["Period from", check.period === null ? "whole history" : { value: check.period.from, kind: "day" }],
    ["Period to", check.period === null ? "whole history" : { value: check.period.to, kind: "day" }],
    ["Option: convention", options.convention],
    ["Option: settlement basis", options.settlementBasis],
    ["Option: tolerance", { value: options.tolerance, kind: "amount" }],
    ["Option: cut-off days", whole(options.cutoffDays)],
    ["Option: chain scope", options.chainScope],
    ["Option: time zone", options.timeZone],
    ["Decimals shown", whole(input.decimals)],
    ["History may be capped", check.capped ? "yes" : "no"],
    ...check.skippedRules.map(({ rule, reason }) => [`Rule not run: ${rule}`, reason] as const),
    ["Decisions and sign-offs", "none recorded"],
    ["Audit trail: last link", whole(audit.sequence)],
    ["Audit trail: head hash", audit.head],
  ];
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
        pull.baseUrl,
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
      yield { tone: "plain", cells: [endpoint, name || null, null, id, null, bytes, kept, sha256] };
    }
  }
}
