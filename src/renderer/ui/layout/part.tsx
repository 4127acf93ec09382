/**
 * `<Part title="Figures" level={3} aside={…}>…</Part>`: a part of a place: a hairline above, a heading, and
 * no box.
 */
import { type ReactNode, useId } from "react";
import "./part.css";

interface PartProps {
  readonly title: string;
  readonly level: 2 | 3;
  /** At the other end of its head. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Part({ title, level, aside = null, className = "", children }: PartProps) {
  const id = useId();
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section className={`stack gap-2 shrinks part ${className}`} aria-labelledby={id}>
      <div className="cluster ends part-head">
        <Heading id={id}>{title}</Heading>
        {aside}
      </div>
      {children}
    </section>
  );
}
