/** What is listed, in which tables, and where they stand: known before any row is made, so that formulas can refer to it. */
import * as audit from "./about/audit.ts";
import { BALANCE_COLUMNS, balanceCount } from "./lead/balances.ts";
import * as changes from "./changes/changes.ts";
import { CLOSE_CHECK_COLUMNS, closeCheckCount } from "./lead/close-checks.ts";
import { CLOSE_STEP_COLUMNS, closeStepCount } from "./lead/close-words.ts";
import { CONCLUSION_COLUMNS, CONCLUSION_COUNT } from "./lead/conclusion.ts";
import * as exceptions from "./exceptions/exceptions.ts";
import { isMixed } from "./currencies.ts";
import type { Figures } from "./figures.ts";
import * as flows from "./rollforward/flow-tables.ts";
import { FROZEN_COLUMNS, frozenCount, frozenTitle } from "./rollforward/frozen-figures.ts";
import * as lead from "./lead/lead.ts";
import * as legend from "./about/legend.ts";
import type { Column, TableShape } from "./model.ts";
import { OPENING_COLUMNS, openingCount } from "./rollforward/openings.ts";
import { outstandingOf } from "./outstanding/outstanding-items.ts";
import { broughtForwardWords } from "./outstanding/outstanding-signed.ts";
import * as outstanding from "./outstanding/outstanding.ts";
import { placeTables } from "./place.ts";
import { proofColumns, proofLineCount } from "./three-way/proof-lines.ts";
import { proofCount } from "./lead/proofs.ts";
import { itemColumns, reconcilingItems } from "./three-way/reconciling-items.ts";
import { closingColumns, signedWalletsOf } from "./changes/restated-closings.ts";
import * as roll from "./rollforward/rollforward.ts";
import { COUNT_COLUMNS, countedRules } from "./lead/rule-counts.ts";
import { SHEETS } from "./sheets.ts";
import { trailColumns } from "./about/trail.ts";
import { transactionColumns } from "./records/transactions.ts";
import { walletColumns } from "./records/wallet.ts";

/** What is listed one by one. */
export function listsOf(figures: Figures) {
  const { findings } = figures.input.check;
  return {
    exceptions: exceptions.exceptionsOf(findings),
    subjects: exceptions.subjectsOf(figures),
    outstanding: outstandingOf(figures),
    items: reconcilingItems(figures),
    signedWallets: signedWalletsOf(figures.input),
    changes: changes.changesOf(figures.input),
    counted: countedRules(findings),
  };
}
export type Lists = ReturnType<typeof listsOf>;

interface Words {
  /** A line above the header. */
  readonly title?: string;
  /** What to say when there are no rows. */
  readonly empty?: string;
}

function shape<Id extends string>(id: Id, columns: readonly Column[], count: number, words: Words = {}) {
  const { title = null, empty = "" } = words;
  return { id, columns, count, title, empty } satisfies TableShape & { id: Id };
}

/** Every table of every sheet but for its rows. */
export function shapesOf(figures: Figures, lists: Lists) {
  return { ...proofShapes(figures, lists), ...recordShapes(figures, lists), ...paperShapes(figures) };
}
export type Shapes = ReturnType<typeof shapesOf>;

/** What to say over sums: that each currency has its own, or that wallets of unknown ones are added up. */
function moneyWords({ input, currencies }: Figures): string {
  if (currencies.isSplit) return ", each currency by itself";
  return isMixed(input.check)
    ? ". Wallets of unknown currencies are added up: a check of the arithmetic, no balance"
    : "";
}

/** A, A1 and A2. */
function proofShapes(figures: Figures, lists: Lists) {
  const { input, currencies } = figures;
  const money = moneyWords(figures);
  return {
    lead: [
      shape("conclusion", CONCLUSION_COLUMNS, CONCLUSION_COUNT),
      shape("signatures", lead.SIGNATURE_COLUMNS, lead.SIGNATURE_COUNT),
      shape("steps", CLOSE_STEP_COLUMNS, closeStepCount(figures), {
        empty: "No close steps yet.",
      }),
      shape("summary", BALANCE_COLUMNS, balanceCount(figures)),
      shape("proofs", lead.CHECK_COLUMNS, proofCount(input) + 1),
      shape("close", CLOSE_CHECK_COLUMNS, closeCheckCount(input)),
      shape("counts", COUNT_COLUMNS, lists.counted.length + 1),
      shape("decided", lead.DECIDED_COLUMNS, lead.DECIDED_COUNT),
      shape("contents", lead.CONTENTS_COLUMNS, Object.keys(SHEETS).length - 1),
    ],
    roll: [
      shape("wallets", roll.ROLL_COLUMNS, roll.rollCount(figures), { title: "By wallet" }),
      shape("openings", OPENING_COLUMNS, openingCount(input), {
        title: "Opening, compared with the closing before: as re-performed today, and as signed off",
        empty: "None: the whole history opens where its first entry does.",
      }),
      shape("frozen", FROZEN_COLUMNS, frozenCount(input), {
        title: frozenTitle(figures),
        empty: "None: this period is not prepared or signed off.",
      }),
      shape("actions", flows.actionColumns(currencies), flows.actionCount(figures), {
        title: `By action${money}`,
      }),
      shape("days", flows.dayColumns(currencies), flows.dayCount(figures), {
        title: `By day, where there are entries${money}`,
      }),
    ],
    threeway: [
      shape(
        "proof",
        proofColumns(currencies),
        proofLineCount(currencies),
        money === "" ? {} : { title: `Proof${money}` },
      ),
      shape("items", itemColumns(currencies), lists.items.length, {
        title: "Reconciling items, one by one",
        empty: "None: every entry is tied to a payment and settled as expected, and no balance breaks.",
      }),
    ],
  };
}

