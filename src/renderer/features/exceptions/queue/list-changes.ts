/** Blocks keys while the finding they would act on is about to change, and says so. */
import { refuseKeys } from "../../../ui/keys/refused-keys.ts";
import { showToast } from "../../../ui/overlays/toast.tsx";
import { KEYS_OF_CURRENT, KEYS_THAT_DECIDE } from "../keys.ts";

/** Another finding is about to come on screen. @returns a function that ends it */
export function refuseWhileListChanges(): () => void {
  return refuseKeys(KEYS_OF_CURRENT, () => {
    showToast({
      tone: "warning",
      words: "The list is changing",
      more: "Nothing was done. Press the key again when the finding is shown.",
    });
  });
}

/**
 * Lines are about to be selected, and what is decided then is decided on all of them.
 * @returns a function that ends it
 */
export function refuseWhileSelecting(): () => void {
  return refuseKeys(KEYS_THAT_DECIDE, () => {
    showToast({
      tone: "warning",
      words: "Selecting the lines",
      more: "Nothing was done. Press the key again when they are selected.",
    });
  });
}
