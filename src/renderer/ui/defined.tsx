/**
 * `<Defined meaning="The balance stated before …">Opening</Defined>`: words that say what they mean where one
 * points, or comes to them by Tab. Those in a part whose title is one are one stop for Tab: arrows go from the
 * title to the others.
 */
import { type ReactNode, createContext, useContext, useEffect, useRef, useState } from "react";
import { Button, type ButtonProps, Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components";

/** Who comes by Tab may move the page, which shuts a tooltip that is open already. */
const BY_TAB_MS = 100;
const BY_POINTER_MS = 500;

/** Whether what is within a part is reached from the part's title. */
export const ReachedFromTitle = createContext(false);

export function Defined({ meaning, children }: { readonly meaning: string; readonly children: ReactNode }) {
  const { isOpen, openIn, close } = useOpening();
  const isReachedFromTitle = useContext(ReachedFromTitle);
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
      <Tooltip content={meaning} isOpen={isOpen} onClose={close}>
        <Button className="defined" excludeFromTabOrder={isReachedFromTitle} onKeyDown={goToNeighbour}>
          {children}
        </Button>
      </Tooltip>
    </span>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Arrows go to the next words of the part that say what they mean, or back. */
const goToNeighbour: NonNullable<ButtonProps["onKeyDown"]> = (event) => {
  const step = STEPS[event.key];
  const part = event.target instanceof Element ? event.target.closest(".part") : null;
  if (step === undefined || part === null) {
    event.continuePropagation();
    return;
  }
  // The page would scroll.
  event.preventDefault();
  const all = [...part.querySelectorAll<HTMLElement>(".defined")];
  all[all.findIndex((one) => one === event.target) + step]?.focus();
};

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

// `<Tooltip content="Move to the next"><Button …/></Tooltip>`: more words on hover and focus; never the only
// place they stand.

interface TooltipProps {
  readonly content: ReactNode;
  /** One control of react-aria's. */
  readonly children: ReactNode;
  /** Given where something else opens it. */
  readonly isOpen?: boolean;
  /** Told of Escape, and of what else shuts it. */
  readonly onClose?: () => void;
}

export function Tooltip({ content, children, isOpen, onClose }: TooltipProps) {
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
        className="small rounded pad-x-2 pad-y-1 tooltip"
        placement="top"
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
