/** A year as text: the verdict and what is not known, then of each currency its months and their total. */
import { amountWithSign, formatAmount, formatCount } from "../../core/money.ts";
import { monthTitle } from "../../core/words/month.ts";
import { yearDocument } from "../../core/report/year-document.ts";
import {
  apartWords,
  changedWords,
  monthStateWords,
  restatedWords,
  yearLimits,
  yearProgress,
  yearTitle,
  yearVerdict,
} from "../../core/report/year-words.ts";
import {
  type YearFigures,
  type YearMonth,
  type YearReport,
  type YearTotal,
  carriedOff,
  yearTies,
} from "../../core/report/year.ts";
import { ZoneClock } from "../../core/time.ts";
import { type Terminal, harmless, print, tinted, writeJsonList } from "./terminal.ts";
import { currencyTitle } from "../../core/words/currency.ts";
import { type ChangeWording, changeWords, wordingOf } from "../../core/reconcile/input/field-words.ts";
import { datedWords } from "../../core/report/about/dated-words.ts";
import { reachWords } from "../../core/review/clients/reach-words.ts";
import type { Month } from "../../core/review/close/close.ts";
import { broughtBy } from "../../core/review/restate/brought-words.ts";
import { restatementsDocument } from "../../core/review/restate/restatements-document.ts";
import {
  RESTATEMENT_KINDS,
  type RestatedClosing,
  type Restatement,
} from "../../core/review/restate/restatements.ts";
import type { SignedChange } from "../../core/review/restate/register-timeline.ts";
import { capitalised } from "../../core/sentence.ts";
import type { LedgerRegister } from "../../main/services/close/register.ts";
import { FULL_WORDS } from "./pulls.ts";
import { payrefWords } from "./words.ts";
import { type WalletIds, walletWords } from "../../core/words/wallet.ts";

const NO_YEAR = { schema: "tieout.year/1", months: [] };

/** Writes a year to the terminal's result stream, or as JSON; null while the ledger holds no records. */
export async function writeYearReport(
  terminal: Terminal,
  year: YearReport | null,
  json: boolean,
): Promise<void> {
  if (json) {
    return writeJsonList(terminal, year === null ? NO_YEAR : yearDocument(year), "months");
  }
  if (year === null) return print(terminal, "The ledger holds no records yet, so there is no year.\n");
  const verdict = tinted(terminal.stdout, yearTies(year) ? "green" : "red", yearVerdict(year));
  const head = [yearTitle(year), `${verdict} ${yearProgress(year)}`, ...yearLimits(year)];
  const tables = year.totals.flatMap((total, at) => ["", ...tableOf(year, total, at)]);
  await print(terminal, `${[...head, ...tables].join("\n")}\n`);
}

const HEADS = ["Opening", "Inflows", "Outflows", "Breaks", "Closing", "Unresolved"];

/** The months in one currency, each with what is wrong below it; then their total. */
function tableOf(year: YearReport, total: YearTotal, block: number): string[] {
  const { months, decimals } = year;
  const isNamed = total.currency !== null || year.totals.length > 1;
  const title = isNamed ? harmless(currencyTitle(total.currency)) : "";
  const rows = [
    { label: title, cells: HEADS, close: "Close", notes: [] },
    ...months.map((month) => rowOf(year, month, month.figures[block])),
    { label: "The year", cells: amountsOf(total, decimals), close: footWords(total, decimals), notes: [] },
  ];
  const [first = "", ...others] = widthsOf(rows.map(({ label, cells }) => [label, ...cells]));
  return rows.flatMap(({ label, cells, close, notes }) => [
    `  ${[label.padEnd(first.length), ...cells.map((cell, at) => cell.padStart((others[at] ?? "").length)), close].join("  ")}`.trimEnd(),
    ...notes.map((note) => `  ${" ".repeat(first.length)}  ${note}`),
  ]);
}

/** By column its longest cell. */
function widthsOf(rows: readonly (readonly string[])[]): string[] {
  return (rows[0] ?? []).map((_, at) =>
    rows.reduce((longest, row) => ((row[at] ?? "").length > longest.length ? (row[at] ?? "") : longest), ""),
  );
}

