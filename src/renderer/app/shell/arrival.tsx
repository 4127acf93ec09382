/** Arriving at a place, which is loaded when it is first gone to, or before that while nothing else is done. */
import { type ComponentType, useEffect, useState } from "react";
import { PLACE_TITLE_ID } from "../../ui/layout/place-header.tsx";

/** The places, each by what loads it; twice costs nothing. */
const PLACES_TO_LOAD: (() => Promise<unknown>)[] = [];

/** So long the window is at rest before a place is loaded ahead, milliseconds. */
const REST_MS = 2000;
const BETWEEN_PLACES_MS = 100;

async function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    window.setTimeout(resolve, ms);
  });
}

/** Loads all places, one by one, once the window is at rest: who goes to one for the first time does not wait for it. */
export function usePlacesAhead(isAtRest: boolean): void {
  useEffect(() => {
    if (!isAtRest) return undefined;
    let isWanted = true;
    const loadAll = async () => {
      await pause(REST_MS);
      for (const load of PLACES_TO_LOAD) {
        if (!isWanted) return;
        // Who goes there is told what is wrong.
        await load().catch(() => undefined);
        await pause(BETWEEN_PLACES_MS);
      }
    };
    void loadAll();
    return () => {
      isWanted = false;
    };
  }, [isAtRest]);
}

/**
 * A place that is loaded when it is first gone to, and shown as soon as it is there: React's own `lazy` would
 * show "Opening…" for at least 300 ms.
 */
export function later(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | null = null;
  const loadOnce = async () => (loaded ??= await load());
  PLACES_TO_LOAD.push(loadOnce);
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
          const place = await loadOnce();
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
  return <p className="place-loading">Opening…</p>;
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
