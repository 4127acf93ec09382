/** What a transaction charges, what of it was due under the basis in use, what came, and by what. */
import type { WalletRow, TransactionContext, TransactionRow } from "../../bridge/protocol.ts";
import { hrefOf } from "../../app/use-route.ts";
import { type TableColumn, Table } from "../../ui/table.tsx";
import { Amount, SaidBy } from "../../ui/values.tsx";
import { STANDING, causeWords, likelyPayrefs } from "../../../core/words/finding.ts";
import { foldCase } from "../../../core/text.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { BASIS_WORDS } from "../../../core/words/options.ts";
import { SOURCE_WORDS } from "../months/option-words.ts";
import type { SumLine } from "../decide/arithmetic.ts";
import { addAmounts } from "../../../core/money.ts";
import type { ReviewedFinding } from "../../../core/review/decisions/review.ts";
import { SeverityMark, StatusMark, Sign } from "../../ui/marks.tsx";
import { CandidateTable } from "./candidate-table.tsx";
import { ChangesTable } from "./changes-table.tsx";
import { CopiesTable } from "./copies-table.tsx";
import { otherWords, ruleMeaning } from "../decide/finding-words.ts";
import { ruleName } from "../../../core/words/rule.ts";
import { escapeHidden } from "./record-sources.tsx";

// Entries in their chain, the one in question marked; a balance that does not follow has the expected one
// beside it.

interface EntryTableProps {
  readonly rows: readonly WalletRow[];
  readonly own: number | null;
  readonly caption: string;
}

const COLUMNS: readonly TableColumn<WalletRow>[] = [
  { title: "walletID", cell: ({ walletID }) => <a href={hrefOf("wallet", walletID)}>{walletID}</a> },
  { title: "Date", at: ({ dateCreatedAtMs }) => dateCreatedAtMs },
  { title: "Description", className: "cell-words", cell: (row) => <Words row={row} /> },
  { title: "In", amount: ({ inflow }) => inflow },
  { title: "Out", amount: ({ outflow }) => outflow },
  { title: "Stated", amount: ({ stated }) => stated, zero: "0" },
  { title: "Expected", isNumber: true, cell: (row) => <Expected row={row} /> },
];

export function EntryTable({ rows, own, caption }: EntryTableProps) {
  return (
    <div className="record-chain-frame">
      <Table
        look="dense"
        className="record-chain"
        caption={caption}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ walletID }) => walletID}
        isOwn={({ walletID }) => walletID === own}
      />
    </div>
  );
}

function Words({ row: { description, action, payref } }: { readonly row: WalletRow }) {
  const words = description ?? action ?? payref;
  return <bdi title={words}>{words}</bdi>;
}

function Expected({ row: { difference, expected } }: { readonly row: WalletRow }) {
  if (difference === 0) return <span title="follows">✓</span>;
  return (
    <span className="tone-error">
      <Amount value={expected} zero="0" />
    </span>
  );
}

interface TransactionSumsProps {
  readonly context: TransactionContext;
  /** walletID of the entry in question, null where it is about the transaction itself. */
  readonly own: number | null;
  /** The ledger's. */
  readonly currency: string | null;
}

export function TransactionSums({ context, own, currency }: TransactionSumsProps) {
  const { row } = context;
  const { summary } = useCheck();
  const named = row.currency ?? currency;
  const standing = STANDING[row.settlement];
  const isSeller = foldCase(row.role ?? "") === "seller";
  const basis = summary?.settlementBasis;
  return (
    <>
      <div className="wrap gap-3 across-5 record-sums">
        <SumTable lines={feeSum(row)} currency={named} caption="Charges" />
        <SumTable lines={settlementSum(row)} currency={named} caption="Settlement" />
      </div>
      <p className="small quiet breaks">
        <b className="inked">
          {standing.mark} {standing.words}
        </b>
        {basis === undefined ? null : (
          <>
            .{" "}
            {isSeller
              ? `Due to a seller: ${BASIS_WORDS[basis.used].toLowerCase()}, ${SOURCE_WORDS[basis.source]}.`
              : `Due from a payer: ${BASIS_WORDS.payable.toLowerCase()}.`}
          </>
        )}
      </p>
      <SettlingEntries context={context} own={own} />
    </>
  );
}

/** The entries that settle a transaction, so many as the check gives. */
export function SettlingEntries({ context: { row, entries }, own }: Omit<TransactionSumsProps, "currency">) {
  if (entries.length === 0) return <p className="quiet">No wallet entry has its payref.</p>;
  return (
    <>
      <EntryTable rows={entries} own={own} caption="Entries that settle it" />
      {row.entries > entries.length ? (
        <p className="quiet">
          The first {entries.length} of {row.entries} entries.
        </p>
      ) : null}
    </>
  );
}

