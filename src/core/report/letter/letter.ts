/** A letter to the service's provider: everything that is raised, by counterparty, as data. */
import { letterName } from "../../review/letters/letter-words.ts";
import { formatCount } from "../../money.ts";
import type { Finding } from "../../reconcile/result/findings.ts";
import type { AskedItem } from "../../review/letters/letter-step.ts";
import type { Circumstances, Party } from "../../review/standing/circumstances.ts";
import { compareBytes } from "../../text/text.ts";
import { type Period, ZoneClock, sayInstant } from "../../time.ts";
import { ruleName } from "../words/rule-name.ts";
import { periodTitle } from "../words/verdict.ts";
import { arithmeticOf } from "./arithmetic.ts";
import { questionOf } from "./questions.ts";

export interface RaisedFinding {
  readonly finding: Finding;
  /** null where the check does not hold the record. */
  readonly circumstances: Circumstances | null;
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
  /** When the newest pull ended, milliseconds UTC; null before the first. */
  readonly pulledAtMs: number | null;
  /** In the order of the check's findings. */
  readonly raised: readonly RaisedFinding[];
}

export interface LetterItem {
  /** From 1, through the whole letter: answers name it. */
  readonly number: number;
  /** Ids, date, amount: one a line. */
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
  readonly title: string;
  readonly opening: readonly string[];
  /** Counterparties by name, then entries without one by action, then what is with nobody known. */
  readonly groups: readonly LetterGroup[];
  readonly closing: readonly string[];
}

/** Writes the letter. Takes time in proportion to what is raised, but for sorting the counterparties. */
export function letterOf(input: LetterInput): Letter {
  const { ref, owner, period, timeZone, decimals, pulledAtMs, raised } = input;
  const clock = new ZoneClock(timeZone);
  const name = `the wallet${ownerWords(owner)}`;
  const asOf = pulledAtMs === null ? "" : `, as pulled on ${sayInstant(pulledAtMs, clock)}`;
  const unit = decimals === 0 ? "in the service's unit" : `with ${formatCount(decimals, "decimal")}`;
  let number = 0;
  return {
    title: `Questions about ${name}: ${periodTitle(period)}`,
    opening: [
      ...(ref === null
        ? []
        : [`${letterName(ref)}. Our reference is ${ref}. Please state it in your answer.`]),
      `We checked ${name} against the records that your service returned${asOf}.`,
      `${formatCount(raised.length, "question")} ${raised.length === 1 ? "remains" : "remain"}, listed below by counterparty.`,
      `Amounts are ${unit}. Times are in ${timeZone}.`,
    ],
    groups: groupsOf(raised).map(([heading, members]) => ({
      heading,
      items: members.map((member) => {
        number += 1;
        return itemOf(member, number, input, clock);
      }),
    })),
    closing: [
      "Please answer each question by its number.",
      "If you change a record, please send us its id, its old and new contents, and the date of the change.",
    ],
  };
}

/** What the letter asks about, by the numbers that it gives. */
export function askedItems(raised: readonly RaisedFinding[]): AskedItem[] {
  return groupsOf(raised)
    .flatMap(([, members]) => members)
    .map(({ finding, circumstances }, at) => {
      const { fingerprint, rule, walletID, payID, userID, payref } = finding;
      const { currency = null, amount = null } = circumstances ?? {};
      return { number: at + 1, fingerprint, rule, walletID, payID, userID, payref, currency, amount };
    });
}

function ownerWords(owner: LetterInput["owner"]): string {
  if (owner === null) return "";
  return owner.name === null ? ` of userID ${owner.userID}` : ` of ${owner.name} (userID ${owner.userID})`;
}

type Group = readonly [heading: string, members: readonly RaisedFinding[]];

function groupsOf(raised: readonly RaisedFinding[]): Group[] {
  const byParty = Map.groupBy(raised, ({ circumstances }) => sortKey(circumstances?.party ?? null));
  return [...byParty]
    .toSorted(([one], [other]) => compareBytes(one, other))
    .map(([, members]) => [headingOf(members[0]?.circumstances?.party ?? null), members]);
}

function sortKey(party: Party | null): string {
  if (party === null) return "3";
  // A name of the service holds no NUL where it is shown: what follows it only tells namesakes apart.
  return party.kind === "action" ? `2${party.action}` : `1${party.name ?? ""}\0${party.userID}`;
}

function headingOf(party: Party | null): string {
  if (party === null) return "Counterparty not known";
  if (party.kind === "action") return `No counterparty: ${party.action}`;
  return `${party.name ?? "Counterparty"} (userID ${party.userID})`;
}

function itemOf(
  { finding, circumstances }: RaisedFinding,
  number: number,
  { decimals }: LetterInput,
  clock: ZoneClock,
): LetterItem {
  const movement = finding.walletID === null ? null : (circumstances?.amount ?? null);
  const arithmetic = arithmeticOf(finding, movement, decimals);
  return {
    number,
    record: recordLines(finding, circumstances, clock),
    found: [`${ruleName(finding.rule)}: ${finding.message}`, ...(arithmetic === null ? [] : [arithmetic])],
    question: questionOf(finding.rule),
  };
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
