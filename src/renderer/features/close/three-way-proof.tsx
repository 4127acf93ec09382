/** The three-way proof of each currency: stated closing, settled payrefs, outstanding items, the rest. */
import { useNowWord } from "../../rows/moment-provider.tsx";
import { Fold } from "../../ui/fold.tsx";
import type { FrozenMonth } from "../../../core/review/close/close.ts";
import { type ComparedLine, type ComparedProof, comparedProofs } from "../../../core/report/beside-frozen.ts";
import type { CurrencyProof } from "../../../core/report/month-report.ts";
import { amountText, useDisplayFormat } from "../../ui/values.tsx";
import { type TableColumn, Table } from "../../ui/table.tsx";
import { moneyText } from "./month-figures.tsx";
import type { FrozenWord } from "../../shared/months/close-words.ts";
import { inCurrency, currencyTitle } from "../../../core/words/currency.ts";
import { formatCount } from "../../../core/money.ts";

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
  const { decimals } = useDisplayFormat();
  // An old version froze figures without their proof.
  const isUnfrozen = frozen !== null && frozen.proofs === undefined;
  return (
    <Fold
      title="Three-way proof"
      result={compared
        .map(({ currency, unexplained }) => moneyText(unexplained, currency, decimals))
        .join(" · ")}
    >
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
    </Fold>
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
        isEmptyLine={({ kind, frozen, now }) => kind === "line" && !frozen && !now}
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
        <span className={unexplained === 0 ? "sign tone-good" : "sign"} aria-hidden="true">
          {unexplained === 0 ? "√" : "×"}
        </span>{" "}
        {unexplained === 0
          ? "Unclassified difference: nil. Every amount has a line above."
          : `Unclassified difference: ${amountText(unexplained, { decimals, sign: true })}${unit}.`}
      </p>
    </>
  );
}

interface CurrencyTitleProps {
  /** null where none is known. */
  readonly currency: string | null;
  readonly wallets: number;
}

/** Over what is shown of one currency, where a month has several: which one it is, and of how many wallets. */
export function CurrencyTitle({ currency, wallets }: CurrencyTitleProps) {
  return (
    <h4 className="regular">
      {currencyTitle(currency)} <span className="light quiet">{walletsWords(currency, wallets)}</span>
    </h4>
  );
}

/** Wallets of unknown currencies may be in different ones, so that their total is no balance. */
function walletsWords(currency: string | null, wallets: number): string {
  if (wallets === 0) return "no wallet, payments only";
  const of = formatCount(wallets, "wallet");
  return currency === null && wallets > 1
    ? `${of}, possibly in different currencies: a check of the arithmetic, not a balance`
    : of;
}
