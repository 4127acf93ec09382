/** Decides which convention the wallet follows, by the number of breaks under each. */
import type { CheckOptions, Convention } from "../../options.ts";
import { type Chains, coveredBy } from "./chains.ts";
import type { CheckInput, EntryColumns } from "../input.ts";
import type { CheckResult, Source } from "../result/result.ts";

/** Signed movement of a row under a convention, + raises the balance. */
export function rowMovement(entries: EntryColumns, row: number, convention: Convention): number {
  const raised = (entries.credit[row] as number) - (entries.debit[row] as number);
  return convention === "bank" ? raised : 0 - raised;
}

/** Whether a link breaks; a sum outside the safe range cannot be the stated balance. */
export function breaks(entries: EntryColumns, older: number, newer: number, movement: number): boolean {
  const expected = (entries.balance[older] as number) + movement;
  return !Number.isSafeInteger(expected) || expected !== entries.balance[newer];
}

/**
 * The convention that the chains of one scope follow, with the links that break under each.
 *
 * @param chains of either scope: the other one is counted under its own convention
 */
export function decideConvention(
  input: CheckInput,
  chains: Chains,
  options: CheckOptions,
): CheckResult["convention"] {
  const evidence = countEvidence(input, chains);
  const { links, broken, opensAtZero } = evidence;
  const shown = { links, breaks: broken };
  if (options.convention !== "auto") return { used: options.convention, source: "given", ...shown };
  const difference = broken.asset - broken.bank || opensAtZero.bank - opensAtZero.asset;
  const source: Source = difference === 0 ? "default" : "detected";
  return { used: difference <= 0 ? "asset" : "bank", source, ...shown };
}

/** Links across a gap between pulls are no evidence, because the rows between were never seen. */
function countEvidence({ entries, history }: CheckInput, chains: Chains) {
  const covered = coveredBy(history.coverage);
  const broken = { asset: 0, bank: 0 };
  const opensAtZero = { asset: 0, bank: 0 };
  let links = 0;
  for (let wallet = 0; wallet < chains.end.length; wallet += 1) {
    const start = chains.start[wallet] as number;
    const end = chains.end[wallet] as number;
    if (start === end) continue;
    const oldest = chains.order[start] as number;
    for (const convention of ["asset", "bank"] as const) {
      if (entries.balance[oldest] === rowMovement(entries, oldest, convention)) opensAtZero[convention] += 1;
    }
    for (let at = start + 1; at < end; at += 1) {
      const older = chains.order[at - 1] as number;
      const newer = chains.order[at] as number;
      if (!covered(entries.walletID[older] as number, entries.walletID[newer] as number)) continue;
      links += 1;
      const raised = rowMovement(entries, newer, "bank");
      if (breaks(entries, older, newer, raised)) broken.bank += 1;
      if (breaks(entries, older, newer, 0 - raised)) broken.asset += 1;
    }
  }
  return { links, broken, opensAtZero };
}
