/** A sum of safe integers that is exact however many they are, and whatever their order. */
export class ExactSum {
  #low = 0;
  /** What would have left the safe range. */
  #high = 0n;

  add(amount: number): void {
    const sum = this.#low + amount;
    if (Number.isSafeInteger(sum)) {
      this.#low = sum;
      return;
    }
    this.#high += BigInt(this.#low);
    this.#low = amount;
  }

  /** null where the sum is no safe integer. */
  get value(): number | null {
    const sum = Number(this.#high + BigInt(this.#low));
    return Number.isSafeInteger(sum) ? sum : null;
  }
}
