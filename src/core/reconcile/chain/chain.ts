/** The chain rules: compares every balance with the one before it, wallet by wallet. */
import { addAmounts } from "../../money.ts";
import { type Break, diagnoseBreak } from "./diagnose.ts";
import type { FindingDraft } from "../result/findings.ts";
import { type CheckState, entrySubject } from "../check-state.ts";

interface ChainOutcome {
  /** Consumed by the caller that collects them. */
  readonly drafts: FindingDraft[];
  /** By row: actual − expected balance of the entry's link; 0 for a wallet's oldest entry. */
  readonly difference: Float64Array;
  /** Breaks that nothing in the chain explains: candidates are looked for among payments. */
  readonly missing: readonly { readonly row: number; readonly difference: number; readonly draft: number }[];
}

/** @throws TieoutError SUM_OVERFLOW naming the wallet */
export function checkChains(state: CheckState): ChainOutcome {
  const { chains, input } = state;
  const drafts: FindingDraft[] = [];
  const missing: { row: number; difference: number; draft: number }[] = [];
  const difference = measureLinks(state);
  for (let wallet = 0; wallet < chains.end.length; wallet += 1) {
    const start = chains.start[wallet] as number;
    const end = chains.end[wallet] as number;
    let before: Break | null = null;
    for (let at = start; at < end; at += 1) {
      const row = chains.order[at] as number;
      const older = at === start ? null : (chains.order[at - 1] as number);
      const next = at + 1 < end ? (chains.order[at + 1] as number) : null;
      for (const draft of checkRow(state, row, older)) drafts.push(draft);
      let found: Break | null = null;
      if (older === null) {
        const draft = checkOpening(state, row);
        if (draft !== null) drafts.push(draft);
      } else if (difference[row] === 0) {
        if (input.entries.unapproved[row] === 1 && state.movement[row] !== 0)
          drafts.push(unapproved(state, row));
      } else {
        const brokenLink = { row, older, next, difference: difference[row] as number };
        const unseen = unseenOrPending(state, brokenLink);
        if (unseen === null) {
          const nextDifference =
            next === null || !chainBreakAt(state, row, next, difference) ? 0 : difference[next];
          found = diagnoseBreak(state, brokenLink, before, nextDifference as number);
          if (found.cause === "missing-entry") {
            missing.push({ row, difference: brokenLink.difference, draft: drafts.length });
          }
          drafts.push(found.draft);
        } else drafts.push(unseen);
      }
      before = found;
    }
  }
  return { drafts, difference, missing };
}

/** The difference of every link that exists, from the stated balance before it. */
function measureLinks({ chains, input: { entries }, movement }: CheckState): Float64Array {
  const difference = new Float64Array(entries.length);
  for (let wallet = 0; wallet < chains.end.length; wallet += 1) {
    const of = `wallet of user ${entries.userID[chains.order[chains.start[wallet] as number] as number]}`;
    for (let at = (chains.start[wallet] as number) + 1; at < (chains.end[wallet] as number); at += 1) {
      const row = chains.order[at] as number;
      const older = chains.order[at - 1] as number;
      const expected = addAmounts(entries.balance[older] as number, movement[row] as number, of);
      difference[row] = addAmounts(entries.balance[row] as number, 0 - expected, of);
    }
  }
  return difference;
}

interface BrokenLink {
  readonly row: number;
  readonly older: number;
  readonly next: number | null;
  readonly difference: number;
}

function isPending({ input: { entries }, movement }: CheckState, row: number, difference: number): boolean {
  return entries.unapproved[row] === 1 && difference === 0 - (movement[row] as number);
}

/** Whether a link that does not follow would be called a chain-break. */
function chainBreakAt(state: CheckState, older: number, row: number, difference: Float64Array): boolean {
  const { walletID } = state.input.entries;
  if (!state.covered(walletID[older] as number, walletID[row] as number)) return false;
  return !isPending(state, row, difference[row] as number);
}

