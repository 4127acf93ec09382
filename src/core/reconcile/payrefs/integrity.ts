/** The transaction rules: compares fields within each transaction, and its currency with its owner's. */
import { addAmounts, formatCount, multiplyAmounts } from "../../money.ts";
import type { FindingDraft, Finding } from "../input/findings.ts";
import { CYCLE, NO_TEXT } from "../input/input.ts";
import type { CheckResult } from "../input/result.ts";
import { roleOf } from "./settlement.ts";
import { type CheckState, transactionSubject } from "../chain/check-state.ts";

type Add = (row: number, finding: Pick<Finding, "rule" | "severity" | "message"> & Partial<Finding>) => void;

function adder(state: CheckState, drafts: FindingDraft[]): Add {
  return (row, finding) => {
    drafts.push({ finding: { ...transactionSubject(state, row), ...finding }, transactionRow: row });
  };
}

/** @throws TieoutError SUM_OVERFLOW naming the transaction */
export function checkIntegrity(state: CheckState): FindingDraft[] {
  const { transactions } = state.input;
  const drafts: FindingDraft[] = [];
  const add = adder(state, drafts);
  for (let row = 0; row < transactions.length; row += 1) {
    checkFee(state, row, add);
    checkTexts(state, row, add);
    if (transactions.cycle[row] === CYCLE.unknown) {
      const cycle = state.input.labels.at(transactions.cycleText[row] as number);
      const message = `The interface does not name the cycle "${cycle}". Amount rules were skipped.`;
      add(row, { rule: "unknown-cycle", severity: "info", message });
    } else checkDetail(state, row, add);
  }
  return [...drafts, ...checkRoles(state)];
}

function checkFee(state: CheckState, row: number, add: Add): void {
  const { transactions } = state.input;
  const of = () => `fees of payID ${transactions.payID[row]}`;
  const charged = transactions.chargedamount[row] as number;
  const escrow = transactions.scrowfee[row] as number;
  const tax = transactions.taxfee[row] as number;
  const actual = transactions.payableamount[row] as number;
  const expected = addAmounts(addAmounts(charged, escrow, of), tax, of);
  if (actual === expected) return;
  const message = `Payable is ${state.say(actual)}, but ${state.say(charged)} + ${state.say(escrow)} + ${state.say(tax)} = ${state.say(expected)}.`;
  add(row, { rule: "payable-sum", severity: "error", ...numbersOf(state, row, expected, actual), message });
}

/** The numbers of a finding: without them a decision on one amount would stand for another. */
function numbersOf({ input: { transactions } }: CheckState, row: number, expected: number, actual: number) {
  const of = () => `amounts of payID ${transactions.payID[row]}`;
  return { expected, actual, difference: addAmounts(actual, 0 - expected, of) };
}

function checkTexts(state: CheckState, row: number, add: Add): void {
  const { input } = state;
  const { transactions, payrefs, labels } = input;
  // Asked for only where it is said: the texts of all payrefs are far larger than what else a check reads.
  const payref = () => payrefs.at(transactions.payref[row] as number);
  const reference = transactions.reference[row] as number;
  if (reference !== NO_TEXT && reference !== transactions.payref[row]) {
    const message = `The detail's reference is "${payrefs.at(reference)}", the payref "${payref()}".`;
    add(row, { rule: "reference", severity: "error", message });
  }
  const type = transactions.type[row] as number;
  if (type !== NO_TEXT && type !== transactions.cycleText[row]) {
    const message = `The detail's type is "${labels.at(type)}", the cycle "${labels.at(transactions.cycleText[row] as number)}".`;
    add(row, { rule: "cycle", severity: "error", message });
  }
  if (transactions.urlMismatch[row] === 1) {
    add(row, {
      rule: "payment-url",
      severity: "warning",
      message: `The payment URL does not end in /pay/${payref()}.`,
    });
  }
}

function checkDetail(state: CheckState, row: number, add: Add): void {
  const { transactions } = state.input;
  const charged = transactions.chargedamount[row] as number;
  const stated = transactions.statedAmount[row] as number;
  const cycle = transactions.cycle[row];
  if (cycle === CYCLE.milestone) checkMilestone(state, row, add);
  else if (charged !== stated && !(cycle === CYCLE.oneTime && charged === itemTotal(state, row))) {
    const what = cycle === CYCLE.oneTime ? "the item comes to" : "the project's goal is";
    const message = `Charged ${state.say(charged)}, but ${what} ${state.say(stated)}.`;
    add(row, {
      rule: "charged-amount",
      severity: "error",
      ...numbersOf(state, row, stated, charged),
      message,
    });
  }
  const escrow = transactions.scrowfee[row] as number;
  const charge = transactions.escrowCharge[row] as number;
  if (!Number.isNaN(charge) && charge !== escrow) {
    const message = `The escrow charge is ${state.say(charge)} in the detail, ${state.say(escrow)} in the fee.`;
    add(row, {
      rule: "escrow-charge",
      severity: "warning",
      ...numbersOf(state, row, escrow, charge),
      message,
    });
  }
  if (cycle === CYCLE.crowdPay && escrow !== 0) {
    const message = `A crowd-pay has no escrow fee; this one has ${state.say(escrow)}.`;
    add(row, { rule: "crowd-pay-fee", severity: "warning", ...numbersOf(state, row, 0, escrow), message });
  }
}

