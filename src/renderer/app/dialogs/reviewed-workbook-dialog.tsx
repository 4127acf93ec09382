/** Imports what a reviewer typed into an exported workbook: each line is shown before it is a decision or a point. */
import { useFirst } from "../../ui/show-more.tsx";
import { useState, useMemo } from "react";
import { Checkbox, GridList, GridListItem, type Key } from "react-aria-components";
import { formatAmount, formatCount } from "../../../core/money.ts";
import type { ProposedReview, ReviewedWorkbook } from "../../../core/review/decisions/typed-review.ts";
import { Button } from "../../ui/button.tsx";
import { StatusMark } from "../../ui/marks.tsx";
import { ruleName } from "../../../core/words/rule.ts";
import { endorsedIn } from "../../../core/review/decisions/review.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { STATUS_WORDS } from "../../shared/decide/finding-words.ts";
import type { FileFacts } from "../../../ipc/values.ts";
import { useApi } from "../../bridge/api-provider.tsx";
import { useDialogs, useOpenLedger } from "../providers.tsx";
import { CancelOr, Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FaultNote, readOnlyWords } from "../../ui/faults.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { MeanwhileNote, decidedMeanwhile, useUndo } from "../../shared/decide/use-undo.tsx";
import { useFileJob, WorkbookJobDialog } from "./workbook-proof-dialog.tsx";
import { nameOf } from "../../../core/review/decisions/note-rules.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { showToast } from "../../ui/toast.tsx";
import { wordingFault } from "../../shared/decide/wording-fault.ts";
import { Sentences } from "../../ui/sentences.tsx";
import { useAttempt } from "../show-fault.ts";

// What a reviewer typed, line by line: the finding, what was typed, what it becomes, how the finding stands
// now.

