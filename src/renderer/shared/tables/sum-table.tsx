/** Numbers set as a sum: parts, a rule, the total, what is stated, the difference. */
import { Amount } from "../../ui/values/amount.tsx";
import type { SumLine } from "./arithmetic.ts";
import "./sum-table.css";

export interface SumTableProps {
  readonly lines: readonly SumLine[];
  readonly decimals: number;
  /** Named once, over the column. */
  readonly currency: string | null;
  readonly caption: string;
}

export function SumTable({ lines, decimals, currency, caption }: SumTableProps) {
  if (lines.length === 0) return null;
  return (
    <table className="sum">
      <caption className="only-spoken">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="only-spoken">Line</span>
          </th>
          <th scope="col" className="number">
            {currency ?? <span className="only-spoken">Amount</span>}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ words, amount, kind }) => (
          <tr key={words} className={`sum-${kind}`}>
            <th scope="row">{words}</th>
            <td className="number">
              <Amount value={amount} decimals={decimals} zero="0" sign={kind === "difference"} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