interface SumTableProps {
  readonly lines: readonly SumLine[];
  /** Named once, over the column. */
  readonly currency: string | null;
  readonly caption: string;
}

/** Numbers set as a sum: parts, a rule, the total, what is stated, the difference. */
export function SumTable({ lines, currency, caption }: SumTableProps) {
  if (lines.length === 0) return null;
  return (
    <Table
      look="statement"
      className="sum"
      caption={caption}
      rows={lines}
      rowKey={({ words }) => words}
      lineClass={({ kind }) => `line-${kind}`}
      columns={[
        { title: "Line", isTitleSpoken: true, isRowHeader: true, cell: ({ words }) => words },
        {
          title: currency ?? "Amount",
          isTitleSpoken: currency === null,
          amount: ({ amount }) => amount,
          zero: "0",
          sign: ({ kind }) => kind === "difference",
        },
      ]}
    />
  );
}

/** The fees: what they add up to, and what the service says is payable. */
export function feeSum({ charged, escrowFee, tax, payable }: TransactionRow): SumLine[] {
  const of = "fees of the transaction";
  const added = addAmounts(addAmounts(charged, escrowFee, of), tax, of);
  const lines: SumLine[] = [
    { words: "Charged", amount: charged, kind: "part" },
    { words: "Escrow fee", amount: escrowFee, kind: "part" },
    { words: "Tax", amount: tax, kind: "part" },
  ];
  if (added === payable) return [...lines, { words: "Payable", amount: payable, kind: "total" }];
  return [
    ...lines,
    { words: "Added up", amount: added, kind: "total" },
    { words: "Payable, as stated", amount: payable, kind: "given" },
    { words: "Difference", amount: payable - added, kind: "difference" },
  ];
}

/** Expected and settled beside one another; no expectation where amount rules were skipped. */
export function settlementSum({ expected, settled, difference, entries }: TransactionRow): SumLine[] {
  const by =
    entries === 0
      ? "Settled, no entry"
      : entries === 1
        ? "Settled by 1 entry"
        : `Settled by ${entries} entries`;
  const came: SumLine = { words: by, amount: settled, kind: "given" };
  if (expected === null) return [came];
  const due: SumLine = { words: "Expected", amount: expected, kind: "total" };
  if (difference === null || difference === 0) return [due, came];
  return [due, came, { words: "Difference", amount: difference, kind: "difference" }];
}

/** What was found of a record: each finding with its cause, what may explain it, and what was decided. */
export function FindingList({ findings }: { readonly findings: readonly ReviewedFinding[] }) {
  if (findings.length === 0) {
    return (
      <p className="tone-good">
        <Sign tone="good">√</Sign> No findings in the period shown.
      </p>
    );
  }
  return (
    <ul className="stack gap-3">
      {findings.map((one) => (
        <FoundLine key={one.finding.fingerprint} one={one} />
      ))}
    </ul>
  );
}

function FoundLine({ one }: { readonly one: ReviewedFinding }) {
  const { finding, status } = one;
  const hasCandidates = likelyPayrefs(finding).length > 0;
  return (
    <li className={`stack note gap-half tone-${finding.severity}`}>
      <p className="cluster baseline across-2">
        <SeverityMark severity={finding.severity} bare />
        <a
          className="strong"
          href={hrefOf("exceptions", finding.fingerprint)}
          title={ruleMeaning(finding.rule)}
        >
          {ruleName(finding.rule)}
        </a>
        <StatusMark status={status} />
      </p>
      <p className="breaks">{escapeHidden(finding.message)}</p>
      <CauseSentence finding={finding} />
      {finding.changes === undefined ? null : <ChangesTable changes={finding.changes} />}
      {finding.copies === undefined ? null : <CopiesTable copies={finding.copies} />}
      {hasCandidates ? <CandidateTable finding={finding} /> : null}
      <Decided one={one} />
    </li>
  );
}

/** Why it is so, where that is known. */
export function CauseSentence({ finding }: Pick<ReviewedFinding, "finding">) {
  const cause = causeWords(finding);
  if (cause === "") return null;
  return (
    <p>
      <span className="label-caps">Cause</span> {cause}
    </p>
  );
}

function Decided({ one }: { readonly one: ReviewedFinding }) {
  const decision = one.decision ?? one.before;
  if (decision === null) return null;
  return (
    <p className="small quiet">
      {one.decision === null ? `Decided on ${otherWords(one.finding, decision)}: ` : ""}
      {decision.status} <SaidBy said={decision} />
    </p>
  );
}
