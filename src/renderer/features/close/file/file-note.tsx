/** What the month's file still waits for, before a step of the close; nothing where it waits for nothing. */
import type { Month } from "../../../../core/review/close/close.ts";
import { openPoints } from "../../../../core/review/file/open-points.ts";
import { useMonthFile } from "./use-month-file.ts";

export function FileNote({ month }: { readonly month: Month }) {
  const { file } = useMonthFile(month);
  const points = file === undefined ? [] : openPoints(file);
  if (points.length === 0) return null;
  return (
    <div className="tone-warning">
      <p>In the month&apos;s file:</p>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}
