/** A finding in full: what was found and why, its sum, the records around it, and what was decided. */
import { CHANGE_RULES } from "../../../core/reconcile/input/rules.ts";
import type { Finding } from "../../../core/reconcile/input/findings.ts";
import { RecordSources } from "../../shared/record/record-sources.tsx";
import { FindingPoints } from "./finding-points.tsx";
import { useAuditShown } from "../../app/providers.tsx";
import { useAnswer } from "../../app/use-answer.ts";
import { RecordMatches, RecordSection } from "../../shared/record/record-matches.tsx";
import { type ReactNode, type Ref, useImperativeHandle, useMemo, useRef } from "react";
import type { BoundChange } from "../../../core/review/decisions/bound-records.ts";
import type { DecidedFinding, Decision } from "../../../core/review/decisions/decision.ts";
import { Table } from "../../ui/table.tsx";
import { Amount, When, useDisplayFormat, SaidBy } from "../../ui/values.tsx";
import { BoundChanges } from "../../shared/record/match-card.tsx";
import {
  STATUS_WORDS,
  isOnOtherNumbers,
  otherWords,
  ruleMeaning,
  findingSubject,
  findingTitle,
  decisionWords,
} from "../../shared/decide/finding-words.ts";
import { causeWords, likelyPayrefs, STANDING } from "../../../core/words/finding.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import type { ExceptionRow, TransactionContext } from "../../bridge/protocol.ts";
import { SeverityMark, Sign, StatusMark } from "../../ui/marks.tsx";
import { EvidencePart } from "../../shared/decide/evidence-part.tsx";
import { CauseSentence, SumTable, SettlingEntries } from "../../shared/record/transaction-sums.tsx";
import { sumOf } from "../../shared/decide/arithmetic.ts";
import { broughtForward, forwardWords, type RecordsOfFinding } from "./finding-context.ts";
import { CandidateTable } from "../../shared/record/candidate-table.tsx";
import { ChangesTable } from "../../shared/record/changes-table.tsx";
import { CopiesTable } from "../../shared/record/copies-table.tsx";
import { CopyButton } from "../../shared/decide/copy-button.tsx";
import { EntrySurroundings } from "../../shared/record/fork-table.tsx";
import { historyOf, type HistoryLine } from "../../shared/decide/use-undo.tsx";
import { ruleName } from "../../../core/words/rule.ts";
import { Button } from "../../ui/button.tsx";
import { letterWaitWords } from "../../../core/review/letters/letter-words.ts";
import { useLetterWaits } from "../../shared/months/use-letter-waits.ts";
import { Facts } from "../../ui/facts.tsx";
import { hrefOf } from "../../app/use-route.ts";

// What the pulls held of a record that changed or vanished: its versions, and its JSON as the service sent
// it.

function FindingSources({ finding }: { readonly finding: Finding }) {
  const { rule, walletID, payID } = finding;
  const isAsked = CHANGE_RULES.has(rule);
  const entry = useAnswer("record.entry", isAsked && walletID !== null ? { walletID } : null);
  const isPaid = isAsked && walletID === null && payID !== null;
  const transaction = useAnswer("record.transaction", isPaid ? { payID } : null);
  if (!isAsked || (walletID ?? payID) === null) return null;
  return <RecordSources record={walletID === null ? transaction : entry} />;
}

interface ThenAndNowProps {
  readonly finding: Finding;
  readonly before: Decision;
  /** What the records that it was taken on say otherwise now. */
  readonly changes: readonly BoundChange[];
}

/** A reopened finding: the numbers it was decided on, and what its records said, beside those it has now. */
function ThenAndNow({ finding, before, changes }: ThenAndNowProps) {
  return (
    <div className="stack gap-2 note tone-warning pad-y-2">
      <p>
        {STATUS_WORDS[before.status]} by <bdi>{before.by}</bdi> on {otherWords(finding, before)},{" "}
        <When atMs={before.atMs} time />. It needs a new decision.
      </p>
      {isOnOtherNumbers(finding, before) ? <Numbers {...{ finding, before }} /> : null}
      {changes.length === 0 ? null : <BoundChanges changes={changes}>Its records then and now:</BoundChanges>}
    </div>
  );
}

