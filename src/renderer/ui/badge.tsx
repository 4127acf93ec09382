/** `<Badge tone="warning">3 open</Badge>`: a word that stands out a little. */
import type { ReactNode } from "react";

export type Tone = "error" | "warning" | "info" | "good" | "quiet" | "accent";

export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return <span className={`badge tone-${tone}`}>{children}</span>;
}
