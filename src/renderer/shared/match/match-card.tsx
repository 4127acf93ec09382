/**
 * One match by hand: how it stands, who made it, when and why, its records, and what of them changed since.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StandingMatch } from "../../../core/review/match/manual-match.ts";
import { useDialogs } from "../../app/dialogs-provider.tsx";
import { useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { useCheck } from "../../check/check-provider.tsx";
import { useCheckKeys } from "../../check/use-check-keys.ts";
import type { MatchedAmounts } from "../../check/protocol.ts";
import { hrefOf } from "../../app/use-route.ts";
import { Amount } from "../../ui/values/amount.tsx";
import { Button } from "../../ui/button.tsx";
import { MatchMark } from "../../ui/marks.tsx";
import { When } from "../../ui/values/when.tsx";
import { EvidencePart } from "../evidence/evidence-part.tsx";
import { BoundChanges } from "../record/versions/bound-changes.tsx";
import type { MatchSides } from "../../check/protocol/match.ts";
import { expectedOf, recordsOf } from "./match-words.ts";
import { UndoMatchDialog } from "./undo-match-dialog.tsx";
import "./match-card.css";

interface MatchCardProps {
  readonly match: StandingMatch;
  /** Of its heading: under a place's title, or under a section's. */
  readonly level: 2 | 4;
}

export function MatchCard({ match, level }: MatchCardProps) {
  const { id, state, note, by, atMs, undone, changes } = match;
  const Heading = level === 2 ? "h2" : "h4";
  return (
    <article className={`stack match-card match-card-${state}`} aria-label={`Match ${id}`}>
      <header className="cluster across-3 match-card-head">
        <Heading className="strong regular">Match {id}</Heading>
        <MatchMark state={state} />
        <span className="quiet">
          by <bdi>{by}</bdi>, <When atMs={atMs} time />
        </span>
        <Actions match={match} />
      </header>
      <Records match={match} />
      <p className="as-typed match-card-note">
        <bdi>{note}</bdi>
      </p>
      <EvidencePart
        subject={{ kind: "match", match: id }}
        words={`match ${id}`}
        group={null}
        isOver={state === "undone"}
      />
      {undone === null ? null : (
        <p className="quiet">
          Undone by <bdi>{undone.by}</bdi>, <When atMs={undone.atMs} time />
          {undone.note === "" ? null : (
            <>
              : <bdi>{undone.note}</bdi>
            </>
          )}
        </p>
      )}
      {changes.length === 0 ? null : (
        <BoundChanges changes={changes}>
          Its records have changed, so the check no longer uses it. Then and now:
        </BoundChanges>
      )}
    </article>
  );
}

/**
 * Both sides with their amounts; while they are not known, and of records that the period does not hold,
 * without.
 */
function Records({ match }: { readonly match: StandingMatch }) {
  const sides = recordsOf(match);
  const { entries, transactions } = useMatchedAmounts(sides);
  const movements = new Map(entries.map(({ walletID, movement }) => [walletID, movement]));
  const { each, together } = expectedOf(transactions);
  return (
    <p className="figures">
      <Links of={sides.walletIDs} href={(id) => hrefOf("wallet", id)} name="walletID" amounts={movements} />
      <span aria-hidden="true"> = </span>
      <span className="only-spoken"> with </span>
      <Links of={sides.payIDs} href={(id) => hrefOf("transactions", id)} name="payID" amounts={each} />
      {together === null ? null : (
        <span className="unbroken quiet">
          {" "}
          <Amount value={together} zero="0" /> expected of them together
        </span>
      )}
    </p>
  );
}

const NONE: MatchedAmounts = { entries: [], transactions: [] };

/** What the records of a match come to, by their ids; nothing of those that the check does not hold. */
function useMatchedAmounts({ walletIDs, payIDs }: MatchSides): MatchedAmounts {
  const { client } = useCheck();
  const keyOf = useCheckKeys();
  const { data } = useQuery({
    queryKey: keyOf("matched-amounts", walletIDs, payIDs),
    queryFn: async ({ signal }) =>
      (await client?.call("matchedAmounts", { walletIDs, payIDs }, { signal })) ?? NONE,
  });
  return data ?? NONE;
}

interface LinksProps {
  readonly of: readonly number[];
  readonly href: (id: number) => string;
  readonly name: "walletID" | "payID";
  /** By id. */
  readonly amounts: ReadonlyMap<number, number>;
}

function Links({ of, href, name, amounts }: LinksProps) {
  return (
    <>
      {of.map((id, at) => (
        <span key={id}>
          {at === 0 ? null : " + "}
          <a href={href(id)}>
            {name} {id}
          </a>
          {amounts.has(id) ? (
            <span className="unbroken quiet">
              {" "}
              <Amount value={amounts.get(id) ?? null} zero="0" />
            </span>
          ) : null}
        </span>
      ))}
    </>
  );
}

/** What can be done with it; nothing once it was undone, or where nothing can be written. */
function Actions({ match }: { readonly match: StandingMatch }) {
  const { readOnly } = useOpenLedger();
  const dialogs = useDialogs();
  const [isAsking, setAsking] = useState(false);
  if (readOnly !== null || match.state === "undone") return null;
  return (
    <span className="beside gap-1 to-end">
      {match.state === "reopened" ? (
        <Button
          size="s"
          onPress={() => dialogs.show({ is: "match", from: recordsOf(match), again: match.id })}
        >
          Match again…
        </Button>
      ) : null}
      <Button size="s" variant="quiet" onPress={() => setAsking(true)}>
        Undo match…
      </Button>
      {isAsking ? <UndoMatchDialog match={match} onClose={() => setAsking(false)} /> : null}
    </span>
  );
}
