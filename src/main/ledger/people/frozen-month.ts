/** Parses what a step of closing froze from its JSON text. */
import type { CheckOptions } from "../../../core/options.ts";
import { SETTLEMENT_BASES } from "../../../core/options.ts";
import {
  type FrozenMonth,
  type FrozenOutstanding,
  type FrozenProof,
  type FrozenRoll,
  type FrozenWallet,
  OBSTACLES,
  type Obstacle,
} from "../../../core/review/close/close.ts";
import { isTimeZone } from "../../../core/time.ts";
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
  recordOf,
} from "./stored-document.ts";

const isZone: Shape<string> = (read): read is string => isText(read) && isTimeZone(read);

/** The options of a check, as a month froze them or a kept run has them. */
export const isOptions = objectOf<CheckOptions>({
  convention: oneOf(["asset", "bank", "auto"]),
  settlementBasis: oneOf([...SETTLEMENT_BASES, "auto"]),
  tolerance: isInteger,
  cutoffDays: isInteger,
  chainScope: oneOf(["user", "business"]),
  timeZone: isZone,
});

/** The figures of a wallet, as a month froze them or a kept run has them. */
export const isWallet = objectOf<FrozenWallet>({
  userID: isInteger,
  businessID: orNull(isInteger),
  currency: orNull(isText),
  entries: isInteger,
  opening: isInteger,
  inflow: isInteger,
  outflow: isInteger,
  breakDifference: isInteger,
  closing: isInteger,
});

const isDecidedCount = objectOf<FrozenMonth["errors"]>({ total: isInteger, decided: isInteger });

const isRoll = objectOf<FrozenRoll>({
  broughtForward: isInteger,
  added: isInteger,
  cleared: isInteger,
  reclassified: isInteger,
  ageing: listOf(isInteger),
});

const isProof = objectOf<FrozenProof>({ currency: orNull(isText), amounts: recordOf(isInteger) });

/** Whether something read back is what a step of closing froze. */
export const isFrozenMonth = objectOf<FrozenMonth>({
  runId: isInteger,
  checkSha256: isText,
  rulesVersion: isText,
  appVersion: isText,
  options: isOptions,
  decimals: isInteger,
  pullId: isInteger,
  decisionId: isInteger,
  matchId: isInteger,
  decisionsSha256: orAbsent(isText),
  stepId: isInteger,
  wallets: listOf(isWallet),
  errors: isDecidedCount,
  warnings: isDecidedCount,
  outstanding: listOf(
    objectOf<FrozenOutstanding>({
      currency: orAbsent(orNull(isText)),
      kind: oneOf(["paid, no entry", "in transit", "orphan payref"]),
      items: isInteger,
      amount: isInteger,
      roll: orAbsent(isRoll),
    }),
  ),
  proofs: orAbsent(listOf(isProof)),
  overridden: listOf(objectOf<Obstacle>({ kind: oneOf(OBSTACLES), sentence: isText })),
});

/** @throws TieoutError with the code of the place */
export function parseFrozenMonth(text: string, place: () => StoredPlace): FrozenMonth {
  return parseStored(text, isFrozenMonth, place);
}
