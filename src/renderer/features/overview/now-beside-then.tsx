/** `<NowBesideThen then={…} now={…}>`: a value now beside the signed one, in bold where they differ. */
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
