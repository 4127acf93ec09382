/** `<WideTable caption="…">…</WideTable>`: a table that scrolls to the side where there is no room for it; by arrows, too. */
import { type ReactNode, useRef } from "react";
import { useIsCut } from "../../ui/values/use-is-cut.ts";

export interface WideTableProps {
  /** What it shows, for screen readers. */
  readonly caption: string;
  /** Its head and body. */
  readonly children: ReactNode;
  readonly className?: string;
}

export function WideTable({ caption, children, className = "" }: WideTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isCut = useIsCut(frame);
  return (
    <div
      ref={frame}
      className="close-scroll"
      // What scrolls can be come to by Tab; what does not is no stop.
      {...(isCut ? { tabIndex: 0, role: "group", "aria-label": caption } : {})}
    >
      <table className={`close-table ${className}`}>
        <caption className="only-spoken">{caption}</caption>
        {children}
      </table>
    </div>
  );
}
