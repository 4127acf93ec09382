/**
 * A: why this was done, on which records, how, and by which measure: what the head of a workpaper says. What
 * people did not set down is said to be not set; the rest is what Tieout did.
 */
import { formatAmount, formatCount } from "../../money.ts";
import { signedWords, signerWords } from "../../review/close/keys.ts";
import { obligationWords } from "../../review/file/examined.ts";
import { firstRecordMs, unsignedBefore } from "../../review/close/months.ts";
import { exportedStanding } from "../sheet/closing.ts";
import { ownWorkOfSigner, ownWorkWords } from "../exceptions/own-work.ts";
import { TRANSACTIONS_OF_PERIOD, earlierMonthsWords, monthOfPeriod, periodTitle } from "../../words/month.ts";
import type { Figures } from "../sheet/figures.ts";
import { amountFormula, amountLiteral, textLiteral } from "../sheet/currencies.ts";
import { type FactTable, factRow } from "../about/audit.ts";
import { COMPARED_UNLIKE, currencyList } from "../../words/currency.ts";
import { walletCurrencies } from "./headings.ts";
import { dueOf } from "../sheet/due.ts";
import { statedCurrency } from "../sheet/record-currencies.ts";
import type { ReportInput } from "../sheet/input.ts";
import { ReportTable, columnsOf, head } from "../sheet/table.ts";
import { capitalised } from "../../sentence.ts";
import { foldedLines } from "../sheet/fit.ts";
import { namedWallet } from "../../words/wallet.ts";
import type { ConclusionGrounds } from "./concluded.ts";
import { allOf } from "./proofs.ts";

/** How much of a text stands on one line beside its name. */
const LINE = 130;

/** What a cell says by a formula, once the tables stand on their sheets. */
interface LiveText {
  readonly value: string;
  readonly formula: () => string;
}

type Text = string | LiveText;
type WorkpaperLine = readonly [name: string | null, text: Text];

const WORKPAPER = columnsOf<WorkpaperLine>()({
  name: { ...head("text", "Workpaper"), value: ([name]) => name },
  text: {
    ...head("text", "In words"),
    value: ([, text]) => (typeof text === "string" ? text : { value: text.value, formula: text.formula() }),
  },
});

/** What its sentences go by. */
interface WorkpaperGrounds extends Pick<ConclusionGrounds, "misstatements" | "uncorrected"> {
  readonly facts: FactTable;
  /** How many questions of an examiner are answered how, in words; none where nothing is asked. */
  readonly examined: readonly string[];
}

export function workpaperTable(figures: Figures, held: WorkpaperGrounds) {
  const lines = sectionsOf(figures, held).flatMap(([name, texts]) =>
    texts
      .flatMap((text): readonly Text[] => (typeof text === "string" ? foldedLines(text, LINE) : [text]))
      .map((text, at): WorkpaperLine => [at === 0 ? name : null, text]),
  );
  return new ReportTable(figures, {
    id: "workpaper",
    columns: WORKPAPER,
    lines: lines,
  });
}

type Section = readonly [name: string, texts: readonly Text[]];

function sectionsOf(figures: Figures, held: WorkpaperGrounds): Section[] {
  const { input } = figures;
  const { purpose, policy, procedures } = input.workpaper ?? {};
  return [
    ["Purpose", [purpose ?? ownPurpose(input)]],
    ["Policy", [policy ?? "Not set."]],
    ["Scope", [scopeWords(input)]],
    ["Population", [entryWords(figures), transactionWords(figures)]],
    ["Procedures", [...(procedures === undefined ? [] : [procedures]), ...ownProcedures(figures)]],
    ["Tolerance", [ownTolerance(input, held.facts)]],
    ["Materiality", materialityTexts(figures, held)],
    ["Independence", [...independenceTexts(figures), ...signatureTexts(input)]],
    ...(held.examined.length === 0 ? [] : [["Examined", held.examined] as const]),
  ];
}

const SET =
  "More than the materiality of a currency not corrected qualifies the conclusion: see Uncorrected misstatements below.";
const UNSET = "Not set: anything that is not explained qualifies the conclusion.";
const TYPED = "The conclusion goes by other amounts, which were typed under Uncorrected misstatements below.";