function numbersOf(state: CheckState, { row, difference }: BrokenLink) {
  const actual = state.input.entries.balance[row] as number;
  return { expected: actual - difference, actual, difference };
}

function unseenOrPending(state: CheckState, link: BrokenLink): FindingDraft | null {
  const { walletID } = state.input.entries;
  const { row, older, difference } = link;
  const numbers = numbersOf(state, link);
  const subject = entrySubject(state, row);
  if (!state.covered(walletID[older] as number, walletID[row] as number)) {
    const message =
      `Between walletID ${walletID[older]} and ${walletID[row]} no pull saw the history: the balance moves by ` +
      `${state.say(difference)} there. Pull with a larger limit to close the gap.`;
    return {
      finding: { rule: "history-gap", severity: "warning", ...subject, ...numbers, message },
      entryRow: row,
    };
  }
  if (!isPending(state, row, difference)) return null;
  const message = `Not approved yet: its ${state.say(state.movement[row] as number)} is not in the balance.`;
  return {
    finding: { rule: "pending-entry", severity: "warning", ...subject, ...numbers, message },
    entryRow: row,
  };
}

function checkOpening(state: CheckState, row: number): FindingDraft | null {
  const { entries } = state.input;
  const opening = addAmounts(
    entries.balance[row] as number,
    0 - (state.movement[row] as number),
    `wallet of user ${entries.userID[row]}`,
  );
  if (opening === 0) return null;
  const message =
    `The history starts at ${state.say(opening)}, not at zero: the pull may have been capped by limit, ` +
    `or earlier entries are missing.`;
  return {
    finding: {
      rule: "opening-balance",
      severity: "warning",
      ...entrySubject(state, row),
      expected: 0,
      actual: opening,
      difference: opening,
      message,
    },
    entryRow: row,
  };
}

function unapproved(state: CheckState, row: number): FindingDraft {
  const message = `Not approved, yet its ${state.say(state.movement[row] as number)} is in the balance.`;
  return {
    finding: { rule: "unapproved-entry", severity: "warning", ...entrySubject(state, row), message },
    entryRow: row,
  };
}

/** Rules about one row, and its date beside that of the row before. */
function checkRow(state: CheckState, row: number, older: number | null): FindingDraft[] {
  const { entries } = state.input;
  const credit = entries.credit[row] as number;
  const debit = entries.debit[row] as number;
  const balance = entries.balance[row] as number;
  const drafts: FindingDraft[] = [];
  const add = (finding: Pick<FindingDraft["finding"], "rule" | "severity" | "message">) => {
    drafts.push({ finding: { ...entrySubject(state, row), ...finding }, entryRow: row });
  };
  const both = () => `credit ${state.say(credit)} and debit ${state.say(debit)}`;
  if (balance < 0 && (older === null || (entries.balance[older] as number) >= 0)) {
    const message = `The balance falls below zero, to ${state.say(balance)}.`;
    add({ rule: "negative-balance", severity: "error", message });
  }
  if (credit !== 0 && debit !== 0) {
    add({ rule: "both-sides", severity: "warning", message: `One entry holds ${both()}.` });
  }
  if (credit === 0 && debit === 0) {
    add({
      rule: "no-movement",
      severity: "warning",
      message: "The entry moves nothing: credit and debit are zero.",
    });
  }
  if (credit < 0 || debit < 0) {
    add({ rule: "negative-amount", severity: "error", message: `An amount is below zero: ${both()}.` });
  }
  const at = entries.dateCreatedAtMs[row] as number;
  const atBefore = older === null ? at : (entries.dateCreatedAtMs[older] as number);
  if (at < atBefore) {
    const message = `Dated ${state.wording.sayTime(at)}, earlier than walletID ${entries.walletID[older ?? row]} before it at ${state.wording.sayTime(atBefore)}.`;
    add({ rule: "out-of-order", severity: "warning", message });
  }
  return drafts;
}
