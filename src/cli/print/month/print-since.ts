/** The moment that a check is as of, above it, and what is different now, below it. */
import { differsWords } from "../../../core/review/close/differences.ts";
import { sinceSentence } from "../../../core/review/close/since.ts";
import { momentTitle } from "../../../core/review/close/moment.ts";
import type { CheckedThen } from "../../../main/services/close/moments.ts";
import { kindLines } from "./print-drift.ts";
import { type Terminal, harmless, print, tinted } from "../../terminal.ts";

/** @example `As signed 2026-09-02 by Ben Cole` */
export async function printMoment(terminal: Terminal, { moment, report }: CheckedThen): Promise<void> {
  const title = harmless(momentTitle(moment, report.result.options.timeZone));
  await print(terminal, `\n${tinted(terminal.stdout, "bold", title)}\n`);
}

/** What changed since, in the sentence of every place, and below it each kind. */
export async function printSince(terminal: Terminal, { since }: CheckedThen): Promise<void> {
  const { unlikeSigned } = since;
  if (unlikeSigned !== null && unlikeSigned.length > 0) {
    await print(terminal, `\n  ! This check ${harmless(differsWords("signed-off", unlikeSigned))}.\n`);
  }
  const kinds = kindLines(since.changed).map((line) => `    ${line}\n`);
  await print(terminal, `\n  ${harmless(sinceSentence(since))}\n${kinds.join("")}`);
}
