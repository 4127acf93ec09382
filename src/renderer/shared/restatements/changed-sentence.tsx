/** What a signed month was signed at, and what changed since: the same sentence wherever it is said. */
import type { Month } from "../../../core/review/close/close.ts";
import { isUnchanged } from "../../../core/review/since/changed-since.ts";
import { FaultOf } from "../../app/fault-of.tsx";
import { monthName } from "../months/close-words.ts";
import { useChangedSince } from "../months/use-months.ts";

/** Of one of several months, with its name; nothing where nothing changed. */
export function ChangedSentence({ month }: { readonly month: Month }) {
  const { changed, error, readAgain } = useChangedSince(month);
  if (error !== null) return <FaultOf error={error} onTryAgain={readAgain} />;
  const name = <b>{monthName(month)}</b>;
  if (changed === undefined) return <>{name}: comparing with what was signed…</>;
  if (changed === null || isUnchanged(changed)) return <>{name}: nothing changed since it was signed.</>;
  return (
    <>
      {name}: {changed.basis} {changed.sentence}
    </>
  );
}
