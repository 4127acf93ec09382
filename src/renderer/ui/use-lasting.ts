/** `useLasting(isWaiting)`: whether something lasts for longer than a moment, so that somebody should be told. */
import { useEffect, useState } from "react";

/** Nobody needs to be told of what takes less, milliseconds. */
const MOMENT_MS = 300;

export function useLasting(isOn: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = window.setTimeout(() => setLong(true), MOMENT_MS);
    return () => {
      window.clearTimeout(timer);
      setLong(false);
    };
  }, [isOn]);
  return isOn && isLong;
}
