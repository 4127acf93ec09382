/** The chain rules: compares every balance with the one before it, wallet by wallet. */
import { addAmounts } from "../../money.ts";
import { type Break, diagnoseBreak, breakDraft } from "./diagnose.ts";
import type { FindingDraft } from "../result/findings.ts";
import { type CheckState, entrySubject } from "../check-state.ts";
import { ChainLinks } from "./links.ts";
import { type OverwritingRow, offMainLine } from "./main-line.ts";
import { type FoundStretch, stretchesOf } from "./stretches.ts";

export interface ChainOutcome {
  /** Consumed by the caller that collects them. */
  readonly drafts: FindingDraft[];
  /** By row: actual − expected balance of the entry's link; 0 for a wallet's oldest entry. */
  readonly difference: Float64Array;
  /** Breaks that nothing in the chain explains: candidates are looked for among payments. */
  readonly missing: readonly { readonly row: number; readonly difference: number; readonly draft: number }[];
  /** By their places in the order of the chains, ascending. */
  readonly overwriting: readonly OverwritingRow[];
}

/** @throws TieoutError SUM_OVERFLOW naming the wallet */
export function checkChains(state: CheckState): ChainOutcome {
  const { chains } = state;
  const drafts: FindingDraft[] = [];
  const missing: { row: number; difference: number; draft: number }[] = [];
  const overwriting: OverwritingRow[] = [];
  const links = new ChainLinks(state);
  for (let wallet = 0; wallet < chains.end.length; wallet += 1) {
    const bounds = { start: chains.start[wallet] as number, end: chains.end[wallet] as number };
    checkRows(links, bounds, drafts);
    const breaks = breaksOf(links, bounds);
    const own = breaks.flatMap(({ place, overwriting: found }) =>
      found === null ? [] : [{ place, parent: found.parent }],
    );
    const off = offMainLine(own);
    for (const found of breaks) {
      const { place, cause, difference } = found;
      const row = links.rowAt(place);
      if (cause === "missing-entry") missing.push({ row, difference, draft: drafts.length });
      drafts.push(breakDraft(links, found, !off.has(place)));
    }
    for (const row of own) overwriting.push(row);
  }
  return { drafts, difference: links.difference, missing, overwriting };
}

/** Of a wallet in the order of the chains: its first place, and the first that is not its own. */
interface Bounds {
  readonly start: number;
  readonly end: number;
}

/** The chain-breaks of a wallet, oldest first, each with its cause. */
function breaksOf(links: ChainLinks, { start, end }: Bounds): Break[] {
  const places = links.breaksBetween(start + 1, end);
  const stretches = stretchesOf(links, places, end);
  const breaks: Break[] = [];
  let passed = 0;
  for (const [at, place] of places.entries()) {
    while ((stretches[passed]?.after ?? end) < place) passed += 1;
    const around = stretches[passed];
    const isOf = (other: number) => around !== undefined && around.first <= other && other <= around.after;
    const last = breaks.at(-1);
    const before = last?.place === place - 1 ? last : null;
    const next = place + 1;
    const nextDifference = places[at + 1] === next && !isOf(next) ? links.differenceAt(next) : 0;
    const stretch = isOf(place) ? (around as FoundStretch) : null;
    breaks.push(diagnoseBreak(links, { place, start }, stretch, before, nextDifference));
  }
  return breaks;
}

/** The rules about each row of a wallet but chain-break; `drafts` takes what is found. */
function checkRows(links: ChainLinks, { start, end }: Bounds, drafts: FindingDraft[]): void {
  const { state } = links;
  for (let place = start; place < end; place += 1) {
    const row = links.rowAt(place);
    const older = place === start ? null : links.rowAt(place - 1);
    checkRow(state, row, older, drafts);
    const draft = older === null ? checkOpening(state, row) : checkLink(links, place);
    if (draft !== null) drafts.push(draft);
  }
}

/** The rules about a link but chain-break. */
function checkLink(links: ChainLinks, place: number): FindingDraft | null {
  if (links.differenceAt(place) === 0) return checkApproved(links, place);
  const { state } = links;
  const entryRow = links.rowAt(place);
  const [actual, difference] = [links.balanceAt(place), links.differenceAt(place)];
  const found = (rule: "history-gap" | "pending-entry", message: string): FindingDraft => ({
    finding: {
      rule,
      severity: "warning",
      ...entrySubject(state, entryRow),
      expected: actual - difference,
      actual,
      difference,
      message,
    },
    entryRow,
  });
  if (!links.isSeen(place)) {
    return found(
      "history-gap",
      `Between walletID ${links.walletIDAt(place - 1)} and ${links.walletIDAt(place)} no pull saw the history: ` +
        `the balance moves by ${state.say(difference)} there. Pull with a larger limit to close the gap.`,
    );
  }
  if (!links.isPending(place)) return null;
  const moved = state.say(links.movementAt(place));
  return found("pending-entry", `Not approved yet: its ${moved} is not in the balance.`);
}

/** Unapproved money that is in the balance. */
function checkApproved(links: ChainLinks, place: number): FindingDraft | null {
  const { state } = links;
  const entryRow = links.rowAt(place);
  const moved = links.movementAt(place);
  if (state.input.entries.unapproved[entryRow] === 0 || moved === 0) return null;
  const message = `Not approved, yet its ${state.say(moved)} is in the balance.`;
  return {
    finding: { rule: "unapproved-entry", severity: "warning", ...entrySubject(state, entryRow), message },
    entryRow,
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

/** Rules about one row, and its date beside that of the row before; `drafts` takes what is found. */
function checkRow(state: CheckState, row: number, older: number | null, drafts: FindingDraft[]): void {
  const { entries } = state.input;
  const credit = entries.credit[row] as number;
  const debit = entries.debit[row] as number;
  const balance = entries.balance[row] as number;
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
}
