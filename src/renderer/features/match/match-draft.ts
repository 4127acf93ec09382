/**
 * `const [draft, put, drop] = useMatchDraft(key, from)`: a match being put together, kept in this tab until
 * it is saved or thrown away.
 */
import { useMemo } from "react";
import { type DraftKind, Drafts } from "../../shared/decide/note/drafts.ts";
import { tabStorage } from "../../tab-storage.ts";
import { useDraftOf } from "../../shared/decide/note/use-draft.ts";
import type { MatchSides } from "../../check/protocol/match.ts";

export interface MatchDraft {
  /** null as long as they are those it was begun from. */
  readonly sides: MatchSides | null;
  readonly note: string;
}

export const NO_MATCH_DRAFT: MatchDraft = { sides: null, note: "" };

export const MATCH_DRAFTS: DraftKind<MatchDraft> = {
  prefix: "tieout.match.",
  none: NO_MATCH_DRAFT,
  isEmpty: ({ sides, note }) => sides === null && note === "",
  read: ({ sides, note }) => ({ sides, note }),
};

const drafts = new Drafts(MATCH_DRAFTS, tabStorage());

export interface MatchDrafting {
  readonly sides: MatchSides;
  readonly note: string;
  readonly choose: (sides: MatchSides) => void;
  readonly write: (note: string) => void;
  readonly discard: () => void;
}

/**
 * @param of names the ledger
 * @param from the records it is begun from, which also name the draft
 */
export function useMatchDraft(of: string, from: MatchSides): MatchDrafting {
  const key = `${of}/${from.walletIDs.join(",")}/${from.payIDs.join(",")}`;
  const [draft, put] = useDraftOf(drafts, key);
  return useMemo(
    () => ({
      sides: draft.sides ?? from,
      note: draft.note,
      choose: (sides) => put({ ...draft, sides }),
      write: (note) => put({ ...draft, note }),
      discard: () => put(NO_MATCH_DRAFT),
    }),
    [draft, from, put],
  );
}
