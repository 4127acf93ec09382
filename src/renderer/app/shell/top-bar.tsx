/**
 * The top edge: the period on the left; the last pull, and what brings records in and takes them out, on the
 * right.
 */
import type { LedgerFacts } from "../../../ipc/contract.ts";
import { Button } from "../../ui/button.tsx";
import { MenuButton, type MenuChoice } from "../../ui/overlays/menu.tsx";
import { When } from "../../ui/values/when.tsx";
import type { ReactNode } from "react";
import { useJobs } from "../jobs/jobs-provider.tsx";
import { type Commands, useCommands } from "../use-commands.ts";
import "./top-bar.css";

interface TopBarProps {
  readonly ledger: LedgerFacts;
  /** The period picker, once it is known which months there are. */
  readonly children: ReactNode;
}

export function TopBar({ ledger, children }: TopBarProps) {
  const { running } = useJobs();
  const commands = useCommands();
  const isBusy = running !== null;
  return (
    <header className="cluster ends rigid top-bar">
      {children}
      <div className="cluster gap-2 to-end">
        <LastPull ledger={ledger} />
        <Button
          icon="pull"
          size="s"
          variant="primary"
          isDisabled={isBusy || ledger.readOnly !== null}
          onPress={() => commands.pull()}
        >
          Pull now
        </Button>
        <Button icon="export" size="s" isDisabled={isBusy} onPress={() => commands.export()}>
          Export
        </Button>
        <MenuButton
          label="More"
          size="s"
          variant="quiet"
          items={moreItems(ledger, isBusy)}
          onAction={(id) => commands[id as MoreId]()}
        />
      </div>
    </header>
  );
}

type MoreId =
  | "verifyWorkbook"
  | "importReview"
  | "ledgers"
  | "pullAll"
  | "advance"
  | "import"
  | "backUp"
  | "verify"
  | "keys"
  | "close";

function moreItems(ledger: LedgerFacts, isBusy: boolean): readonly MenuChoice[] {
  const cannotWrite = isBusy || ledger.readOnly !== null;
  const items: readonly (MenuChoice & { readonly id: MoreId & keyof Commands })[] = [
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
    { id: "importReview", label: "Import review…", isDisabled: isBusy },
    { id: "ledgers", label: "Other ledgers…", keys: "g l" },
    { id: "keys", label: "All keys", keys: "?" },
    { id: "close", label: "Close ledger", isDisabled: isBusy },
  ];
  if (ledger.connection !== "sandbox") return items;
  const hint = "The next pull brings its changes";
  return [{ id: "advance", label: "Advance sandbox one month", hint, isDisabled: isBusy }, ...items];
}

function LastPull({ ledger: { lastPull } }: { readonly ledger: LedgerFacts }) {
  if (lastPull === null) return <span className="last-pull">Nothing pulled yet</span>;
  return (
    <span className="last-pull">
      {lastPull.source === "files" ? "Imported " : "Pulled "}
      <When atMs={lastPull.atMs} time />
    </span>
  );
}
