/** `<Facts facts={[["Payref", <ForeignText …/>]]} />`: names and their values. */
import type { ReactNode } from "react";

/** A name and its value; left out where the value is null. */
export type FactLine = readonly [name: ReactNode, value: ReactNode];

interface FactsProps {
  readonly facts: readonly FactLine[];
  /**
   * `beside` the value beside its name, `wide` with room for long names, `tiles` as many beside each other as
   * there is room for, `inline` one after the other.
   */
  readonly look?: "beside" | "wide" | "tiles" | "inline";
}

export function Facts({ facts, look = "beside" }: FactsProps) {
  return (
    <dl className={`facts facts-${look}`}>
      {facts.map(([name, value], at) =>
        value === null ? null : (
          // Two may have one name; they never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at}>
            <dt>{name}</dt>
            <dd title={look === "tiles" && typeof value === "string" ? value : undefined}>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
