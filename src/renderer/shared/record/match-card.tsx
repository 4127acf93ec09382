/** One match by hand: how it stands, who made it, when and why, its records, and what changed since. */
import { type ReactNode, useState } from "react";
import { formatCount } from "../../../core/money.ts";
import { type BoundChange, WHOLE_RECORD, boundName } from "../../../core/review/decisions/bound-records.ts";
import { boundLinesWords } from "../../../core/bank/statement-words.ts";
import { ChangesTable } from "./changes-table.tsx";
import type { StandingMatch } from "../../../core/review/decisions/manual-match.ts";
import { useDialogs, useOpenLedger } from "../../app/providers.tsx";
import { useCheckAnswer } from "../../rows/use-check-answer.ts";
import type { MatchedAmounts } from "../../bridge/protocol.ts";
import type { RecordIds } from "../../../core/reconcile/input/input.ts";
import { hrefOf } from "../../app/use-route.ts";
import { Amount, SaidBy } from "../../ui/values.tsx";
import { Button } from "../../ui/button.tsx";
import { MATCH_MARKS, MatchMark } from "../../ui/marks.tsx";
import { EvidencePart } from "../decide/evidence-part.tsx";
import { expectedOf, recordsOf, idsWords } from "../decide/match-words.ts";
import { CancelOr, Dialog } from "../../ui/dialog.tsx";
import { FaultNote } from "../../ui/faults.tsx";
import { NoteFields } from "../decide/note-fields.tsx";
import { useUndoMatch } from "./use-undo-match.ts";
import { useAnswer } from "../../app/use-answer.ts";
import { useAttempt } from "../../app/show-fault.ts";

/** So many records are shown; of more, how many. */
const SHOWN = 20;

interface BoundChangesProps {
  readonly changes: readonly BoundChange[];
  /** What it means that they changed, in one sentence; then and now follow. */
  readonly children: ReactNode;
}

/** What records that somebody decided on said then and say now, record by record. */
export function BoundChanges({ changes, children }: BoundChangesProps) {
  const byRecord = Map.groupBy(changes, boundName);
  const more = byRecord.size - SHOWN;
  return (
    <div className="stack gap-2 below-2">
      <p>{children}</p>
      {[...byRecord].slice(0, SHOWN).map(([record, fields]) => (
        <div key={record}>
          <p className="label-caps">{record}</p>
          <Fields of={fields} />
        </div>
      ))}
      {more > 0 ? <p className="quiet">And {formatCount(more, "more record")}.</p> : null}
    </div>
  );
}

function Fields({ of }: { readonly of: readonly BoundChange[] }) {
  const whole = of.find(({ field }) => field === WHOLE_RECORD);
  if (whole === undefined) return <ChangesTable changes={of} />;
  return (
    <p>
      {whole.line !== undefined
        ? "No statement that counts has it any longer."
        : whole.after === null
          ? "The ledger\u2019s newest pull no longer has it."
          : "Its contents have changed. The ledger no longer has the earlier contents."}
    </p>
  );
}

interface MatchCardProps {
  readonly match: StandingMatch;
  /** Of its heading: under a place's title, or under a section's. */
  readonly level: 2 | 4;
}

export function MatchCard({ match, level }: MatchCardProps) {
  const { id, state, note, by, atMs, undone, changes } = match;
  const Heading = level === 2 ? "h2" : "h4";
  return (
    <article className={`stack gap-half note tone-${MATCH_MARKS[state].tone}`} aria-label={`Match ${id}`}>
      <header className="cluster across-3">
        <Heading className="strong regular">Match {id}</Heading>
        <MatchMark state={state} />
        <SaidBy said={{ by, atMs }} />
        <Actions match={match} />
      </header>
      <Records match={match} />
      <p className="as-typed">
        <bdi>{note}</bdi>
      </p>
      <EvidencePart
        subject={{ kind: "match", match: id }}
        words={`match ${id}`}
        group={null}
        isOver={state === "undone"}
      />
      {undone === null ? null : (
        <p className="quiet">
          Undone <SaidBy said={undone} />
        </p>
      )}
      {changes.length === 0 ? null : (
        <BoundChanges changes={changes}>
          Its records have changed, so the check no longer uses it. Then and now:
        </BoundChanges>
      )}
    </article>
  );
}

/** Both sides with their amounts; without, while unknown and of records that the period does not hold. */
function Records({ match }: { readonly match: StandingMatch }) {
  const sides = recordsOf(match);
  const { entries, transactions } = useCheckAnswer("matchedAmounts", sides).data ?? NONE;
  const movements = new Map(entries.map(({ walletID, movement }) => [walletID, movement]));
  const { each, together } = expectedOf(transactions);
  return (
    <p className="figures">
      <Links of={sides.walletIDs} href={(id) => hrefOf("wallet", id)} name="walletID" amounts={movements} />
      <span aria-hidden="true"> = </span>
      <span className="only-spoken"> with </span>
      {match.bank === undefined ? null : <span>{boundLinesWords(match.bank)}</span>}
      <Links of={sides.payIDs} href={(id) => hrefOf("transactions", id)} name="payID" amounts={each} />
      {together === null ? null : (
        <span className="unbroken quiet">
          {" "}
          <Amount value={together} zero="0" /> expected of them together
        </span>
      )}
    </p>
  );
}

