/** The matches by hand that a record is in, and the way to make one where it is in none. */
import { useDialogs } from "../../app/providers.tsx";
import { Button, CloseButton } from "../../ui/button.tsx";
import { MatchCard, matchesWith, useMatches, useMayMatch } from "./match-card.tsx";
import { type ReactNode, useEffect, useRef } from "react";
import type { DialogProps } from "../../ui/dialog.tsx";
import { useKeys } from "../../ui/use-keys.ts";
import { hiddenSigns } from "../../grid/shown-text.ts";
import { Badge } from "../../ui/badge.tsx";

interface RecordMatchesProps {
  readonly of: { readonly walletID: number } | { readonly payID: number };
}

/** The matches that the record is in, each as a card; nothing while it is in none. */
export function RecordMatches({ of }: RecordMatchesProps) {
  const found = matchesWith(useMatches().matches ?? [], of);
  return (
    <RecordSection title="Manual matches">
      {found.length === 0 ? null : found.map((match) => <MatchCard key={match.id} match={match} level={4} />)}
    </RecordSection>
  );
}

/** Nothing where a match that counts, or that reopened, has the record, or where nothing can be written. */
export function MatchButton({ of }: RecordMatchesProps) {
  const dialogs = useDialogs();
  const mayMatch = useMayMatch();
  const from =
    "walletID" in of ? { walletIDs: [of.walletID], payIDs: [] } : { walletIDs: [], payIDs: [of.payID] };
  if (!mayMatch(from)) return null;
  return (
    <p>
      <Button size="s" onPress={() => dialogs.show({ is: "match", from })} words="Match by hand…" />
    </p>
  );
}

interface RecordPaneProps extends Pick<DialogProps, "title" | "onClose" | "children"> {
  readonly aside?: ReactNode;
}

/** The detail beside a grid: what it is about, the way out, and sections under one another. */
export function RecordPane({ title, aside, onClose, children }: RecordPaneProps) {
  const pane = useRef<HTMLElement>(null);
  const shown = useRef(title);
  useKeys({ Escape: { does: "Close detail", run: onClose } });
  useEffect(() => {
    // Another record begins at its top.
    if (shown.current !== title) pane.current?.scrollIntoView({ block: "start" });
    shown.current = title;
  }, [title]);
  return (
    <aside ref={pane} className="stack raised pad-x-4 pad-under-5 record-pane" aria-label={title}>
      <header className="row gap-3 edge-below raised pad-x-4 pad-y-2 record-head">
        <h2 className="serif unbroken lead medium">{title}</h2>
        <span className="fill ellipsis quiet">{aside}</span>
        <CloseButton label="Close detail" onPress={onClose} />
      </header>
      {children}
    </aside>
  );
}

/** Nothing where nothing is in it. */
export function RecordSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  if (children === null) return null;
  return (
    <section className="stack gap-2 record-section">
      <h3 className="label-caps">{title}</h3>
      {children}
    </section>
  );
}

// `<ForeignText text={…} />`: a text that the service sent, shown literally: in full, on its own side, and
// what hides in it named.

interface ForeignTextProps {
  readonly text: string | null;
  /** The part of it to mark, in code units. */
  readonly marked?: readonly [from: number, to: number] | undefined;
}

const NONE = [0, 0] as const;

export function ForeignText({ text, marked = NONE }: ForeignTextProps) {
  const [from, to] = marked;
  if (text === null) return <span className="quiet">none</span>;
  if (text === "") return <span className="quiet">empty</span>;
  const hidden = hiddenSigns(text);
  return (
    <>
      <bdi className="as-typed isolated foreign-text">
        {text.slice(0, from)}
        {from === to ? null : <mark>{text.slice(from, to)}</mark>}
        {text.slice(to)}
      </bdi>
      {hidden.length === 0 ? null : (
        <>
          {" "}
          <Badge tone="warning">! hidden signs: {hidden.slice(0, 4).join(", ")}</Badge>
        </>
      )}
    </>
  );
}