function rowOf(year: YearReport, month: YearMonth, of: YearFigures | undefined) {
  const label = monthTitle(month.month);
  // Changes are of the month: said once, with its first currency.
  const isFirst = of === undefined || of === month.figures[0];
  const close = closeWords(month, new ZoneClock(year.timeZone), isFirst);
  if (of === undefined) return { label, cells: HEADS.map(() => ""), close, notes: [] };
  return { label, cells: amountsOf(of, year.decimals), close, notes: notesOf(of, year.decimals) };
}

function amountsOf(
  of: Pick<YearFigures, "opening" | "inflow" | "outflow" | "breakDifference" | "closing" | "unresolved">,
  decimals: number,
): string[] {
  const { opening, inflow, outflow, breakDifference, closing, unresolved } = of;
  return [opening, inflow, 0 - outflow, breakDifference, closing, unresolved.amount].map((amount) =>
    formatAmount(amount, decimals),
  );
}

function notesOf(of: YearFigures, decimals: number): string[] {
  const off = carriedOff(of);
  const amount = (value: number) => formatAmount(value, decimals);
  const beyond = (by: number) => `${amount(Math.abs(by))} ${by > 0 ? "above" : "below"}`;
  return [
    ...(off === 0 ? [] : [`opens ${beyond(off)} the closing of the month before, ${amount(of.before ?? 0)}`]),
    ...[apartWords(of)].filter((words) => words !== ""),
    ...restatedWords(of, amount),
  ];
}

/** How the month stands, and by whom. @example `signed off by Ada Obi, 2026-09-03, prepared by Ben Ude` */
function closeWords(month: YearMonth, clock: ZoneClock, isFirst: boolean): string {
  const { prepared, signed } = month;
  const changed = isFirst ? changedWords(month) : "";
  const state = [monthStateWords(month), changed].filter((part) => part !== "").join(", ");
  if (signed !== null && prepared !== null)
    return `${state}: ${harmless(prepared.by)}, then ${harmless(signed.by)} on ${clock.day(signed.atMs)}`;
  return prepared === null ? state : `${state}: ${harmless(prepared.by)} on ${clock.day(prepared.atMs)}`;
}

function footWords({ difference }: YearTotal, decimals: number): string {
  return difference === 0 ? "foots" : `does not foot: ${formatAmount(difference, decimals)}`;
}

// The restatement register as text: what changed, and the effect on signed months.

const KIND_WIDTH = Math.max(...RESTATEMENT_KINDS.map((kind) => kind.length));
const INDENT = " ".repeat(KIND_WIDTH + 4);

/** Writes the register to the terminal's result stream, or as JSON. */
export async function writeRestatements(
  terminal: Terminal,
  register: LedgerRegister,
  { month, json }: { readonly month: Month | null; readonly json: boolean },
): Promise<void> {
  if (json) return writeJsonList(terminal, restatementsDocument(register), "restatements");
  const { restatements, total, decimals, timeZone } = register;
  if (total === 0) {
    const which = month === null ? "of an earlier pull" : `of ${monthTitle(month)}`;
    const none = `No later pull changed an entry or a paid transaction ${which}.\n`;
    return print(terminal, `${none}${lookLines(register)}`);
  }
  const clock = new ZoneClock(timeZone);
  for (const restatement of restatements) {
    // A signed month keeps the decimals that it was signed with.
    const own = register.frozenDecimals[restatement.signature?.month ?? ("" as Month)] ?? decimals;
    await print(terminal, linesOf(terminal, restatement, wordingOf(own, clock)));
  }
  const more = total - restatements.length;
  if (more > 0) await print(terminal, `  … and ${formatCount(more, "more change")} by earlier pulls.\n`);
  await print(terminal, `\n${closingWords(register).join("\n")}\n${lookLines(register)}`);
}

function linesOf(terminal: Terminal, restatement: Restatement, wording: ChangeWording): string {
  const { kind, walletID, payID, payref, months, fields } = restatement;
  const dated = datedWords(restatement);
  const record = walletID === null ? `payID ${payID}` : `walletID ${walletID}`;
  const brought = broughtBy(restatement, wording.sayTime);
  const lines = [
    `  ${tinted(terminal.stdout, restatement.signature === null ? "dim" : "yellow", kind.padEnd(KIND_WIDTH))}` +
      `  ${record}${payrefWords(payref)}: ${months.map(monthTitle).join(" to ")}, ${brought}`,
    ...(dated === "" ? [] : [`${INDENT}${capitalised(dated)}.`]),
    ...fields.map((change) => `${INDENT}${harmless(changeWords(change, wording))}`),
    ...signatureLines(restatement, wording).map((line) => `${INDENT}${line}`),
  ];
  return `${lines.join("\n")}\n`;
}

