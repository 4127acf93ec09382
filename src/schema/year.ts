/** Twelve months as they cross the bridge. */
import type { Unresolved } from "../core/report/statement/exception-amounts.ts";
import {
  MONTH_REACHES,
  type FiguresNow,
  type StepTaken,
  type YearFigures,
  type YearMonth,
  type YearReport,
  type YearTotal,
} from "../core/report/year/year.ts";
import { CLOSE_STATES } from "../core/review/close/close.ts";
import { count, integer, listOf, objectOf, oneOf, text } from "./parts.ts";
import { rollFigures } from "./close.ts";
import { decimals, month } from "./values.ts";

const unresolved = objectOf<Unresolved>({ items: count, amount: count, raised: count });
const taken = objectOf<StepTaken>({ by: text, atMs: integer }).nullable();
const rolled = { ...rollFigures, wallets: count, unresolved };

export const yearReport = objectOf<YearReport>({
  months: listOf(
    objectOf<YearMonth>({
      month,
      reach: oneOf(MONTH_REACHES),
      state: oneOf(CLOSE_STATES),
      prepared: taken,
      signed: taken,
      timeZone: text.nullable(),
      decimals: decimals.nullable(),
      restatements: count,
      undecided: objectOf<YearMonth["undecided"]>({ errors: count, warnings: count }),
      figures: listOf(
        objectOf<YearFigures>({
          ...rolled,
          walletsApart: count,
          before: integer.nullable(),
          now: objectOf<FiguresNow>({
            inflow: count,
            outflow: count,
            closing: integer,
            unresolved,
          }).nullable(),
        }),
      ),
    }),
  ),
  totals: listOf(objectOf<YearTotal>({ ...rolled, difference: integer })),
  name: text.nullable(),
  userID: integer.nullable(),
  timeZone: text,
  decimals,
  pull: objectOf<YearReport["pull"]>({ id: count, source: oneOf(["service", "files"]), atMs: integer }),
  audit: objectOf<YearReport["audit"]>({ sequence: count, head: text }),
});
