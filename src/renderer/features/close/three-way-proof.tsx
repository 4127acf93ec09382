/** The three-way proof: stated closing, settled payrefs, outstanding items and breaks, and what is left unexplained. */
import type { MonthReport } from "../../../ipc/closing.ts";
import { amountText } from "../../ui/amount-text.ts";
import { Amount } from "../../ui/amount.tsx";
import { WideTable } from "./wide-table.tsx";

export interface ThreeWayProofProps {
  readonly lines: MonthReport["threeWay"];
  readonly unexplained: number;
  readonly decimals: number;
}

export function ThreeWayProof({ lines, unexplained, decimals }: ThreeWayProofProps) {
  return (
    <section className="close-part" aria-labelledby="proof-title">
      <h3 id="proof-title">Three-way proof</h3>
      <WideTable caption="Three-way proof of the closing balance" className="proof-table">
        <thead className="only-spoken">
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ text, amount, kind }, at) => (
            // Lines may say the same and never change places.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at} className={`proof-${kind}`}>
              <th scope="row">{text}</th>
              <td className="number">
                {kind === "title" ? null : <Amount value={amount} decimals={decimals} />}
              </td>
            </tr>
          ))}
        </tbody>
      </WideTable>
      <p className={unexplained === 0 ? "proof-end proof-nil" : "proof-end proof-left"}>
        <span aria-hidden="true">{unexplained === 0 ? "√" : "×"}</span>
        {unexplained === 0
          ? "Unexplained difference: nil. Balance, transactions and breaks come to the same."
          : `Unexplained difference: ${amountText(unexplained, { decimals, sign: true })}.`}
      </p>
    </section>
  );
}
