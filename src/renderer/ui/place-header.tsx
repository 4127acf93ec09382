/**
 * `<PlaceHeader title="Wallet">what stands beside</PlaceHeader>`: the place's one `h1`, which takes the focus
 * on a change of place.
 */
import type { ReactNode } from "react";

/** Where the focus goes when the place changes. */
export const PLACE_TITLE_ID = "place-title";

interface PlaceHeaderProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}

export function PlaceHeader({ title, aside, children }: PlaceHeaderProps) {
  return (
    <header className="cluster baseline rigid gap-2 across-3 pad-x-5 pad-top-3 pad-under-3">
      <h1 id={PLACE_TITLE_ID} className="title place-title lands" tabIndex={-1}>
        {title}
      </h1>
      {aside === undefined ? null : <span className="quiet place-aside">{aside}</span>}
      {children === undefined ? null : (
        <div className="cluster gap-2 to-end self-centred place-actions">{children}</div>
      )}
    </header>
  );
}
