/** Figures now, what if, and the change, line by line. */
import type { ReactNode } from "react";
import { Amount } from "../../ui/values/amount.tsx";
import type { Compared } from "./compare.ts";
import "./compare-table.css";

export interface CompareLine extends Compared {
  readonly key: string;
  readonly words: ReactNode;
  /** Whether more of it is worse; then an increase is marked as one. */
  readonly isFault?: boolean;
  /** Closes what stands above it. */
  readonly isTotal?: boolean;
}

export interface CompareTableProps {
  readonly title: string;
  readonly lines: readonly CompareLine[];
  /** Of amounts; 0 for counts. */
  readonly decimals: number;
  /** Said where there is no line. */
  readonly empty: string;
}

export function CompareTable({ title, lines, decimals, empty }: CompareTableProps) {
  return (
    <section className="compare">
      <h2 className="compare-title">{title}</h2>
      {lines.length === 0 ? (
        <p className="quiet">{empty}</p>
      ) : (
        <table className="compare-table">
          <caption className="only-spoken">{title}, now and what if</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="only-spoken">Line</span>
              </th>
              <th scope="col" className="number">
                Now
              </th>
              <th scope="col" className="number">
                What if
              </th>
              <th scope="col" className="number">
                Change
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, words, now, tried, change, isTotal = false, isFault = false }) => (
              <tr
                key={key}
                className={`${change === 0 ? "" : "compare-changed"}${isTotal ? " compare-total" : ""}`}
              >
                <th scope="row">{words}</th>
                <td className="number">
                  <Amount value={now} decimals={decimals} />
                </td>
                <td className="number">
                  <Amount value={tried} decimals={decimals} />
                </td>
                <td className={isFault && change > 0 ? "number compare-worse" : "number"}>
                  <Amount value={change} decimals={decimals} sign />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
