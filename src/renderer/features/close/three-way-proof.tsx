/**
 * The three-way proof of each currency: stated closing, settled payrefs, outstanding items and breaks, and
 * what is left unexplained.
 */
import { useNowWord } from "../../app/moment/moment-provider.tsx";
import { Section } from "../../ui/layout/part.tsx";
import type { FrozenMonth } from "../../../core/review/close/close.ts";
import type { CurrencyProof } from "../../../core/report/month-report.ts";
import { amountText } from "../../ui/values/amount-text.ts";
import { type TableColumn, Table } from "../../ui/layout/table.tsx";
import { useDisplayFormat } from "../../ui/values/display-format.tsx";
import { type ComparedLine, type ComparedProof, comparedProofs } from "./compared-proof.ts";
import { CurrencyTitle } from "./currency-title.tsx";
import type { FrozenWord } from "../../shared/months/close-words.ts";
import { inCurrency } from "../../../core/words/currency.ts";

interface ThreeWayProofProps {
  /** At least one. */
  readonly proofs: readonly CurrencyProof[];
  /** What was prepared or signed; null while nothing is. */
  readonly frozen: FrozenMonth | null;
  readonly frozenWord: FrozenWord;
}

export function ThreeWayProof({ proofs, frozen, frozenWord }: ThreeWayProofProps) {
  const nowWord = useNowWord();
  const compared = comparedProofs(proofs, frozen?.proofs ?? null);
  const several = compared.length > 1;
  // An old version froze figures without their proof.
  const isUnfrozen = frozen !== null && frozen.proofs === undefined;
  return (
    <Section title="Three-way proof" level={3}>
      {isUnfrozen ? (
        <p className="tone-warning">
          These are current figures. The older version that closed this month saved no proof.
        </p>
      ) : null}
      <div className={several ? "proof-currencies" : "proof-alone"}>
        {compared.map((proof) => (
          <div key={proof.currency ?? ""} className="stack gap-2 shrinks">
            {several ? <CurrencyTitle currency={proof.currency} wallets={proof.wallets} /> : null}
            <ProofTable
              proof={proof}
              several={several}
              columns={columnsOf(proof, frozen?.proofs === undefined ? null : frozenWord, nowWord)}
            />
          </div>
        ))}
      </div>
    </Section>
  );
}

interface ProofColumn {
  readonly title: string;
  readonly of: (line: ComparedLine) => number | null;
}

/** What was frozen, with now beside it where it differs; now alone where nothing was frozen. */
function columnsOf(
  { isChanged }: ComparedProof,
  frozenWord: FrozenWord | null,
  nowWord: string,
): readonly ProofColumn[] {
  const now = { title: nowWord, of: (line: ComparedLine) => line.now };
  if (frozenWord === null) return [{ ...now, title: "" }];
  const frozen = { title: frozenWord, of: (line: ComparedLine) => line.frozen };
  return isChanged ? [frozen, now] : [frozen];
}

interface ProofTableProps {
  readonly proof: ComparedProof;
  readonly several: boolean;
  readonly columns: readonly ProofColumn[];
}

function ProofTable({ proof, several, columns }: ProofTableProps) {
  const { decimals } = useDisplayFormat();
  const { currency, lines, unexplained } = proof;
  const money = several ? ` ${inCurrency(currency)}` : "";
  const unit = several && currency !== null ? ` ${currency}` : "";
  return (
    <>
      <Table
        look="statement"
        className="proof-table"
        caption={`Three-way proof of the closing balance${money}`}
        isHeadSpoken={columns.length === 1 && columns[0]?.title === ""}
        rows={lines}
        rowKey={({ name }) => name}
        lineClass={({ kind, frozen, now }) =>
          `line-${kind}${columns.length > 1 && frozen !== now ? " line-changed" : ""}`
        }
        columns={[
          { title: "Line", isTitleSpoken: true, isRowHeader: true, cell: ({ text }) => text },
          ...columns.map(({ title, of }): TableColumn<ComparedLine> => ({
            title: title === "" ? "Amount" : title,
            amount: (line) => (line.kind === "title" ? null : of(line)),
          })),
        ]}
      />
      <p className={unexplained === 0 ? "medium proof-end" : "medium proof-end tone-error"}>
        <span className={unexplained === 0 ? "tone-good" : undefined} aria-hidden="true">
          {unexplained === 0 ? "√" : "×"}
        </span>
        {unexplained === 0
          ? "Unclassified difference: nil. Every amount has a line above."
          : `Unclassified difference: ${amountText(unexplained, { decimals, sign: true })}${unit}.`}
      </p>
    </>
  );
}
