/** A letter to the service's provider: everything that is raised, by counterparty, as data. */
import type { WalletResult } from "../reconcile/input/result.ts";
import { type NewestPull, receivedOnWords } from "../review/close/moment.ts";
import { letterName } from "../review/letters/letter-words.ts";
import { formatAmount, formatCount } from "../money.ts";
import type { Cause } from "../reconcile/input/cause.ts";
import type { Finding, BreakCause } from "../reconcile/input/findings.ts";
import type { AskedItem, LetterAddress } from "../review/letters/letter-step.ts";
import type { Circumstances, Party } from "../review/standing/circumstances.ts";
import { compareBytes } from "../text.ts";
import { type Day, type Period, ZoneClock, sayInstant } from "../time.ts";
import { ownersWords, providersWallet } from "../words/wallet.ts";
import { candidateSentence } from "../words/finding.ts";
import { ruleName } from "../words/rule.ts";
import { periodTitle } from "../words/month.ts";
import { MOST_NAMED, shortIds } from "../words/ids.ts";
import { currencyAmount } from "../words/currency.ts";
import { exceptionsOf } from "./exceptions/exceptions.ts";
import { figuresOf } from "./sheet/figures.ts";
import type { ReportInput } from "./sheet/input.ts";
import { addSafely } from "./exceptions/exception-amounts.ts";
import { exposuresOf } from "./exceptions/exposures.ts";
import { BREAK_RULES, askedAbout } from "../reconcile/input/rules.ts";
import { SHEETS } from "./sheet/sheets.ts";

// What the service's provider is asked about what is raised: by its cause where several rows have one, else
// by its rule.

/** Where a break's cause asks something else than its rule. */
const BY_BREAK: Partial<Readonly<Record<BreakCause, string>>> = {
  recovery: "Please confirm that this balance is right, and that only the row before was wrong.",
  "not-applied":
    "Please look at the request that wrote this entry: did it end before it changed the balance? Please correct the balance, or tell us why the entry does not count.",
  "wrong-sign":
    "Please confirm whether the entry's direction or the balance is right, and correct the other one.",
  "applied-twice":
    "Please look at the request that wrote this entry: did it change the balance twice? Please correct the balance, or enter what else it holds.",
  "missing-entry":
    "Please look at what changed the balance between this row and the one before: did a request change it and end before it wrote its entry? Please enter what it was for, or correct the balance.",
};

const ASKED = {
  balance: "Please explain the difference, or correct the stated balance.",
  contents: "Please confirm which contents are right.",
  transaction: "Please tell us which transaction this entry belongs to.",
  arrival: "Please tell us when this payment reaches the wallet, or why it does not.",
  amount: "Please explain the amount, or correct it.",
  record: "Please explain the record, or correct it.",
  date: "Please tell us the right date, and correct it.",
  again:
    "Please look at the requests that wrote both entries: are both meant, or did one request come or run twice? If so, please reverse one of them.",
  refund: "Please confirm that the payment was taken back, and why.",
  twice: "Please confirm whether both are meant. If not, reverse one of them.",
  missing: "Please send us the missing records, or explain why they are missing.",
  approval: "Please tell us when this entry is approved, and from when it counts.",
  payout: "Please tell us when and to which account this was paid, and the bank's reference.",
  change: "Please explain the change, and confirm that the record is final now.",
} as const;

/**
 * What is asked about findings that one cause explains, or about one that none does: something that an engineer
 * of the provider can answer from the requests of these rows.
 *
 * @example questionAbout([orphan], null, 0) // 'Please tell us which transaction this entry belongs to.'
 */
function questionAbout(findings: readonly Finding[], cause: Cause | null, decimals: number): string {
  const asked = cause === null ? null : questionOfCause(cause, findings, decimals);
  const question = asked ?? questionOf(findings[0] as Finding);
  return cause?.unique === false ? `${question} ${SAME_AMOUNTS}` : question;
}

/** Where all findings are, as a sentence about some says it. */
const ALL_FINDINGS_ON = `all are on sheet ${SHEETS.exceptions.ref}, ${SHEETS.exceptions.name}, of the workbook`;
/** A branch may begin in a month before, and rows of it are no findings by themselves. */
const ROWS_ON = `each is on sheet ${SHEETS.wallet.ref}, ${SHEETS.wallet.name}, of the workbook of its month`;

