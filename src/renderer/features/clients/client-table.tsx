/** The clients, most urgent first; each leads to its ledger, at the month where that waits. */
import type { Client, ClientWaiting } from "../../../core/review/clients/client.ts";
import type { PlaceName } from "../../../ipc/events.ts";
import { useRef, type ComponentType } from "react";
import {
  restatedMonthsWords,
  sinceWords,
  unansweredWords,
  waitingWords,
  waitsForWords,
} from "../../../core/review/clients/client-words.ts";
import { monthTitle } from "../../../core/words/month.ts";
import type { ClientLine } from "../../../ipc/contract.ts";
import { useOpening } from "../../app/opening-provider.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { type TableColumn, Table } from "../../ui/table.tsx";
import { MonthMark } from "../../ui/marks.tsx";
import { moveKeys, useKeys } from "../../ui/use-keys.ts";
import { ended, shownFault } from "../../ui/faults.tsx";
import { bareName } from "../../../core/report/suggested-name.ts";
import { ownerName } from "../../../core/words/wallet.ts";

/** Where in its ledger that is done what a client waits for. */
function placeToOpen({ kind }: ClientWaiting): PlaceName {
  if (kind === "decisions") return "exceptions";
  const isStep = kind === "preparation" || kind === "preparation-again" || kind === "signature";
  return isStep || kind === "restatement" ? "close" : "overview";
}

const NO_DUE_DAY = "none";

export const DUE_DAYS = [
  { id: NO_DUE_DAY, label: "No due date" },
  ...Array.from({ length: 31 }, (_, at) => ({
    id: String(at + 1),
    label: `Day ${at + 1} of the next month`,
  })),
];

/** A preference as a choice, and back. */
export function dueChoice(dueDay: number | null): string {
  return dueDay === null ? NO_DUE_DAY : String(dueDay);
}

/** @returns null for no due date */
export function dueDayOf(choice: string): number | null {
  return choice === NO_DUE_DAY ? null : Number(choice);
}

interface ClientTableProps {
  readonly lines: readonly ClientLine[];
  readonly isBusy: boolean;
}

export function ClientTable({ lines, isBusy }: ClientTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { open, isOpening } = useOpening();
  useRowKeys(frame);
  const openLine = async ({ file, client }: ClientLine) => {
    if (client === null) return open(file, null);
    const { month, hasMonth, waiting } = client;
    return open(file, { month: hasMonth ? month : null, place: placeToOpen(waiting) });
  };
  const columns: readonly TableColumn<ClientLine>[] = [
    {
      title: "Client",
      isRowHeader: true,
      cell: (line) => (
        <ClientName line={line} isDisabled={isBusy || isOpening} onOpen={() => void openLine(line)} />
      ),
    },
    { title: "Month", cell: known(MonthCell) },
    { title: "To resolve", isNumber: true, className: "figures", cell: known(ToResolveCell) },
    { title: "With", width: "30%", cell: known(WithCell) },
    { title: "Since", className: "figures", cell: known(SinceCell) },
    { title: "Due", className: "figures", cell: known(DueCell) },
  ];
  return (
    <div ref={frame}>
      <Table
        caption="Clients, the most urgent first"
        className="below-3"
        hasStickyHead
        rows={lines}
        rowKey={({ file }) => file.handle}
        columns={columns}
      />
    </div>
  );
}

/** Nothing of a ledger that could not be read. */
function known(Cell: ComponentType<{ readonly client: Client }>) {
  return ({ client }: ClientLine) => (client === null ? null : <Cell client={client} />);
}

interface ClientNameProps {
  readonly line: ClientLine;
  readonly isDisabled: boolean;
  readonly onOpen: () => void;
}

function ClientName({ line: { file, client, fault }, isDisabled, onOpen }: ClientNameProps) {
  const owner = client?.owner ?? null;
  const words = [owner === null ? null : ownerName(owner), client?.currency ?? null].filter(
    (part) => part !== null,
  );
  return (
    <>
      <Button
        variant="link"
        aria-label={`Open ${bareName(file.name)}`}
        isDisabled={isDisabled}
        onPress={onOpen}
      >
        <strong className="strong">{bareName(file.name)}</strong>
      </Button>
      {words.length === 0 ? null : <span className="cell-more">{words.join(" · ")}</span>}
      {fault === null ? null : (
        <span className="block">
          <FaultWords fault={fault} />
        </span>
      )}
    </>
  );
}

