/** The chain rules: compares every balance with the one before it, wallet by wallet. */
import { addAmounts } from "../../money.ts";
import {
  type FindingDraft,
  type RowsWithout,
  type BreakCause,
  causeByAmount,
  isByAmount,
} from "../input/findings.ts";
import { dateOrder } from "./date-order.ts";
import type { HeldNumbers } from "../input/column-kinds.ts";
import type { Revision } from "../input/input.ts";
import { oncePer } from "../../once-per.ts";
import type { Entry } from "../../records/entry.ts";
import { firstWhere } from "../../sorted.ts";
import { type CheckState, entrySubject } from "./check-state.ts";
import { walletKey } from "./wallet-key.ts";
import { ChainLinks, type FoundStretch, stretchesOf } from "./stretches.ts";
import { type OverwritingRow, offMainLine } from "../input/chains.ts";

export interface ChainOutcome {
  /** Consumed by the caller that collects them. */
  readonly drafts: FindingDraft[];
  /** By row: actual − expected balance of the entry's link; 0 for a wallet's oldest entry. */
  readonly difference: HeldNumbers;
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
    const check = older === null ? checkOpening : links.differenceAt(place) === 0 ? checkApproved : checkLink;
    const draft = check(links, place);
    if (draft !== null) drafts.push(draft);
  }
}