const LINES = [
  ["expected", "Expected"],
  ["actual", "Actual"],
  ["difference", "Difference"],
] as const;

interface SourceLine {
  readonly words: string;
  readonly before: ReactNode;
  readonly now: ReactNode;
  readonly hasMoved: boolean;
}

function Numbers({ finding, before }: Pick<ThenAndNowProps, "finding" | "before">) {
  const was = before.finding;
  const figures = LINES.filter(([key]) => finding[key] !== undefined || was[key] !== undefined).map(
    ([key, words]): SourceLine => {
      const figure = (of: DecidedFinding) => (
        <Amount value={of[key] ?? null} zero="0" sign={key === "difference"} />
      );
      return { words, before: figure(was), now: figure(finding), hasMoved: was[key] !== finding[key] };
    },
  );
  const found = { words: "Found", before: said(was.message), now: said(finding.message), hasMoved: false };
  return (
    <Table
      look="dense"
      caption="The numbers then and now"
      rows={was.message === finding.message ? figures : [...figures, found]}
      rowKey={({ words }) => words}
      lineClass={({ hasMoved }) => (hasMoved ? "line-strong" : undefined)}
      columns={[
        { title: "Line", isTitleSpoken: true, isRowHeader: true, cell: ({ words }) => words },
        { title: "Then", isNumber: true, cell: (line) => line.before },
        { title: "Now", isNumber: true, cell: ({ now }) => now },
      ]}
    />
  );
}

function said(message: string): ReactNode {
  return <span className="block breaks to-left">{message}</span>;
}

export interface DetailHandle {
  readonly focus: () => void;
}

interface FindingDetailProps {
  readonly row: ExceptionRow;
  readonly records: RecordsOfFinding | null;
  readonly decisions: readonly Decision[];
  /** null where it would decide on something else. */
  readonly commandLine: string | null;
  readonly onUndo: (() => void) | null;
  readonly handle: Ref<DetailHandle>;
  readonly children: ReactNode;
}

export function FindingDetail({ row, children, handle, ...rest }: FindingDetailProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useImperativeHandle(handle, () => ({ focus: () => title.current?.focus() }), []);
  const { finding, status, atMs } = row;
  const { timeZone } = useDisplayFormat();
  const forward = broughtForward(row, useCheck().summary?.period ?? null, timeZone);
  return (
    <article className="pane finding" aria-label={`${ruleName(finding.rule)}, ${findingSubject(finding)}`}>
      <div className="pane gap-3 scrolls pad-x-4 pad-y-3">
        <header>
          <h2 ref={title} tabIndex={-1} className="title finding-title">
            {findingTitle(row)}
          </h2>
          <p className="wrap gap-half across-3">
            <SeverityMark severity={finding.severity} />
            <StatusMark status={status} />
            <span>{findingSubject(finding)}</span>
            {atMs === null ? null : <When atMs={atMs} time />}
            {forward === null ? null : <span className="quiet">{forwardWords(forward)}</span>}
          </p>
          <p className="quiet below-2">
            {findingTitle(row) === ruleName(finding.rule) ? "" : `${ruleName(finding.rule)}. `}
            {ruleMeaning(finding.rule)}
          </p>
        </header>
        <p className="large breaks note">{finding.message}</p>
        <LetterWaiting row={row} />
        {causeWords(finding) === findingTitle(row).toLowerCase() ? null : <CauseSentence finding={finding} />}
        <FindingPoints finding={finding} />
        <FindingBody row={row} {...rest} />
      </div>
      {children}
    </article>
  );
}

