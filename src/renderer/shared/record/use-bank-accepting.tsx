/** Accepting a bank's lines: at once what can be nothing else, in a dialog what somebody must say more of. */
import { type ReactNode, useState } from "react";
import type { BankTie, TieKind } from "../../../core/bank/ties.ts";
import { formatCount } from "../../../core/money.ts";
import type { Month } from "../../../core/review/close/close.ts";
import { monthName } from "../months/close-words.ts";
import { useOpenLedger, usePreferences } from "../../app/providers.tsx";
import { useStepNow, StepDialog } from "../months/step-dialog.tsx";
import { AcceptLineDialog, type AskedBank, ONLY_LINE_NOTE, useBankAnswer } from "./bank-part.tsx";

export interface BankAccepting {
  /** What the bank says of the entry; null where it says nothing. */
  readonly shown: AskedBank | null;
  readonly accept: (way: BankTie) => void;
  /** Accepts the only way, or asks about the first; null where there is none. */
  readonly acceptFirst: (() => void) | null;
  /** Accepts all of the entry's month that can be nothing else, in the same way; null where that one is not alone. */
  readonly acceptAlike: (() => void) | null;
  readonly dialog: ReactNode;
}

/** @param walletID of the entry on screen; null without one */
export function useBankAccepting(walletID: number | null): BankAccepting {
  const { readOnly } = useOpenLedger();
  const { preferences } = usePreferences();
  const { takeNow } = useStepNow();
  const shown = useBankAnswer(walletID);
  const acceptMonth = useAcceptMonth();
  const [asked, setAsked] = useState<{ readonly of: AskedBank; readonly way: BankTie } | null>(null);
  const accept = (way: BankTie) => {
    if (readOnly !== null || shown === null) return;
    const by = preferences.reviewer;
    if (shown.answer.state !== "tied" || by === "") return setAsked({ of: shown, way });
    const walletIDs = way.movements.map((one) => one.walletID);
    void takeNow(
      async (api) => api["bank.accept"]({ choice: { by: "entries", walletIDs }, note: ONLY_LINE_NOTE, by }),
      { done: () => "The line is accepted" },
    );
  };
  const [first] = shown === null || shown.answer.support !== null ? [] : shown.answer.ways;
  return {
    shown,
    accept,
    acceptAlike:
      first === undefined || readOnly !== null || shown?.answer.state !== "tied"
        ? null
        : () => acceptMonth(shown.answer.movement.day.slice(0, 7) as Month, first.kind, () => accept(first)),
    acceptFirst: first === undefined || readOnly !== null ? null : () => accept(first),
    dialog: asked === null ? null : <AcceptLineDialog {...asked} onClose={() => setAsked(null)} />,
  };
}

/** All of a month that can be only one line, at once where a name is known. */
export function useAcceptMonth() {
  const { preferences } = usePreferences();
  const { takeNow } = useStepNow();
  /** @param kind of the ways; null for all @param onAsk where nobody is named yet */
  return (month: Month, kind: TieKind | null, onAsk: () => void) => {
    const by = preferences.reviewer;
    if (by === "") return onAsk();
    void takeNow(
      async (api) => api["bank.accept"]({ choice: ofMonth(month, kind), note: ONLY_LINE_NOTE, by }),
      {
        done: ({ matches }) => `Accepted: ${formatCount(matches.length, "tie")}`,
      },
    );
  };
}

interface AcceptMonthDialogProps {
  readonly month: Month;
  readonly onClose: () => void;
}

export function AcceptMonthDialog({ month, onClose }: AcceptMonthDialogProps) {
  return (
    <StepDialog
      title={`Accept the bank's lines of ${monthName(month)}`}
      words="Accept"
      nameLabel="Accepted by"
      noteLabel="Note (optional)"
      take={({ by, note }, api) =>
        api["bank.accept"]({ choice: ofMonth(month, null), note: note === "" ? ONLY_LINE_NOTE : note, by })
      }
      done="The lines are accepted"
      onClose={onClose}
    >
      <p>
        Every entry that is on the statements in one way alone is matched with its lines. Each is undone by
        itself.
      </p>
    </StepDialog>
  );
}

function ofMonth(month: Month, kind: TieKind | null) {
  return { by: "month", month, kind } as const;
}
