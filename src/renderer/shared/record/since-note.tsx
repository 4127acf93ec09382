/** Over a record of an earlier state: what became of it, and the way to it as of now. */
import { usePast } from "../../app/moment/moment-provider.tsx";
import { RecordSection } from "./record-pane.tsx";
import { hrefNow } from "../../app/use-route.ts";

const PLACES = { entries: "wallet", transactions: "transactions" } as const;

interface SinceNoteProps {
  readonly table: keyof typeof PLACES;
  /** The walletID or payID. */
  readonly id: number;
}

/** Nothing while now is shown, and of a record that is the same now. */
export function SinceNote({ table, id }: SinceNoteProps) {
  const since = usePast()?.since.since?.[table] ?? null;
  if (since === null) return null;
  if (since.vanished.includes(id)) {
    return (
      <RecordSection title="Now">
        <p className="tone-error">× It vanished since: the service does not list it any more.</p>
      </RecordSection>
    );
  }
  if (!since.changed.includes(id)) return null;
  return (
    <RecordSection title="Now">
      <p className="tone-warning">
        ▲ It changed since. <a href={hrefNow(PLACES[table], id)}>Show it as of now</a>
      </p>
    </RecordSection>
  );
}
