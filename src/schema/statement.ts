/** The statement of a month as it crosses the bridge. */
import type { CurrencyStatement, MonthStatement } from "../core/report/month-statement.ts";
import { CONCLUSIONS } from "../core/report/statement/conclusion.ts";
import type { ClassTotal, ClassTotals } from "../core/report/statement/exception-amounts.ts";
import type { Materiality } from "../core/review/file/materiality.ts";
import { CLOSE_STATES } from "../core/review/close/close.ts";
import { rollFigures, walletFigures } from "./close.ts";
import { count, integer, listOf, objectOf, oneOf, text } from "./parts.ts";
import { changedSince, signedMoment } from "./since.ts";
import { month } from "./values.ts";
import { z } from "zod";

const total = objectOf<ClassTotal>({ items: count, errors: count, amount: count });

const materiality = objectOf<Materiality>({
  currency: text.nullable(),
  amount: count,
  performance: count.nullable(),
  trivial: count.nullable(),
  basis: text,
});

const { entries: _, ...rolled } = rollFigures;

const currencyStatement = objectOf<CurrencyStatement>({
  ...rolled,
  wallets: count,
  proven: integer,
  exceptions: objectOf<ClassTotals>({ undecided: total, raised: total, accepted: total, explained: total }),
  uncorrected: count,
  materiality: materiality.nullable(),
  isWithin: z.boolean(),
  sentence: text,
});

export const monthStatement = objectOf<MonthStatement>({
  month,
  moment: signedMoment.nullable(),
  state: oneOf(CLOSE_STATES),
  conclusion: oneOf(CONCLUSIONS),
  sentence: text,
  reasons: listOf(text),
  confirmation: text.nullable(),
  limits: listOf(text),
  wallets: listOf(walletFigures),
  currencies: listOf(currencyStatement),
  changedSince: changedSince.nullable(),
});
