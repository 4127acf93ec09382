/** `<WideTable caption="…">…</WideTable>`: a table that scrolls to the side where there is no room for it; by arrows, too. */
import { type ReactNode, useEffect, useRef, useState } from "react";

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

/** Whether an element holds more than its width shows. */
function useIsCut(frame: { readonly current: HTMLElement | null }): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const look = () => setCut(element.scrollWidth > element.clientWidth);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [frame]);
  return isCut;
}
