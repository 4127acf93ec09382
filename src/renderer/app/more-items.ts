/** What can be done with a ledger beside pulling and exporting: in the top menu, and to be found by name. */
import type { MenuChoice } from "../ui/menu.tsx";
import type { LedgerFacts } from "../../ipc/contract.ts";
import type { Commands } from "./use-commands.ts";

export type MoreId =
  | "verifyWorkbook"
  | "importReview"
  | "find"
  | "ledgers"
  | "pullAll"
  | "advance"
  | "import"
  | "backUp"
  | "verify"
  | "keys"
  | "close";

export type MoreItem = MenuChoice & { readonly id: MoreId & keyof Commands };

export interface Hindrances {
  readonly isSandbox: boolean;
  readonly isBusy: boolean;
  readonly cannotWrite: boolean;
  readonly isPast: boolean;
}

export function hindrancesOf({ connection, readOnly }: LedgerFacts, isBusy: boolean): Hindrances {
  const isPast = readOnly?.code === "LEDGER_PAST";
  return { isSandbox: connection === "sandbox", isBusy, cannotWrite: isBusy || readOnly !== null, isPast };
}

export function moreItems({ isSandbox, isBusy, cannotWrite, isPast }: Hindrances): readonly MoreItem[] {
  const items: readonly MoreItem[] = [
    {
      id: "pullAll",
      label: "Pull everything again",
      hint: "Pulls the whole history, not only what is new",
      isDisabled: cannotWrite,
    },
    { id: "import", label: "Import saved responses…", isDisabled: cannotWrite },
    { id: "backUp", label: "Back up to…", isDisabled: isBusy },
    { id: "verify", label: "Verify ledger", isDisabled: isBusy },
    { id: "verifyWorkbook", label: "Compare a workbook with this ledger…", isDisabled: isBusy },
    { id: "importReview", label: "Import review…", isDisabled: isBusy || isPast },
    { id: "find", label: "Find anything…", keys: "Mod+K" },
    { id: "ledgers", label: "Other ledgers…", keys: "g l" },
    { id: "keys", label: "All keys", keys: "?" },
    { id: "close", label: "Close ledger", isDisabled: isBusy },
  ];
  if (!isSandbox) return items;
  const hint = "The next pull brings its changes";
  return [
    { id: "advance", label: "Advance sandbox one month", hint, isDisabled: isBusy || isPast },
    ...items,
  ];
}