/** B1 to C3. */
function recordShapes(figures: Figures, lists: Lists) {
  const zone = figures.input.check.options.timeZone;
  const { transactionRows, walletRows, currencies } = figures;
  const { isSplit } = currencies;
  return {
    wallet: [
      shape("entries", walletColumns(zone, isSplit), walletRows.length, {
        empty: "The ledger holds no entry of any wallet.",
      }),
    ],
    transactions: [
      shape("transactions", transactionColumns(zone, isSplit), transactionRows.length, {
        empty: "No transaction was paid in the period, and none is tied to its entries.",
      }),
    ],
    exceptions: [
      shape("exceptions", exceptions.exceptionColumns(zone), lists.exceptions.length, {
        empty: "None: the check found neither an error nor a warning.",
      }),
    ],
    outstanding: [
      shape("summary", outstanding.summaryColumns(currencies), outstanding.summaryCount(currencies), {
        title: `What clearing them would add to the wallet${moneyWords(figures)}${broughtForwardWords(figures)}`,
      }),
      shape("items", outstanding.outstandingColumns(zone, currencies), lists.outstanding.length, {
        title: "Items",
        empty: "None: nothing was outstanding at the period's start, and nothing is at its end.",
      }),
    ],
    changes: [
      shape("closings", closingColumns(zone, changes.CHANGE_WIDTHS.length), lists.signedWallets.length, {
        title: "Signed months: what they close at now",
        empty: "None: no month up to the period's end is signed off.",
      }),
      shape("changes", changes.changeColumns(zone), lists.changes.length, {
        title: changes.changesTitle(figures.input),
        empty: "None: no later pull says anything else of a record seen before.",
      }),
    ],
  };
}

/** D1 and D2. */
function paperShapes({ input }: Figures) {
  const zone = input.check.options.timeZone;
  const none = "No pull is recorded.";
  return {
    legend: [
      shape("tickmarks", legend.TICK_COLUMNS, legend.TICK_COUNT, { title: "Tickmarks" }),
      shape("terms", legend.TERM_COLUMNS, legend.termsOf(input.decimals).length, { title: "Terms" }),
      shape("steps", legend.STEP_COLUMNS, legend.STEP_COUNT, { title: "How to re-perform this" }),
      shape("causes", legend.CAUSE_COLUMNS, legend.CAUSE_COUNT, { title: "Why a chain breaks" }),
      shape("rules", legend.RULE_COLUMNS, legend.RULE_COUNT, { title: "Rules" }),
    ],
    audit: [
      shape("facts", audit.FACT_COLUMNS, audit.factsOf(input).length, { title: "How it was checked" }),
      shape("decisions", trailColumns(zone), input.trail.length, {
        title: "Decisions, matches by hand and steps of the close, in the order of the audit trail",
        empty: "No decisions, matches or close steps yet.",
      }),
      shape("pulls", audit.pullColumns(zone), input.pulls.length, {
        title: "Pulls it rests on",
        empty: none,
      }),
      shape("bodies", audit.BODY_COLUMNS, audit.bodyCount(input.pulls), {
        title: "Response bodies",
        empty: none,
      }),
    ],
  };
}

/** Where the tables stand that formulas and links refer to. */
export function placesOf(shapes: Shapes, maxRows: number) {
  return {
    lead: placeTables(SHEETS.lead.name, shapes.lead, maxRows),
    roll: placeTables(SHEETS.roll.name, shapes.roll, maxRows),
    threeway: placeTables(SHEETS.threeway.name, shapes.threeway, maxRows),
    wallet: placeTables(SHEETS.wallet.name, shapes.wallet, maxRows).entries,
    transactions: placeTables(SHEETS.transactions.name, shapes.transactions, maxRows).transactions,
    exceptions: placeTables(SHEETS.exceptions.name, shapes.exceptions, maxRows).exceptions,
    outstanding: placeTables(SHEETS.outstanding.name, shapes.outstanding, maxRows),
    changes: placeTables(SHEETS.changes.name, shapes.changes, maxRows),
    audit: placeTables(SHEETS.audit.name, shapes.audit, maxRows),
  };
}
export type Places = ReturnType<typeof placesOf>;

/** The tables that the proofs hold against each other. */
export function sidesOf({
  roll: rolls,
  wallet,
  transactions,
  exceptions: list,
  outstanding: C2,
  threeway,
}: Places) {
  return {
    wallet,
    transactions,
    exceptions: list,
    roll: rolls.wallets,
    actions: rolls.actions,
    days: rolls.days,
    openings: rolls.openings,
    frozen: rolls.frozen,
    outstanding: C2.summary,
    listed: C2.items,
    ...threeway,
  };
}
