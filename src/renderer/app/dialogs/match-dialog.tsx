/** Matching by hand: entries on the left, transactions on the right, the arithmetic beneath, and why. */
import { useMemo, type KeyboardEvent, useId, useRef, useState } from "react";
import { type DraftKind, Drafts, useDraftOf } from "../../shared/decide/drafts.ts";
import { tabStorage } from "../../bridge/tab-storage.ts";
import type { MatchCandidate, MatchCandidatesRequest } from "../../bridge/protocol.ts";
import type { RecordIds } from "../../../core/reconcile/input/input.ts";
import { flushSync } from "react-dom";
import { useApi } from "../../bridge/api-provider.tsx";
import { FaultOf, useOpenLedger } from "../providers.tsx";
import { showFault, useAttempt } from "../show-fault.ts";
import { useCheck } from "../../rows/check-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { CancelOr, Dialog } from "../../ui/dialog.tsx";
import { FaultNote } from "../../ui/faults.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { refuseKeys } from "../../ui/refused-keys.ts";
import { showToast, warn } from "../../ui/toast.tsx";
import { NoteFields } from "../../shared/decide/note-fields.tsx";
import { type MatchOption, MatchSide } from "./match-side.tsx";
import {
  type MatchLine,
  lineOfEntry,
  lineOfTransaction,
  matchFaultOf,
  matchedWords,
  type Chosen,
  chosenArithmetic,
  remainderWords,
} from "../../shared/decide/match-words.ts";
import { useUndoMatch } from "../../shared/record/use-undo-match.ts";
import { Facts } from "../../ui/facts.tsx";
import { useDisplayFormat } from "../../ui/values.tsx";
import { type TiedByPayref, tiedWords } from "../../../core/review/decisions/tied-by-payref.ts";
import { formatAmount } from "../../../core/money.ts";
import { groupSentence, otherGroupsSentence } from "../../../core/review/decisions/group-words.ts";
import type { MatchGroup } from "../../../core/review/decisions/match-candidates.ts";
import { useCheckAnswer } from "../../rows/use-check-answer.ts";
import { together } from "../use-answer.ts";
import { capitalised } from "../../../core/sentence.ts";

// `const [draft, put, drop] = useMatchDraft(key, from)`: a match being put together, kept in this tab until
// it is saved or thrown away.

interface MatchDraft {
  readonly sides: RecordIds | null;
  readonly note: string;
}

export const NO_MATCH_DRAFT: MatchDraft = { sides: null, note: "" };

export const MATCH_DRAFTS: DraftKind<MatchDraft> = {
  prefix: "tieout.match.",
  none: NO_MATCH_DRAFT,
  isEmpty: ({ sides, note }) => sides === null && note === "",
  read: ({ sides, note }) => ({ sides, note }),
};

const drafts = new Drafts(MATCH_DRAFTS, tabStorage());

type MatchDrafting = ReturnType<typeof useMatchDraft>;

/**
 * @param of names the ledger
 * @param from the records it is begun from, which also name the draft
 */
function useMatchDraft(of: string, from: RecordIds) {
  const key = `${of}/${from.walletIDs.join(",")}/${from.payIDs.join(",")}`;
  const [draft, put] = useDraftOf(drafts, key);
  return useMemo(
    () => ({
      sides: draft.sides ?? from,
      note: draft.note,
      choose: (sides: RecordIds) => put({ ...draft, sides }),
      write: (note: string) => put({ ...draft, note }),
      discard: () => put(NO_MATCH_DRAFT),
    }),
    [draft, from, put],
  );
}

interface MatchDialogProps {
  /** What it is begun from. */
  readonly from: RecordIds;
  /** The match of these records that reopened and gives way to the new one; null for a match of its own. */
  readonly again: number | null;
  /** After it was made, before the check knows of it. */
  readonly onMatched?: ((sides: RecordIds) => void) | undefined;
  readonly onClose: () => void;
}

