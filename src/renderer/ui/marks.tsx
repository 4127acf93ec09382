/**
 * `<SeverityMark severity="error" />`, `<StatusMark status="open" />`: a sign in colour and its word; `bare`
 * leaves the word to screen readers.
 */
import type { Severity } from "../../core/reconcile/input/rules.ts";
import type { CloseState } from "../../core/review/close/close.ts";
import { type StateOfMonth, stateWords } from "../../core/review/close/close-rules.ts";
import type { MatchState } from "../../core/review/decisions/manual-match.ts";
import type { ReviewStatus } from "../../core/review/decisions/review.ts";
import type { Tone } from "./badge.tsx";

interface Mark {
  readonly sign: string;
  readonly tone: Tone;
}

/** The tickmarks of a working paper; `i` is no tickmark, it only informs. */
export const SEVERITY_MARKS: Readonly<Record<Severity, Mark>> = {
  error: { sign: "×", tone: "error" },
  warning: { sign: "!", tone: "warning" },
  info: { sign: "i", tone: "info" },
};

export const STATUS_MARKS: Readonly<Record<ReviewStatus, Mark>> = {
  open: { sign: "○", tone: "quiet" },
  explained: { sign: "✓", tone: "good" },
  accepted: { sign: "✓", tone: "accent" },
  raised: { sign: "↗", tone: "info" },
  reopened: { sign: "↻", tone: "warning" },
};

/** One tick for who prepared, two for who signed as well; an arrow back to who prepared. */
const CLOSE_MARKS: Readonly<Record<CloseState, Mark>> = {
  open: { sign: "○", tone: "quiet" },
  returned: { sign: "↩", tone: "warning" },
  prepared: { sign: "✓", tone: "accent" },
  "signed-off": { sign: "✓✓", tone: "good" },
};

export const MATCH_MARKS: Readonly<Record<MatchState, Mark & { readonly word: string }>> = {
  "in-force": { sign: "=", tone: "accent", word: "matched by hand" },
  reopened: { sign: "↻", tone: "warning", word: "reopened" },
  undone: { sign: "↶", tone: "quiet", word: "taken back" },
};

interface SignProps {
  readonly tone: Tone;
  /** Read aloud in its place; nothing where the words beside it say all. */
  readonly word?: string;
  readonly children: string;
}

/** A sign before words, as wide before each of several lines. */
export function Sign({ tone, word, children }: SignProps) {
  return (
    <>
      <span className={`sign strong tone-${tone}`} aria-hidden="true">
        {children}
      </span>
      <span className="only-spoken">{word}</span>
    </>
  );
}

/** Before a step: whether it is done. */
export function DoneSign({ isDone }: { readonly isDone: boolean }) {
  return (
    <Sign tone={isDone ? "good" : "quiet"} word={isDone ? "done" : "to do"}>
      {isDone ? "✓" : "○"}
    </Sign>
  );
}

interface MarkProps {
  readonly bare?: boolean;
}

function Signed({ sign, tone, word, bare }: Mark & { readonly word: string; readonly bare: boolean }) {
  return (
    <span className="mark" title={bare ? word : undefined}>
      <span className={`mark-sign tone-${tone}`} aria-hidden="true">
        {sign}
      </span>
      <span className={bare ? "only-spoken" : undefined}>{word}</span>
    </span>
  );
}

export function SeverityMark({ severity, bare = false }: MarkProps & { readonly severity: Severity }) {
  return <Signed {...SEVERITY_MARKS[severity]} word={severity} bare={bare} />;
}

export function StatusMark({ status, bare = false }: MarkProps & { readonly status: ReviewStatus }) {
  return <Signed {...STATUS_MARKS[status]} word={status} bare={bare} />;
}

interface MonthMarkProps extends MarkProps, StateOfMonth {
  /** Whether anything changed since it was signed. */
  readonly isChanged?: boolean;
}

export function MonthMark({ state, prepared, isChanged = false, bare = false }: MonthMarkProps) {
  const mark = <Signed {...CLOSE_MARKS[state]} word={stateWords({ state, prepared })} bare={bare} />;
  if (!isChanged) return mark;
  return (
    <span className="wrap baseline across-2">
      {mark} <span className="medium tone-warning unbroken">{CHANGED_SINCE}</span>
    </span>
  );
}

/** Of a signed month of which anything changed since. */
export const CHANGED_SINCE = "changed since";

export function MatchMark({ state }: { readonly state: MatchState }) {
  return <Signed {...MATCH_MARKS[state]} bare={false} />;
}
