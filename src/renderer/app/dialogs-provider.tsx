/** `useDialogs().show({ is: "pull", full: false })`: one dialog of the shell at a time. */
import { type ReactNode, createContext, useMemo, useState } from "react";
import type { FileFacts } from "../../ipc/values.ts";
import type { AskedPeriod } from "../check/protocol.ts";
import type { MatchSides } from "../check/protocol/match.ts";
import { useNeeded } from "../ui/use-needed.ts";
import { useLedger } from "./ledger/ledger-provider.tsx";

/** What can be shown over a place. */
export type DialogRequest =
  | { readonly is: "keys" }
  /** Finds a record, a place or something to do. */
  | { readonly is: "find" }
  /** Goes to another ledger. */
  | { readonly is: "ledgers" }
  /** Starts one unless one goes on; `look` only shows the last. */
  | { readonly is: "pull"; readonly full: boolean; readonly look?: boolean }
  /** Sets up where to pull from: for the open ledger, or for a new one. */
  | { readonly is: "connect"; readonly target: "open" | "new" }
  | { readonly is: "import"; readonly files: readonly FileFacts[] }
  /** Of the period one looks at, unless another is named. */
  | { readonly is: "export"; readonly period?: AskedPeriod }
  | { readonly is: "verify"; readonly look?: boolean }
  /** Ties entries to transactions by hand; `again` is the match that reopened and gives way to it. */
  | {
      readonly is: "match";
      readonly from: MatchSides;
      readonly again?: number;
      readonly onMatched?: (sides: MatchSides) => void;
    }
  /** Compares a workbook with the ledger; without a file it only shows the last result. */
  | { readonly is: "verify-workbook"; readonly file: FileFacts | null }
  /** Takes in what a reviewer typed into a workbook; without a file what the last one held. */
  | { readonly is: "reviewed-workbook"; readonly file: FileFacts | null };

interface Dialogs {
  readonly shown: DialogRequest | null;
  readonly show: (request: DialogRequest) => void;
  readonly close: () => void;
}

/** These may make another ledger, and say how that went; all others are about the one they were opened over. */
const LEADING_ELSEWHERE: ReadonlySet<DialogRequest["is"]> = new Set(["connect", "import", "keys"]);

const DialogsContext = createContext<Dialogs | null>(null);

export function DialogsProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<DialogRequest | null>(null);
  const ledger = useLedger()?.key ?? null;
  const [openBefore, setOpenBefore] = useState(ledger);
  if (openBefore !== ledger) {
    setOpenBefore(ledger);
    if (shown !== null && !LEADING_ELSEWHERE.has(shown.is)) setShown(null);
  }
  const value = useMemo((): Dialogs => ({ shown, show: setShown, close: () => setShown(null) }), [shown]);
  return <DialogsContext value={value}>{children}</DialogsContext>;
}

export function useDialogs(): Dialogs {
  return useNeeded(DialogsContext, "DialogsProvider");
}