export function MatchDialog({ from, again, onMatched, onClose }: MatchDialogProps) {
  const ledger = useOpenLedger();
  const draft = useMatchDraft(ledger.key, from);
  const fields = useRef<HTMLDivElement>(null);
  const making = useMakeMatch(draft, again, () => {
    flushSync(() => {
      onClose();
      onMatched?.(draft.sides);
    });
  });
  const save = () => {
    if (making.isSaving || making.save()) return;
    fields.current?.querySelector("textarea")?.focus();
  };
  /** In the lists, too, Enter does what the button says; Space chooses. */
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target as Element).matches("[role=option], [role=listbox]")) return;
    event.preventDefault();
    event.stopPropagation();
    save();
  };
  return (
    <Dialog
      title="Match by hand"
      size="xl"
      onClose={onClose}
      actions={
        <>
          <span className="quiet">
            <Kbd keys="Space" /> chooses a line
          </span>
          <CancelOr
            words={making.isSaving ? "Matching…" : "Match"}
            keys="Enter"
            isDisabled={making.isSaving}
            onDo={save}
          />
        </>
      }
    >
      <div className="contents" onKeyDownCapture={onKeyDownCapture}>
        <Sides draft={draft} from={from} />
      </div>
      <FaultNote fault={making.fault} />
      <div ref={fields} className="contents match-note">
        <NoteFields
          label="Why they belong together"
          isShort
          note={draft.note}
          fault={making.sentence}
          onNote={(note) => {
            making.forget();
            draft.write(note);
          }}
          onSave={save}
          onLeave={onClose}
        />
      </div>
    </Dialog>
  );
}

function Sides({ draft, from }: { readonly draft: MatchDrafting; readonly from: RecordIds }) {
  const { summary } = useCheck();
  const { sides } = draft;
  const [searches, setSearches] = useState({ entries: "", transactions: "" });
  const entries = useCandidatesOn("entries", sides, searches.entries);
  const transactions = useCandidatesOn("transactions", sides, searches.transactions);
  const entryOptions = useMemo(() => optionsOf(entries.data?.entries, lineOfEntry), [entries.data]);
  const transactionOptions = useMemo(
    () => optionsOf(transactions.data?.transactions, lineOfTransaction),
    [transactions.data],
  );
  const newest = transactions.data ?? entries.data ?? null;
  const chosen = newest === null ? null : { ...newest.chosen, sums: newest.sums };
  const group = newest?.group ?? null;
  const isWhole =
    group?.walletIDs.length === sides.walletIDs.length && group.payIDs.length === sides.payIDs.length;
  const arithmeticId = useId();
  const { error, readAgain } = together(entries, transactions);
  // One looks for the side that is not there yet; of an entry and a transaction both, for more entries.
  const looksForEntries = from.walletIDs.length === 0 || from.payIDs.length > 0;
  const sideOf = (side: keyof typeof searches, ids: keyof RecordIds, found: typeof entries) => ({
    title: capitalised(side),
    total: found.data?.total ?? 0,
    isEqual: found.data?.isEqual ?? false,
    isStale: found.isOfBefore,
    search: searches[side],
    onSearch: (search: string) => setSearches((before) => ({ ...before, [side]: search })),
    onToggle: (id: number) => draft.choose({ ...sides, [ids]: toggled(sides[ids], id) }),
  });
  return (
    <>
      <FaultOf error={error} onTryAgain={readAgain} />
      <div className="two-columns gap-5 fills-dialog match-sides" aria-describedby={arithmeticId}>
        <MatchSide
          {...sideOf("entries", "walletIDs", entries)}
          chosen={chosen?.entries.map(lineOfEntry) ?? []}
          options={entryOptions}
          hasFocus={looksForEntries}
        />
        <MatchSide
          {...sideOf("transactions", "payIDs", transactions)}
          chosen={chosen?.transactions.map(lineOfTransaction) ?? []}
          options={transactionOptions}
          hasFocus={!looksForEntries}
        />
      </div>
      {group === null || isWhole ? null : <MatchGroupOffer group={group} onChoose={draft.choose} />}
      {chosen === null ? null : (
        <MatchArithmetic
          id={arithmeticId}
          chosen={chosen}
          tied={newest?.tied ?? []}
          tolerance={summary?.options.tolerance ?? 0}
        />
      )}
    </>
  );
}

/** What may belong to the chosen records: of the newest question that was answered. */
function useCandidatesOn(side: MatchCandidatesRequest["side"], sides: RecordIds, search: string) {
  return useCheckAnswer("matchCandidates", { ...sides, side, search }, { stays: true });
}