const NONE: MatchedAmounts = { entries: [], transactions: [] };

interface LinksProps {
  readonly of: readonly number[];
  readonly href: (id: number) => string;
  readonly name: "walletID" | "payID";
  readonly amounts: ReadonlyMap<number, number>;
}

function Links({ of, href, name, amounts }: LinksProps) {
  return (
    <>
      {of.map((id, at) => (
        <span key={id}>
          {at === 0 ? null : " + "}
          <a href={href(id)}>
            {name} {id}
          </a>
          {amounts.has(id) ? (
            <span className="unbroken quiet">
              {" "}
              <Amount value={amounts.get(id) ?? null} zero="0" />
            </span>
          ) : null}
        </span>
      ))}
    </>
  );
}

/** What can be done with it; nothing once it was undone, or where nothing can be written. */
function Actions({ match }: { readonly match: StandingMatch }) {
  const { readOnly } = useOpenLedger();
  const dialogs = useDialogs();
  const [isAsking, setAsking] = useState(false);
  if (readOnly !== null || match.state === "undone") return null;
  return (
    <span className="beside gap-1 to-end">
      {match.state === "reopened" && match.bank === undefined ? (
        <Button
          size="s"
          onPress={() => dialogs.show({ is: "match", from: recordsOf(match), again: match.id })}
        >
          Match again…
        </Button>
      ) : null}
      <Button size="s" variant="quiet" onPress={() => setAsking(true)} words="Undo match…" />
      {isAsking ? <UndoMatchDialog match={match} onClose={() => setAsking(false)} /> : null}
    </span>
  );
}

interface UndoMatchDialogProps {
  readonly match: StandingMatch;
  readonly onClose: () => void;
}

function UndoMatchDialog({ match, onClose }: UndoMatchDialogProps) {
  const { undo } = useUndoMatch();
  const [note, setNote] = useState("");
  const { isBusy: isUndoing, fault, attempt } = useAttempt();
  const { walletIDs, payIDs } = recordsOf(match);
  const save = () => {
    if (isUndoing) return;
    void attempt(async () => {
      if (await undo(match.id, note)) onClose();
    });
  };
  return (
    <Dialog
      title={`Undo match ${match.id}`}
      size="s"
      onClose={onClose}
      actions={
        <CancelOr
          words={isUndoing ? "Undoing…" : "Undo match"}
          keys="Enter"
          isDisabled={isUndoing}
          onDo={save}
        />
      }
    >
      <p>
        {idsWords("walletID", walletIDs)} and{" "}
        {match.bank === undefined ? idsWords("payID", payIDs) : boundLinesWords(match.bank)} are unmatched
        again, and their findings return. The audit trail keeps both the match and its reversal.
      </p>
      <NoteFields
        hasFocus
        isShort
        label="Why the match is undone"
        note={note}
        fault={null}
        onNote={setNote}
        onSave={save}
        onLeave={onClose}
      />
      <FaultNote fault={fault} />
    </Dialog>
  );
}

/** `useMatches()`: every match by hand of the open ledger, newest first. */
export function useMatches() {
  const { data, error, readAgain } = useAnswer("match.list", {});
  return { matches: data?.matches ?? null, error, readAgain };
}

export function matchesWith(
  matches: readonly StandingMatch[],
  record: { readonly walletID: number } | { readonly payID: number },
): StandingMatch[] {
  if ("walletID" in record) {
    return matches.filter(({ entries }) => entries.some(({ walletID }) => walletID === record.walletID));
  }
  return matches.filter(({ transactions }) => transactions.some(({ payID }) => payID === record.payID));
}

/** The match that reopened with one of these records in it, which gives way to a new one; null for none. */
export function reopenedWith(
  matches: readonly StandingMatch[],
  { walletIDs, payIDs }: RecordIds,
): StandingMatch | null {
  const has = (match: StandingMatch) =>
    match.entries.some(({ walletID }) => walletIDs.includes(walletID)) ||
    match.transactions.some(({ payID }) => payIDs.includes(payID));
  return matches.find((match) => match.state === "reopened" && has(match)) ?? null;
}

/** False where a match that counts, or reopened, has one of the records, or nothing can be written. */
export function useMayMatch(): (records: RecordIds) => boolean {
  const { readOnly } = useOpenLedger();
  const { matches } = useMatches();
  return ({ walletIDs, payIDs }) => {
    if (readOnly !== null || matches === null) return false;
    const records = [...walletIDs.map((walletID) => ({ walletID })), ...payIDs.map((payID) => ({ payID }))];
    return records.every((of) => matchesWith(matches, of).every(({ state }) => state === "undone"));
  };
}