function signatureLines({ signature, effect }: Restatement, { decimals, sayTime }: ChangeWording): string[] {
  if (signature === null) return [];
  const { month, by, atMs, stillInForce } = signature;
  const since = stillInForce ? "" : ", reopened since";
  const { wallets } = effect;
  const inIt =
    wallets.length === 0
      ? [`In it, ${effectWords(effect, (amount) => amountWithSign(amount, decimals))}.`]
      : wallets.map((wallet) => {
          const say = (amount: number) => `${amountWithSign(amount, decimals)}${unitOf(wallet)}`;
          const of = wallets.length === 1 ? "" : `of ${ownerOf(wallet)}, `;
          return `In it, ${of}${effectWords(wallet, say)}.`;
        });
  return [`${monthTitle(month)} was signed off by ${harmless(by)}, ${sayTime(atMs)}${since}.`, ...inIt];
}

function ownerOf({ userID, businessID }: WalletIds): string {
  return walletWords({ userID, businessID });
}

/** The text after an amount of a wallet. */
function unitOf({ currency }: Pick<RestatedClosing, "currency">): string {
  return currency === null ? "" : ` ${harmless(currency)}`;
}

/** What a change does to the month that was signed, in one wallet. */
function effectWords(
  { movement, closing }: Pick<Restatement["effect"], "movement" | "closing">,
  say: (amount: number) => string,
): string {
  if (movement === 0 && closing === 0) return "the sum of movements and the stated closing are unchanged";
  if (closing === 0)
    return `the sum of movements changes by ${say(movement)}; the stated closing is unchanged`;
  if (movement === 0)
    return `the stated closing changes by ${say(closing)}; the sum of movements is unchanged`;
  return `the sum of movements changes by ${say(movement)}, the stated closing by ${say(closing)}`;
}

/** What became of signed months in all. Of their exceptions, which may change without a record of theirs, nothing is said. */
function closingWords({ closings, signedChanges, ...register }: LedgerRegister): string[] {
  if (signedChanges.length === 0) return ["No record of a signed month changed since."];
  const decimalsOf = (month: Month) => register.frozenDecimals[month] ?? register.decimals;
  const moved = signedChanges.flatMap((change) => movementWords(change, decimalsOf(change.month)));
  if (closings.length === 0) {
    const stays = "The stated closings of signed months are as signed";
    return [
      moved.length === 0 ? `${stays}, and so are their movements.` : `${stays}, but their movements changed:`,
      ...moved,
    ];
  }
  const closed = closings.map((closing) => {
    const decimals = decimalsOf(closing.month);
    const say = (amount: number) => `${formatAmount(amount, decimals)}${unitOf(closing)}`;
    return (
      `${monthTitle(closing.month)}, ${ownerOf(closing)}: signed to close at ${say(closing.signed)}, ` +
      `now closes at ${say(closing.now)} (${amountWithSign(closing.now - closing.signed, decimals)})`
    );
  });
  return [...closed, ...moved];
}

/** By how much the movements of a signed month changed, in wallets whose closing does not say so. */
function movementWords({ month, wallets }: SignedChange, decimals: number): string[] {
  return wallets
    .filter(({ movement, closing }) => movement !== 0 && movement !== closing)
    .map((wallet) => {
      const by = `${amountWithSign(wallet.movement, decimals)}${unitOf(wallet)}`;
      return `${monthTitle(month)}, ${ownerOf(wallet)}: the sum of movements changed by ${by}`;
    });
}

/** How far back the pulls covered, where months are signed. */
function lookLines({ lastLooks, timeZone }: LedgerRegister): string {
  const { newest, months } = lastLooks;
  const [first, ...others] = months;
  if (first === undefined || newest === null) return "";
  const words = reachWords(lastLooks, timeZone);
  return words === ""
    ? `Pull ${newest.pullId}, the newest, covers all of ${others.length === 0 ? monthTitle(first.month) : "every signed month"}.\n`
    : `${words}. ${FULL_WORDS}.\n`;
}
