/** Under the name of which letter a finding waits; nothing where none asks about it. */
import { useMemo } from "react";
import { letterWaitWords } from "../../../../core/review/letters/letter-words.ts";
import { letterWaitFinder } from "../../../../core/review/letters/letters.ts";
import type { ExceptionRow } from "../../../check/protocol.ts";
import { useLetters } from "../../../shared/letters/use-letters.ts";

export function LetterWaiting({ row }: { readonly row: Pick<ExceptionRow, "finding" | "status"> }) {
  const { report } = useLetters();
  const waitOf = useMemo(
    () => letterWaitFinder(report?.letters.map(({ letter }) => letter) ?? [], report?.asOf ?? null),
    [report],
  );
  const wait = waitOf(row);
  return wait === null ? null : <p className="breaks">{letterWaitWords(wait)}.</p>;
}