/** @param where all are, which is said where not all are named */
function idsWords(ids: readonly number[], where: string): string {
  return ids.length <= MOST_NAMED ? shortIds(ids) : `${shortIds(ids)} (${where})`;
}

const SAME_AMOUNTS =
  "The amounts alone do not tell which records belong together: others fit as well. Please go by your own records.";

/** null where the cause asks no more than its finding. */
function questionOfCause(
  { kind, walletIDs, payIDs, amount }: Cause,
  [first, ...others]: readonly Finding[],
  decimals: number,
): string | null {
  const rows = `walletID ${idsWords(walletIDs, kind === "overwritten-entries" ? ROWS_ON : ALL_FINDINGS_ON)}`;
  const payments = `payID ${idsWords(payIDs, ALL_FINDINGS_ON)}`;
  const money = formatAmount(amount, decimals);
  switch (kind) {
    case "out-of-sequence":
      return `Please confirm that walletID ${first?.stretch?.order.join(", ") ?? ""} were applied in this order and that every balance is right. Then no amount is wrong.`;
    case "read-late":
      return `Please tell us what each of walletID ${first?.stretch?.walletIDs.join(", ") ?? ""} should state, and confirm that the balances after them are right. Did a request read the balance only after another one had changed it?`;
    case "overwritten-entries":
      return `What ${rows} moved, ${money}${walletIDs.length === 1 ? "" : " in all"}, is in no balance that leads to the newest one. Please look at the requests that wrote walletID ${idsWords(rowsAround(walletIDs, [first, ...others]), ROWS_ON)}: did two of them read one balance at once, or was ${walletIDs.length === 1 ? "this row" : "one of these rows"} put back without an entry? Please correct the balance, or tell us why the amount does not count.`;
    case "misstated-balance":
      return walletIDs.length < 2
        ? null
        : `Please correct the stated balance of walletID ${walletIDs.slice(0, -1).join(", ")}, or tell us why it differs. With walletID ${walletIDs.at(-1)} the balance is right again.`;
    case "not-applied":
      return first !== undefined && others.length > 0
        ? `Please confirm that ${rows} is entered by mistake: it repeats another entry, and its ${money} never reached the balance.`
        : null;
    case "missing-entries":
      return `The balance at ${rows} moved by ${money} without an entry, as much as ${payments} ${payIDs.length === 1 ? "lacks" : "lack"}. Please look at the requests for ${payIDs.length === 1 ? "this payment" : "these payments"}: did one change the balance and end before it wrote its entry? If so, please write the entry. If not, please tell us what moved the balance.`;
    case "missing-leg":
      return `The balance at ${rows} moved by ${money} without an entry: a part of what belongs to ${payments}. Please look at the requests for this payment: did one change the balance and end before it wrote all its entries? Please complete them, or tell us what moved the balance.`;
    case "settled-again":
      return `Please look at the requests that wrote ${rows}: was one payment settled again, such as by a message that came or was handled twice? If so, please reverse these entries. If not, please tell us what they are for.`;
    case "mistyped-payref":
    case "split-settlement":
    case "lumped-settlement":
      return `Please confirm that ${rows} ${walletIDs.length === 1 ? "settles" : "settle"} ${payments}, or tell us which ${walletIDs.length === 1 ? "transaction it belongs" : "transactions they belong"} to and when ${payIDs.length === 1 ? "this payment reaches" : "these payments reach"} the wallet.`;
    case "applied-twice":
    case "wrong-sign":
    case "single":
      return null;
  }
}

/** The rows of a branch, of a long one the first and the last, with those where the balance goes on beside it, ascending. */
function rowsAround(walletIDs: readonly number[], findings: readonly (Finding | undefined)[]): number[] {
  const broken = findings.flatMap((finding) => finding?.walletID ?? []);
  const own =
    walletIDs.length > MOST_NAMED ? [walletIDs[0] as number, walletIDs.at(-1) as number] : walletIDs;
  return [...new Set([...own, ...broken])].toSorted((a, b) => a - b);
}

function questionOf({ rule, cause }: Pick<Finding, "rule" | "cause">): string {
  return (cause === undefined ? undefined : BY_BREAK[cause]) ?? ASKED[askedAbout(rule)];
}

interface RaisedFinding {
  readonly finding: Finding;
  /** null where the check does not hold the record. */
  readonly circumstances: Circumstances | null;
}