function FindingBody({ row, records, decisions, ...props }: Omit<FindingDetailProps, "children" | "handle">) {
  const { finding, before, changes, decision } = row;
  const { walletID, payID } = finding;
  const { commandLine } = props;
  const isAuditShown = useAuditShown();
  const history = useMemo(() => historyOf(finding, decisions), [finding, decisions]);
  const hasCandidates = likelyPayrefs(finding).length > 0;
  const sum = sumOf(finding, records?.entry ?? records?.transaction ?? null);
  return (
    <>
      <RecordSection title="Reopened">
        {before === null ? null : <ThenAndNow {...{ finding, before, changes }} />}
      </RecordSection>
      <RecordSection title="The numbers">
        {sum.length === 0 ? null : (
          <SumTable lines={sum} currency={row.currency} caption="The numbers as a sum" />
        )}
      </RecordSection>
      <RecordSection title="What changed">
        {finding.changes === undefined ? null : <ChangesTable changes={finding.changes} />}
      </RecordSection>
      <RecordSection title="Copies">
        {finding.copies === undefined ? null : <CopiesTable copies={finding.copies} />}
      </RecordSection>
      <RecordMatches of={walletID === null ? { payID: payID ?? -1 } : { walletID }} />
      <RecordSections row={row} records={records} />
      <FindingSources finding={finding} />
      {hasCandidates ? (
        <RecordSection
          title={
            finding.candidates === undefined ? "Similar payrefs" : "Payments of this amount without an entry"
          }
        >
          <CandidateTable finding={finding} />
        </RecordSection>
      ) : null}
      <RecordSection title="Decisions">
        <DecisionHistory
          lines={history}
          inForce={decision?.id ?? null}
          lapsed={before?.fingerprint === finding.fingerprint ? before.id : null}
          onUndo={props.onUndo}
        />
      </RecordSection>
      <RecordSection title="Evidence">
        <FindingEvidence finding={finding} />
      </RecordSection>
      {isAuditShown ? (
        <RecordSection title="Audit data">
          {commandLine === null ? null : (
            <>
              <h4 className="label-caps">The same on the command line</h4>
              <div className="row at-start gap-2">
                <code className="fill small as-typed sunken rounded pad-x-2 pad-y-1">
                  {withWholeFlags(commandLine)}
                </code>
                <CopyButton text={commandLine} label="Copy the command" />
              </div>
            </>
          )}
          <p className="row baseline gap-1 quiet">
            Fingerprint <code title={finding.fingerprint}>{finding.fingerprint.slice(0, 12)}…</code>
            <CopyButton text={finding.fingerprint} label="Copy the fingerprint" />
          </p>
        </RecordSection>
      ) : null}
    </>
  );
}

/** What is attached to a finding, under the options of the check that raised it. */
function FindingEvidence({ finding }: Pick<ExceptionRow, "finding">) {
  const { summary, period } = useCheck();
  if (summary === null) return null;
  const { fingerprint } = finding;
  return (
    <EvidencePart
      subject={{ kind: "finding", fingerprint, period, options: summary.options }}
      words={`${ruleName(finding.rule)}, ${findingSubject(finding)}`}
      group="Exceptions"
    />
  );
}

/** A line may break before a flag, not within its name; turning marks in a note turn only the note. */
function withWholeFlags(commandLine: string): ReactNode[] {
  return commandLine.split(/(?<= )(--[a-z-]+)(?= )/u).map((part, at) => (
    // Parts have no names of their own and never change places.
    // oxlint-disable-next-line react/no-array-index-key
    <bdi key={at} className={part.startsWith("--") ? "unbroken" : undefined}>
      {part}
    </bdi>
  ));
}

function RecordSections({ row: { finding }, records }: Pick<FindingDetailProps, "row" | "records">) {
  if (records === null) return null;
  const { entry, transaction } = records;
  const about = finding.walletID === null ? "The transaction" : "Its transaction";
  return (
    <>
      {entry === null ? null : <EntrySurroundings context={entry} />}
      {transaction === null ? null : (
        <RecordSection title={about}>
          <TransactionFacts context={transaction} own={finding.walletID} />
        </RecordSection>
      )}
      {entry === null && transaction === null ? (
        <p className="quiet">Vanished: the newest pull no longer has this record. The ledger keeps it.</p>
      ) : null}
    </>
  );
}

interface DecisionHistoryProps {
  readonly lines: readonly HistoryLine[];
  readonly inForce: number | null;
  /** Id of the one that lapsed because its records say something else now, null without one. */
  readonly lapsed: number | null;
  readonly onUndo: (() => void) | null;
}

