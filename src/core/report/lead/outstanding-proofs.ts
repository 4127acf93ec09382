/** A: proofs that outstanding items roll forward, age, and are those that C1 raises. */
import type { Finding } from "../../reconcile/result/findings.ts";
import { OUTSTANDING_KINDS } from "../../review/close/close.ts";
import type { ExceptionTable } from "../exceptions/exceptions.ts";
import type { Figures } from "../figures.ts";
import type { OutstandingItem } from "../outstanding/outstanding-items.ts";
import { type SummaryTable, summaryRow } from "../outstanding/outstanding-summary.ts";
import { type RollKey, outstandingTotals } from "../outstanding/totals.ts";
import type { Listed } from "./listing-proofs.ts";
import type { Proof } from "./proof.ts";

export interface OutstandingSources {
  readonly exceptions: ExceptionTable;
  /** The totals of C2. */
  readonly summary: SummaryTable;
}

const AGE_KEYS = ["age30", "age60", "age90", "older"] as const;

export function outstandingProofs(
  figures: Figures,
  { exceptions, outstanding: items }: Pick<Listed, "exceptions" | "outstanding">,
  sources: OutstandingSources,
): Proof[] {
  const { summary } = sources;
  const blocks = [...figures.currencies.blocks.keys()];
  const everyOf = (holds: (totals: Readonly<Record<RollKey, number>>) => boolean) =>
    blocks.every((block) =>
      [...OUTSTANDING_KINDS, null].every((kind) => holds(outstandingTotals(figures, items, { kind, block }))),
    );
  const proof = (
    words: string,
    holds: boolean,
    plus: readonly RollKey[],
    minus: readonly RollKey[],
  ): Proof => ({
    words,
    holds,
    formula: () => everyRowTies(figures, summary, plus, minus),
    ref: "C2",
    link: () => summary.link("now", summary.count - 1),
  });
  return [
    proof(
      "Outstanding items of each kind roll forward to those carried forward",
      everyOf(
        ({ before, new: added, cleared, reclassified, now }) =>
          before + added - cleared + reclassified === now,
      ),
      ["before", "new", "reclassified"],
      ["cleared", "now"],
    ),
    proof(
      "Outstanding items: the ageing adds up to the amount carried forward",
      everyOf((totals) => AGE_KEYS.reduce((sum, key) => sum + totals[key], 0) === totals.now),
      AGE_KEYS,
      ["now"],
    ),
    unsettledProof(figures, items, exceptions, sources),
  ];
}

/** That in each row of C2's totals columns come to others: one formula, however many currencies there are. */
function everyRowTies(
  { input, currencies }: Figures,
  summary: SummaryTable,
  plus: readonly RollKey[],
  minus: readonly RollKey[],
): string {
  const last = summaryRow(currencies.blocks.length - 1, null);
  const least = 0.5 / 10 ** input.decimals;
  const off = summary.overParts(
    [...plus, ...minus],
    (...ranges) => {
      const sides = [ranges.slice(0, plus.length).join("+"), ...ranges.slice(plus.length)].join("-");
      return `SUMPRODUCT((${sides}>=${least})+(${sides}<=-${least}))`;
    },
    0,
    last,
  );
  return `${off}=0`;
}

/** Of one currency by amount; C1 names no currency, so of several by count: unlike amounts never add up. */
function unsettledProof(
  figures: Figures,
  items: readonly OutstandingItem[],
  exceptions: readonly Finding[],
  { exceptions: list, summary }: OutstandingSources,
): Proof {
  const kind = OUTSTANDING_KINDS[0];
  const { blocks, isSplit } = figures.currencies;
  const raised = exceptions.filter(({ rule }) => rule === "paid-without-entry");
  const carried = [...blocks.keys()].map((block) => outstandingTotals(figures, items, { kind, block }));
  const at = summaryRow(0, kind);
  const byAmount = () => {
    const listed = list.overParts(
      ["rule", "expected"],
      (rules, range) => `SUMIF(${rules},"paid-without-entry",${range})`,
    );
    return `${figures.round(listed)}=${summary.cell("now", at)}`;
  };
  const byCount = () => {
    const listed = list.overParts(["rule"], (rules) => `COUNTIF(${rules},"paid-without-entry")`);
    const counted = summary.overParts(
      ["kind", "items"],
      (kinds, counts) => `SUMIF(${kinds},"${kind}",${counts})`,
      0,
      summaryRow(blocks.length - 1, null),
    );
    return `${listed}=${counted}`;
  };
  const due = raised.reduce((sum, { expected = 0 }) => sum + expected, 0);
  return {
    words: "Missing payments raised on C1 agree to those carried forward",
    holds: isSplit
      ? raised.length === carried.reduce((sum, totals) => sum + totals.items, 0)
      : due === carried[0]?.now,
    formula: isSplit ? byCount : byAmount,
    ref: "C2",
    link: () => summary.link("now", at),
  };
}
