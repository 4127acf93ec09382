/** What chance is to bring about: all that the rules tell apart. */
import type { OracleCase, OracleFinding, OracleResult } from "./terms.ts";

const WANTED = [
  ...words("order", "date breaks less, date breaks more"),
  ...words("basis", "charged, less-escrow, less-fees, payable, default"),
  ...words("chain-break", "out-of-sequence, read-late, recovery, misstated-balance, overwritten"),
  ...words(
    "chain-break",
    "not-applied, wrong-sign, applied-twice, missing-entry, without many, stretch of 2, stretch of 3",
  ),
  ...words(
    "chain-break",
    "stretch of 4, stretch of 5, stretch of 6, transposition, candidates, nothing skipped",
  ),
  ...words("chain", "pending-entry, opening-balance, history-gap, negative-balance, both-sides, no-movement"),
  ...words("chain", "negative-amount, out-of-order, repeated-session, unapproved-entry, before-history"),
  ...words(
    "payref",
    "orphan-payref, paid-without-entry, in-transit, duplicate-entry, repeated-movement, before-created",
  ),
  ...words(
    "payref",
    "wrong-business, wrong-user, currency-mismatch, settled-flagged, duplicate-payref, suggestions",
  ),
  ...words("payref", "entry-for-unpaid error, entry-for-unpaid info, reversed error, reversed info"),
  ...words("payref", "settled-deleted error, settled-deleted info, matched-by-hand, settled-by-hand"),
  ...words("amount-mismatch", "direction, fee-missing, over, under"),
  ...words(
    "transaction",
    "payable-sum, charged-amount, milestone-total, escrow-charge, crowd-pay-fee, reference",
  ),
  ...words("transaction", "cycle, payment-url, task-dates, unknown-cycle, unknown-role"),
  ...words(
    "pulls",
    "repeated-entry, conflicting-entry, repeated-transaction, conflicting-transaction, entry-changed",
  ),
  ...words(
    "pulls",
    "entry-approved, entry-vanished, entry-returned, transaction-changed, transaction-vanished",
  ),
  ...words("period", "opening-not-carried"),
  ...words("date-ahead of an entry", "dateCreated, dateCreated datePaid, datePaid, files, clock, ledger"),
  ...words(
    "date-ahead of a transaction",
    "dateCreated, dateCreated datePaid, datePaid, files, clock, ledger",
  ),
  ...words("cause", "out-of-sequence, read-late, overwritten-entries, misstated-balance, not-applied"),
  ...words(
    "cause",
    "applied-twice, wrong-sign, missing-leg, settled-again, mistyped-payref, split-settlement, single",
  ),
  ...words("cause", "missing-entries of one payment, missing-entries of several payments"),
  ...words("cause", "missing-entries before several rows, not-applied with its duplicate-entry"),
  ...words(
    "cause",
    "lumped-settlement of few, lumped-settlement of five or more, several breaks of a branch",
  ),
  ...words("cause", "several rows of a branch, not unique, cut by a period, per business"),
];

function words(subject: string, list: string): string[] {
  return list.split(", ").map((word) => `${subject}: ${word}`);
}

/** How often each is met in cases; a case counts once. */
export class Coverage {
  readonly #counts = new Map<string, number>();
  readonly #fewest: number;

  /** @param fewest how often each is to be met at least */
  constructor(fewest: number) {
    this.#fewest = fewest;
  }

  add(given: OracleCase, result: OracleResult): void {
    for (const met of new Set(metIn(given, result))) this.#counts.set(met, (this.#counts.get(met) ?? 0) + 1);
  }

