/** What an import would do, before it is kept, and its words. */
import { formatAmount, formatCount } from "../../money.ts";
import { monthTitle } from "../../words/month.ts";
import type { Month } from "../close/close.ts";
import { type StateOfMonth, stateWords } from "../close/close-rules.ts";
import type { RestatedClosing } from "./restatements.ts";
import { walletOf } from "../../words/wallet.ts";

/** What a pull does to the records of one kind that the ledger holds. */
export interface RecordEffect {
  /** Records that came, copies too. */
  readonly received: number;
  /** Records never seen before. */
  readonly inserted: number;
  readonly changed: number;
  /** Records that the pull should have had and did not. */
  readonly vanished: number;
  /** Records that had vanished. */
  readonly returned: number;
  /** Records that came more than once. */
  readonly repeated: number;
  /** Entries that were not approved before, and are. */
  readonly approved: number;
}

/** A wallet's closing balance in a signed month, in the service's unit. */
export interface PreviewedClosing extends Omit<RestatedClosing, "now"> {
  /** By the records held. */
  readonly today: number;
  /** By the records with the import. */
  readonly after: number;
}

export interface ImportPreview {
  /** The number that the import would get. */
  readonly pullId: number;
  /** Whether it would create the ledger. */
  readonly isNew: boolean;
  /** null when the files hold no wallet history. */
  readonly entries: RecordEffect | null;
  /** null when the files hold no transactions. */
  readonly transactions: RecordEffect | null;
  /** The files' last walletID where an earlier pull had a higher one, so that they look old; else null. */
  readonly older: { readonly end: number; readonly known: number } | null;
  /** The last walletID before each gap that the import would leave, and the first one after it, ascending. */
  readonly gaps: readonly { readonly after: number; readonly before: number }[];
  /** Signed months of which records would change, ascending, with how many. */
  readonly signedMonths: readonly { readonly month: Month; readonly changes: number }[];
  /** Of these, the closings that would be others than today. */
  readonly closings: readonly PreviewedClosing[];
  /** Other months that would not be what was prepared or signed, ascending, and how, one phrase each. */
  readonly differing: readonly (StateOfMonth & {
    readonly month: Month;
    readonly changes: readonly string[];
  })[];
}

/** Whether a person should read it before the import is kept: something held would be gone or restated. */
export function isRemarkable(preview: ImportPreview): boolean {
  const { entries, transactions, older, gaps, signedMonths, differing } = preview;
  const vanished = (entries?.vanished ?? 0) + (transactions?.vanished ?? 0);
  return older !== null || vanished + gaps.length + signedMonths.length + differing.length > 0;
}

/** All of it, one sentence each. @param decimals digits after the point that amounts are shown with */
export function previewSentences(preview: ImportPreview, decimals: number): string[] {
  const { pullId, isNew, older, gaps, signedMonths, closings, differing } = preview;
  const noun = ["entry", "transaction"] as const;
  const effects = [preview.entries, preview.transactions].flatMap((effect, at) =>
    effect === null ? [] : [effectWords(effect, noun[at] ?? "entry")],
  );
  const what = isNew ? "It would create the ledger" : `It would be pull ${pullId}`;
  return [
    `${what}: ${effects.join("; ") || "no records"}.`,
    ...(older === null ? [] : [olderSentence(older)]),
    ...gaps.map(({ after, before }) => `No pull would reach from walletID ${after} to ${before}: a gap.`),
    ...signedMonths.map(({ month, changes }) => {
      const restated = closings.filter((closing) => closing.month === month);
      const much = `${formatCount(changes, "record")} of ${monthTitle(month)}, which is signed off, would change`;
      const words = restated.map((closing) => closingWords(closing, restated.length > 1, decimals));
      return `${[much, ...words].join("; ")}.`;
    }),
    ...differing.map(
      ({ month, changes, ...of }) =>
        `${monthTitle(month)} is ${stateWords(of)} and would differ: ${changes.join("; ")}.`,
    ),
  ];
}

/** Says that files are older than what the ledger holds. */
export function olderSentence({ end, known }: NonNullable<ImportPreview["older"]>): string {
  return `These files end at walletID ${end}, and an earlier pull had walletID ${known}: they look older than what the ledger holds, and newer entries count as vanished.`;
}

/** @example `2 new entries, 1 changed, 3 vanished, 1 newly approved` */
function effectWords(effect: RecordEffect, noun: "entry" | "transaction"): string {
  const { inserted, changed, vanished, returned, repeated, approved } = effect;
  const counted = [
    [changed, "changed"],
    [approved, "newly approved"],
    [vanished, "vanished"],
    [returned, "returned"],
  ] as const;
  return [
    formatCount(inserted, `new ${noun}`),
    ...counted.flatMap(([count, word]) => (count === 0 ? [] : [`${formatAmount(count)} ${word}`])),
    ...(repeated === 0 ? [] : [`${formatCount(repeated, "duplicate")} ignored`]),
  ].join(", ");
}

/** @example `it closed at 600 and would close at 300` */
function closingWords(
  { userID, businessID, signed, today, after }: PreviewedClosing,
  isOfMany: boolean,
  decimals: number,
): string {
  const say = (amount: number) => formatAmount(amount, decimals);
  const now = today === signed ? "" : `, closes at ${say(today)} today`;
  const whose = isOfMany ? `the ${walletOf({ userID, businessID })}` : "it";
  return `${whose} closed at ${say(signed)}${now} and would close at ${say(after)}`;
}
