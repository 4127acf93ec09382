/** How much of what became of a world's withdrawals and top-ups the bank's statement shows, and Tieout says. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BankTruth, bankStatementOf } from "../../../sandbox/generate/bank.ts";
import { generateWorld } from "../../../sandbox/generate/generate-world.ts";
import type { WorldPlan } from "../../../sandbox/world.ts";
import type { Month } from "../../../src/core/review/close/close.ts";
import type { BankAnswer } from "../../../src/core/bank/accepted.ts";
import { IS_BANK_RULE, type RuleId } from "../../../src/core/reconcile/input/rules.ts";
import { readReview } from "../../../src/main/services/review/review.ts";
import { addStatements } from "../../../src/main/services/review/bank-statements.ts";
import { tieBank } from "../../../src/main/services/review/bank-ties.ts";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import { saveWorld } from "./world-check.ts";

const CONTEXT = { now: () => Date.UTC(2026, 8, 5), appVersion: "test" };

interface BankScore {
  /** Entries by what became of them. */
  readonly planted: Map<BankTruth["fault"], number>;
  /**
   * Of these, as many are said as they are: on their rows, missing, several where a line came twice, perhaps
   * where it is short.
   */
  readonly right: Map<BankTruth["fault"], number>;
  /** Of these, as many have the finding that their fault is called by, and no other of the bank. */
  readonly named: Map<BankTruth["fault"], number>;
  /** Entries tied to rows that are not theirs. */
  readonly wrong: string[];
}

const STATES: Partial<Record<BankTruth["fault"], BankAnswer["state"]>> = {
  never: "missing",
  short: "perhaps",
  twice: "several",
};

/** By what became of an entry, the finding on it; the other one is of a top-up. */
const RULES_OF: Readonly<Record<BankTruth["fault"], readonly [RuleId, RuleId?]>> = {
  none: ["bank-line-found"],
  late: ["bank-line-found"],
  "in-two-lines": ["bank-line-found"],
  "two-in-one": ["bank-line-found"],
  never: ["withdrawal-not-received", "topup-without-payment"],
  short: ["short-by-fee"],
  twice: ["several-bank-lines"],
};

function rulesByEntry(ledger: string): Map<number, RuleId[]> {
  const rules = new Map<number, RuleId[]>();
  const { findings } = readReview({ ledger, period: null, options: {} }, CONTEXT);
  for (const { finding } of findings) {
    const { rule, walletID } = finding;
    if (walletID !== null && IS_BANK_RULE.has(rule))
      rules.set(walletID, [...(rules.get(walletID) ?? []), rule]);
  }
  return rules;
}

export function emptyBankScore(): BankScore {
  return { planted: new Map(), right: new Map(), named: new Map(), wrong: [] };
}

/** Scores every month of a world. @param folder an empty one */
export async function scoreBank(score: BankScore, plan: WorldPlan, folder: string): Promise<void> {
  const world = generateWorld(plan);
  const ledger = join(folder, "wallet.tieout");
  await importIntoLedger({ ledger, files: saveWorld(world, folder) }, CONTEXT);
  const { text, truth } = bankStatementOf(world, plan);
  const file = join(folder, "bank.csv");
  writeFileSync(file, text);
  const asked = { ledger, files: [file], account: "Bank", hints: {}, by: "Ada Obi", note: "" };
  await addStatements(asked, CONTEXT);
  const answers = new Map<number, BankAnswer>();
  for (const month of monthsOf(world.entries.map(({ dateCreated }) => dateCreated)))
    for (const answer of tieBank({ ledger, month }, CONTEXT).answers ?? [])
      answers.set(answer.movement.walletID, answer);
  const rules = rulesByEntry(ledger);
  for (const { fault, walletIDs, rows } of truth) {
    for (const walletID of walletIDs) {
      const answer = answers.get(walletID);
      if (answer === undefined) continue;
      const { state, ways } = answer;
      const found = ways.flatMap(({ lines }) => lines.map(({ at }) => at)).join(" ");
      const isRight = state === (STATES[fault] ?? "tied") && (fault === "short" || found === rows.join(" "));
      score.planted.set(fault, (score.planted.get(fault) ?? 0) + 1);
      const [expected] = RULES_OF[fault];
      const isOut = answer.movement.amount < 0;
      const rule = isOut ? expected : (RULES_OF[fault][1] ?? expected);
      if ((rules.get(walletID) ?? []).join(" ") === rule)
        score.named.set(fault, (score.named.get(fault) ?? 0) + 1);
      if (isRight) score.right.set(fault, (score.right.get(fault) ?? 0) + 1);
      else if (state === "tied")
        score.wrong.push(
          `seed ${plan.seed}, walletID ${walletID}, ${fault}: rows ${found}, not ${rows.join(" ")}`,
        );
    }
  }
}

function monthsOf(dates: readonly string[]): Month[] {
  return [...new Set(dates.map((date) => new Date(date).toISOString().slice(0, 7) as Month))];
}
