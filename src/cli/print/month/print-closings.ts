/** The results of `tieout close`: one line for each ledger, then the totals. */
import { closingLine, closingTotals } from "../../../core/review/clients/closing-words.ts";
import { LEFT_TO_VERIFY, LEFT_TO_VERIFY_LINE } from "../../../core/words/proof.ts";
import { lastLooksDocument } from "../../../core/review/restate/restatements-document.ts";
import { ClosingTally, type LedgerClosing } from "../../../core/review/clients/ledger-closing.ts";
import { writeJsonList } from "../json-list.ts";
import { LedgerFailures } from "../ledger-failures.ts";
import type { Session } from "../../session.ts";
import { harmless, print } from "../../terminal.ts";

/** What was done, counted as it is written. */
export class WrittenClosings {
  readonly tally = new ClosingTally();
  readonly failures = new LedgerFailures();

  /** The same ledgers, counted as they pass. */
  async *counting(closings: AsyncIterable<LedgerClosing>): AsyncGenerator<LedgerClosing> {
    for await (const closing of closings) {
      this.tally.add(closing);
      this.failures.add(closing);
      yield closing;
    }
  }
}

/** Writes each ledger's line as soon as it is done, then the totals; or all of it as JSON. */
export async function writeClosings(
  { terminal, progress }: Session,
  closings: AsyncIterable<LedgerClosing>,
  written: WrittenClosings,
  json: boolean,
): Promise<void> {
  const counted = written.counting(closings);
  if (json) {
    const head = { schema: "tieout.close/1", notCompared: LEFT_TO_VERIFY };
    await writeJsonList(terminal, head, "ledgers", documentsOf(counted), () => ({
      totals: written.tally.totals(),
    }));
    return progress.clear();
  }
  for await (const closing of counted) {
    progress.clear();
    await print(terminal, `${harmless(closingLine(closing))}\n`);
  }
  await print(terminal, `${closingTotals(written.tally.totals())}\n${LEFT_TO_VERIFY_LINE}\n`);
}

async function* documentsOf(closings: AsyncIterable<LedgerClosing>) {
  for await (const { timeZone: _, lastLooks, failure, ...closing } of closings) {
    yield {
      ...closing,
      failure:
        failure === null ? null : { code: failure.code, sentence: failure.sentence, file: failure.file },
      lastLooks: lastLooks === null ? null : lastLooksDocument(lastLooks),
    };
  }
}
