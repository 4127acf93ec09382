/** Records that a later pull no longer has: found by the same words as those that are there. */
import type { Entry } from "../../../../core/entry.ts";
import type { Absence } from "../../../../core/reconcile/input.ts";
import { foldCase } from "../../../../core/text/text.ts";
import type { Transaction } from "../../../../core/transaction.ts";
import type { VanishedRecord } from "../../protocol/look-up.ts";
import type { HeldCheck } from "../held-check.ts";
import { type SearchWord, searchWords } from "./search-words.ts";

interface Sought {
  readonly shown: VanishedRecord;
  readonly texts: readonly (string | null)[];
  readonly amounts: readonly number[];
  readonly times: readonly (number | null)[];
}

/**
 * Those of a table, or of both, in which all words are, newest first; none for no words.
 *
 * @param words as of a quick search
 */
export function vanishedRecords(
  { input: { history }, result, wording }: Pick<HeldCheck, "input" | "result" | "wording">,
  words: string,
): VanishedRecord[] {
  const wanted = searchWords(words, wording);
  if (wanted.length === 0) return [];
  const isAsset = result.convention.used === "asset";
  const records = [
    ...history.entriesVanished.map((absence) => ofEntry(absence, isAsset)),
    ...history.transactionsVanished.map(ofTransaction),
  ];
  return records
    .filter((record) => wanted.every((word) => isIn(record, word)))
    .map(({ shown }) => shown)
    .toSorted((a, b) => b.id - a.id);
}

function ofEntry({ record, pulls }: Absence<Entry>, isAsset: boolean): Sought {
  const { walletID, payref, description, action, sessionID, debit, credit, balance } = record;
  const inflow = isAsset ? debit - credit : credit - debit;
  return {
    shown: {
      table: "entries",
      id: walletID,
      atMs: record.dateCreatedAtMs,
      words: description ?? action ?? "",
      payref: payref ?? "",
      amount: inflow,
      gonePull: pulls[1],
    },
    texts: [description, action, payref, sessionID],
    amounts: [debit, credit, balance],
    times: [record.dateCreatedAtMs, record.datePaidAtMs],
  };
}

function ofTransaction({ record, pulls }: Absence<Transaction>): Sought {
  const { payID, payref, cycle, customer, statusAlt, chargedamount, payableamount } = record;
  return {
    shown: {
      table: "transactions",
      id: payID,
      atMs: record.datePaidAtMs ?? record.dateCreatedAtMs,
      words: customer?.name ?? cycle,
      payref: payref ?? "",
      amount: payableamount,
      gonePull: pulls[1],
    },
    texts: [payref, cycle, customer?.name ?? null, statusAlt],
    amounts: [chargedamount, payableamount],
    times: [record.datePaidAtMs, record.dateCreatedAtMs],
  };
}

function isIn({ shown, texts, amounts, times }: Sought, word: SearchWord): boolean {
  const { text, digits, amount, span } = word;
  const folded = foldCase(text);
  return (
    (digits !== null && String(shown.id).includes(digits)) ||
    texts.some((one) => one !== null && foldCase(one).includes(folded)) ||
    (amount !== null && amounts.some((one) => Math.abs(one) === amount)) ||
    (span !== null && times.some((atMs) => atMs !== null && atMs >= span.fromMs && atMs <= span.toMs))
  );
}
