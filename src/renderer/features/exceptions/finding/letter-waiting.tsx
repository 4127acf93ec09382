/** Under the name of which letter a finding waits; nothing where none asks about it. */
import { letterWaitWords } from "../../../../core/review/letters/letter-words.ts";
import type { ExceptionRow } from "../../../check/protocol.ts";
import { useLetterWaits } from "../../../shared/letters/use-letter-waits.ts";

export function LetterWaiting({ row }: { readonly row: Pick<ExceptionRow, "finding" | "status"> }) {
  const wait = useLetterWaits()(row);
  return wait === null ? null : <p className="breaks">{letterWaitWords(wait)}.</p>;
}
