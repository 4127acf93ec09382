/** The payref rules: entries compared with their transactions, and payments with what reached the wallet. */
import { addAmounts } from "../../money.ts";
import { DAY_MS, sayInstant } from "../../time.ts";
import { type OldestOfOpen, oldestSeen } from "../chain/before-history.ts";
import { duplicateEntries } from "./duplicates.ts";
import { payIDsOf } from "./manual-match-rules.ts";
import type { FindingDraft, Finding } from "../result/findings.ts";
import { NO_PAYREF } from "../input.ts";
import { nearMissWords } from "./near-miss.ts";
import { type Matches, isPaidAtEnd } from "./match.ts";
import { SETTLEMENT } from "../result/result.ts";
import { type Expectations, SKIP } from "./settlement.ts";
import { suggestPayrefs } from "./suggestions.ts";
import type { HandTie } from "./ties.ts";
import { type CheckState, endOf, entrySubject, transactionSubject } from "../check-state.ts";

interface PayrefOutcome {
  /** Consumed by the caller that collects them. */
  readonly drafts: FindingDraft[];
  /** By transaction row: one of SETTLEMENT. */
  readonly settlement: Uint8Array;
  /** Transaction rows flagged paid-without-entry. */
  readonly unsettled: readonly number[];
}

export function checkPayrefs(
  state: CheckState,
  matches: Matches,
  judged: Expectations,
  oldest: OldestOfOpen,
): PayrefOutcome {
  const duplicates = duplicateEntries(state, matches, judged);
  const drafts = [...checkEntries(state, matches), ...duplicates.drafts];
  const settlement = new Uint8Array(state.input.transactions.length);
  const unsettled: number[] = [];
  for (let row = 0; row < settlement.length; row += 1) {
    const outcome = checkTransaction(state, row, matches, judged, oldest, duplicates.explained);
    settlement[row] = outcome.settlement;
    for (const draft of outcome.drafts) {
      drafts.push(draft);
      if (draft.finding.rule === "paid-without-entry") unsettled.push(row);
    }
  }
  return { drafts, settlement, unsettled };
}

/** Rules whose subject is an entry that something ties. */
function checkEntries(state: CheckState, { transactionOf, ties, ofPayref }: Matches): FindingDraft[] {
  const { entries, payrefs } = state.input;
  const drafts: FindingDraft[] = [];
  const orphans: number[] = [];
  for (let row = 0; row < entries.length; row += 1) {
    const tie = ties.ofEntry[row] as number;
    if (tie === NO_PAYREF || state.exists[row] === 0) continue;
    const transaction = transactionOf[tie] as number;
    if (transaction === -1) orphans.push(row);
    else if (tie >= payrefs.length) {
      const match = ties.handOfEntry.get(row);
      // One that came along with its payref's transaction is compared with that one.
      const [own, all] =
        match === undefined
          ? [ofPayref[entries.payref[row] as number] as number]
          : [match.lead, match.transactions];
      drafts.push(...checkTied(state, row, own, all));
    } else if (disagree(state, row, transaction)) drafts.push(...checkTied(state, row, transaction));
  }
  const suggestions = suggestPayrefs(
    state.input,
    orphans.map((row) => entries.payref[row] as number),
  );
  const missing = new Map<number, string>();
  for (const row of orphans) {
    const id = entries.payref[row] as number;
    const suggested = suggestions.get(id) ?? [];
    const words = missing.get(id) ?? missingWords(payrefs.at(id), suggested);
    missing.set(id, words);
    const message = `${words} The entry moved ${state.say(state.movement[row] as number)}.`;
    const finding = {
      rule: "orphan-payref" as const,
      severity: "error" as const,
      ...entrySubject(state, row),
      suggestions: suggested,
      message,
    };
    drafts.push({ finding, entryRow: row, outstanding: true });
  }
  return drafts;
}

/** @example `No transaction has payref "PAY-1 ". It differs from PAY-1 only by a trailing space.` */
function missingWords(payref: string, suggested: readonly string[]): string {
  return [
    `No transaction has payref "${payref}".`,
    ...suggested.map((near) => nearMissWords(payref, near)),
  ].join(" ");
}

/** Whether any rule of `checkTied` finds something: nearly always none does; this costs next to nothing. */
function disagree(state: CheckState, row: number, transaction: number): boolean {
  const { entries, transactions } = state.input;
  return (
    entries.businessID[row] !== transactions.businessID[transaction] ||
    entries.userID[row] !== transactions.userID[transaction] ||
    (entries.dateCreatedAtMs[row] as number) < (transactions.dateCreatedAtMs[transaction] as number) ||
    !isPaidAtEnd(state, transaction)
  );
}

