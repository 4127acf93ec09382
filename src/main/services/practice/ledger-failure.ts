/** Why one ledger of several could not be read or done, as its own line says it. */
import { resolve } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import { remedyOf } from "../../../core/remedies.ts";
import { placesOf } from "../shared/defect.ts";
import type { LedgerFailure } from "../../../core/review/clients/ledger-closing.ts";

/** @param ledger its path, which needs no naming in its own line */
export function failureOf(error: unknown, ledger: string): LedgerFailure {
  if (!(error instanceof TieoutError)) {
    return { code: "DEFECT", sentence: defectSentence(error), remedy: "Please report it.", file: null };
  }
  const { file } = error.facts;
  const isLedger = file !== undefined && resolve(file) === resolve(ledger);
  const { code } = error;
  // Its line ends it: some sentences, and the service's own, end with a full stop already.
  const sentence = error.message.replace(/\.$/u, "");
  return { code, sentence, remedy: remedyOf(error), file: isLedger ? null : (file ?? null) };
}

/** Where it happened. Its text may hold a secret, and does not cross from another thread. */
function defectSentence(error: unknown): string {
  const [place = ""] = placesOf(error).split("\n");
  // Where the program is installed helps nobody.
  return `A defect ${place.trim().replace(/(?:file:|[\\/])[^()]*[\\/]/u, "")}`.trim();
}