/** Item amount times quantity; null when there is no quantity or the product leaves the safe range. */
function itemTotal({ input: { transactions } }: CheckState, row: number): number | null {
  const quantity = transactions.itemquantity[row] as number;
  return Number.isNaN(quantity) ? null : multiplyAmounts(transactions.statedAmount[row] as number, quantity);
}

function checkMilestone(state: CheckState, row: number, add: Add): void {
  const { transactions } = state.input;
  const { tasks, taskStart } = transactions;
  let sum = 0;
  let undated = 0;
  for (let at = taskStart[row] as number; at < (taskStart[row + 1] as number); at += 1) {
    sum = addAmounts(sum, tasks.taskamount[at] as number, () => `tasks of payID ${transactions.payID[row]}`);
    if (tasks.complete[at] === 1 && Number.isNaN(tasks.dateCompletedAtMs[at])) undated += 1;
  }
  const charged = transactions.chargedamount[row] as number;
  const stated = transactions.statedAmount[row] as number;
  if (charged !== sum) {
    const message = `Charged ${state.say(charged)}, but the tasks come to ${state.say(sum)}.`;
    add(row, { rule: "charged-amount", severity: "error", ...numbersOf(state, row, sum, charged), message });
  }
  if (stated !== sum) {
    const message = `The milestone's amount is ${state.say(stated)}, but its tasks come to ${state.say(sum)}.`;
    add(row, { rule: "milestone-total", severity: "error", ...numbersOf(state, row, sum, stated), message });
  }
  if (undated > 0) {
    const message = `${undated === 1 ? "One task is" : `${undated} tasks are`} complete without a completion date.`;
    add(row, { rule: "task-dates", severity: "warning", message });
  }
}

/** Roles other than seller and buyer, once each, at the lowest payID that has it. */
function checkRoles(state: CheckState): FindingDraft[] {
  const { transactions } = state.input;
  const role = roleOf(state.input);
  const lowest = new Map<string, number>();
  for (let row = 0; row < transactions.length; row += 1) {
    const folded = role(row);
    if (folded === null || folded === "seller" || folded === "buyer") continue;
    const held = lowest.get(folded);
    if (held === undefined || (transactions.payID[row] as number) < (transactions.payID[held] as number)) {
      lowest.set(folded, row);
    }
  }
  const drafts: FindingDraft[] = [];
  for (const [folded, row] of lowest) {
    const message = `The role "${folded}" is neither seller nor buyer; it is read as a payer's.`;
    adder(state, drafts)(row, { rule: "unknown-role", severity: "info", message });
  }
  return drafts;
}

interface CurrencyOutcome {
  /** Findings in progress; each is taken once. */
  readonly drafts: FindingDraft[];
  /** Rows in another currency than their owner's. */
  readonly other: ReadonlySet<number>;
  readonly skipped: CheckResult["skippedRules"];
}

/** Each transaction's currency against that of its own business, else that of the pulled user. */
export function checkCurrencies(state: CheckState): CurrencyOutcome {
  const { transactions, labels, businesses, user } = state.input;
  const ofBusiness = new Map(businesses.map(({ businessID, currency }) => [businessID, currency]));
  const drafts: FindingDraft[] = [];
  const other = new Set<number>();
  let unowned = 0;
  let unstated = 0;
  for (let row = 0; row < transactions.length; row += 1) {
    const business = ofBusiness.get(transactions.businessID[row] as number) ?? null;
    const isOfUser = user !== null && user.userID === transactions.userID[row];
    const own = business ?? (isOfUser ? user.defaultCurrency : null);
    const id = transactions.currency[row] as number;
    if (own === null || id === NO_TEXT) {
      if (own === null) unowned += 1;
      else unstated += 1;
      continue;
    }
    const currency = labels.at(id);
    if (currency === own) continue;
    other.add(row);
    const whose =
      business === null ? `user ${transactions.userID[row]}` : `business ${transactions.businessID[row]}`;
    const message = `In ${currency}, but ${whose} keeps ${own}; its amounts were not compared.`;
    adder(state, drafts)(row, { rule: "currency-mismatch", severity: "error", message });
  }
  const reasons = [
    unowned > 0
      ? `The currency of ${formatCount(unowned, "transaction")} cannot be compared: neither the business nor the user was pulled with one.`
      : "",
    unstated > 0 ? `${formatCount(unstated, "transaction")} came without a currency.` : "",
  ].filter((reason) => reason !== "");
  const skipped =
    reasons.length === 0 ? [] : [{ rule: "currency-mismatch" as const, reason: reasons.join(" ") }];
  return { drafts, other, skipped };
}
