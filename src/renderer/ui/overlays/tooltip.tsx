/**
 * `<Tooltip content="Move to the next"><Button …/></Tooltip>`: more words on hover and focus; never the only
 * place they stand.
 */
import type { ReactNode } from "react";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components";
import "./tooltip.css";

interface TooltipProps {
  readonly content: ReactNode;
  /** One control of react-aria's, or something in its `Focusable`. */
  readonly children: ReactNode;
  readonly placement?: "top" | "bottom" | "left" | "right";
  /** Given where something else opens it. */
  readonly isOpen?: boolean;
  /** Told of Escape, and of what else shuts it. */
  readonly onClose?: () => void;
}

export function Tooltip({ content, children, placement = "top", isOpen, onClose }: TooltipProps) {
  const place = hintsOf(globalThis.document);
  return (
    <TooltipTrigger
      delay={500}
      closeDelay={80}
      {...(isOpen === undefined ? {} : { isOpen })}
      onOpenChange={(isOpening) => {
        if (!isOpening) onClose?.();
      }}
    >
      {children}
      <AriaTooltip
        className="small tooltip"
        placement={placement}
        offset={6}
        {...(place === null ? {} : { UNSTABLE_portalContainer: place })}
      >
        {content}
      </AriaTooltip>
    </TooltipTrigger>
  );
}

/**
 * A landmark of their own: whoever goes from landmark to landmark misses nothing. It is nothing while it is
 * empty.
 */
function hintsOf(page: Document | undefined): Element | null {
  if (page === undefined) return null;
  const there = page.querySelector("body > .hints");
  if (there !== null) return there;
  const hints = page.createElement("section");
  hints.className = "hints";
  hints.ariaLabel = "Hints";
  page.body.append(hints);
  return hints;
}
