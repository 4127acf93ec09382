/** Numbers texts as they are first seen while rows are packed; the ledger's own ids follow with the rows. */

/** Where a row's texts get their numbers when it is packed. */
export interface Interning {
  readonly payrefs: TextNumbers;
  readonly labels: TextNumbers;
}

export interface TextNumbers {
  /** The number of a text, given one when it is new. */
  idOf(text: string): number;
  idOrNull(text: string | null): number | null;
}

/** Texts remembered at most, then all are forgotten: memory stays bounded, and one may get two numbers. */
export const REMEMBERED_TEXTS = 4_000_000;

export class Numbering implements TextNumbers {
  readonly #numbers = new Map<string, number>();
  #next = 0;
  #fresh: string[] = [];

  idOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.#numbers.size === REMEMBERED_TEXTS) this.#numbers.clear();
    const number = this.#next;
    this.#numbers.set(text, number);
    this.#fresh.push(text);
    this.#next += 1;
    return number;
  }

  idOrNull(text: string | null): number | null {
    return text === null ? null : this.idOf(text);
  }

  /** The texts numbered since the last call, in order. */
  takeFresh(): string[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }
}
