/** Payrefs an orphan may have been meant for. */
import { fullyFolded } from "./folding.ts";

export function suggestionsFor(orphan: string, payrefs: readonly string[]): string[] {
  const known = [...new Set(payrefs)].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const same = known.filter((payref) => folded(payref) === folded(orphan));
  const near = known.filter((payref) => !same.includes(payref) && editDistance(payref, orphan) === 1);
  return [...same, ...near].slice(0, 3);
}

function folded(text: string): string {
  return fullyFolded(text.trim());
}

/** Damerau-Levenshtein distance, optimal string alignment, over code points. */
export function editDistance(left: string, right: string): number {
  const a = Array.from(left);
  const b = Array.from(right);
  const table = Array.from({ length: a.length + 1 }, (_row, i) =>
    Array.from({ length: b.length + 1 }, (_column, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const options = [
        table[i - 1]![j]! + 1,
        table[i]![j - 1]! + 1,
        table[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      ];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        options.push(table[i - 2]![j - 2]! + 1);
      }
      table[i]![j] = Math.min(...options);
    }
  }
  return table[a.length]![b.length]!;
}