/** @param all of a manual match the transactions of which one must agree with the entry */
function checkTied(
  state: CheckState,
  row: number,
  transaction: number,
  all: readonly number[] = [transaction],
): FindingDraft[] {
  const { entries, transactions } = state.input;
  const drafts: FindingDraft[] = [];
  const add = (finding: Pick<Finding, "rule" | "severity" | "message">) => {
    drafts.push({ finding: { ...entrySubject(state, row), ...finding }, entryRow: row });
  };
  const payID = `payID ${transactions.payID[transaction]}`;
  if (!isPaidAtEnd(state, transaction)) {
    const message = `Moves ${state.say(state.movement[row] as number)} for ${payID}, which is not paid.`;
    add({ rule: "entry-for-unpaid", severity: "error", message });
  }
  if (all.every((one) => entries.businessID[row] !== transactions.businessID[one])) {
    const message = `Entered for business ${entries.businessID[row]}, but ${payID} belongs to business ${transactions.businessID[transaction]}.`;
    add({ rule: "wrong-business", severity: "error", message });
  }
  if (all.every((one) => entries.userID[row] !== transactions.userID[one])) {
    const message = `Entered for user ${entries.userID[row]}, but ${payID} belongs to user ${transactions.userID[transaction]}.`;
    add({ rule: "wrong-user", severity: "error", message });
  }
  const at = entries.dateCreatedAtMs[row] as number;
  const created = transactions.dateCreatedAtMs[transaction] as number;
  if (all.every((one) => at < (transactions.dateCreatedAtMs[one] as number))) {
    const message = `Dated ${sayInstant(at)}, before ${payID} was created at ${sayInstant(created)}.`;
    add({ rule: "before-created", severity: "warning", message });
  }
  return drafts;
}

/** The rules about matched transactions, and the status of each. */
function checkTransaction(
  state: CheckState,
  row: number,
  matches: Matches,
  { judgeable, expected }: Expectations,
  oldest: OldestOfOpen,
  duplicated: ReadonlySet<number>,
): { readonly drafts: FindingDraft[]; readonly settlement: number } {
  const { transactions } = state.input;
  const { ties } = matches;
  const match = ties.handOfTransaction.get(row);
  const drafts: FindingDraft[] = [];
  const add = (
    finding: Omit<FindingDraft["finding"], keyof ReturnType<typeof transactionSubject>>,
    outstanding = false,
  ) => {
    drafts.push({
      finding: { ...transactionSubject(state, row), ...finding },
      transactionRow: row,
      outstanding,
    });
  };
  const chosen = matches.ofPayref[transactions.payref[row] as number] as number;
  if (chosen !== row) {
    const message = `Has the same payref as payID ${transactions.payID[chosen]}, which the entries are matched with.`;
    add({ rule: "duplicate-payref", severity: "error", message });
    if (match === undefined) return { drafts, settlement: SETTLEMENT.notJudged };
  }
  const tie = ties.ofTransaction[row] as number;
  const entries = matches.entries[tie] as number;
  const net = matches.net[tie] as number;
  const whose = match === undefined ? "its entries" : `the entries of match ${match.id}`;
  const against = net === 0 ? `; ${whose} cancel out.` : `, but ${whose} come to ${state.say(net)}.`;
  if (entries > 0 && transactions.deleted[row] === 1) {
    add({
      rule: "settled-deleted",
      severity: "error",
      message: `Deleted${against}`,
    });
  }
  if (entries > 0 && transactions.flagged[row] === 1) {
    add({
      rule: "settled-flagged",
      severity: "warning",
      message: `Flagged${against}`,
    });
  }
  if (match !== undefined && match.lead !== row) return { drafts, settlement: SETTLEMENT.settledTogether };
  const settlement = judgeAmount(
    state,
    row,
    { entries, net, expected: expected[row] as number },
    {
      match,
      goesBothWays: matches.directions[tie] === 3,
      skip: judgeable.skip[row] as number,
      oldest: oldestSeen(state, oldest, row),
      duplicated: duplicated.has(row),
      add,
    },
  );
  return { drafts, settlement };
}

interface Judging {
  /** Of a transaction that was manually matched. */
  readonly match: HandTie | undefined;
  readonly goesBothWays: boolean;
  readonly skip: number;
  readonly oldest: number | undefined;
  readonly duplicated: boolean;
  readonly add: (
    finding: Omit<FindingDraft["finding"], keyof ReturnType<typeof transactionSubject>>,
    outstanding?: boolean,
  ) => void;
}

