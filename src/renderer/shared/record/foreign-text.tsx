/**
 * `<ForeignText text={…} />`: a text that the service sent, shown literally: in full, on its own side, and
 * what hides in it named.
 */
import { hiddenSigns } from "../../grid/shown-text.ts";
import { Badge } from "../../ui/badge.tsx";
import "./record.css";

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
