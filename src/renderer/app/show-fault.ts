/** `showFault(error)`: a fault in passing, where no place of its own waits for it. */
import { shownFault } from "../words/faults.ts";
import { showToast } from "../ui/overlays/toast.tsx";
import { faultIn } from "./fault-in.ts";

export function showFault(error: unknown): void {
  const fault = faultIn(error);
  const { title, sentence, remedy } = shownFault(fault);
  showToast({ tone: "error", words: title, more: sentence === null ? remedy : `${sentence} ${remedy}` });
}
