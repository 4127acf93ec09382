/** While another finding is about to come on screen, keys that would act on it do nothing, and the person is told. */
import { refuseKeys } from "../../ui/refused-keys.ts";
import { showToast } from "../../ui/toast.tsx";
import { KEYS_OF_CURRENT } from "./keys.ts";

/** @returns a function that ends it */
export function refuseWhileListChanges(): () => void {
  return refuseKeys(KEYS_OF_CURRENT, () => {
    showToast({
      tone: "warning",
      words: "The list is changing",
      more: "Nothing was done. Press the key again once the finding is there.",
    });
  });
}
