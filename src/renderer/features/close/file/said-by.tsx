/** A statement with its author, time and note. */
import type { FileMark } from "../../../../core/review/file/marks.ts";
import { When } from "../../../ui/values/when.tsx";

export function SaidBy({
  said: { by, note, atMs },
}: {
  readonly said: Pick<FileMark, "by" | "note" | "atMs">;
}) {
  return (
    <span className="quiet">
      by <bdi>{by}</bdi>, <When atMs={atMs} time />
      {note === "" ? null : (
        <>
          : <bdi>{note}</bdi>
        </>
      )}
    </span>
  );
}
