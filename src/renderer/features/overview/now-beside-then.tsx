/** `<NowBesideThen then={…} now={…}>`: what is said of now beside what was said of then, in bold where it is something else. */
import type { ReactNode } from "react";

interface NowBesideThenProps {
  readonly then: number | string;
  readonly now: number | string;
  /** As it is shown. */
  readonly children: ReactNode;
}

export function NowBesideThen({ then, now, children }: NowBesideThenProps) {
  return then === now ? <span className="quiet">{children}</span> : <b>{children}</b>;
}