interface ProposalListProps {
  readonly items: readonly ProposedReview[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (fingerprints: ReadonlySet<string>) => void;
}

function ReviewProposals({ items, chosen, onChoose }: ProposalListProps) {
  // Two rows may name one finding, of which one counts: a line is known by its place.
  const lines = items.map((typed, id) => ({ id, typed }));
  const [first, more] = useFirst(lines, 200);
  const takeable = items.filter(isTakeable).map(({ fingerprint }) => fingerprint);
  const isChosen = (typed: ProposedReview) => isTakeable(typed) && chosen.has(typed.fingerprint);
  const chosenBy = (keys: ReadonlySet<Key>) =>
    new Set([...keys].flatMap((key) => items[Number(key)]?.fingerprint ?? []));
  return (
    <section className="pane gap-2 fills-dialog" aria-label="Ticks and notes">
      <div className="cluster gap-2">
        <Button size="s" onPress={() => onChoose(new Set(takeable))} words="Choose all" />
        <Button size="s" onPress={() => onChoose(new Set())} words="Choose none" />
        <span className="quiet">
          {formatAmount(items.length)} with ticks or notes, {formatAmount(takeable.length)} can be imported
        </span>
      </div>
      <GridList
        className="scrolls list-frame"
        aria-label="Findings with ticks or notes"
        selectionMode="multiple"
        disabledBehavior="selection"
        escapeKeyBehavior="none"
        disallowTypeAhead
        selectedKeys={lines.filter(({ typed }) => isChosen(typed)).map(({ id }) => id)}
        disabledKeys={lines.filter(({ typed }) => !isTakeable(typed)).map(({ id }) => id)}
        onSelectionChange={(keys) => onChoose(keys === "all" ? new Set(takeable) : chosenBy(keys))}
      >
        {first.map(({ id, typed }) => (
          <GridListItem
            key={id}
            id={id}
            className="baseline edge-below line proposal"
            textValue={`Row ${typed.row}, ${ruleName(typed.rule)}: ${typed.message}`}
          >
            <Proposal typed={typed} />
          </GridListItem>
        ))}
      </GridList>
      {more}
    </section>
  );
}

function Proposal({ typed }: { readonly typed: ProposedReview }) {
  const { row, rule, message, tick, note, status, caution } = typed;
  const reason = whyNot(typed);
  return (
    <>
      <Checkbox slot="selection" className="proposal-check">
        <span className="check-box" aria-hidden="true" />
      </Checkbox>
      <span className="figures quiet proposal-row">C1 row {row}</span>
      <span className="breaks proposal-finding">
        <b>{ruleName(rule)}</b> <span>{message}</span>
      </span>
      <span className="beside baseline gap-2 as-typed shrinks proposal-typed">
        <span className="label-caps rigid">Typed</span>
        <span>
          {tick === "" ? null : <bdi className="strong">{tick}</bdi>}
          {tick === "" || note === "" ? "" : " "}
          {note === "" ? null : <bdi>{note}</bdi>}
        </span>
      </span>
      <span className="beside baseline gap-2 as-typed shrinks proposal-becomes">
        <span className="label-caps rigid">Becomes</span>
        {isTakeable(typed) ? <bdi>{becomesWords(typed)}</bdi> : <span>nothing</span>}
      </span>
      <span className="beside gap-2 baseline proposal-now">
        <span className="label-caps rigid">Now</span>
        {status === null ? <span>no longer raised</span> : <StatusMark status={status} />}
      </span>
      {reason === null && caution === null ? null : (
        <span className="tone-warning proposal-caution">
          <span aria-hidden="true">{reason === null ? "!" : "×"}</span> {reason ?? caution}
        </span>
      )}
    </>
  );
}

/** Whether it can become a decision or a point: it says what, and the check still raises the finding. */
export function isTakeable({ proposed, point, status }: ProposedReview): boolean {
  return (proposed !== null || point !== null) && status !== null;
}

/** Those that nothing stands against. What has a caution is looked at first. */
export function chosenAtFirst(items: readonly ProposedReview[]): ReadonlySet<string> {
  return new Set(
    items
      .filter((typed) => isTakeable(typed) && typed.caution === null)
      .map(({ fingerprint }) => fingerprint),
  );
}

/** Those chosen, in the workbook's order, one of each finding. */
export function chosenOf(items: readonly ProposedReview[], chosen: ReadonlySet<string>): ProposedReview[] {
  const byFingerprint = new Map<string, ProposedReview>();
  for (const typed of items) {
    if (isTakeable(typed) && chosen.has(typed.fingerprint)) byFingerprint.set(typed.fingerprint, typed);
  }
  return [...byFingerprint.values()];
}

/** The newest decision seen on a finding: as the workbook was read, or as one took note of it since. */
export function seenOf(
  { fingerprint, seen }: ProposedReview,
  noted: ReadonlyMap<string, number>,
): number | null {
  return noted.get(fingerprint) ?? seen;
}

export function withNoted(
  noted: ReadonlyMap<string, number>,
  decisions: readonly Decision[],
): ReadonlyMap<string, number> {
  return new Map([...noted, ...decisions.map(({ fingerprint, id }) => [fingerprint, id] as const)]);
}

/** Why a line cannot be imported, in words; null when it can. */
export function whyNot(typed: ProposedReview): string | null {
  const { status, caution } = typed;
  if (isTakeable(typed)) return null;
  if (caution !== null) return caution;
  return status === null ? "The check no longer raises this finding." : "The decision is unclear.";
}

/**
 * @example
 *   `Accepted: within the firm's limit`, `Agrees with decision 5 (ticked in October.xlsx, Exceptions row 12)`, `Point: Which ticket?`
 */
export function becomesWords({ proposed, point }: Pick<ProposedReview, "proposed" | "point">): string {
  const decided =
    proposed === null
      ? ""
      : endorsedIn(proposed.note) !== null
        ? proposed.note
        : [STATUS_WORDS[proposed.status], proposed.note].filter((part) => part !== "").join(": ");
  return [decided, point === null ? "" : `Point: ${point}`].filter((part) => part !== "").join(". ");
}

function takenWords(count: number, points: number, by: string): string {
  const counted = [
    ...(count === 0 ? [] : [formatCount(count, "decision")]),
    ...(points === 0 ? [] : [formatCount(points, "point")]),
  ];
  return `Imported ${counted.join(" and ")} by ${by}`;
}

interface ReviewedWorkbookDialogProps {
  readonly file: FileFacts | null;
  readonly onClose: () => void;
}

export function ReviewedWorkbookDialog({ file, onClose }: ReviewedWorkbookDialogProps) {
  const api = useApi();
  const dialogs = useDialogs();
  const work = useFileJob("read-review", file, api["workbook.readReview"]);
  const { job, isBusy } = work;
  const read = job?.result?.is === "review-read" ? job.result : null;
  if (read !== null && read.items.length > 0) {
    return <Proposals key={job?.id} read={read} onClose={onClose} />;
  }
  return (
    <WorkbookJobDialog
      title="Import review"
      {...{ file, work, onClose }}
      isRead={read !== null}
      actions={
        file === null ? null : (
          <Button isDisabled={isBusy} onPress={() => dialogs.show({ is: "verify-workbook", file })}>
            Compare it with this ledger
          </Button>
        )
      }
    >
      {read === null ? null : (
        <>
          <Sentences className="quiet" of={read.notes} />
          <EmptyState title="There is nothing to import">
            The reviewer columns of {read.fileName} are empty. Ticks and notes in them can be imported.
          </EmptyState>
        </>
      )}
    </WorkbookJobDialog>
  );
}

function Proposals({ read, onClose }: { readonly read: ReviewedWorkbook; readonly onClose: () => void }) {
  const ledger = useOpenLedger();
  const accepting = useAcceptReview(read, onClose);
  const { chosen, meanwhile, fault, nameFault, isSaving } = accepting;
  const [by, setBy] = useState(read.by);
  const takeable = read.items.filter(isTakeable).length;
  const { readOnly } = ledger;
  return (
    <Dialog
      title="Import review"
      size="xl"
      onClose={onClose}
      actions={
        meanwhile.length > 0 ? (
          <>
            <Button onPress={accepting.takeNote}>Keep them in</Button>
            <Button variant="primary" onPress={accepting.leaveOut} words="Leave them out" />
          </>
        ) : (
          <CancelOr
            words={
              isSaving ? "Importing…" : `Import ${formatAmount(chosen.size)} of ${formatAmount(takeable)}`
            }
            isDisabled={isSaving || chosen.size === 0 || readOnly !== null}
            onDo={() => void accepting.accept(by)}
          />
        )
      }
    >
      <p>
        <b>{read.fileName}</b>, of run {read.run},{" "}
        {read.period === null ? "the whole history" : `${read.period.from} to ${read.period.to}`}. A tick
        agrees with a decision or makes one, any other note is a point to answer. If one cannot be imported,
        none is.
      </p>
      <Sentences className="quiet" of={read.notes} />
      {readOnly === null ? null : (
        <p className="quiet">{readOnlyWords(readOnly).why} You can view the ticks and notes.</p>
      )}
      <ReviewProposals items={read.items} chosen={chosen} onChoose={accepting.choose} />
      {meanwhile.length === 0 ? null : <MeanwhileNote decisions={meanwhile} withSubject />}
      {fault === null || meanwhile.length > 0 ? null : <FaultNote fault={fault} />}
      <div className="rigid measure-s">
        <TextField
          label="Reviewed by"
          hint={read.by === "" ? "The workbook does not say who reviewed it." : "From the workbook."}
          value={by}
          onChange={(name) => {
            accepting.forget();
            setBy(name);
          }}
          fault={nameFault}
          onEnter={() => {
            if (meanwhile.length === 0 && !isSaving) void accepting.accept(by);
          }}
        />
      </div>
    </Dialog>
  );
}

/** What is chosen, what was decided on it meanwhile, and taking it in with its way back. */
function useAcceptReview(read: ReviewedWorkbook, onAccepted: () => void) {
  const api = useApi();
  const { decisions } = useCheck();
  const { undoThese } = useUndo();
  const [chosen, setChosen] = useState(() => chosenAtFirst(read.items));
  const [noted, setNoted] = useState<ReadonlyMap<string, number>>(() => new Map());
  const [nameFault, setNameFault] = useState<string | null>(null);
  const { isBusy: isSaving, fault, forget: forgetFault, attempt } = useAttempt();
  const items = useMemo(
    () => chosenOf(read.items, chosen).map((typed) => ({ ...typed, seen: seenOf(typed, noted) })),
    [read.items, chosen, noted],
  );
  const meanwhile = useMemo(() => decidedMeanwhile(items, decisions ?? []), [items, decisions]);
  const forget = () => {
    forgetFault();
    setNameFault(null);
  };
  const take = (by: string) =>
    attempt(async () => {
      const { first, count, points } = await api["workbook.acceptReview"]({
        run: read.run,
        by,
        items: items.map(({ fingerprint, seen, proposed, point }) => ({
          fingerprint,
          seen,
          proposed,
          point,
        })),
      });
      onAccepted();
      // Ids follow each other in the order of the items.
      const deciding = items.filter(({ proposed }) => proposed !== null);
      const taken = deciding.map(({ fingerprint }, at) => ({ fingerprint, seen: first + at }));
      showToast({
        tone: "good",
        words: takenWords(count, points, by),
        ...(taken.length === 0 ? {} : { action: { label: "Undo", run: () => void undoThese(taken) } }),
        isOfReview: true,
      });
    });
  return {
    chosen,
    isSaving,
    fault,
    nameFault,
    meanwhile,
    choose: (next: ReadonlySet<string>) => {
      forget();
      setChosen(next);
    },
    /** Keeps those in that were decided on meanwhile, having seen it. */
    takeNote: () => {
      forget();
      setNoted(withNoted(noted, meanwhile));
    },
    leaveOut: () => {
      forget();
      const left = new Set(meanwhile.map(({ fingerprint }) => fingerprint));
      setChosen(new Set([...chosen].filter((fingerprint) => !left.has(fingerprint))));
    },
    forget,
    accept: async (name: string) => {
      forget();
      const wrong = wordingFault(() => nameOf(name));
      setNameFault(wrong);
      if (wrong === null) await take(nameOf(name));
    },
  };
}
