/** `<ForeignText text={…} />`: a text that the service sent, shown literally: in full, on its own side, and what hides in it named. */
import { hiddenSigns } from "../../grid/shown-text.ts";
import { Badge } from "../../ui/badge.tsx";
import "./record.css";

export function ForeignText({ text }: { readonly text: string | null }) {
  if (text === null) return <span className="quiet">none</span>;
  if (text === "") return <span className="quiet">empty</span>;
  const hidden = hiddenSigns(text);
  return (
    <>
      <bdi className="foreign-text">{text}</bdi>
      {hidden.length === 0 ? null : (
        <>
          {" "}
          <Badge tone="warning">! hidden signs: {hidden.slice(0, 4).join(", ")}</Badge>
        </>
      )}
    </>
  );
}