/** What was set, and what the conclusion goes by: a formula, for somebody may type other amounts. */
function materialityTexts(
  { input }: Figures,
  { misstatements, uncorrected }: Pick<ConclusionGrounds, "misstatements" | "uncorrected">,
): Text[] {
  const { materiality: set = [], materialityWords: said = [] } = input.workpaper ?? {};
  const words = set.length === 0 ? UNSET : SET;
  const amounts = misstatements.flatMap(({ materiality }, block) =>
    (["materiality", "performance", "trivial"] as const).map((key) => {
      const amount = materiality?.[key === "materiality" ? "amount" : key] ?? null;
      return { key, block, is: amount === null ? '""' : amountLiteral(amount, input.decimals) };
    }),
  );
  const formula = () => {
    const same = allOf(amounts.map(({ key, block, is }) => `${uncorrected.cell(key, block)}=${is}`));
    return `IFERROR(IF(${same},${textLiteral(words)},${textLiteral(TYPED)}),${textLiteral(TYPED)})`;
  };
  return [...said, amounts.length === 0 ? words : { value: words, formula }];
}

const EXACT = "The check compares amounts to the unit.";
const SETTLED_WITHIN = "The check takes a payment for settled within ";

/** What the check takes for equal: a formula, for D2 has the amount. */
function ownTolerance(input: ReportInput, facts: FactTable): Text {
  const { decimals } = input;
  const { tolerance } = input.check.options;
  const formula = () => {
    const cell = facts.cell("value", factRow(input, "tolerance"));
    return `IF(${cell}=0,${textLiteral(EXACT)},${textLiteral(SETTLED_WITHIN)}&${amountFormula(cell, decimals)}&".")`;
  };
  const within = `${SETTLED_WITHIN}${formatAmount(tolerance, decimals)}.`;
  return { value: tolerance === 0 ? EXACT : within, formula };
}

function ownPurpose({ check }: ReportInput): string {
  const end = check.period === null ? "as at the latest pull" : `at the end of ${periodTitle(check.period)}`;
  return `To establish whether the balance that the service states for the escrow wallet ${end} follows from its entries, and whether entries and payments agree.`;
}

const MOST_WALLETS = 10;

/** Whose wallets, each by name, and what is read of them. */
function scopeWords(input: ReportInput): string {
  const { check, records, entity } = input;
  const { wallets } = check;
  const named = wallets.slice(0, MOST_WALLETS).map((wallet) => namedWallet(wallet, entity));
  const more = wallets.length - named.length;
  const all = [...named, ...(more > 0 ? [`${formatAmount(more)} more`] : [])].join("; ");
  const words =
    wallets.length === 0
      ? "No wallet has entries"
      : wallets.length === 1
        ? all
        : `${formatCount(wallets.length, "wallet")}: ${all}`;
  const money = currencyList(walletCurrencies(input));
  const entries = formatCount(records.entries.length, "entry");
  const payments = formatCount(records.transactions.length, "transaction");
  return `${words}. Currency ${money}, ${periodTitle(check.period)}. The ledger holds ${entries} and ${payments}. All of them were checked; nothing was sampled.`;
}

/** Within which limits the conclusion holds: what the month's file lacks, what the opening rests on, what was compared without conversion. */
export function limitWords(figures: Figures): string[] {
  const { input } = figures;
  const { openPoints = [], signedBefore = [] } = input.workpaper ?? {};
  return [
    ...openPoints.map((point) => `${capitalised(point)}.`),
    ...unsignedWords(input),
    ...obligationWords(signedBefore, input.attachments),
    ...comparedWords(figures),
  ];
}

/** How many payments were compared across currencies with what is tied to them; a sentence, or none. */
function comparedWords({ input, currencies, unlike }: Figures): string[] {
  const { order, transaction } = input.check.entryOutcomes;
  const tied = new Set(unlike.map((row) => transaction[row] as number));
  const compared = new Set([...tied].filter((row) => (dueOf(input, row) ?? 0) !== 0));
  if (compared.size === 0) return [];
  const [apart, perhaps] = [new Set<number>(), new Set<number>()];
  for (const row of order) {
    const to = transaction[row] as number;
    if (!compared.has(to)) continue;
    const currency = currencies.blocks[currencies.ofEntry(row)]?.currency ?? null;
    if (currency === null) perhaps.add(to);
    else if (currency !== statedCurrency(input.records, to)) apart.add(to);
  }
  const unknown = [...perhaps].filter((row) => !apart.has(row)).length;
  const known = compared.size - unknown;
  const said = [
    ...(known === 0 ? [] : [`${formatCount(known, "payment")} ${known === 1 ? "is" : "are"}`]),
    ...(unknown === 0 ? [] : [`${formatCount(unknown, "payment")} may be`]),
  ];
  return [`${said.join(", and ")} tied across currencies: ${COMPARED_UNLIKE}.`];
}

