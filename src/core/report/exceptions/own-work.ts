/** The work behind a signed month that its signer did: nobody reviews their own work. */
import { formatAmount, formatCount } from "../../money.ts";
import { isSamePerson } from "../../review/close/close-rules.ts";
import { exportedStanding } from "../sheet/closing.ts";
import type { Figures } from "../sheet/figures.ts";

interface Work {
  readonly noun: string;
  readonly by: readonly string[];
}

export interface OwnWork {
  readonly noun: string;
  readonly total: number;
  readonly own: number;
}

/** The work of the exported month: decisions, matches and marks in force. */
function workOf({ input, hands }: Pick<Figures, "input" | "hands">): Work[] {
  const { steps = [], balances = [], fluctuations = [] } = input.workpaper ?? {};
  const matches = new Set(
    [...hands.ofEntry.values(), ...hands.ofTransaction.values()].map(({ match }) => match),
  );
  return [
    { noun: "decision", by: input.review.findings.flatMap(({ decision }) => decision?.by ?? []) },
    { noun: "manual match", by: Array.from(matches, ({ by }) => by) },
    { noun: "tick", by: steps.flatMap(({ tick }) => tick?.by ?? []) },
    { noun: "confirmation", by: balances.flatMap(({ confirmation }) => confirmation?.by ?? []) },
    { noun: "note on a movement", by: fluctuations.flatMap(({ note }) => note?.by ?? []) },
  ];
}

/** What of it the signer did; null while nobody signed. Kinds of which there is nothing are left out. */
export function ownWorkOfSigner(figures: Pick<Figures, "input" | "hands">): OwnWork[] | null {
  const signer = exportedStanding(figures.input)?.signed?.by;
  if (signer === undefined) return null;
  return workOf(figures).flatMap(({ noun, by }) =>
    by.length === 0
      ? []
      : [{ noun, total: by.length, own: by.filter((name) => isSamePerson(name, signer)).length }],
  );
}

/** @example `1 of 9 decisions and 0 of 6 ticks` */
export function ownWorkWords(work: readonly OwnWork[]): string {
  const parts = work.map(({ noun, total, own }) => `${formatAmount(own)} of ${countOf(total, noun)}`);
  const last = parts.pop();
  if (last === undefined) return "none of the decisions";
  return parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
}

function countOf(total: number, noun: string): string {
  if (noun === "manual match") return `${formatAmount(total)} manual ${total === 1 ? "match" : "matches"}`;
  if (noun === "note on a movement") return `${formatCount(total, "note")} on movements`;
  return formatCount(total, noun);
}
