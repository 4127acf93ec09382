/**
 * `<SplitPane name="wallet" label="Width of the detail" side={<Detail/>}>list</SplitPane>`: a side whose
 * width can be dragged or set by arrows, and is kept.
 */
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";

interface SplitPaneProps {
  /** Under which the width is remembered on this machine. */
  readonly name: string;
  readonly label: string;
  readonly children: ReactNode;
  readonly side: ReactNode;
  /** Width of the side at first, pixels. */
  readonly width: number;
}

/** How wide the side can be made, pixels. */
const LEAST = 300;
const MOST = 900;
const STEP = 24;

function kept(name: string, otherwise: number): number {
  const width = Number(localStorage.getItem(`split:${name}`) ?? Number.NaN);
  return Number.isFinite(width) ? width : otherwise;
}

function onPointerDown(event: PointerEvent<HTMLElement>): void {
  event.currentTarget.setPointerCapture(event.pointerId);
  event.preventDefault();
}

export function SplitPane({ name, label, children, side, width: atFirst }: SplitPaneProps) {
  const [width, setWidth] = useState(() => kept(name, atFirst));
  const change = (wanted: number) => {
    const next = Math.round(Math.min(MOST, Math.max(LEAST, wanted)));
    setWidth(next);
    localStorage.setItem(`split:${name}`, String(next));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: STEP, ArrowRight: -STEP, Home: MOST, End: -MOST }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    change(width + by);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const end = event.currentTarget.parentElement?.getBoundingClientRect().right ?? 0;
    change(end - event.clientX);
  };
  const isOpen = side !== null;
  return (
    // What stands beside stays mounted, and where it was scrolled to, when the side opens and shuts.
    <div
      className={isOpen ? "split split-open" : "split"}
      style={{ "--split-side": `${width}px` } as CSSProperties}
    >
      <div className="pane split-main">{children}</div>
      {isOpen ? (
        <>
          {/* A separator that can be moved is a control, which no element of HTML is. */}
          {/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
          <div
            role="separator"
            aria-orientation="vertical"
            aria-label={label}
            aria-valuenow={width}
            aria-valuemin={LEAST}
            aria-valuemax={MOST}
            tabIndex={0}
            className="holds split-bar"
            onKeyDown={onKeyDown}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
          />
          {/* oxlint-enable */}
          <div className="pane scrolls split-side">{side}</div>
        </>
      ) : null}
    </div>
  );
}
