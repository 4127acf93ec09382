/** `showFault(error)`: a fault in passing, where no place of its own waits for it. */
import { shownFault } from "../ui/faults.tsx";
import { showToast } from "../ui/toast.tsx";
import { faultIn } from "./providers.tsx";

export function showFault(error: unknown): void {
  const fault = faultIn(error);
  const { title, sentence, remedy } = shownFault(fault);
  showToast({ tone: "error", words: title, more: sentence === null ? remedy : `${sentence} ${remedy}` });
}