  /** What is met too seldom, and what nobody wanted to meet. */
  get missing(): { readonly seldom: readonly string[]; readonly unknown: readonly string[] } {
    return {
      seldom: WANTED.filter((wanted) => (this.#counts.get(wanted) ?? 0) < this.#fewest),
      unknown: [...this.#counts.keys()].filter((met) => !WANTED.includes(met)),
    };
  }
}

function metIn(given: OracleCase, result: OracleResult): string[] {
  const { order, settlementBasis, findings } = result;
  const by = Math.sign(order.breaks.date - order.breaks.walletID);
  return [
    ...(by < 0 ? ["order: date breaks less"] : by > 0 ? ["order: date breaks more"] : []),
    ...(settlementBasis.source === "default" ? ["basis: default"] : []),
    ...(settlementBasis.source === "detected" ? [`basis: ${settlementBasis.used}`] : []),
    ...findings.flatMap((finding) => wordsOf(given, finding)),
    ...causesIn(given, result),
  ];
}

/** The subject under which a rule stands above. */
const SUBJECTS = new Map(WANTED.map((word) => word.split(": ")).map(([subject, rule]) => [rule!, subject!]));

function wordsOf(given: OracleCase, finding: OracleFinding): string[] {
  const { rule, severity } = finding;
  if (rule === "chain-break") return breakWords(finding).map((word) => `chain-break: ${word}`);
  if (rule === "amount-mismatch") return [`amount-mismatch: ${finding.kind}`];
  if (rule === "date-ahead") {
    const kind = finding.payID === null ? "an entry" : "a transaction";
    const from = given.pulls.length > 1 ? "ledger" : given.pulls[0]!.atMs === null ? "files" : "clock";
    return [finding.fields!.join(" "), from].map((word) => `date-ahead of ${kind}: ${word}`);
  }
  const word = SUBJECTS.has(rule) ? rule : `${rule} ${severity}`;
  const met = [`${SUBJECTS.get(word)}: ${word}`];
  return (finding.suggestions?.length ?? 0) > 0 ? [...met, "payref: suggestions"] : met;
}

function breakWords({
  cause,
  stretch,
  without,
  transposition,
  candidates,
  skipped,
}: OracleFinding): string[] {
  return [
    cause!,
    ...(stretch === undefined ? [] : [`stretch of ${stretch.walletIDs.length}`]),
    ...((without?.count ?? 0) > 1 ? ["without many"] : []),
    ...(transposition === true ? ["transposition"] : []),
    ...((candidates?.length ?? 0) > 0 ? ["candidates"] : []),
    ...(skipped?.count === 0 ? ["nothing skipped"] : []),
  ];
}

function causesIn({ period, options }: OracleCase, { causes, findings }: OracleResult): string[] {
  const items = causes?.items ?? [];
  const met = items.flatMap(({ kind, walletIDs, payIDs, findings: places }) => {
    switch (kind) {
      case "missing-entries":
        if (walletIDs.length > 1) return ["missing-entries before several rows"];
        return [`missing-entries of ${payIDs.length > 1 ? "several payments" : "one payment"}`];
      case "lumped-settlement":
        return [`lumped-settlement of ${payIDs.length > 4 ? "five or more" : "few"}`];
      case "not-applied":
        return places.length > 1 ? [kind, "not-applied with its duplicate-entry"] : [kind];
      case "overwritten-entries":
        return [
          kind,
          ...(places.length > 1 ? ["several breaks of a branch"] : []),
          ...(walletIDs.length > 1 ? ["several rows of a branch"] : []),
        ];
      default:
        return [kind];
    }
  });
  if (items.some(({ unique }) => !unique)) met.push("not unique");
  if (items.some(({ kind }) => kind !== "single") && options.chainScope === "business")
    met.push("per business");
  // A stretch of which the period holds some rows only.
  const isCut = (place: number) => {
    const { stretch } = findings[place]!;
    return stretch !== undefined && !findings.some(({ walletID }) => walletID === stretch.walletIDs[0]);
  };
  if (period !== null && items.some(({ findings: places }) => places.some(isCut)))
    met.push("cut by a period");
  return met.map((word) => `cause: ${word}`);
}