function optionsOf<Row>(
  found: readonly MatchCandidate<Row>[] | undefined,
  lineOf: (row: Row) => MatchLine,
): MatchOption[] | null {
  return found?.map(({ row, amount, ...rest }) => ({ ...lineOf(row), ...rest, counts: amount })) ?? null;
}

function toggled(ids: readonly number[], id: number): number[] {
  const next = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
  return next.toSorted((a, b) => a - b);
}

/** Making the match: what is wrong with it, and what main said against it; what was put in stays. */
function useMakeMatch({ sides, note, discard }: MatchDrafting, again: number | null, onMade: () => void) {
  const api = useApi();
  const { whoDecides, noteMatch, undoMatch } = useCheck();
  const { undo } = useUndoMatch();
  const { isBusy: isSaving, fault, forget, attempt } = useAttempt();
  const [sentence, setSentence] = useState<string | null>(null);
  // What is undone is so even when the match after it fails.
  const isUndone = useRef(false);
  const make = async () => {
    const by = await whoDecides();
    if (by === null) return;
    // What is typed on would go to the finding that comes after it, which nobody has seen yet.
    const stop = refuseKeys(null, sayIsSaving);
    await attempt(async () => {
      if (again !== null && !isUndone.current) {
        await undoMatch(again, "Matched again", by);
        isUndone.current = true;
      }
      const { id } = await api["match.decide"]({
        walletIDs: [...sides.walletIDs],
        payIDs: [...sides.payIDs],
        note,
        by,
      });
      noteMatch(id, { ...sides, note });
      discard();
      onMade();
      showToast({
        tone: "good",
        words: matchedWords(sides),
        action: { label: "Undo", run: () => void undo(id, "", by).catch(showFault) },
        isOfReview: true,
      });
    });
    // A dialog that shuts gives the focus back with the next frame.
    requestAnimationFrame(() => requestAnimationFrame(stop));
  };
  return {
    isSaving,
    fault,
    sentence,
    forget: () => {
      forget();
      setSentence(null);
    },
    /** @returns whether it is being made; else the sentence says what is missing */
    save: () => {
      const wrong = matchFaultOf(sides, note);
      setSentence(wrong);
      forget();
      if (wrong === null) void make();
      return wrong === null;
    },
  };
}

function sayIsSaving(): void {
  warn("The match is being saved", "Nothing else was done. Press the key again once it is saved.");
}

interface MatchArithmeticProps {
  readonly id: string;
  readonly chosen: Chosen;
  /** Which of the transactions have entries by their payrefs already: another one may pay them twice. */
  readonly tied: readonly TiedByPayref[];
  /** Of the check, in the service's unit. */
  readonly tolerance: number;
}

/** What is chosen on both sides, written out as a sum, and what it leaves. */
function MatchArithmetic({ id, chosen, tied, tolerance }: MatchArithmeticProps) {
  const { decimals } = useDisplayFormat();
  const remainder = remainderWords(chosen, { decimals, tolerance });
  return (
    <section
      id={id}
      className="cluster baseline ends rigid gap-2 across-5 sunken rule-above rule-below pad-x-3 pad-y-2"
      aria-label="The arithmetic"
    >
      <Facts
        look="inline"
        facts={chosenArithmetic(chosen, decimals).map(({ name, words, isOff }) => [
          name,
          <span key={name} className={isOff ? "tone-error" : undefined}>
            {words}
          </span>,
        ])}
      />
      <output className="stack quiet">
        <span>{remainder === "" ? "Choose records on both sides to see whether they tie." : remainder}</span>
        {tied.map((one) => (
          <span key={one.payID}>{`${tiedWords(one)}.`}</span>
        ))}
      </output>
    </section>
  );
}

interface MatchGroupOfferProps {
  readonly group: MatchGroup;
  readonly onChoose: (sides: RecordIds) => void;
}

/** Records that a cause of the check ties together with what is chosen, to choose with one press. */
function MatchGroupOffer({ group, onChoose }: MatchGroupOfferProps) {
  const { decimals } = useDisplayFormat();
  const { walletIDs, payIDs } = group;
  return (
    <p className="row baseline gap-2">
      <span className="shrinks">
        {groupSentence(group, (amount) => formatAmount(amount, decimals))} {otherGroupsSentence(group)}
      </span>
      <Button size="s" onPress={() => onChoose({ walletIDs, payIDs })} words="Choose them all" />
    </p>
  );
}
