/** How much of what became of a world's withdrawals and top-ups the bank's statement shows, and Tieout says. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BankTruth, bankStatementOf } from "../../../sandbox/generate/bank.ts";
import { generateWorld } from "../../../sandbox/generate/generate-world.ts";
import type { WorldPlan } from "../../../sandbox/world.ts";
import type { Month } from "../../../src/core/review/close/close.ts";
import type { BankAnswer } from "../../../src/core/bank/accepted.ts";
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
  /** Entries tied to rows that are not theirs. */
  readonly wrong: string[];
}

const STATES: Partial<Record<BankTruth["fault"], BankAnswer["state"]>> = {
  never: "missing",
  short: "perhaps",
  twice: "several",
};

export function emptyBankScore(): BankScore {
  return { planted: new Map(), right: new Map(), wrong: [] };
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
  for (const { fault, walletIDs, rows } of truth) {
    for (const walletID of walletIDs) {
      const answer = answers.get(walletID);
      if (answer === undefined) continue;
      const { state, ways } = answer;
      const found = ways.flatMap(({ lines }) => lines.map(({ at }) => at)).join(" ");
      const isRight = state === (STATES[fault] ?? "tied") && (fault === "short" || found === rows.join(" "));
      score.planted.set(fault, (score.planted.get(fault) ?? 0) + 1);
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
