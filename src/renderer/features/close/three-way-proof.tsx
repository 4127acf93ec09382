/** The three-way proof of each currency: stated closing, settled payrefs, outstanding items and breaks, and what is left unexplained. */
import type { CurrencyProof } from "../../../ipc/closing.ts";
import { amountText } from "../../ui/amount-text.ts";
import { Amount } from "../../ui/amount.tsx";
import { CurrencyTitle } from "./currency-title.tsx";
import { WideTable } from "./wide-table.tsx";

export interface ThreeWayProofProps {
  /** At least one. */
  readonly proofs: readonly CurrencyProof[];
  readonly decimals: number;
}

export function ThreeWayProof({ proofs, decimals }: ThreeWayProofProps) {
  const several = proofs.length > 1;
  return (
    <section className="close-part" aria-labelledby="proof-title">
      <h3 id="proof-title">Three-way proof</h3>
      <div className={several ? "proof-currencies" : "proof-alone"}>
        {proofs.map((proof) => (
          <div key={proof.currency ?? ""} className="proof-currency">
            {several ? <CurrencyTitle currency={proof.currency} wallets={proof.wallets} /> : null}
            <ProofTable proof={proof} several={several} decimals={decimals} />
          </div>
        ))}
      </div>
    </section>
  );
}

interface ProofTableProps {
  readonly proof: CurrencyProof;
  readonly several: boolean;
  readonly decimals: number;
}

function ProofTable({ proof, several, decimals }: ProofTableProps) {
  const { currency, lines, unexplained } = proof;
  const money = several ? (currency === null ? ", no currency stated" : ` in ${currency}`) : "";
  const unit = several && currency !== null ? ` ${currency}` : "";
  return (
    <>
      <WideTable caption={`Three-way proof of the closing balance${money}`} className="proof-table">
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
          : `Unexplained difference: ${amountText(unexplained, { decimals, sign: true })}${unit}.`}
      </p>
    </>
  );
}
