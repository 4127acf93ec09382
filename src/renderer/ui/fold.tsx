/**
 * `<Fold title="History" result="prepared by Ada Obi">…</Fold>`: a part of a place in one line, with what it comes
 * to; the rest unfolds under it.
 */
import { type ReactNode, useId, useState } from "react";
// Its Enter is its own: of a native button it would be the key of the place.
import { Button as AriaButton } from "react-aria-components";

interface FoldProps {
  readonly title: string;
  /** Over it, in the outline of the place. */
  readonly level?: 3 | 4;
  readonly result: ReactNode;
  /** Before the title: how it stands. */
  readonly mark?: ReactNode;
  /** What can be done without unfolding it. */
  readonly action?: ReactNode;
  /** Each time that this grows it unfolds. */
  readonly asked?: number;
  /** Whether what is in it works while it is folded, such as a key or a place to drop files on. */
  readonly isKept?: boolean;
  /** Left out where the line is all there is. */
  readonly children?: ReactNode;
}

export function Fold({
  title,
  level = 3,
  result,
  mark = null,
  action = null,
  asked = 0,
  isKept = false,
  children,
}: FoldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [seen, setSeen] = useState(asked);
  if (asked !== seen) {
    setSeen(asked);
    setOpen(true);
  }
  const Heading = `h${level}` as const;
  return (
    <section className="edge-below" aria-labelledby={id}>
      <div className="fold-line">
        {mark}
        <Heading id={id} className="fold-title">
          {children === undefined ? (
            title
          ) : (
            <AriaButton className="fold-button" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
              {title}
            </AriaButton>
          )}
        </Heading>
        <div className="quiet">{result}</div>
        {action === null ? null : <div className="beside gap-1">{action}</div>}
      </div>
      {children !== undefined && (isOpen || isKept) ? (
        <div hidden={!isOpen}>
          <div className="stack gap-2 fold-body">{children}</div>
        </div>
      ) : null}
    </section>
  );
}