interface Amounts {
  readonly entries: number;
  readonly net: number;
  readonly expected: number;
}

/** The amount rules for one transaction. Returns its status. */
function judgeAmount(state: CheckState, row: number, amounts: Amounts, judging: Judging): number {
  const { transactions } = state.input;
  const { entries, net, expected } = amounts;
  const { add, skip, match } = judging;
  const paid = isPaidAtEnd(state, row);
  const live = paid && transactions.deleted[row] === 0;
  if (entries === 0) return judgeUnsettled(state, row, expected, judging, live);
  if (skip !== SKIP.none) return SETTLEMENT.notJudged;
  const { tolerance } = state.options;
  const isSeveral = match !== undefined && match.transactions.length > 1;
  const by = match === undefined ? "" : `Match ${match.id} by hand. `;
  // Of several transactions a payment and its refund may well come to nil.
  if (judging.goesBothWays && net === 0 && !(isSeveral && Math.abs(expected) <= tolerance)) {
    const severity = live && Math.abs(expected) > tolerance ? "error" : "info";
    const message = `${by}Entered and taken back: its ${entries} entries come to nil where ${state.say(expected)} is expected.`;
    add({ rule: "reversed", severity, expected, actual: net, difference: 0 - expected, message });
    return SETTLEMENT.reversed;
  }
  if (!paid) return SETTLEMENT.entryForUnpaid;
  if (judging.duplicated) return SETTLEMENT.duplicated;
  const difference = addAmounts(net, 0 - expected, () => `amounts of payID ${transactions.payID[row]}`);
  if (Math.abs(difference) <= tolerance) return SETTLEMENT.settled;
  const kind = net === 0 - expected ? "direction" : Math.abs(net) > Math.abs(expected) ? "over" : "under";
  const apart = state.say(Math.abs(difference));
  const isOpposite = kind !== "direction" && Math.sign(net) * Math.sign(expected) === -1;
  const words = isOpposite
    ? `in the other direction, and ${apart} apart`
    : `${{ direction: "in the wrong direction", over: "too much", under: "too little" }[kind]}, by ${apart}`;
  const of = isSeveral ? ` of ${payIDsOf(state, match.transactions)}` : "";
  const message = `${by}Its entries come to ${state.say(net)} where ${state.say(expected)} is expected${of}: ${words}.`;
  add({ rule: "amount-mismatch", severity: "error", expected, actual: net, difference, kind, message });
  return { direction: SETTLEMENT.direction, over: SETTLEMENT.over, under: SETTLEMENT.under }[kind];
}

/** A transaction without entries: missing, on its way, before the history, or nothing due. */
function judgeUnsettled(
  state: CheckState,
  row: number,
  expected: number,
  judging: Judging,
  live: boolean,
): number {
  const { add, skip, oldest } = judging;
  const { transactions } = state.input;
  const datePaid = state.datePaidAtMs[row] as number;
  const paidOn = Number.isNaN(datePaid) ? "Paid" : `Paid ${sayInstant(datePaid)}`;
  // Any payment that old, judged or not, is distinguished from one that is missing.
  if (oldest !== undefined && datePaid < oldest) {
    const message = `${paidOn}, before the oldest entry held: its entry cannot be seen in this history.`;
    add({ rule: "before-history", severity: "info", message });
    return SETTLEMENT.notJudged;
  }
  if (skip !== SKIP.none) return SETTLEMENT.notJudged;
  if (!live || expected === 0) return SETTLEMENT.notDue;
  // What a crowd-pay has raised carries no date; one that was not yet created is outstanding in later periods
  // only.
  const unborn = (transactions.dateCreatedAtMs[row] as number) > endOf(state.period);
  if (Number.isNaN(datePaid) && unborn) return SETTLEMENT.notDue;
  const due = state.say(expected);
  const cutoff = (state.asOfMs ?? Infinity) - state.options.cutoffDays * DAY_MS;
  if (datePaid > cutoff) {
    const message = `${paidOn}, and its ${due} is not in the wallet yet: within the cut-off, a timing difference.`;
    add(
      { rule: "in-transit", severity: "info", expected, actual: 0, difference: 0 - expected, message },
      true,
    );
    return SETTLEMENT.inTransit;
  }
  const message = `${paidOn}, but no entry shows its ${due} in the wallet.`;
  add(
    { rule: "paid-without-entry", severity: "error", expected, actual: 0, difference: 0 - expected, message },
    true,
  );
  return SETTLEMENT.unsettled;
}
