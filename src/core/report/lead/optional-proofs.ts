/** A: proofs of what only some ledgers have: the statement of the provider, and the bank. */
import type { BankTieTable } from "../exceptions/bank-sheet.ts";
import { type LegTable, legAmount, legNilRow, legSupportedRow } from "../rollforward/bank-leg.ts";
import type { StatedBlock } from "../rollforward/provider-figures.ts";
import { type StatedTable, statementNilRows } from "../rollforward/provider-statement.ts";
import { BANK_STATES } from "../sheet/bank-states.ts";
import { labelAt, textLiteral } from "../sheet/currencies.ts";
import type { Figures } from "../sheet/figures.ts";
import { sumWhere } from "../sheet/sums.ts";
import { type Proof, allOf } from "./proofs.ts";

interface OptionalSources {
  /** Where statements of a bank are kept. */
  readonly bank: { readonly leg: LegTable; readonly ties: BankTieTable } | null;
  /** A3, where there is one. */
  readonly statement: { readonly stated: readonly StatedBlock[]; readonly table: StatedTable } | null;
}

export function optionalProofs(figures: Figures, sources: OptionalSources): Proof[] {
  return [...statementProofs(sources), ...bankProofs(figures, sources)];
}

/** That what A3 states, line by line, comes to the closing of A1. */
function statementProofs({ statement }: OptionalSources): Proof[] {
  if (statement === null) return [];
  const { stated, table } = statement;
  const rows = statementNilRows(table, stated);
  return [
    {
      words: "The statement of the provider ends at the closing of the roll-forward",
      holds: stated.every(({ left }) => left === 0),
      formula: () => allOf(rows.map((row) => table.cell("nil", row))),
      ref: "A3",
      link: () =>
        table.link(
          "nil",
          rows[
            Math.max(
              0,
              stated.findIndex(({ left }) => left !== 0),
            )
          ] ?? 0,
        ),
    },
  ];
}

/** That each entry without a payref is in some state, and that what the bank supports is on its lines. */
function bankProofs(figures: Figures, { bank }: OptionalSources): Proof[] {
  if (bank === null) return [];
  const { leg, ties } = bank;
  const blocks = [...figures.currencies.blocks.keys()];
  const all = (block: number) => legAmount(figures, block, null);
  const stated = (block: number) =>
    Object.values(BANK_STATES).reduce((sum, state) => sum + legAmount(figures, block, state), 0);
  const supported = `"${BANK_STATES.supported}"`;
  return [
    {
      words: "Entries without a payref are each supported by the bank or listed as they are",
      holds: blocks.every((block) => all(block) === stated(block)),
      formula: () => allOf(blocks.map((block) => leg.cell("nil", legNilRow(block)))),
      ref: "A2",
      link: () => leg.link("nil", legNilRow(0)),
    },
    {
      words: "What the bank supports comes to its lines, but for what was classed",
      holds: true,
      formula: () => {
        const same = blocks.map((block) => {
          const label = textLiteral(labelAt(figures.currencies, block));
          const onB4 = sumWhere(ties, "movement", [["state", `=${supported}`]], label);
          return `${figures.round(`${onB4}+${leg.cell("amount", legSupportedRow(block))}`)}=0`;
        });
        const unlike = ties.overParts(
          ["state", "difference", "classed"],
          (states, differences, classes) =>
            `SUMPRODUCT((${states}=${supported})*(${differences}<>0)*(${classes}=""))`,
        );
        return allOf([...same, `${unlike}=0`]);
      },
      ref: "B4",
      link: () => ties.link("holds", 0),
    },
  ];
}
