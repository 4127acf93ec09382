/** The three-way proof as it was frozen beside the one that the records give now. */
import type { FrozenProof } from "../../../core/review/close/close.ts";
import type { CurrencyProof } from "../../../core/report/month-report.ts";

type CurrencyProofLine = CurrencyProof["lines"][number];

/** One line; `null` where one side does not have it. A title has no amounts. */
export interface ComparedLine extends Pick<CurrencyProofLine, "name" | "text" | "kind"> {
  readonly frozen: number | null;
  readonly now: number | null;
}

export interface ComparedProof {
  readonly currency: string | null;
  readonly wallets: number;
  readonly lines: readonly ComparedLine[];
  /** Of what was frozen where it was, else of now. Nil when it ties out. */
  readonly unexplained: number;
  /** Whether any amount is another now than the frozen one; false where nothing was frozen. */
  readonly isChanged: boolean;
}

/**
 * The proofs of now, then those of currencies that only the frozen month has.
 *
 * @param now at least one
 * @param frozen null where nothing was frozen
 */
export function comparedProofs(
  now: readonly CurrencyProof[],
  frozen: readonly FrozenProof[] | null,
): ComparedProof[] {
  const kept = new Map((frozen ?? []).map(({ currency, amounts }) => [currency, amounts]));
  const compared = now.map((proof) => {
    const amounts = kept.get(proof.currency) ?? null;
    kept.delete(proof.currency);
    return comparedProof(proof, frozen === null ? null : (amounts ?? {}));
  });
  const [pattern] = now;
  if (pattern === undefined) return compared;
  const gone = [...kept].map(([currency, amounts]) =>
    comparedProof({ currency, wallets: 0, lines: pattern.lines, unexplained: 0 }, amounts, true),
  );
  return [...compared, ...gone];
}

/** @param isGone whether the currency is not there any more, so that its lines are only a pattern */
function comparedProof(
  { currency, wallets, lines, unexplained }: CurrencyProof,
  amounts: FrozenProof["amounts"] | null,
  isGone = false,
): ComparedProof {
  const known = new Set(lines.map(({ name }) => name));
  const others = Object.keys(amounts ?? {}).filter((name) => !known.has(name));
  const all = [
    ...lines.map(({ name, text, kind, amount }) => ({
      name,
      text,
      kind,
      frozen: kind === "title" ? null : (amounts?.[name] ?? null),
      now: kind === "title" || isGone ? null : amount,
    })),
    ...others.map((name) => ({
      name,
      text: name,
      kind: "line" as const,
      frozen: amounts?.[name] ?? null,
      now: null,
    })),
  ];
  const isChanged = amounts !== null && all.some(({ frozen, now }) => frozen !== now);
  return { currency, wallets, lines: all, unexplained: amounts?.["unexplained"] ?? unexplained, isChanged };
}