/** A wallet whose balance the provider is asked to confirm. */
interface LetterWallet extends Pick<WalletResult, "userID" | "businessID" | "currency" | "closing"> {
  /** Of the business, else of its owner; null where none is known. */
  readonly name: string | null;
}

export interface LetterInput {
  /** Its reference, `2026-08/1`; null for a draft that nobody records. */
  readonly ref: string | null;
  /** Whose wallet it is; null while no user record came. */
  readonly owner: { readonly userID: number; readonly name: string | null } | null;
  /** null for the whole history. */
  readonly period: Period | null;
  readonly timeZone: string;
  /** 0 to 6, display only. */
  readonly decimals: number;
  /** The pull that left the records as they are; null before the first. */
  readonly pull: NewestPull | null;
  /** In the order of the check's findings. */
  readonly raised: readonly RaisedFinding[];
  /** What is asked about in money. */
  readonly amounts: readonly AskedAmount[];
  /** Of the check: what one of them explains is one question. */
  readonly causes: readonly Cause[];
  /** In the order of the check. */
  readonly wallets: readonly LetterWallet[];
  readonly address: LetterAddress;
  /** The day that it is written on; null to leave it open. */
  readonly date: Day | null;
}

export interface LetterItem {
  /** From 1, through the whole letter: answers name it. */
  readonly number: number;
  /** Ids, date, currency: one a line, of several records a line each. */
  readonly record: readonly string[];
  /** What was found, and its arithmetic: one a line. */
  readonly found: readonly string[];
  readonly question: string;
}

export interface LetterGroup {
  readonly heading: string;
  readonly items: readonly LetterItem[];
}

export interface Letter {
  /** Of the document's properties. */
  readonly author: string;
  /** Above the title, a line each: from, to, date. */
  readonly head: readonly string[];
  readonly title: string;
  readonly opening: readonly string[];
  /** Counterparties by name, then entries without one by action, then what is with several or with nobody known. */
  readonly groups: readonly LetterGroup[];
  readonly closing: readonly string[];
}

/** A letter before it is written. */
export interface LetterPreview {
  readonly letter: Letter;
  /** How many findings it asks about; those of one cause are one question. */
  readonly findings: number;
  /** What it asks about in money, each event once. */
  readonly amounts: readonly AskedAmount[];
}

/** Findings that one cause explains, or one that none does: they are asked about together. */
interface Question {
  readonly cause: Cause | null;
  /** In the order of the check's findings, at least one. */
  readonly members: readonly RaisedFinding[];
}

/** Writes the letter. Takes time in proportion to what is raised, but for sorting the counterparties. */
export function letterOf(input: LetterInput): Letter {
  const { ref, period, timeZone, decimals, pull, raised } = input;
  const clock = new ZoneClock(timeZone);
  const name = subjectWords(input);
  const received = receivedOnWords(pull, clock);
  const asOf = received === "" ? "" : `, ${received}. Balances and questions are as of then`;
  const unit = decimals === 0 ? "in the service's unit" : `with ${formatCount(decimals, "decimal")}`;
  const groups = groupsOf(raised, input.causes);
  const asked = groups.reduce((sum, [, questions]) => sum + questions.length, 0);
  let number = 0;
  return {
    author: input.address.from === "" ? "Tieout" : input.address.from,
    head: headLines(input),
    title: `Questions about ${name}: ${periodTitle(period)}`,
    opening: [
      "Dear Sir or Madam,",
      ...(ref === null
        ? []
        : [`${letterName(ref)}. Our reference is ${ref}. Please state it in your answer.`]),
      `We checked ${name} against the records that your service returned${asOf}.`,
      ...balanceLines(input),
      `${formatCount(asked, "question")} ${asked === 1 ? "remains" : "remain"}, listed below by counterparty.${totalWords(input, asked)}`,
      ...(input.address.replyBy === null ? [] : [`Please reply by ${input.address.replyBy}.`]),
      `Amounts are ${unit}. Times are in ${timeZone}.`,
    ],
    groups: groups.map(([heading, questions]) => ({
      heading,
      items: questions.map((question) => {
        number += 1;
        return itemOf(question, number, input, clock);
      }),
    })),
    closing: [
      "Please answer each question by its number.",
      "If you change a record, please send us its id, its old and new contents, and the date of the change.",
      "Yours faithfully,",
      ...(input.address.from === "" ? [] : [input.address.from]),
    ],
  };
}

