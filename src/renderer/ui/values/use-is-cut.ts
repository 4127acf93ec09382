import { useEffect, useState } from "react";

/** Whether an element holds more than its width shows. */
export function useIsCut(frame: { readonly current: HTMLElement | null }): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const look = () => setCut(element.scrollWidth > element.clientWidth);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [frame]);
  return isCut;
}
