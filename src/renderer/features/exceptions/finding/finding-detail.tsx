/**
 * A finding in full: what was found and why, the numbers as a sum, the records around it, and what was
 * decided.
 */
import { useDisplayFormat } from "../../../ui/values/display-format.tsx";
import { type ReactNode, type Ref, useImperativeHandle, useMemo, useRef } from "react";
import type { Decision } from "../../../../core/review/decisions/decision.ts";
import { likelyPayrefs } from "../../../../core/words/finding.ts";
import { useCheck } from "../../../check/check-provider.tsx";
import type { ExceptionRow } from "../../../check/protocol.ts";
import { SeverityMark, StatusMark } from "../../../ui/marks.tsx";
import { When } from "../../../ui/values/when.tsx";
import { EvidencePart } from "../../../shared/evidence/evidence-part.tsx";
import { MatchCards } from "../../../shared/match/record-matches.tsx";
import { matchesWith, useMatches } from "../../../shared/match/use-matches.ts";
import { CauseSentence } from "../../../shared/record/finding-list.tsx";
import { sumOf } from "../../../shared/tables/arithmetic.ts";
import { broughtForward, forwardWords } from "./brought-forward.ts";
import { CandidateTable, type CandidateCall } from "../../../shared/tables/candidate-table.tsx";
import { ChangesTable } from "../../../shared/tables/changes-table.tsx";
import { CopiesTable } from "../../../shared/tables/copies-table.tsx";
import { CopyButton } from "../../../shared/decide/copy-button.tsx";
import { DecisionHistory } from "./decision-history.tsx";
import { EntryTable } from "../../../shared/tables/entry-table.tsx";
import { ForkTable } from "../../../shared/tables/fork-table.tsx";
import { FindingSources } from "./finding-sources.tsx";
import type { RecordsOfFinding } from "./finding-context.ts";
import { historyOf } from "../../../shared/decide/history.ts";
import { LetterWaiting } from "./letter-waiting.tsx";
import { SumTable } from "../../../shared/tables/sum-table.tsx";
import { ThenAndNow } from "./then-and-now.tsx";
import { TransactionFacts } from "./transaction-facts.tsx";
import { ruleMeaning, shortFingerprint, findingSubject } from "../../../shared/decide/finding-words.ts";
import { ruleName } from "../../../../core/words/rule.ts";

export interface DetailHandle {
  readonly focus: () => void;
}

interface FindingDetailProps {
  readonly row: ExceptionRow;
  /** null while they are being asked for. */
  readonly records: RecordsOfFinding | null;
  readonly decisions: readonly Decision[];
  /** null where it would decide on something else. */
  readonly commandLine: string | null;
  readonly findCandidates: CandidateCall;
  /** Undoes the decision in force; null where nothing can be written. */
  readonly onUndo: (() => void) | null;
  readonly handle: Ref<DetailHandle>;
  /** Deciding on it, at the foot. */
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
      <div className="pane gap-3 scrolls finding-scroll">
        <header className="finding-head">
          <h2 ref={title} tabIndex={-1} className="title finding-title">
            {ruleName(finding.rule)}
          </h2>
          <p className="wrap finding-marks">
            <SeverityMark severity={finding.severity} />
            <StatusMark status={status} />
            <span>{findingSubject(finding)}</span>
            {atMs === null ? null : <When atMs={atMs} time />}
            {forward === null ? null : <span className="quiet">{forwardWords(forward)}</span>}
          </p>
          <p className="quiet below-1">{ruleMeaning(finding.rule)}</p>
        </header>
        <p className="large breaks finding-message">{finding.message}</p>
        <LetterWaiting row={row} />
        <CauseSentence finding={finding} />
        <FindingBody row={row} {...rest} />
      </div>
      {children}
    </article>
  );
}

function FindingBody({ row, records, decisions, ...props }: Omit<FindingDetailProps, "children" | "handle">) {
  const { finding, before, changes, decision } = row;
  const { commandLine, findCandidates } = props;
  const history = useMemo(() => historyOf(finding, decisions), [finding, decisions]);
  const hasCandidates = likelyPayrefs(finding).length > 0;
  const sum = sumOf(finding, records?.entry ?? records?.transaction ?? null);
  return (
    <>
      {before === null ? null : (
        <Section title="Reopened">
          <ThenAndNow {...{ finding, before, changes }} />
        </Section>
      )}
      {sum.length === 0 ? null : (
        <Section title="The numbers">
          <SumTable lines={sum} currency={row.currency} caption="The numbers as a sum" />
        </Section>
      )}
      {finding.changes === undefined ? null : (
        <Section title="What changed">
          <ChangesTable changes={finding.changes} />
        </Section>
      )}
      {finding.copies === undefined ? null : (
        <Section title="Copies">
          <CopiesTable copies={finding.copies} />
        </Section>
      )}
      <Matched finding={finding} />
      <RecordSections row={row} records={records} />
      <FindingSources finding={finding} />
      {hasCandidates ? (
        <Section
          title={
            finding.candidates === undefined ? "Similar payrefs" : "Payments of this amount without an entry"
          }
        >
          <CandidateTable {...{ finding, find: findCandidates }} />
        </Section>
      ) : null}
      <Section title="Decisions">
        <DecisionHistory
          lines={history}
          inForce={decision?.id ?? null}
          lapsed={before?.fingerprint === finding.fingerprint ? before.id : null}
          onUndo={props.onUndo}
        />
      </Section>
      <Section title="Evidence">
        <FindingEvidence finding={finding} />
      </Section>
      <details className="stack gap-2 quiet finding-technical">
        <summary>Technical details</summary>
        {commandLine === null ? null : (
          <>
            <h4 className="label-caps">The same on the command line</h4>
            <div className="row at-start gap-2 finding-command">
              <code>{withWholeFlags(commandLine)}</code>
              <CopyButton text={commandLine} label="Copy the command" />
            </div>
          </>
        )}
        <p className="row baseline gap-1 quiet">
          Fingerprint <code title={finding.fingerprint}>{shortFingerprint(finding)}…</code>
          <CopyButton text={finding.fingerprint} label="Copy the fingerprint" />
        </p>
      </details>
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

/** The matches by hand that the record of a finding is in; nothing while it is in none. */
function Matched({ finding: { walletID, payID } }: Pick<ExceptionRow, "finding">) {
  const { matches } = useMatches();
  const of = walletID === null ? { payID: payID ?? -1 } : { walletID };
  const found = matchesWith(matches ?? [], of);
  if (found.length === 0) return null;
  return (
    <Section title="Manual match">
      <MatchCards matches={found} />
    </Section>
  );
}

/**
 * A line may break before a flag, but not within its name; marks in a note that turn texts around turn only
 * the note.
 */
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
      {entry === null || entry.fork.length === 0 ? null : (
        <Section title="What each balance goes on from">
          <ForkTable rows={entry.fork} own={entry.row.walletID} />
        </Section>
      )}
      {entry === null ? null : (
        <Section title="Entries before and after">
          <EntryTable
            rows={[...entry.before, entry.row, ...entry.after]}
            own={entry.row.walletID}
            caption="The entry, with those before and after it"
          />
        </Section>
      )}
      {transaction === null ? null : (
        <Section title={about}>
          <TransactionFacts context={transaction} own={finding.walletID} />
        </Section>
      )}
      {entry === null && transaction === null ? (
        <p className="quiet">The newest pull no longer has this record.</p>
      ) : null}
    </>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="stack gap-1">
      <h3 className="label-caps">{title}</h3>
      {children}
    </section>
  );
}