function Blank({ why }: { readonly why: string }) {
  return (
    <span className="block" title={why}>
      &nbsp;<span className="only-spoken">{why}</span>
    </span>
  );
}

function MonthCell({ client }: { readonly client: Client }) {
  const { month, hasMonth, state, prepared, signedUpTo, lastPull } = client;
  if (!hasMonth)
    return <Blank why={lastPull === null ? "It has no records" : "None of its months is over"} />;
  return (
    <>
      <span className="unbroken">{monthTitle(month)}</span>
      <span className="cell-more">
        <MonthMark state={state} prepared={prepared} />
      </span>
      {state === "signed-off" || signedUpTo === null ? null : (
        <span className="cell-more">Signed off up to {monthTitle(signedUpTo)}</span>
      )}
    </>
  );
}

function ToResolveCell({ client: { check, lastPull } }: { readonly client: Client }) {
  if (lastPull === null) return <Blank why="It has no records" />;
  if (check === null) {
    return (
      <span title="Its check is under way">
        <span aria-hidden="true">…</span>
        <span className="only-spoken">Its check is under way</span>
      </span>
    );
  }
  return (
    <span title={check.conclusion}>
      {check.toResolve === "" ? (
        <>
          <span aria-hidden="true">–</span>
          <span className="only-spoken">Nothing</span>
        </>
      ) : (
        check.toResolve
      )}
    </span>
  );
}

/** Why a ledger could not be read or done, in a line of its own. */
export function FaultWords({ fault }: { readonly fault: NonNullable<ClientLine["fault"]> }) {
  const { title, sentence, remedy } = shownFault(fault);
  // What a window says of credentials is about those that are typed into it.
  const isOfFile = fault.code === "SECRET_MISSING" || fault.code === "SECRET_FILE";
  return (
    <span className="breaks">
      {ended(sentence ?? title)} <code className="fault-code">{fault.code}</code>
      <span className="cell-more">{isOfFile ? fault.remedy : remedy}</span>
    </span>
  );
}

function WithCell({ client }: { readonly client: Client }) {
  const { waiting } = client;
  const restated = restatedMonthsWords(client);
  const unanswered = unansweredWords(client);
  const who = waitsForWords(waiting);
  const isAnybody = who === "" && waiting.kind !== "nothing";
  return (
    <>
      {who !== "" ? <span className="block">{who}</span> : isAnybody ? null : <Blank why="Nothing waits" />}
      {waiting.kind === "nothing" ? null : (
        <span
          className={isAnybody ? "block" : "cell-more"}
          title={isAnybody ? "Its ledger does not say who does this" : undefined}
        >
          {waitingWords(waiting)}
        </span>
      )}
      {restated === "" ? null : <span className="cell-more tone-warning">{restated}</span>}
      {unanswered === "" ? null : <span className="cell-more">{unanswered}</span>}
    </>
  );
}

function SinceCell({ client }: { readonly client: Client }) {
  const since = sinceWords(client);
  if (since === "") return <Blank why="Nothing came since the end of the month" />;
  return <span className="unbroken">{since}</span>;
}

function DueCell({ client: { dueOn, isOverdue, waiting } }: { readonly client: Client }) {
  if (dueOn === null) return <Blank why="No due date is chosen" />;
  return (
    <>
      <span className={waiting.kind === "nothing" ? "quiet unbroken" : "unbroken"}>{dueOn}</span>
      {isOverdue ? (
        <span className="block">
          <Badge tone="error">! overdue</Badge>
        </span>
      ) : null}
    </>
  );
}

/** Steps from client to client; Enter on one opens it. */
function useRowKeys(frame: { readonly current: HTMLElement | null }): void {
  const move = (by: number) => {
    const buttons = [...(frame.current?.querySelectorAll<HTMLElement>("tbody button") ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = at === -1 ? (by > 0 ? 0 : buttons.length - 1) : at + by;
    buttons[Math.min(Math.max(next, 0), buttons.length - 1)]?.focus();
  };
  useKeys(moveKeys(move, { next: "Next client", previous: "Previous client" }), { group: "All clients" });
}