/** The rules about a link that does not hold, but chain-break. */
function checkLink(links: ChainLinks, place: number): FindingDraft | null {
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

function checkOpening(links: ChainLinks, place: number): FindingDraft | null {
  const { state } = links;
  const row = links.rowAt(place);
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
  if (balance < 0 && (older === null || (entries.balance[older] as number) >= 0)) {
    const message = `The balance falls below zero, to ${state.say(balance)}.`;
    drafts.push(rowDraft(state, row, { rule: "negative-balance", severity: "error", message }));
  }
  if (credit !== 0 && debit !== 0) {
    const message = `One entry holds ${sidesOf(state, row)}.`;
    drafts.push(rowDraft(state, row, { rule: "both-sides", severity: "warning", message }));
  }
  if (credit === 0 && debit === 0) {
    const message = "The entry moves nothing: credit and debit are zero.";
    drafts.push(rowDraft(state, row, { rule: "no-movement", severity: "warning", message }));
  }
  if (credit < 0 || debit < 0) {
    const message = `An amount is below zero: ${sidesOf(state, row)}.`;
    drafts.push(rowDraft(state, row, { rule: "negative-amount", severity: "error", message }));
  }
  const at = entries.dateCreatedAtMs[row] as number;
  const atBefore = older === null ? at : (entries.dateCreatedAtMs[older] as number);
  if (at < atBefore) {
    const message = `Dated ${state.wording.sayTime(at)}, earlier than walletID ${entries.walletID[older ?? row]} before it at ${state.wording.sayTime(atBefore)}.`;
    drafts.push(rowDraft(state, row, { rule: "out-of-order", severity: "warning", message }));
  }
}

function rowDraft(
  state: CheckState,
  row: number,
  finding: Pick<FindingDraft["finding"], "rule" | "severity" | "message">,
): FindingDraft {
  return { finding: { ...entrySubject(state, row), ...finding }, entryRow: row };
}

function sidesOf({ say, input: { entries } }: CheckState, row: number): string {
  return `credit ${say(entries.credit[row] as number)} and debit ${say(entries.debit[row] as number)}`;
}

// Rows that go on from an older row than the one before them.

/** How far back a row is looked for: so many rows before the one before. */
const MOST_BACK = 12;
/** Requests that read one balance at once are no further apart, milliseconds. */
const APART_MS = 600_000;

interface Overwriting {
  /** The place of the row that the balance goes on from. */
  readonly parent: number;
  readonly continuesFrom: number;
  readonly without: RowsWithout;
}

/**
 * The nearest row before the one before whose balance a row goes on from.
 *
 * @param place of a chain-break
 * @param start of its wallet
 * @throws TieoutError SUM_OVERFLOW naming the wallet
 */
function overwritingAt(links: ChainLinks, place: number, start: number): Overwriting | null {
  const { userID, dateCreatedAtMs } = links.state.input.entries;
  const [movement, balance] = [links.movementAt(place), links.balanceAt(place)];
  const atMs = dateCreatedAtMs[links.rowAt(place)] as number;
  let moved = 0;
  for (let parent = place - 2; parent >= Math.max(start, place - 1 - MOST_BACK); parent -= 1) {
    if (!links.isSeen(parent + 1)) return null;
    moved = addAmounts(
      moved,
      links.movementAt(parent + 1),
      () => `wallet of user ${userID[links.rowAt(place)]}`,
    );
    const afterMs = dateCreatedAtMs[links.rowAt(parent + 1)] as number;
    if (links.balanceAt(parent) + movement !== balance || Math.abs(atMs - afterMs) > APART_MS) continue;
    return {
      parent,
      continuesFrom: links.walletIDAt(parent),
      without: {
        from: links.walletIDAt(parent + 1),
        to: links.walletIDAt(place - 1),
        count: place - 1 - parent,
        movement: moved,
      },
    };
  }
  return null;
}

// What earlier pulls had where a link breaks now.

const seenBefore = oncePer(({ input: { history }, options: { chainScope } }: CheckState) => {
  const ownerOf = ({ userID, businessID }: Pick<Entry, "userID" | "businessID">) =>
    walletKey({ userID, businessID: chainScope === "user" ? null : businessID });
  const gone = history.entriesVanished.map(({ record }) => record);
  return {
    ownerOf,
    versions: Map.groupBy(history.entryVersions, ({ after }) => after.walletID),
    vanished: Map.groupBy(
      gone.toSorted((a, b) => a.walletID - b.walletID),
      ownerOf,
    ),
  };
});

/** Why a link breaks, where an earlier pull had its row otherwise or rows before it; null where none did. */
function sinceSeenWords(links: ChainLinks, place: number): string | null {
  const { input, convention, say } = links.state;
  const movementOf = ({ credit, debit }: Entry) => (convention === "bank" ? credit - debit : debit - credit);
  const [from, to, row] = [links.walletIDAt(place - 1), links.walletIDAt(place), links.rowAt(place)];
  const { ownerOf, versions, vanished } = seenBefore(links.state);
  const owner = ownerOf({
    userID: input.entries.userID[row] as number,
    businessID: input.entries.businessID[row] as number,
  });
  const follows = ({ before }: Revision<Entry>) =>
    ownerOf(before) === owner && before.balance === links.balanceAt(place - 1) + movementOf(before);
  if (versions.get(to)?.some(follows) === true)
    return "this row has changed. As an earlier pull had it, the balance follows.";
  const own = vanished.get(owner) ?? [];
  const gone = own.slice(
    firstWhere(own, ({ walletID }) => walletID > from),
    firstWhere(own, ({ walletID }) => walletID >= to),
  );
  let moved = 0;
  for (const one of gone) {
    moved += movementOf(one);
    if (!Number.isSafeInteger(moved)) return null;
  }
  if (gone.length === 0 || moved !== links.differenceAt(place)) return null;
  const ids =
    gone.length === 1
      ? `walletID ${gone[0]?.walletID} is`
      : `${gone.length} entries, walletID ${gone[0]?.walletID} to ${gone.at(-1)?.walletID}, are`;
  return `${ids} missing between the two rows, and moved ${say(moved)}. An earlier pull had ${gone.length === 1 ? "it" : "them"}.`;
}

/** From which row a balance follows in the order of dates; null where it follows from none. */
function byDateWords(links: ChainLinks, place: number): string | null {
  const row = links.rowAt(place);
  const older = dateOrder(links.state)?.olderOf[row] ?? -1;
  if (older === -1) return null;
  const follows =
    older === row
      ? "is the first, and opens at zero"
      : `follows from walletID ${links.state.input.entries.walletID[older]}`;
  return `in the order of dates it ${follows}. The service may number rows in another order than it applies them.`;
}

// The cause of a chain break: the first of the rules' tests that applies, and its sentence.

interface Break {
  /** In the order of the chains. */
  readonly place: number;
  readonly cause: BreakCause;
  readonly difference: number;
  readonly stretch: FoundStretch | null;
  readonly overwriting: Overwriting | null;
}

/**
 * Diagnoses a chain-break.
 *
 * @param place of the broken link
 * @param start of its wallet
 * @param stretch that the link is of, null when it is of none
 * @param before what was found at the link before, null when that is no chain-break
 * @param nextDifference difference of the link after this one; 0 when there is none, it holds, or it is no
 *   chain-break outside stretches
 * @throws TieoutError SUM_OVERFLOW naming the wallet
 */
function diagnoseBreak(
  links: ChainLinks,
  { place, start }: { readonly place: number; readonly start: number },
  stretch: FoundStretch | null,
  before: Break | null,
  nextDifference: number,
): Break {
  const difference = links.differenceAt(place);
  const found = { place, difference, stretch, overwriting: null };
  if (stretch !== null) return { ...found, cause: stretch.cause };
  if (before?.cause === "misstated-balance" && difference === 0 - before.difference) {
    return { ...found, cause: "recovery" };
  }
  if (nextDifference === 0 - difference) return { ...found, cause: "misstated-balance" };
  const overwriting = overwritingAt(links, place, start);
  if (overwriting !== null) return { ...found, cause: "overwritten", overwriting };
  return { ...found, cause: causeByAmount(links.movementAt(place), difference) ?? "missing-entry" };
}

/**
 * The finding of a chain-break.
 *
 * @param isOnMainLine whether its row leads to the newest balance: then what an overwritten balance goes on
 *   without is in no balance that does
 */
function breakDraft(links: ChainLinks, found: Break, isOnMainLine: boolean): FindingDraft {
  const { state } = links;
  const { place, cause, difference, stretch, overwriting } = found;
  const entryRow = links.rowAt(place);
  const actual = links.balanceAt(place);
  const expected = actual - difference;
  const [from, to] = [links.walletIDAt(place - 1), links.walletIDAt(place)];
  const skipped = { from, to, count: to - from - 1 };
  const leftOut = () => links.leftOutBefore(place);
  const circumstances = { movement: links.movementAt(place), skipped: skipped.count, leftOut, isOnMainLine };
  const other = isByAmount(cause) ? (sinceSeenWords(links, place) ?? byDateWords(links, place)) : null;
  const why = other ?? explain(found, circumstances, state.say);
  const full = isByAmount(cause) && isFull(actual, expected) ? ` ${FULL_WORDS}` : "";
  const message = `The balance is ${state.say(actual)} where ${state.say(expected)} follows from walletID ${from}: ${why}${full}`;
  const finding = {
    rule: "chain-break" as const,
    severity: cause === "out-of-sequence" ? ("warning" as const) : ("error" as const),
    ...entrySubject(state, entryRow),
    expected,
    actual,
    difference,
    cause,
    transposition: isTransposition(expected, actual),
    ...(overwriting === null
      ? {}
      : { continuesFrom: overwriting.continuesFrom, without: overwriting.without }),
    ...(stretch === null ? {} : { stretch: stretch.stretch }),
    ...(cause === "missing-entry" ? { candidates: [], skipped } : {}),
    message,
  };
  const isOpen =
    other === null && full === "" && (isByAmount(cause) || (cause === "overwritten" && isOnMainLine));
  return { finding, entryRow, ...(isOpen ? { lacks: 0 - difference } : {}) };
}

interface BreakCircumstances {
  readonly movement: number;
  /** How many walletIDs lie between the row and the one before. */
  readonly skipped: number;
  /** How many of them no other wallet has. */
  readonly leftOut: () => number;
  readonly isOnMainLine: boolean;
}

function explain(
  { cause, difference, stretch, overwriting }: Break,
  { movement, skipped, leftOut, isOnMainLine }: BreakCircumstances,
  say: CheckState["say"],
): string {
  const off = say(difference);
  const moved = say(movement);
  switch (cause) {
    case "out-of-sequence":
      return `the service lists these rows in another order than it applied them. In the order walletID ${(stretch as FoundStretch).stretch.order.join(", ")} every balance follows.`;
    case "read-late":
      return `of walletID ${(stretch as FoundStretch).stretch.walletIDs.join(", ")} at least one states a balance that already holds later rows. The balances after them are right.`;
    case "recovery":
      return `this row corrects the row before, which was ${tooWords(0 - difference, say)}.`;
    case "misstated-balance":
      return `only this row's stated balance is wrong. It is ${tooWords(difference, say)}, and the next row corrects it.`;
    case "overwritten":
      return overwrittenWords(overwriting as Overwriting, isOnMainLine, say);
    case "not-applied":
      return `this entry's ${moved} never reached the balance.`;
    case "wrong-sign":
      return `this entry's ${moved} was applied with the wrong sign.`;
    case "applied-twice":
      return `this entry's ${moved} was applied twice.`;
    case "missing-entry":
      if (skipped > 0 && leftOut() > 0) return `an entry of ${off} is missing between the two rows.`;
      return `the balance moved by another ${off} that no entry shows, and no walletID is left out${skipped === 0 ? "" : ": other wallets have those between"}.`;
  }
}

/** Where numbers of 32 bits end, with a sign and without. */
const ENDS: ReadonlySet<number> = new Set([2 ** 31 - 1, -(2 ** 31), 2 ** 32 - 1]);
const FULL_WORDS =
  "Numbers of 32 bits may end at the stated one: the service may have no room for the right balance.";

/** Whether a balance stands where numbers of 32 bits end, and the one that follows is beyond it. */
function isFull(actual: number, expected: number): boolean {
  return ENDS.has(actual) && (actual > 0 ? expected > actual : expected < actual);
}

function overwrittenWords(
  { continuesFrom, without: { from, to, count, movement } }: Overwriting,
  isOnMainLine: boolean,
  say: CheckState["say"],
): string {
  const rows = count === 1 ? `walletID ${from}` : `walletID ${from} to walletID ${to}`;
  const goesOn = `it goes on from walletID ${continuesFrom}, without the ${say(movement)} that ${rows} moved`;
  const why = "Two requests read one balance at once, or it was put back without an entry.";
  return isOnMainLine
    ? `${goesOn}. No balance that leads to the newest one holds that amount. ${why}`
    : `${goesOn}. The newest balance does not come from this row. ${why}`;
}

/** @example `113,698 too high` */
function tooWords(difference: number, say: CheckState["say"]): string {
  return `${say(Math.abs(difference))} too ${difference > 0 ? "high" : "low"}`;
}

/** Two neighbouring digits swapped: the commonest slip of a hand that copies a number. */
function isTransposition(expected: number, actual: number): boolean {
  if ((actual - expected) % 9 !== 0 || Math.sign(expected) !== Math.sign(actual)) return false;
  const wanted = String(Math.abs(expected));
  const given = String(Math.abs(actual));
  if (wanted.length !== given.length) return false;
  const at = Array.from(wanted).findIndex((digit, index) => digit !== given[index]);
  if (at === -1) return false;
  const swapped = `${given.slice(0, at)}${given[at + 1] ?? ""}${given[at] ?? ""}${given.slice(at + 2)}`;
  return swapped === wanted;
}
