/** `<Facts facts={[["Payref", <ForeignText …/>]]} />`: names and values under one another. */
import type { ReactNode } from "react";
import "./record.css";

/** A name and its value; left out where the value is null. */
export type Fact = readonly [name: string, value: ReactNode];

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="record-facts">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
