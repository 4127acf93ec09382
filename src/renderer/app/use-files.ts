/** `const { pick, take } = useFiles()`: files that a person chooses, whichever side of the bridge asks. */
import type { FileFacts } from "../../ipc/values.ts";
import { valueOf, useApi, useBridge } from "../bridge/api-provider.tsx";

const ACCEPTED = {
  ledger: ".tieout",
  answers: ".json,.txt,application/json",
  workbook: ".xlsx",
  evidence: "",
} as const;
export type PickPurpose = keyof typeof ACCEPTED;

export function useFiles() {
  const api = useApi();
  const bridge = useBridge();
  const take = async (files: readonly File[]): Promise<readonly FileFacts[]> =>
    valueOf(await bridge.take(files));
  const pick = async (purpose: PickPurpose): Promise<readonly FileFacts[]> => {
    if (bridge.picks === "main") return (await api["files.chooseToOpen"]({ purpose })).files;
    const files = await pickInPage(purpose);
    return files.length === 0 ? [] : take(files);
  };
  return { pick, take };
}

function pickInPage(purpose: PickPurpose): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ACCEPTED[purpose];
    input.multiple = purpose === "answers" || purpose === "evidence";
    input.addEventListener("change", () => resolve([...(input.files ?? [])]), { once: true });
    input.addEventListener("cancel", () => resolve([]), { once: true });
    input.click();
  });
}
