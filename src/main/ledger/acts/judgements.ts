/** The judgements that a check uses: manual matches in force, a bank's lines, and the closings of signed months. */
import type { AcceptedTie } from "../../../core/bank/accepted.ts";
import type { Judgements } from "../../../core/reconcile/input/input.ts";
import { type MatchRecords, matchesNotUndone } from "../../../core/review/decisions/manual-match.ts";
import { actionsNotOfBank } from "../../../core/review/file/movement-rules.ts";
import { signedPeriodsOf } from "../../../core/review/close/month-states.ts";
import { bankBooksOf, boundLineFinder, readKeptBank, statementsId } from "./bank-books.ts";
import { listFiles } from "./month-file.ts";
import { listCloseSteps } from "./close-step.ts";
import type { ReadableLedger } from "../file/connection.ts";
import { holdingTest } from "../tables/current-record.ts";
import { hasAct, listActs, newestAct } from "../trail/acts.ts";

/** Reads it as of now; it takes time by the matches and steps there are, not by the records. */
export function readJudgements(db: ReadableLedger): Judgements {
  const { standing } = matchesNotUndone(listActs(db, "match"));
  const holds = standing.length === 0 ? [] : matchTest(db)(standing.map(({ records }) => records));
  const holding = standing.filter((_, at) => holds[at]);
  const kept = readKeptBank(db);
  const judgements = {
    matches: holding.flatMap(({ id, records }) =>
      records.bank === undefined
        ? [
            {
              id,
              walletIDs: walletIDsOf(records),
              payIDs: records.transactions.map(({ payID }) => payID),
            },
          ]
        : [],
    ),
    signedPeriods: signedPeriodsOf(listCloseSteps(db)),
  };
  if (kept === null) return judgements;
  const find = boundLineFinder(db);
  const ties = holding.flatMap(({ id, records }): AcceptedTie[] => {
    const { bank } = records;
    if (bank === undefined) return [];
    const lines = bank.lines.flatMap((line) => {
      const counting = find(line);
      return counting === null ? [] : [{ evidence: counting.evidence, at: counting.at }];
    });
    return [{ id, walletIDs: walletIDsOf(records), lines, difference: bank.difference }];
  });
  const rules = listFiles(db).versions.at(-1)?.terms.movements ?? [];
  return { ...judgements, bank: bankBooksOf(kept, { ties, notAsked: actionsNotOfBank(rules) }) };
}

function walletIDsOf({ entries }: MatchRecords): number[] {
  return entries.map(({ walletID }) => walletID);
}

/** Whether what each match ties is still there, and as it was matched. */
export function matchTest(db: ReadableLedger): (matched: readonly MatchRecords[]) => boolean[] {
  const held = holdingTest(db);
  return (matched) => {
    const find = matched.some(({ bank }) => bank !== undefined) ? boundLineFinder(db) : () => null;
    return held(matched).map(
      (holds, at) => holds && (matched[at]?.bank?.lines ?? []).every((line) => find(line) !== null),
    );
  };
}

/** An id that stays the same until a match, an undo, a signature, a reopening, or a change of a bank's statements. */
export function judgementsId(db: ReadableLedger): string {
  if (!hasAct(db, "close")) return "";
  const statements = statementsId(db);
  const acts = `${newestAct(db, "match")}.${newestAct(db, "close")}`;
  return statements === "" ? acts : `${acts}.${statements}`;
}
