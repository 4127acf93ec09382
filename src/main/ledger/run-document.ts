/** What a kept run says of its check, read back from its document. */
import type { CheckOptions } from "../../core/options.ts";
import { BREAK_CAUSES, type Finding } from "../../core/reconcile/findings.ts";
import type { WalletResult } from "../../core/reconcile/result.ts";
import { RULES, type Severity } from "../../core/reconcile/rules.ts";
import { type Day, type Period, isDay } from "../../core/time.ts";
import type { ReadableLedger } from "./connection.ts";
import { isOptions } from "./frozen-month.ts";
import {
  type Shape,
  type StoredPlace,
  isInteger,
  isText,
  listOf,
  objectOf,
  oneOf,
  orAbsent,
  orNull,
  parseStored,
} from "./stored-document.ts";

/** What was asked of a check. */
export interface RunQuestion {
  readonly period: Pick<Period, "from" | "to"> | null;
  readonly options: CheckOptions;
}

const isADay: Shape<Day> = (read): read is Day => isText(read) && isDay(read);

const isQuestion = objectOf<RunQuestion>({
  period: orNull(objectOf<Pick<Period, "from" | "to">>({ from: isADay, to: isADay })),
  options: isOptions,
});

/** What a kept check concluded, as far as its conclusion in one sentence goes. */
export interface RunConclusion extends RunQuestion {
  readonly counts: {
    readonly entries: number;
    readonly transactions: number;
    readonly bySeverity: Readonly<Record<Severity, number>>;
  };
  readonly wallets: readonly Pick<WalletResult, "userID" | "businessID" | "currency">[];
  readonly findings: readonly JudgedFinding[];
}

type JudgedFinding = Pick<Finding, "rule" | "userID" | "businessID" | "difference" | "cause">;

const isConclusion = objectOf<Omit<RunConclusion, keyof RunQuestion>>({
  counts: objectOf<RunConclusion["counts"]>({
    entries: isInteger,
    transactions: isInteger,
    bySeverity: objectOf<RunConclusion["counts"]["bySeverity"]>({
      error: isInteger,
      warning: isInteger,
      info: isInteger,
    }),
  }),
  wallets: listOf(
    objectOf<RunConclusion["wallets"][number]>({
      userID: isInteger,
      businessID: orNull(isInteger),
      currency: orNull(isText),
    }),
  ),
  findings: listOf(
    objectOf<JudgedFinding>({
      rule: oneOf(RULES.map(({ id }) => id)),
      userID: orNull(isInteger),
      businessID: orNull(isInteger),
      difference: orAbsent(isInteger),
      cause: orAbsent(oneOf(BREAK_CAUSES)),
    }),
  ),
});

type Named = Pick<Finding, "fingerprint" | "rule" | "message">;

const hasFindings = objectOf<{ readonly findings: readonly Named[] }>({
  findings: listOf(
    objectOf<Named>({
      fingerprint: isText,
      rule: oneOf(RULES.map(({ id }) => id)),
      message: isText,
    }),
  ),
});

/** @throws TieoutError AUDIT_MISMATCH where it is no check's document */
export function runQuestionOf(db: ReadableLedger, run: number, document: string): RunQuestion {
  return parseStored(document, isQuestion, () => placeOf(db.name, run));
}

/** @throws TieoutError AUDIT_MISMATCH where it is no check's document */
export function runConclusionOf(db: ReadableLedger, run: number, document: string): RunConclusion {
  const place = () => placeOf(db.name, run);
  return {
    ...parseStored(document, isQuestion, place),
    ...parseStored(document, isConclusion, place),
  };
}

/** @throws TieoutError AUDIT_MISMATCH where it is no check's document */
export function runFindingsOf(file: string, run: number, document: string): readonly Finding[] {
  // The rest of a finding is only shown.
  return parseStored(document, hasFindings, () => placeOf(file, run)).findings as readonly Finding[];
}

function placeOf(file: string, run: number): StoredPlace {
  return { file, record: `run ${run}`, sentence: "The run is not as it was kept" };
}
