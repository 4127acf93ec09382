/**
 * Matching by hand: entries on the left, transactions on the right, the arithmetic of what is chosen beneath,
 * and why.
 */
import { type KeyboardEvent, useId, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Fault } from "../../../ipc/envelope.ts";
import { useApi } from "../../app/api-provider.tsx";
import { faultIn } from "../../app/fault-in.ts";
import { FaultOf } from "../../app/fault-of.tsx";
import { showFault } from "../../app/show-fault.ts";
import { useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { useCheck } from "../../check/check-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { FaultNote } from "../../ui/fault-note.tsx";
import { Kbd } from "../../ui/keys/kbd.tsx";
import { refuseAllKeys } from "../../ui/keys/refused-keys.ts";
import { showToast } from "../../ui/overlays/toast.tsx";
import { NoteFields } from "../../shared/decide/note/note-fields.tsx";
import { MatchArithmetic } from "./match-arithmetic.tsx";
import { type MatchDrafting, useMatchDraft } from "./match-draft.ts";
import type { MatchCandidate } from "../../check/protocol.ts";
import { MatchGroupOffer } from "./match-group-offer.tsx";
import { type MatchOption, MatchSide } from "./match-side.tsx";
import {
  type MatchLine,
  lineOfEntry,
  lineOfTransaction,
  matchFaultOf,
  matchedWords,
} from "../../shared/match/match-words.ts";
import type { MatchSides } from "../../check/protocol/match.ts";
import { useMatchCandidates } from "./use-match-candidates.ts";
import { useUndoMatch } from "../../shared/match/use-undo-match.ts";
import "./match-dialog.css";

interface MatchDialogProps {
  /** What it is begun from. */
  readonly from: MatchSides;
  /**
   * The match of these records that reopened, which gives way to the new one; null for a match of its own.
   */
  readonly again: number | null;
  /** After it was made, before the check knows of it. */
  readonly onMatched?: ((sides: MatchSides) => void) | undefined;
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
          <span className="match-hint quiet">
            <Kbd keys="Space" /> chooses a line
          </span>
          <Button variant="quiet" onPress={onClose}>
            Cancel <Kbd keys="Escape" />
          </Button>
          <Button variant="primary" isDisabled={making.isSaving} onPress={save}>
            {making.isSaving ? "Matching…" : "Match"} <Kbd keys="Enter" />
          </Button>
        </>
      }
    >
      <div className="contents" onKeyDownCapture={onKeyDownCapture}>
        <Sides draft={draft} from={from} />
      </div>
      {making.fault === null ? null : <FaultNote fault={making.fault} />}
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

function Sides({ draft, from }: { readonly draft: MatchDrafting; readonly from: MatchSides }) {
  const { summary } = useCheck();
  const { sides } = draft;
  const [searches, setSearches] = useState({ entries: "", transactions: "" });
  const entries = useMatchCandidates({ ...sides, side: "entries", search: searches.entries });
  const transactions = useMatchCandidates({ ...sides, side: "transactions", search: searches.transactions });
  const entryOptions = useMemo(() => optionsOf(entries.found?.entries, lineOfEntry), [entries.found]);
  const transactionOptions = useMemo(
    () => optionsOf(transactions.found?.transactions, lineOfTransaction),
    [transactions.found],
  );
  const newest = transactions.found ?? entries.found;
  const chosen = newest === null ? null : { ...newest.chosen, sums: newest.sums };
  const group = newest?.group ?? null;
  const isWhole =
    group?.walletIDs.length === sides.walletIDs.length && group.payIDs.length === sides.payIDs.length;
  const arithmeticId = useId();
  const error = entries.error ?? transactions.error;
  // One looks for the side that is not there yet; of an entry and a transaction both, for more entries.
  const looksForEntries = from.walletIDs.length === 0 || from.payIDs.length > 0;
  return (
    <>
      {error === null ? null : (
        <FaultOf
          error={error}
          onTryAgain={() => {
            entries.retry();
            transactions.retry();
          }}
        />
      )}
      <div className="fills-dialog match-sides" aria-describedby={arithmeticId}>
        <MatchSide
          title="Entries"
          chosen={chosen?.entries.map(lineOfEntry) ?? []}
          options={entryOptions}
          total={entries.found?.total ?? 0}
          isEqual={entries.found?.isEqual ?? false}
          isStale={entries.isStale}
          search={searches.entries}
          hasFocus={looksForEntries}
          onSearch={(search) => setSearches((before) => ({ ...before, entries: search }))}
          onToggle={(id) => draft.choose({ ...sides, walletIDs: toggled(sides.walletIDs, id) })}
        />
        <MatchSide
          title="Transactions"
          chosen={chosen?.transactions.map(lineOfTransaction) ?? []}
          options={transactionOptions}
          total={transactions.found?.total ?? 0}
          isEqual={transactions.found?.isEqual ?? false}
          isStale={transactions.isStale}
          search={searches.transactions}
          hasFocus={!looksForEntries}
          onSearch={(search) => setSearches((before) => ({ ...before, transactions: search }))}
          onToggle={(id) => draft.choose({ ...sides, payIDs: toggled(sides.payIDs, id) })}
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

/** Candidates as a list shows them; null until they are known. */
function optionsOf<Row>(
  found: readonly MatchCandidate<Row>[] | undefined,
  lineOf: (row: Row) => MatchLine,
): MatchOption[] | null {
  return found?.map(({ row, amount, ...rest }) => ({ ...lineOf(row), ...rest, counts: amount })) ?? null;
}

/** The ids with another one among them, or without it; ascending. */
function toggled(ids: readonly number[], id: number): number[] {
  const next = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
  return next.toSorted((a, b) => a - b);
}

/** Making the match: what is wrong with it, and what main said against it; what was put in stays. */
function useMakeMatch({ sides, note, discard }: MatchDrafting, again: number | null, onMade: () => void) {
  const api = useApi();
  const { whoDecides, noteMatch, undoMatch } = useCheck();
  const { undo } = useUndoMatch();
  const [isSaving, setSaving] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const [sentence, setSentence] = useState<string | null>(null);
  // What is undone is so even when the match after it fails.
  const isUndone = useRef(false);
  const make = async () => {
    const by = await whoDecides();
    if (by === null) return;
    setSaving(true);
    // What is typed on would go to the finding that comes after it, which nobody has seen yet.
    const stop = refuseAllKeys(sayIsSaving);
    try {
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
        topic: "review",
      });
    } catch (error) {
      setFault(faultIn(error));
    } finally {
      setSaving(false);
      // A dialog that shuts gives the focus back with the next frame.
      requestAnimationFrame(() => requestAnimationFrame(stop));
    }
  };
  return {
    isSaving,
    fault,
    sentence,
    forget: () => {
      setFault(null);
      setSentence(null);
    },
    /** @returns whether it is being made; else the sentence says what is missing */
    save: () => {
      const wrong = matchFaultOf(sides, note);
      setSentence(wrong);
      setFault(null);
      if (wrong === null) void make();
      return wrong === null;
    },
  };
}

function sayIsSaving(): void {
  showToast({
    tone: "warning",
    words: "The match is being saved",
    more: "Nothing else was done. Press the key again once it is saved.",
  });
}
