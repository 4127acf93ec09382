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
  readonly look?: keyof typeof LOOKS;
}

/** How the list, a line of it, a name and a value look. */
const LOOKS = {
  beside: ["", "fact", "quiet", "shrinks"],
  wide: ["", "fact fact-wide", "quiet", "shrinks"],
  tiles: ["tiles", "", "tiny faint", "ellipsis"],
  inline: ["wrap gap-1 across-5", "beside gap-2", "quiet", "strong shrinks"],
} as const;

export function Facts({ facts, look = "beside" }: FactsProps) {
  const [list, line, ofName, ofValue] = LOOKS[look];
  return (
    <dl className={list}>
      {facts.map(([name, value], at) =>
        value === null ? null : (
          // Two may have one name; they never change places.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className={line}>
            <dt className={ofName}>{name}</dt>
            <dd className={ofValue} title={look === "tiles" && typeof value === "string" ? value : undefined}>
              {value}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}
