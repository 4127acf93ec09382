/**
 * `const onPress = useSteady(save)`: for a part in `memo`, which is drawn anew only when what it shows
 * changes, and for what listens as long as a part is there.
 */
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";

/** A function that stays the same, and runs the one that was given last. */
export function useSteady<Given extends readonly unknown[], Gives>(
  run: (...given: Given) => Gives,
): (...given: Given) => Gives {
  const last = useRef(run);
  useLayoutEffect(() => {
    last.current = run;
  });
  return useCallback((...given: Given) => last.current(...given), []);
}

/** Runs the work once for each value that comes, and for null not at all. */
export function useOnceFor<Value>(value: Value | null, run: (value: Value) => void): void {
  const done = useRef<Value | null>(null);
  useEffect(() => {
    if (value === null || done.current === value) return;
    done.current = value;
    run(value);
  });
}
