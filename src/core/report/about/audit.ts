/** D2: what the workbook was made from, to make it again: versions, options, pulls, hashes, trail. */
import { formatAmount } from "../../money.ts";
import { notOverWords } from "../../review/close/close-obstacles.ts";
import type { Figures } from "../figures.ts";
import type { ReportBody, ReportInput, ReportPull } from "../input.ts";
import type { Provenance } from "../../review/pulls/provenance.ts";
import type { Cell } from "../model.ts";
import { type CompletenessLine, completenessOf } from "./completeness.ts";
import { ReportTable, columnsOf } from "../table.ts";

function when(atMs: number | null): Cell {
  return { value: atMs, kind: "instant" };
}

function dayOrAll(value: string | undefined): Cell {
  return value === undefined ? "whole history" : { value, kind: "day" };
}

/** The command that runs the check again. */
function checkCommandOf({ options, period }: ReportInput["check"]): string {
  const days = period === null ? "" : ` --from ${period.from} --to ${period.to}`;
  return [
    `tieout check LEDGER${days} --time-zone ${options.timeZone} --convention ${options.convention}`,
    `--basis ${options.settlementBasis} --tolerance ${options.tolerance} --cutoff-days ${options.cutoffDays}`,
    `--chain-scope ${options.chainScope}`,
  ].join(" ");
}

const SEEN = "Pulled after the period ended";

/** The facts by which a workbook that comes back is known again, as D2 words them. */
export const KNOWN_BY = {
  application: "Application",
  ledger: "Ledger",
  decimals: "Decimals shown",
  head: "Audit trail: head hash",
} as const;

function factsOf(input: ReportInput): readonly (readonly [fact: string, value: Cell])[] {
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
    ["To repeat the check", checkCommandOf(check)],
    ["History may be capped", check.capped ? "yes" : "no"],
    ...check.skippedRules.map(({ rule, reason }) => [`Rule not run: ${rule}`, reason] as const),
    ["Decisions recorded", String(input.decisions.length)],
    ["Manual matches in effect", String(input.matches.filter(({ state }) => state === "in-force").length)],
    ["Steps of the close recorded", String(input.closeSteps.length)],
    ["Audit trail: last link", String(audit.sequence)],
    [KNOWN_BY.head, audit.head],
  ];
}

/** The row of the facts that says whether all of the period was seen. */
export function seenRow(input: ReportInput): number {
  return factsOf(input).findIndex(([fact]) => fact === SEEN);
}

const FACTS = columnsOf<readonly [fact: string, value: Cell]>()({
  fact: { header: "Fact", kind: "text", width: 44, value: ([fact]) => fact },
  value: { header: "Value", kind: "text", width: 22, value: ([, value]) => value },
});
export type FactTable = ReportTable<readonly [fact: string, value: Cell], keyof typeof FACTS>;

export function factTable(figures: Figures): FactTable {
  const facts = factsOf(figures.input);
  return new ReportTable(figures, {
    id: "facts",
    title: "How it was checked",
    columns: FACTS,
    lines: facts,
  });
}

const NO_PULL = "No pull is recorded.";

const PULLS = columnsOf<ReportPull>()({
  source: { header: "Source", kind: "text", value: ({ source }) => source },
  started: {
    header: "Started ({zone})",
    kind: "instant",
    width: 22,
    value: ({ startedAtMs }) => startedAtMs,
  },
  finished: {
    header: "Finished ({zone})",
    kind: "instant",
    width: 22,
    value: ({ finishedAtMs }) => finishedAtMs,
  },
  pull: { header: "Pull", kind: "integer", width: 7, value: ({ id }) => id },
  limit: { header: "Limit", kind: "integer", width: 18, value: ({ limit }) => limit },
  entries: { header: "Entries", kind: "integer", width: 12, value: ({ entries }) => entries },
  transactions: {
    header: "Transactions",
    kind: "integer",
    width: 14,
    value: ({ transactions }) => transactions,
  },
  from: {
    skip: 1,
    header: "From",
    kind: "text",
    value: ({ baseUrl, providedBy, aside, torn, accepted }) =>
      [
        baseUrl ?? (providedBy === null ? "imported files" : `files provided by ${providedBy}`),
        ...(torn === true ? ["torn: records moved while it ran, each time that it asked"] : []),
        ...(accepted === undefined
          ? []
          : [`that many records vanished was accepted by ${accepted.by} because: ${accepted.note}`]),
        ...(aside === undefined ? [] : [`set aside by ${aside.by} because: ${aside.note}`]),
      ].join("; "),
  },
});

