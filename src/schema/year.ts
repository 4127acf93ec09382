/** Twelve months as they cross the bridge. */
import { PULL_SOURCES } from "../core/reconcile/input/pull-clocks.ts";
import type { Unresolved, ClassTotal, ClassTotals } from "../core/report/exceptions/exception-amounts.ts";
import {
  MONTH_REACHES,
  type FiguresNow,
  type StepTaken,
  type YearFigures,
  type YearMonth,
  type YearReport,
  type YearTotal,
} from "../core/report/year.ts";
import { CLOSE_STATES } from "../core/review/close/close.ts";
import { count, integer, listOf, objectOf, oneOf, text } from "./parts.ts";
import { rollFigures, walletFigures } from "./close.ts";
import { decimals, month } from "./values.ts";
import type { CurrencyStatement, MonthStatement } from "../core/report/month-statement.ts";
import { CONCLUSIONS } from "../core/report/lead/month-conclusion.ts";
import { oneMateriality } from "./month-file.ts";
import { changedSince, signedMoment } from "./since.ts";
import { z } from "zod";

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
      changes: count,
      effects: listOf(text),
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
  pull: objectOf<YearReport["pull"]>({ id: count, source: oneOf(PULL_SOURCES), atMs: integer }),
  audit: objectOf<YearReport["audit"]>({ sequence: count, head: text }),
});

// The statement of a month as it crosses the bridge.

const total = objectOf<ClassTotal>({ items: count, errors: count, amount: count });

const { entries: _, ...rolledStatement } = rollFigures;

const currencyStatement = objectOf<CurrencyStatement>({
  ...rolledStatement,
  wallets: count,
  proven: integer,
  exceptions: objectOf<ClassTotals>({ undecided: total, raised: total, accepted: total, explained: total }),
  uncorrected: count,
  materiality: oneMateriality.nullable(),
  isWithin: z.boolean(),
  sentence: text,
});

export const monthStatement = objectOf<MonthStatement>({
  month,
  moment: signedMoment.nullable(),
  shows: text,
  state: oneOf(CLOSE_STATES),
  headline: objectOf<MonthStatement["headline"]>({ lead: text, rest: text, toResolve: text }),
  conclusion: oneOf(CONCLUSIONS),
  sentence: text,
  reasons: listOf(text),
  confirmation: text.nullable(),
  limits: listOf(text),
  wallets: listOf(walletFigures),
  currencies: listOf(currencyStatement),
  changedSince: changedSince.nullable(),
});
