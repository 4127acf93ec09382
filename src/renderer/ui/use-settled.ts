/** What somebody types, once they stop for a moment. */
import { useEffect, useRef, useState } from "react";

/** A value as it is once it has not changed for so long, milliseconds; the first counts at once. */
export function useSettled<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (Object.is(settled, value)) return undefined;
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [settled, value, restMs]);
  return settled;
}

/**
 * The text of a search field, which is asked for once nothing was typed for so long.
 *
 * @param asked what is asked for now: the field says so when it was changed from elsewhere
 */
export function useSearchText(asked: string, ask: (text: string) => void, restMs: number) {
  const [text, setText] = useState(asked);
  const own = useRef(asked);
  useEffect(() => {
    if (asked === own.current) return;
    own.current = asked;
    setText(asked);
  }, [asked]);
  useEffect(() => {
    if (text === own.current) return undefined;
    const timer = setTimeout(() => {
      own.current = text;
      ask(text);
    }, restMs);
    return () => clearTimeout(timer);
  }, [text, ask, restMs]);
  return [text, setText] as const;
}