export function pullTable(figures: Figures) {
  const { pullsAside = [] } = figures.input;
  const pulls = [...figures.input.pulls, ...pullsAside].toSorted((a, b) => a.id - b.id);
  return new ReportTable(figures, {
    id: "pulls",
    title: "Pulls included",
    empty: NO_PULL,
    columns: PULLS,
    lines: pulls,
  });
}

const BODIES = columnsOf<ReportBody & { readonly pull: number }>()({
  endpoint: { header: "Response body", kind: "text", value: ({ endpoint }) => endpoint },
  name: { header: "File", kind: "text", value: ({ name }) => name || null },
  pull: { skip: 1, header: "Pull", kind: "integer", value: ({ pull }) => pull },
  bytes: { skip: 1, header: "Bytes", kind: "integer", value: ({ bytes }) => bytes },
  kept: { header: "Kept", kind: "text", value: ({ pruned }) => (pruned ? "pruned" : "yes") },
  sha256: { skip: 1, header: "SHA-256", kind: "text", width: 68, value: ({ sha256 }) => sha256 },
});

const COMPLETENESS = columnsOf<CompletenessLine>()({
  question: { header: "Is the wallet history complete?", kind: "text", value: ({ question }) => question },
  pull: { skip: 2, header: "Pull", kind: "integer", value: ({ pull }) => pull },
  answer: { skip: 4, header: "What was seen", kind: "wrapped", width: 68, value: ({ answer }) => answer },
});

export function completenessTable(figures: Figures) {
  const lines = completenessOf(figures.input);
  return new ReportTable(figures, {
    id: "completeness",
    title: "Why the wallet history is complete",
    empty: NO_PULL,
    columns: COMPLETENESS,
    lines: lines,
  });
}

const PROVENANCE = columnsOf<Provenance & { readonly pull: number }>()({
  request: { header: "Request", kind: "text", value: ({ request }) => request },
  sent: { header: "Sent ({zone})", kind: "instant", value: ({ sentAtMs }) => sentAtMs },
  answered: { header: "Answered ({zone})", kind: "instant", value: ({ answeredAtMs }) => answeredAtMs },
  pull: { header: "Pull", kind: "integer", value: ({ pull }) => pull },
  attempt: { header: "Attempt", kind: "integer", value: ({ attempt }) => attempt },
  status: { header: "Status", kind: "text", value: ({ status }) => status },
  server: {
    header: "Server's date ({zone})",
    kind: "instant",
    width: 22,
    value: ({ serverAtMs }) => serverAtMs,
  },
  origin: { header: "Address", kind: "text", width: 24, value: ({ origin }) => origin },
  certificate: {
    header: "SHA-256 of the TLS certificate",
    kind: "text",
    width: 68,
    value: ({ certificateSha256 }) => certificateSha256 ?? "none: plain HTTP",
  },
});

/** Times are those of this computer's clock, but for the server's own date. */
export function provenanceTable(figures: Figures) {
  const answers = figures.input.pulls.flatMap(({ id, bodies }) =>
    bodies.flatMap(({ provenance }) => (provenance === null ? [] : [{ ...provenance, pull: id }])),
  );
  return new ReportTable(figures, {
    id: "provenance",
    title: "Where the responses came from",
    empty: "No response was received from a service with its origin recorded.",
    columns: PROVENANCE,
    lines: answers,
  });
}

export function bodyTable(figures: Figures) {
  const bodies = figures.input.pulls.flatMap(({ id, bodies: of }) =>
    of.map((body) => ({ ...body, pull: id })),
  );
  return new ReportTable(figures, {
    id: "bodies",
    title: "Response bodies",
    empty: NO_PULL,
    columns: BODIES,
    lines: bodies,
  });
}