function headLines({ address: { from, to }, date }: LetterInput): string[] {
  return [
    from === "" ? "" : `From: ${from}`,
    to === "" ? "" : `To: ${to}`,
    date === null ? "" : `Date: ${date}`,
  ].filter((line) => line !== "");
}

/** Which wallets the letter is about, and the request to confirm each balance. */
function balanceLines({ wallets, period, decimals, address: { confirmTo } }: LetterInput): string[] {
  if (period === null) return wallets.map((wallet) => `${providersWallet(wallet)}.`);
  const directly = confirmTo === "" ? "" : ` directly to ${confirmTo}`;
  return wallets.map(({ closing, currency, ...wallet }) => {
    const money = `${currency === null ? "" : `${currency} `}${formatAmount(closing, decimals)}`;
    return `Please confirm the balance of ${money} at ${period.to}${directly}: ${providersWallet(wallet)}.`;
  });
}

/** What the questions are about in money, each event once and each currency by itself; '' for none. */
function totalWords({ amounts, decimals }: LetterInput, asked: number): string {
  const say = ({ currency, amount }: AskedAmount) => currencyAmount(currency, formatAmount(amount, decimals));
  const sum = amounts.flatMap((one) => (one.amount === 0 ? [] : [say(one)])).join(" and ");
  if (sum === "") return "";
  return asked === 1 ? ` It is about ${sum}.` : ` They are about ${sum} in total.`;
}

/** What the letter asks about, by the numbers that it gives: findings of one cause have the same. */
export function askedItems({ raised, causes }: Pick<LetterInput, "raised" | "causes">): AskedItem[] {
  return groupsOf(raised, causes)
    .flatMap(([, questions]) => questions)
    .flatMap(({ members }, at) =>
      members.map(({ finding, circumstances }) => {
        const { fingerprint, rule, walletID, payID, userID, payref } = finding;
        const { currency = null, amount = null } = circumstances ?? {};
        return { number: at + 1, fingerprint, rule, walletID, payID, userID, payref, currency, amount };
      }),
    );
}

/** Whose wallets the letter is about: every owner that its wallets have, as each is named below. */
function subjectWords({ owner, wallets }: LetterInput): string {
  const names = ownersWords(wallets.map(({ name }) => name));
  const isOwn = new Set(wallets.map(({ name }) => name)).size < 2 && (names ?? owner?.name) === owner?.name;
  if (names === null || isOwn) return `the wallet${ownerWords(owner)}`;
  const several = wallets.length > 1 ? "signed in as " : "";
  const of = owner === null ? names : `${names} (${several}userID ${owner.userID})`;
  return `${wallets.length === 1 ? "the wallet" : "the wallets"} of ${of}`;
}

function ownerWords(owner: LetterInput["owner"]): string {
  if (owner === null) return "";
  return owner.name === null ? ` of userID ${owner.userID}` : ` of ${owner.name} (userID ${owner.userID})`;
}

type Group = readonly [heading: string, questions: readonly Question[]];

function groupsOf(raised: readonly RaisedFinding[], causes: readonly Cause[]): Group[] {
  const byParty = Map.groupBy(questionsOf(raised, causes), (question) => sortKey(partyOf(question)));
  return [...byParty]
    .toSorted(([one], [other]) => compareBytes(one, other))
    .map(([, questions]) => [headingOf(partyOf(questions[0] as Question)), questions]);
}

/** In the order of their first finding. */
function questionsOf(raised: readonly RaisedFinding[], causes: readonly Cause[]): Question[] {
  const causeOf = new Map(causes.flatMap((cause) => cause.findings.map((print) => [print, cause] as const)));
  const byCause = Map.groupBy(raised, ({ finding }) => causeOf.get(finding.fingerprint) ?? finding);
  return [...byCause].map(([key, members]) => ({ cause: "findings" in key ? key : null, members }));
}

/** With whom all of a question's records are; null where nobody knows. */
function partyOf({ members }: Question): Party | "several" | null {
  const parties = new Map(
    members.map(({ circumstances }) => circumstances?.party ?? null).map((party) => [sortKey(party), party]),
  );
  const [first = null, ...others] = parties.values();
  return others.length === 0 ? first : "several";
}