/** Every decision on a finding, newest first; one that was undone is struck through and still readable. */
function DecisionHistory({ lines, inForce, lapsed, onUndo }: DecisionHistoryProps) {
  if (lines.length === 0) return <p className="quiet">No decisions yet.</p>;
  // A reviewer's tick on the one in force is taken back before it.
  const newest = lines.find(
    ({ decision, undoneBy, onOtherNumbers }) =>
      decision.undoes === null && undoneBy === null && !onOtherNumbers,
  );
  return (
    <ol className="stack" reversed>
      {lines.map(({ decision, undoneBy, onOtherNumbers }) => (
        <li key={decision.id} className="edge-above pad-y-2">
          <p className="cluster baseline gap-half across-2">
            {decision.undoes === null ? (
              <StatusMark status={decision.status} bare />
            ) : (
              <Sign tone="quiet">↶</Sign>
            )}
            <Struck when={undoneBy !== null}>
              <b>{decisionWords(decision)}</b>
            </Struck>
            <SaidBy said={{ ...decision, note: "" }} />
            <span className="to-end tiny faint">
              {asideOf(decision, undoneBy, [
                onOtherNumbers ? "on different numbers" : "",
                decision.id === lapsed ? "on different contents of its records" : "",
              ])}
            </span>
            {inForce !== null && decision === newest?.decision && onUndo !== null ? (
              <Button size="s" variant="quiet" onPress={onUndo} words="Undo decision" />
            ) : null}
          </p>
          {decision.note === "" ? null : (
            <p className="quiet as-typed pad-x-5">
              <Struck when={undoneBy !== null}>{decision.note}</Struck>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function Struck({ when, children }: { readonly when: boolean; readonly children: ReactNode }) {
  return when ? <s className="faint">{children}</s> : children;
}

function asideOf({ id, undoes }: Decision, undoneBy: Decision | null, lapsed: readonly string[]): string {
  return [
    `no. ${id}`,
    undoes === null ? "" : `undoes no. ${undoes}`,
    undoneBy === null ? "" : `undone by ${undoneBy.by}, no. ${undoneBy.id}`,
    ...lapsed,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/** Under the name of which letter a finding waits; nothing where none asks about it. */
function LetterWaiting({ row }: { readonly row: Pick<ExceptionRow, "finding" | "status"> }) {
  const wait = useLetterWaits()(row);
  return wait === null ? null : <p className="breaks">{letterWaitWords(wait)}.</p>;
}

interface TransactionFactsProps {
  readonly context: TransactionContext;
  readonly own: number | null;
}

/** The transaction of a finding: what it is, what it charges, how it stands, and the entries that settle it. */
function TransactionFacts({ context, own }: TransactionFactsProps) {
  const { row } = context;
  const standing = STANDING[row.settlement];
  return (
    <>
      <Facts
        look="tiles"
        facts={[
          [
            "payID",
            <a key="payID" href={hrefOf("transactions", row.payID)}>
              {row.payID}
            </a>,
          ],
          ["Payref", row.payref],
          ["Cycle", row.cycle],
          ["Role", row.role ?? "–"],
          ["Customer", row.customer ?? "–"],
          ["Created", whenOf(row.dateCreatedAtMs)],
          ["Paid", whenOf(row.datePaidAtMs)],
          ["Charged", amountOf(row.charged)],
          ["Escrow fee", amountOf(row.escrowFee)],
          ["Tax", amountOf(row.tax)],
          ["Payable", amountOf(row.payable)],
          ["Expected", row.expected === null ? "not judged" : amountOf(row.expected)],
          ["Settled", amountOf(row.settled)],
          ["Status", `${standing.mark} ${standing.words}`],
        ]}
      />
      <SettlingEntries context={context} own={own} />
    </>
  );
}

function amountOf(value: number | null): ReactNode {
  return value === null ? "" : <Amount value={value} zero="0" />;
}

function whenOf(atMs: number | null): ReactNode {
  return atMs === null ? "–" : <When atMs={atMs} time />;
}
