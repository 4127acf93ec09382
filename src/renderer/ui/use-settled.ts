/** What somebody types, once they stop for a moment. */
import { useCallback, useEffect, useRef, useState } from "react";

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

/** Nobody who types on rests for longer. */
const TYPING_MS = 180;

/**
 * The text of a search field, which is asked for once somebody stops typing.
 *
 * @param asked what is asked for now: the field says so when it was changed from elsewhere
 * @param restMs how long nothing must have been typed, milliseconds
 * @param firstMs how long what is typed first after such a rest waits, milliseconds
 * @returns the text, what changes it, and what asks for it at once
 */
export function useSearchText(
  asked: string,
  ask: (text: string) => void,
  restMs = TYPING_MS,
  firstMs = restMs,
) {
  const [text, setText] = useState(asked);
  const last = useRef(asked);
  /** What was asked for and is not there yet: when it comes, somebody may have typed on. */
  const coming = useRef<string[]>([]);
  useEffect(() => {
    const arrived = coming.current.splice(0, coming.current.indexOf(asked) + 1);
    if (arrived.length > 0 || asked === last.current) return;
    last.current = asked;
    setText(asked);
  }, [asked]);
  const askNow = useCallback(() => {
    if (text === last.current) return;
    last.current = text;
    coming.current.push(text);
    ask(text);
  }, [text, ask]);
  const typed = useRef({ atMs: -Infinity, waitsMs: restMs });
  const type = useCallback(
    (newer: string) => {
      const atMs = performance.now();
      typed.current = { atMs, waitsMs: atMs - typed.current.atMs < restMs ? restMs : firstMs };
      setText(newer);
    },
    [restMs, firstMs],
  );
  useEffect(() => {
    const timer = setTimeout(askNow, typed.current.waitsMs);
    return () => clearTimeout(timer);
  }, [askNow]);
  return [text, type, askNow] as const;
}

/** Takes what is on its way, unless what is returned was called before it came. */
export function whileWanted<T>(
  coming: Promise<T>,
  take: (found: T) => void,
  fail: (error: unknown) => void,
): () => void {
  let isWanted = true;
  coming.then(
    (found) => isWanted && take(found),
    (error: unknown) => isWanted && fail(error),
  );
  return () => void (isWanted = false);
}
