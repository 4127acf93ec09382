/** A: proofs of what only some ledgers have: the statement of the provider. */
import type { StatedBlock } from "../rollforward/provider-figures.ts";
import { type StatedTable, statementNilRows } from "../rollforward/provider-statement.ts";
import { type Proof, allOf } from "./proofs.ts";

interface OptionalSources {
  /** A3, where there is one. */
  readonly statement: { readonly stated: readonly StatedBlock[]; readonly table: StatedTable } | null;
}

export function optionalProofs(sources: OptionalSources): Proof[] {
  return statementProofs(sources);
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
