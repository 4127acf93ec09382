/** Asks before a proposal is accepted for all findings alike, and shows which they are. */
import { formatAmount, formatCount } from "../../../../core/money.ts";
import { monthTitle } from "../../../../core/words/month.ts";
import { ruleName } from "../../../../core/words/rule.ts";
import { STATUS_WORDS, findingSubject } from "../../../shared/decide/finding-words.ts";
import { Button } from "../../../ui/button.tsx";
import { Kbd } from "../../../ui/keys/kbd.tsx";
import { Facts } from "../../../ui/layout/facts.tsx";
import { Table } from "../../../ui/layout/table.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { When } from "../../../ui/values/when.tsx";
import type { Accepting } from "./use-accepting.ts";
import type { Proposed } from "./use-proposals.ts";

/** So many findings are listed at first. */
const LISTED = 8;

export function AcceptDialog({ asked, acceptAsked, close }: Accepting) {
  if (asked === null) return null;
  const { proposal, alike } = asked;
  return (
    <Dialog
      title={`Accept the proposal — ${formatCount(alike.length, "finding")}`}
      onClose={close}
      actions={
        <>
          <Button variant="quiet" onPress={close}>
            Cancel <Kbd keys="Escape" />
          </Button>
          {/* Of a dialog that asks for nothing else. */}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <Button variant="primary" autoFocus onPress={acceptAsked}>
            {`Accept ${formatAmount(alike.length)}`} <Kbd keys="Enter" />
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          ["Decided before", <Before key="before" of={proposal} />],
          ["Status", STATUS_WORDS[proposal.status]],
          [
            "Note",
            <span key="note" className="as-typed">
              {proposal.note}
            </span>,
          ],
        ]}
      />
      <Table
        look="dense"
        caption="Findings that get this decision"
        rows={alike}
        rowKey={({ fingerprint }) => fingerprint}
        fold={{ first: LISTED, noun: "finding" }}
        columns={[
          { title: "Rule", isRowHeader: true, cell: ({ rule }) => ruleName(rule) },
          { title: "Record", className: "quiet", cell: findingSubject },
          { title: "Difference", amount: ({ difference }) => difference, sign: true },
        ]}
      />
      <p className="quiet">
        Each gets a decision of its own. If one cannot be decided, none is. Undo takes all of them back.
      </p>
    </Dialog>
  );
}

function Before({ of: { from } }: { readonly of: Proposed["proposal"] }) {
  return (
    <>
      {from.month === null ? "" : `on ${monthTitle(from.month)}, `}by <bdi>{from.by}</bdi>,{" "}
      <When atMs={from.atMs} time />
    </>
  );
}