/** What the opening of a month rests on where earlier months are not signed off; one sentence, or none. */
export function unsignedWords(input: ReportInput): string[] {
  const month = monthOfPeriod(input.check.period);
  const firstMs = firstRecordMs(input.records);
  if (month === null) return [];
  const { timeZone } = input.check.options;
  const unsigned = unsignedBefore(month, { firstMs, timeZone, steps: input.closeSteps });
  if (unsigned.length === 0) return [];
  const which = earlierMonthsWords(unsigned.map((one) => one.month).toReversed(), { one: "is", more: "are" });
  return [`${which} not signed off: the opening rests on the records as pulled.`];
}

/** Which entries are on B1. */
function entryWords({ input, walletRows }: Figures): string {
  const { walletID } = input.records.entries;
  const ids = rangeOf(walletRows, (row) => (row < 0 ? null : (walletID[row] as number)));
  const count = formatCount(input.check.counts.entries, "entry");
  return ids === null ? "B1: no entries." : `B1: ${count}, walletID ${ids}.`;
}

/** Which transactions are on B2. */
function transactionWords({ input, transactionRows }: Figures): string {
  const { payID } = input.records.transactions;
  const ids = rangeOf(transactionRows, (row) => payID[row] as number);
  const count = formatCount(input.check.counts.transactions, "transaction");
  if (ids === null) return "B2: no transactions.";
  return `B2: ${count} ${TRANSACTIONS_OF_PERIOD}, payID ${ids}.`;
}

function rangeOf(rows: Iterable<number>, idOf: (row: number) => number | null): string | null {
  let [first, last] = [Infinity, -Infinity];
  for (const row of rows) {
    const id = idOf(row);
    if (id === null) continue;
    first = Math.min(first, id);
    last = Math.max(last, id);
  }
  return first === Infinity ? null : `${first} to ${last}`;
}

/** What Tieout did, in the order of the sheets. */
function ownProcedures({ input, reviewing, bank }: Figures): string[] {
  const inForce = input.matches.filter(({ state }) => state === "in-force");
  const atBank = inForce.filter(({ records }) => records.bank !== undefined).length;
  const matches = inForce.length - atBank;
  const { reviewed, total } = reviewing.progress;
  return [
    "1. Recomputed every balance from the row above (B1), and rolled each wallet forward by action and by day (A1).",
    `2. Tied entries to payments by payref, and ${matches === 0 ? "none" : formatAmount(matches)} by a manual match (B1, B2).`,
    "3. Worked out what each payment should have settled, and compared it with its entries (B2, B3).",
    "4. Searched for duplicates, reversals, wrong owners, and records that a later pull changed (C1, C3).",
    "5. Built the closing balance from the payments, and classified every difference (A2).",
    "6. Rolled outstanding items forward and aged them (C2).",
    `7. People had decided on ${formatAmount(reviewed)} of ${formatCount(total, "exception")} when this was exported (C1, D2).`,
    ...(bank === null
      ? []
      : [
          `8. Searched the bank's statements for entries without a payref; people had accepted ${formatCount(atBank, "tie")} (A2, B4).`,
        ]),
  ];
}

/** Who prepared and who reviewed, and how much of what the month rests on is the reviewer's own work. */
export function independenceTexts(figures: Figures): string[] {
  const { trail } = figures.input;
  const { prepared = null, signed = null } = exportedStanding(figures.input) ?? {};
  const work = ownWorkOfSigner(figures);
  const keyOf = (id: number) => trail.find((link) => link.kind === "close" && link.id === id)?.key ?? null;
  const signer = ({ id, by }: { readonly id: number; readonly by: string }) => signerWords(by, keyOf(id));
  if (signed === null || work === null)
    return [
      prepared === null
        ? "Not prepared and not signed off."
        : `Prepared by ${signer(prepared)}; not signed off.`,
    ];
  const texts = [
    ...(prepared === null ? [] : [`Prepared by ${signer(prepared)}.`]),
    `Signed off by ${signer(signed)}, who took ${ownWorkWords(work)} in force.`,
  ];
  // A line each, so that a fingerprint is read whole.
  return [prepared, signed].some((step) => step !== null && keyOf(step.id) !== null)
    ? texts
    : [texts.join(" ")];
}

/** With keys, or by name only: of everything that people did before this was exported. */
function signatureTexts(input: ReportInput): string[] {
  const words = signedWords(actsSigned(input));
  return words === "" ? [] : [`${words}.`];
}

/** How many acts of people the trail has, and how many of them a key signed. */
export function actsSigned({ trail }: Pick<ReportInput, "trail">) {
  const acts = trail.filter(({ id }) => id !== undefined);
  return { acts: acts.length, withKey: acts.filter(({ key }) => key !== undefined).length };
}
