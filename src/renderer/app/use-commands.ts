/** Commands that menu, keys and buttons share. */
import { bareName } from "../../core/report/suggested-name.ts";
import { ApiError, useApi } from "../bridge/api-provider.tsx";
import { useDialogs, useLedger } from "./providers.tsx";
import { useJobs } from "./jobs-provider.tsx";
import { useOpening } from "./opening-provider.tsx";
import { showFault } from "./show-fault.ts";
import { showToast } from "../ui/toast.tsx";
import { useFiles } from "./use-files.ts";
import { go } from "./use-route.ts";

export type Commands = ReturnType<typeof useCommands>;

function attempt(work: () => Promise<void>): void {
  work().catch(showFault);
}

export function useCommands() {
  const api = useApi();
  const ledger = useLedger();
  const dialogs = useDialogs();
  const opening = useOpening();
  const jobs = useJobs();
  const { pick } = useFiles();
  /** What is of now is not begun from an earlier state: that says why. */
  const ofNow = (begin: () => void) => () => {
    if (ledger?.readOnly?.code === "LEDGER_PAST") showFault(new ApiError(ledger.readOnly));
    else begin();
  };
  const pullWith = (full: boolean) => {
    if (ledger === null || ledger.connection === "none") {
      dialogs.show({ is: "connect", target: ledger === null ? "new" : "open" });
    } else dialogs.show({ is: "pull", full });
  };
  const withWorkbook = (is: "verify-workbook" | "reviewed-workbook") => () =>
    attempt(async () => {
      if (ledger === null) return;
      const [file] = await pick("workbook");
      if (file !== undefined) dialogs.show({ is, file });
    });
  return {
    new: () => go("welcome"),
    open: () => attempt(opening.choose),
    ledgers: () => {
      if (ledger === null) go("welcome");
      else dialogs.show({ is: "ledgers" });
    },
    pull: ofNow(() => pullWith(false)),
    pullAll: ofNow(() => pullWith(true)),
    import: () =>
      attempt(async () => {
        const files = await pick("answers");
        if (files.length > 0) dialogs.show({ is: "import", files });
      }),
    export: ofNow(() => {
      if (ledger !== null) dialogs.show({ is: "export" });
    }),
    verify: () => {
      if (ledger !== null) dialogs.show({ is: "verify" });
    },
    backUp: () =>
      attempt(async () => {
        if (ledger === null) return;
        const suggestedName = `${bareName(ledger.name)} copy.tieout`;
        const { file } = await api["files.chooseToSave"]({ purpose: "back-up", suggestedName });
        if (file !== null) jobs.take(await api["ledger.backUp"]({ target: file.handle }));
      }),
    advance: () =>
      attempt(async () => {
        await api["sandbox.advance"]({});
        const words = "The sandbox advanced one month";
        showToast({ tone: "good", words, more: "Pull to see what it changed." });
      }),
    verifyWorkbook: withWorkbook("verify-workbook"),
    importReview: ofNow(withWorkbook("reviewed-workbook")),
    find: () => dialogs.show({ is: "find" }),
    keys: () => dialogs.show({ is: "keys" }),
    close: () =>
      attempt(async () => {
        await api["ledger.close"]({});
      }),
  };
}
