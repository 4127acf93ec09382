/**
 * `<EmptyState title="Nothing is open" actions={…}>Every exception is decided.</EmptyState>`: a place with
 * nothing in it says why.
 */
import type { ReactNode } from "react";

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className="stack at-start gap-2 empty-state">
      <p className="title">{title}</p>
      {children === undefined ? null : <div className="quiet">{children}</div>}
      {actions === undefined ? null : <div className="wrap gap-2 below-2">{actions}</div>}
    </div>
  );
}
