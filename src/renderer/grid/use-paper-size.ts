/** On paper a grid is as wide as on the screen, only smaller: what is in sight there is printed whole. */
import { type RefObject, useEffect } from "react";

/** Of A4 and of Letter size, upright; CSS pixels. */
const PAPER_WIDTH = 660;

export function usePaperSize(host: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const forPaper = () => {
      const element = host.current;
      if (element === null) return;
      const { clientWidth } = element;
      element.style.width = `${clientWidth}px`;
      element.style.zoom = String(Math.min(1, PAPER_WIDTH / clientWidth));
    };
    const forScreen = () => host.current?.removeAttribute("style");
    window.addEventListener("beforeprint", forPaper);
    window.addEventListener("afterprint", forScreen);
    return () => {
      window.removeEventListener("beforeprint", forPaper);
      window.removeEventListener("afterprint", forScreen);
    };
  }, [host]);
}
