/**
 * What a reviewer typed, line by line: the finding, what was typed, what it becomes, how the finding stands
 * now.
 */
import { useState } from "react";
import { Checkbox, GridList, GridListItem, type Key } from "react-aria-components";
import { formatAmount } from "../../../core/money.ts";
import type { TypedReview } from "../../../ipc/jobs.ts";
import { Button } from "../../ui/button.tsx";
import { StatusMark } from "../../ui/marks.tsx";
import { ruleName } from "../../../core/words/rule.ts";
import { isTakeable, proposedWords, whyNot } from "./review-proposals.ts";
import "./proposal-list.css";

interface ProposalListProps {
  readonly items: readonly TypedReview[];
  /** Fingerprints. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (fingerprints: ReadonlySet<string>) => void;
}

/** How many are drawn at first, and more of them each time. */
const PAGE = 200;

export function ReviewProposals({ items, chosen, onChoose }: ProposalListProps) {
  const [count, setCount] = useState(PAGE);
  // Two rows may name one finding, of which one counts: a line is known by its place.
  const lines = items.map((typed, id) => ({ id, typed }));
  const takeable = items.filter(isTakeable).map(({ fingerprint }) => fingerprint);
  const isChosen = (typed: TypedReview) => isTakeable(typed) && chosen.has(typed.fingerprint);
  const chosenBy = (keys: ReadonlySet<Key>) =>
    new Set([...keys].flatMap((key) => items[Number(key)]?.fingerprint ?? []));
  return (
    <section className="stack gap-2 fills-dialog proposals" aria-label="Ticks and notes">
      <div className="cluster gap-2">
        <Button size="s" onPress={() => onChoose(new Set(takeable))}>
          Choose all
        </Button>
        <Button size="s" onPress={() => onChoose(new Set())}>
          Choose none
        </Button>
        <span className="quiet">
          {formatAmount(items.length)} with ticks or notes, {formatAmount(takeable.length)} can be imported
        </span>
      </div>
      <GridList
        className="scrolls list-frame proposal-list"
        aria-label="Findings with ticks or notes"
        selectionMode="multiple"
        disabledBehavior="selection"
        escapeKeyBehavior="none"
        disallowTypeAhead
        selectedKeys={lines.filter(({ typed }) => isChosen(typed)).map(({ id }) => id)}
        disabledKeys={lines.filter(({ typed }) => !isTakeable(typed)).map(({ id }) => id)}
        onSelectionChange={(keys) => onChoose(keys === "all" ? new Set(takeable) : chosenBy(keys))}
      >
        {lines.slice(0, count).map(({ id, typed }) => (
          <GridListItem
            key={id}
            id={id}
            className="proposal"
            textValue={`Row ${typed.row}, ${ruleName(typed.rule)}: ${typed.message}`}
          >
            <Proposal typed={typed} />
          </GridListItem>
        ))}
      </GridList>
      {items.length > count ? (
        <p>
          <Button size="s" onPress={() => setCount(count + PAGE)}>
            Show more
          </Button>{" "}
          <span className="quiet">
            The first {formatAmount(count)} of {formatAmount(items.length)}
          </span>
        </p>
      ) : null}
    </section>
  );
}

function Proposal({ typed }: { readonly typed: TypedReview }) {
  const { row, rule, message, tick, note, status, caution } = typed;
  const reason = whyNot(typed);
  return (
    <>
      <Checkbox slot="selection" className="proposal-check">
        <span className="check-box" aria-hidden="true" />
      </Checkbox>
      <span className="proposal-row quiet">C1 row {row}</span>
      <span className="breaks proposal-finding">
        <b>{ruleName(rule)}</b> <span>{message}</span>
      </span>
      <span className="proposal-typed">
        <span className="label-caps">Typed</span>
        <span>
          {tick === "" ? null : <bdi className="strong">{tick}</bdi>}
          {tick === "" || note === "" ? "" : " "}
          {note === "" ? null : <bdi>{note}</bdi>}
        </span>
      </span>
      <span className="proposal-becomes">
        <span className="label-caps">Becomes</span>
        {isTakeable(typed) ? <bdi>{proposedWords(typed.proposed)}</bdi> : <span>nothing</span>}
      </span>
      <span className="beside gap-2 baseline proposal-now">
        <span className="label-caps">Now</span>
        {status === null ? <span>no longer raised</span> : <StatusMark status={status} />}
      </span>
      {reason === null && caution === null ? null : (
        <span className="tone-warning proposal-caution">
          <span aria-hidden="true">{reason === null ? "!" : "×"}</span> {reason ?? caution}
        </span>
      )}
    </>
  );
}
