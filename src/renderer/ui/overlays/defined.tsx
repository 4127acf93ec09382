/**
 * `<Defined meaning="The balance stated before …">Opening</Defined>`: words that say what they mean where one
 * points, or comes to them by Tab; with `href` they lead somewhere, too.
 */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button, Focusable } from "react-aria-components";
import { Tooltip } from "./tooltip.tsx";

interface DefinedProps {
  readonly meaning: string;
  readonly href?: string;
  /** Where it stands in no way of what it explains. */
  readonly placement?: "top" | "bottom";
  readonly children: ReactNode;
}

/** Who comes by Tab may move the page, which shuts a tooltip that is open already. */
const BY_TAB_MS = 100;
const BY_POINTER_MS = 500;

export function Defined({ meaning, href, placement = "top", children }: DefinedProps) {
  const { isOpen, openIn, close } = useOpening();
  return (
    <span
      className="contents"
      onPointerEnter={() => openIn(BY_POINTER_MS)}
      onPointerLeave={close}
      onFocus={({ target }) => {
        if (target.matches(":focus-visible")) openIn(BY_TAB_MS);
      }}
      onBlur={close}
    >
      <Tooltip content={meaning} placement={placement} isOpen={isOpen} onClose={close}>
        {href === undefined ? (
          <Button className="defined">{children}</Button>
        ) : (
          <Focusable>
            <a href={href}>{children}</a>
          </Focusable>
        )}
      </Tooltip>
    </span>
  );
}

function useOpening() {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isOpen,
    openIn: (patienceMs: number) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setOpen(true), patienceMs);
    },
    close: () => {
      clearTimeout(timer.current);
      setOpen(false);
    },
  };
}
