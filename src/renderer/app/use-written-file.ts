/** `const { label, get } = useWrittenFile()`: shows a file in its folder, or fetches it where that cannot be. */
import type { FileFacts } from "../../ipc/values.ts";
import { showToast } from "../ui/toast.tsx";
import { useApi, useBridge } from "../bridge/api-provider.tsx";
import { showFault } from "./show-fault.ts";

export function useWrittenFile() {
  const api = useApi();
  const { fetchFile } = useBridge();
  const get = async (file: FileFacts) => {
    try {
      if (fetchFile === null) await api["files.reveal"]({ file: file.handle });
      else download(await fetchFile(file.handle), file.name);
    } catch (error) {
      showFault(error);
    }
  };
  return { label: fetchFile === null ? "Show in folder" : "Download", get };
}

function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it up by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  showToast({ tone: "good", words: `${name} downloaded` });
}
