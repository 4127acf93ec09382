/** Another client's ledger: those that were open last, found by typing, and the ways to any other. */
import { Autocomplete, Input, Label, Menu, MenuItem, SearchField } from "react-aria-components";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Kbd } from "../../ui/keys/kbd.tsx";
import { When } from "../../ui/values/when.tsx";
import { FaultOf } from "../fault-of.tsx";
import { jobName } from "../jobs/job-words.ts";
import { useJobs } from "../jobs/jobs-provider.tsx";
import { useOpenLedger } from "../ledger/ledger-provider.tsx";
import { useOpening } from "../ledger/opening-provider.tsx";
import { useCommands } from "../use-commands.ts";
import { type RecentLedger, useRecent } from "../ledger/use-recent.ts";
import "./ledgers-dialog.css";

/** Whether what was typed is in a ledger's name or folder, letters small or great. */
export function isMeant(ledger: string, typed: string): boolean {
  return ledger.toLowerCase().includes(typed.trim().toLowerCase());
}

export function LedgersDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch } = useRecent();
  const { running } = useJobs();
  const { isOpening } = useOpening();
  const commands = useCommands();
  const elsewhere = (run: () => void) => () => {
    onClose();
    run();
  };
  return (
    <Dialog
      title="Ledgers"
      onClose={onClose}
      actions={
        <>
          <Button onPress={elsewhere(commands.new)}>New…</Button>
          <Button icon="folder" isDisabled={running !== null || isOpening} onPress={elsewhere(commands.open)}>
            Open another… <Kbd keys="Mod+O" />
          </Button>
        </>
      }
    >
      {running === null ? null : (
        <output className="caution">
          {jobName(running.kind)} is running. Let it finish or cancel it before you open another ledger.
        </output>
      )}
      {error === null ? null : <FaultOf error={error} onTryAgain={() => void refetch()} />}
      {data === undefined ? null : (
        <FoundByTyping ledgers={data} isBusy={running !== null || isOpening} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface FoundByTypingProps {
  readonly ledgers: readonly RecentLedger[];
  readonly isBusy: boolean;
  readonly onClose: () => void;
}

function FoundByTyping({ ledgers, isBusy, onClose }: FoundByTypingProps) {
  const { open } = useOpening();
  const isOpen = useIsOpen();
  const choose = (handle: string) => {
    const chosen = ledgers.find((one) => one.handle === handle);
    onClose();
    if (chosen !== undefined && !isOpen(chosen)) void open(chosen);
  };
  return (
    <Autocomplete filter={isMeant}>
      <SearchField
        className="field"
        // The dialog has nothing else to begin with.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      >
        <Label className="only-spoken">Search ledgers</Label>
        <Input className="field-input" placeholder="Search by name or folder" spellCheck="false" />
      </SearchField>
      <Menu
        className="list scrolls ledgers-list"
        aria-label="Ledgers opened here"
        items={ledgers}
        disabledKeys={ledgers.filter(({ isThere }) => isBusy || !isThere).map(({ handle }) => handle)}
        renderEmptyState={() => <p className="faint list-empty">No ledgers match.</p>}
        onAction={(handle) => choose(String(handle))}
      >
        {(one: RecentLedger) => (
          <MenuItem className="list-item" id={one.handle} textValue={`${one.name} ${one.where}`}>
            <LedgerLine one={one} isOpen={isOpen(one)} />
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  );
}

function LedgerLine({ one, isOpen }: { readonly one: RecentLedger; readonly isOpen: boolean }) {
  return (
    <>
      <span className="list-words">
        {one.name.replace(/\.tieout$/iu, "")}
        <span className="block small faint">{one.where}</span>
      </span>
      {isOpen ? <Badge tone="good">open now</Badge> : null}
      {one.isThere ? null : <Badge tone="warning">! not found</Badge>}
      <span className="small quiet figures unbroken">
        <When atMs={one.openedAtMs} time />
      </span>
    </>
  );
}

/** @returns whether a ledger of the list is the one that is open */
function useIsOpen(): (one: RecentLedger) => boolean {
  const { name, where } = useOpenLedger();
  return (one) => one.name === name && one.where === where;
}
