/** `<When atMs={…} time />`: the day in the ledger's zone, with minutes when asked; the rest on hover. */
import { formatInstant } from "../../../core/time.ts";
import { useDisplayFormat } from "./display-format.tsx";
import { whenInFull, whenText } from "./when-text.ts";

interface WhenProps {
  /** Nothing where there is no instant. */
  readonly atMs: number | null;
  readonly time?: boolean;
}

export function When({ atMs, time = false }: WhenProps) {
  const { timeZone } = useDisplayFormat();
  if (atMs === null) return null;
  return (
    <time dateTime={formatInstant(atMs)} title={whenInFull(atMs, timeZone)}>
      {whenText(atMs, timeZone, time)}
    </time>
  );
}
