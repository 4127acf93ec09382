/**
 * `<Part title="Figures" level={3} meaning="…" aside={…}>…</Part>`: a part of a place: a hairline above, a
 * heading, and no box.
 */
import { type ReactNode, useId } from "react";
import { Defined, ReachedFromTitle } from "./defined.tsx";

interface PartProps {
  readonly title: string;
  readonly level: 2 | 3;
  /** What its numbers are, where one points at the title. */
  readonly meaning?: string;
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Section({ title, level, meaning, aside = null, className = "", children }: PartProps) {
  const id = useId();
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section className={`stack gap-2 shrinks rule-above pad-top-3 part ${className}`} aria-labelledby={id}>
      <div className="cluster ends gap-1 across-4 part-head">
        <Heading id={id} className="large">
          {meaning === undefined ? title : <Defined meaning={meaning}>{title}</Defined>}
        </Heading>
        {aside}
      </div>
      <ReachedFromTitle value={meaning !== undefined}>{children}</ReachedFromTitle>
    </section>
  );
}
