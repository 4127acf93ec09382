/**
 * Checks that a month's frozen figures have the right lines. A missing or repeated line is a difference
 * although no figure changed.
 */
import type { FrozenMonth } from "./close.ts";

type Lines = Pick<FrozenMonth, "rulesVersion" | "outstanding" | "proofs">;

/**
 * Says which lines were frozen otherwise than they should be, one phrase each. Versions of earlier rules
 * froze fewer, so of their months nothing is said.
 *
 * @param then what the frozen lines were: signed or prepared
 */
export function frozenLineWords(frozen: Lines, now: Lines, then: string): string[] {
  if (frozen.rulesVersion !== now.rulesVersion) return [];
  return [
    ...(outstandingLines(frozen) === outstandingLines(now)
      ? []
      : [`the lines of outstanding items are not those that were ${then}`]),
    ...(proofLines(frozen) === proofLines(now)
      ? []
      : [`the three-way proofs are not those that were ${then}`]),
  ];
}

/** With its currency, null where none is known, and with how it came about. */
function outstandingLines({ outstanding }: Lines): string {
  return sorted(
    outstanding.map(({ kind, currency, roll }) => [
      kind,
      currency ?? "",
      currency === null,
      roll !== undefined,
    ]),
  );
}

function proofLines({ proofs }: Lines): string {
  return sorted((proofs ?? []).map(({ currency }) => [currency]));
}

function sorted(lines: readonly (readonly (string | boolean | null)[])[]): string {
  return lines
    .map((line) => JSON.stringify(line))
    .toSorted()
    .join();
}
