/** Ledgers of a folder that could not be read or done, as one line for stderr. */
import { formatAmount, formatCount } from "../../core/money.ts";
import type { LedgerFailure } from "../../core/review/clients/ledger-closing.ts";

interface Line {
  readonly ledger: string;
  readonly failure: LedgerFailure | null;
}

/** Counts ledgers, and keeps the first that failed and the codes of the others. */
export class LedgerFailures {
  #ledgers = 0;
  #failed = 0;
  #first: { readonly ledger: string; readonly failure: LedgerFailure } | null = null;
  readonly #codes = new Set<LedgerFailure["code"]>();

  add({ ledger, failure }: Line): void {
    this.#ledgers += 1;
    if (failure === null) return;
    this.#failed += 1;
    this.#first ??= { ledger, failure };
    this.#codes.add(failure.code);
  }

  /**
   * How many failed, why the first did and what to do, and the codes of the others; null where none failed.
   */
  line(): string | null {
    if (this.#first === null) return null;
    const { ledger, failure } = this.#first;
    const many = `${formatAmount(this.#failed)} of ${formatCount(this.#ledgers, "ledger")} failed`;
    const which = this.#failed === 1 ? `: ${ledger}.` : `. The first is ${ledger}:`;
    const others = [...this.#codes].filter((code) => code !== failure.code);
    const also = others.length === 0 ? "" : ` The others' lines say why they failed (${others.join(", ")}).`;
    return `${failure.code}: ${many}${which} ${failure.sentence}. ${failure.remedy}${also}`;
  }
}
