/** The currency of each row of the grids: of an entry its wallet's, of a transaction the one of its fees. */
import { NO_TEXT } from "../../../core/reconcile/input.ts";
import { RecordCurrencies } from "../../../core/report/record-currencies.ts";
import { heldText } from "../../../core/text/clean-text.ts";
import type { HeldCheck } from "./held-check.ts";

/** Matches by hand change no currency that a record states, nor one of its wallet. */
const NO_HANDS = { ofEntry: new Map(), ofTransaction: new Map(), together: new Map() };

export interface RowCurrencies {
  readonly entries: (row: number) => string | null;
  readonly transactions: (row: number) => string | null;
}

export function rowCurrencies({ input, result, snapshot }: HeldCheck): RowCurrencies {
  const currencies = new RecordCurrencies({ check: result, priorCheck: null, records: input }, NO_HANDS);
  const { currency } = input.transactions;
  // A million rows share a few texts.
  const stated = new Map<number, string>();
  return {
    entries: (row) => currencies.ofEntry(row),
    transactions: (row) => {
      const id = currency[row] ?? NO_TEXT;
      if (id === NO_TEXT) return currencies.ofPayment(row);
      const text = stated.get(id) ?? heldText(snapshot.labels.at(id));
      stated.set(id, text);
      return text === "" ? null : text;
    },
  };
}
