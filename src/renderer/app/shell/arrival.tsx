/** Arriving at a place, which is loaded when it is first gone to. */
import { type ComponentType, useEffect, useState } from "react";
import { PLACE_TITLE_ID } from "../../ui/layout/place-header.tsx";

/**
 * A place that is loaded when it is first gone to, and shown as soon as it is there: React's own `lazy` would
 * show "Opening…" for at least 300 ms.
 */
export function later(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | null = null;
  return function LaterPlace() {
    const [Place, setPlace] = useState(() => loaded);
    useEffect(() => {
      if (loaded !== null) return undefined;
      let isHere = true;
      const show = (place: () => ComponentType) => {
        if (isHere) setPlace(place);
      };
      const arrive = async () => {
        try {
          const place = await load();
          loaded = place;
          show(() => place);
        } catch (error) {
          // While it is drawn, so that the frame around it says so.
          show(() => {
            throw error;
          });
        }
      };
      void arrive();
      return () => {
        isHere = false;
      };
    }, []);
    if (Place === null) return <PlaceLoading />;
    return (
      <>
        <Arrival />
        <Place />
      </>
    );
  };
}

/** Nothing for a moment, so that a quick change of place does not flicker; then a word. */
function PlaceLoading() {
  return <p className="faint place-loading">Opening…</p>;
}

let arrivedBefore = false;

/** The focus goes to the title of the place one arrives at, but not when the window opens. */
export function Arrival() {
  useEffect(() => {
    if (arrivedBefore) document.querySelector<HTMLElement>(`#${PLACE_TITLE_ID}`)?.focus();
    arrivedBefore = true;
  }, []);
  return null;
}