function sortKey(party: ReturnType<typeof partyOf>): string {
  if (party === "several") return "3";
  if (party === null) return "4";
  // A name of the service holds no NUL where it is shown: what follows it only tells namesakes apart.
  return party.kind === "action" ? `2${party.action}` : `1${party.name ?? ""}\0${party.userID}`;
}

function headingOf(party: ReturnType<typeof partyOf>): string {
  if (party === "several") return "Several counterparties";
  if (party === null) return "Counterparty not known";
  if (party.kind === "action") return `No counterparty: ${party.action}`;
  return `${party.name ?? "Counterparty"} (userID ${party.userID})`;
}

function itemOf(
  { cause, members }: Question,
  number: number,
  { decimals }: LetterInput,
  clock: ZoneClock,
): LetterItem {
  const named = members.slice(0, MOST_NAMED);
  const records = named.map(({ finding, circumstances }) => recordLines(finding, circumstances, clock));
  const left = members.length - named.length;
  const more = left === 0 ? [] : [`and ${formatAmount(left)} more: ${ALL_FINDINGS_ON}`];
  return {
    number,
    record: records.length === 1 ? records.flat() : [...records.map((lines) => lines.join(", ")), ...more],
    found: [...named.flatMap((member) => foundLines(member, decimals)), ...more],
    question: questionAbout(
      members.map(({ finding }) => finding),
      cause,
      decimals,
    ),
  };
}

function foundLines({ finding, circumstances }: RaisedFinding, decimals: number): string[] {
  const movement = finding.walletID === null ? null : (circumstances?.amount ?? null);
  const arithmetic = arithmeticOf(finding, movement, decimals);
  const lines = [`${ruleName(finding.rule)}: ${finding.message}`, arithmetic, candidateSentence(finding)];
  return lines.filter((line) => line !== null);
}

function recordLines(
  { walletID, payID, payref }: Finding,
  circumstances: Circumstances | null,
  clock: ZoneClock,
): string[] {
  const { atMs = null, currency = null } = circumstances ?? {};
  return [
    walletID === null ? "" : `walletID ${walletID}`,
    payID === null ? "" : `payID ${payID}`,
    payref === null || payref === "" ? "" : `payref ${payref}`,
    atMs === null ? "" : sayInstant(atMs, clock),
    currency === null ? "" : `Currency ${currency}`,
  ].filter((line) => line !== "");
}

// The amounts that a letter asks about, as the Lead counts them under raised.

/** In the service's unit, in one currency; null where none is known. */
export interface AskedAmount {
  readonly currency: string | null;
  readonly amount: number;
}

/**
 * Each event once, each currency separately, in the order of the Lead.
 *
 * @param asked fingerprints of the exceptions that the letter asks about
 * @throws TieoutError SUM_OVERFLOW when a total of the month leaves the range of exact integers
 */
export function askedAmounts(input: ReportInput, asked: ReadonlySet<string>): AskedAmount[] {
  const figures = figuresOf(input);
  const exposures = exposuresOf(figures, exceptionsOf(input.check.findings));
  return figures.currencies.blocks.flatMap(({ currency }, block) => {
    const own = exposures.filter((one) => one.block === block && asked.has(one.finding.fingerprint));
    return own.length === 0 ? [] : [{ currency, amount: addSafely(own.map(({ amount }) => amount)) }];
  });
}

// How the numbers of a finding come about, for somebody who has only the records.

/** A finding's numbers as a sum in one line; null for less than two. @param movement null where unknown */
function arithmeticOf(finding: Finding, movement: number | null, decimals: number): string | null {
  const { rule, expected, actual } = finding;
  if (expected === undefined || actual === undefined) return null;
  const say = (amount: number) => formatAmount(amount, decimals);
  const difference = `Difference: ${say(actual)} − ${inBrackets(expected, say)} = ${say(actual - expected)}.`;
  if (!BREAK_RULES.has(rule) || movement === null)
    return `Expected: ${say(expected)}. Found: ${say(actual)}. ${difference}`;
  const before = `${say(expected - movement)} before + ${inBrackets(movement, say)} movement`;
  return `Expected: ${before} = ${say(expected)}. Stated: ${say(actual)}. ${difference}`;
}

/** A negative amount after a sign of its own. */
function inBrackets(amount: number, say: (amount: number) => string): string {
  return amount < 0 ? `(${say(amount)})` : say(amount);
}
