/** `const onLink = useFocusOnLink()`: whether a link has the focus, which Enter follows. */
import { useEffect, useState } from "react";

export function useFocusOnLink(): boolean {
  const [onLink, setOnLink] = useState(false);
  useEffect(() => {
    const look = () => setOnLink(document.activeElement?.closest("a") !== null);
    document.addEventListener("focusin", look);
    return () => document.removeEventListener("focusin", look);
  }, []);
  return onLink;
}
