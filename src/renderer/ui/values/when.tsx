/** `<When atMs={…} timeZone="UTC" time />`: the day in the ledger's zone, with minutes when asked; the rest on hover. */
import { formatInstant } from "../../../core/time.ts";
import { whenInFull, whenText } from "./when-text.ts";

export interface WhenProps {
  readonly atMs: number;
  readonly timeZone: string;
  readonly time?: boolean;
}

export function When({ atMs, timeZone, time = false }: WhenProps) {
  return (
    <time dateTime={formatInstant(atMs)} title={whenInFull(atMs, timeZone)}>
      {whenText(atMs, timeZone, time)}
    </time>
  );
}
