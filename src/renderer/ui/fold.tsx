/**
 * `<Fold title="History" result="prepared by Ada Obi">…</Fold>`: a part of a place in one line, with what it comes
 * to; the rest unfolds under it.
 */
import { type ReactNode, useId, useState } from "react";
// Its Enter is its own: of a native button it would be the key of the place.
import { Button as AriaButton } from "react-aria-components";

interface FoldProps {
  readonly title: string;
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

export function Fold(props: FoldProps) {
  const { title, result, mark, action = null, asked = 0, isKept = false, children } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [seen, setSeen] = useState(asked);
  if (asked !== seen) {
    setSeen(asked);
    setOpen(true);
  }
  return (
    <section className="edge-below" aria-labelledby={id}>
      <div className="fold-line">
        {mark}
        <h3 id={id} className="fold-title">
          {children === undefined ? (
            title
          ) : (
            <AriaButton
              className="to-left fold-button"
              aria-expanded={isOpen}
              onPress={() => setOpen(!isOpen)}
            >
              {title}
            </AriaButton>
          )}
        </h3>
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
