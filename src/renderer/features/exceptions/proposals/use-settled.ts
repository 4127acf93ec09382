/** `useSettled(value, 1000)`: a value as it is once it has not changed for so long. */
import { useEffect, useState } from "react";

/** @param patienceMs how long it has to stay the same, milliseconds; the first value counts at once */
export function useSettled<T>(value: T, patienceMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (Object.is(settled, value)) return undefined;
    const timer = setTimeout(() => setSettled(value), patienceMs);
    return () => clearTimeout(timer);
  }, [settled, value, patienceMs]);
  return settled;
}
