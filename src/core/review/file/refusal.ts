/** What refuses that a month is prepared, whatever note is written: the same before it is asked for and when it is. */
import { TieoutError } from "../../errors.ts";
import { uncapitalised } from "../../sentence.ts";
import { monthTitle } from "../../words/month.ts";
import { excessWords } from "./materiality.ts";
import type { MonthFile } from "./month-file.ts";

/** What is looked at before a month is prepared. Instants in milliseconds UTC. */
interface ToPrepare {
  /** As the month would have it once prepared. */
  readonly file: Pick<MonthFile, "month" | "excessive" | "decimals">;
  /** Of the earliest record; null where none is dated. */
  readonly firstMs: number | null;
  /** The month's end. */
  readonly toMs: number;
}

/**
 * A month before the oldest record is refused (CLOSE_STATE): its balance is only inferred, so that nothing proves
 * it. So is a materiality that nothing of the month could exceed (CLOSE_REFUSED).
 *
 * @returns null where neither is the case
 */
export function refusalOfPreparing({ file, firstMs, toMs }: ToPrepare): TieoutError | null {
  const title = monthTitle(file.month);
  if (firstMs !== null && firstMs > toMs) {
    return new TieoutError(
      "CLOSE_STATE",
      `${title} is before the oldest record, so nothing proves its closing`,
    );
  }
  const [excess] = file.excessive;
  if (excess === undefined) return null;
  const sentence = `${title} cannot be prepared: ${uncapitalised(excessWords(excess, file.decimals))}`;
  return new TieoutError("CLOSE_REFUSED", sentence, {
    remedy: "Nothing was written. Set a lower one with `tieout file --materiality`.",
  });
}
