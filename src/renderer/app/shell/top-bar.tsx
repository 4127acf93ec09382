/** The top edge: the period, the last pull, and what brings records in and takes them out. */
import type { LedgerFacts } from "../../../ipc/contract.ts";
import { Button } from "../../ui/button.tsx";
import { MenuButton } from "../../ui/menu.tsx";
import { useSteady } from "../../ui/use-steady.ts";
import { When } from "../../ui/values.tsx";
import { type ReactNode, memo } from "react";
import { useJobs } from "../jobs-provider.tsx";
import { type MoreId, moreItems } from "../more-items.ts";
import { useCommands } from "../use-commands.ts";
import "./shell.css";

interface TopBarProps {
  readonly ledger: LedgerFacts;
  /** The period picker, once it is known which months there are. */
  readonly children: ReactNode;
}

export function TopBar({ ledger, children }: TopBarProps) {
  const { running } = useJobs();
  const commands = useCommands();
  return (
    <header className="cluster ends rigid gap-1 across-4 edge-below top-bar">
      {children}
      <div className="cluster gap-2 to-end">
        <LastPull ledger={ledger} />
        <Actions
          isBusy={running !== null}
          isReadOnly={ledger.readOnly !== null}
          isPast={ledger.readOnly?.code === "LEDGER_PAST"}
          isSandbox={ledger.connection === "sandbox"}
          onAction={useSteady((id: ActionId) => commands[id]())}
        />
      </div>
    </header>
  );
}

interface ActionsProps {
  readonly isBusy: boolean;
  readonly isReadOnly: boolean;
  /** Whether what is shown is of an earlier time. */
  readonly isPast: boolean;
  readonly isSandbox: boolean;
  readonly onAction: (id: ActionId) => void;
}

/** In `memo`: the bar is drawn anew with each step through a list. */
const Actions = memo(function Actions({ isBusy, isReadOnly, isPast, isSandbox, onAction }: ActionsProps) {
  const cannotWrite = isBusy || isReadOnly;
  return (
    <>
      <Button
        icon="pull"
        size="s"
        variant="primary"
        isDisabled={cannotWrite}
        onPress={() => onAction("pull")}
      >
        Pull now
      </Button>
      <Button icon="export" size="s" isDisabled={isBusy || isPast} onPress={() => onAction("export")}>
        Export
      </Button>
      <MenuButton
        label="More"
        size="s"
        variant="quiet"
        items={moreItems({ isSandbox, isBusy, cannotWrite, isPast })}
        onAction={(id) => onAction(id as MoreId)}
      />
    </>
  );
});

type ActionId = "pull" | "export" | MoreId;
function LastPull({ ledger: { lastPull } }: { readonly ledger: LedgerFacts }) {
  if (lastPull === null) return <span className="last-pull">Nothing pulled yet</span>;
  return (
    <span className="last-pull">
      {lastPull.source === "files" ? "Imported " : "Pulled "}
      <When atMs={lastPull.atMs} time />
    </span>
  );
}
