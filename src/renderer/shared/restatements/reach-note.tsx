/**
 * Which signed months the newest pull did not reach over, and the way to look at all of them; nothing where
 * it did.
 */
import type { Month } from "../../../core/review/close/close.ts";
import { useDialogs } from "../../app/dialogs-provider.tsx";
import { useOpenLedger } from "../../app/ledger/ledger-provider.tsx";
import { Button } from "../../ui/button.tsx";
import { useRestatements } from "./use-restatements.ts";

/** @param month null for all */
export function ReachNote({ month }: { readonly month: Month | null }) {
  const dialogs = useDialogs();
  const { connection, readOnly } = useOpenLedger();
  const reach = useRestatements(month).register?.reach ?? "";
  if (reach === "") return null;
  return (
    <p className="quiet">
      {reach}.{" "}
      {connection === "none" || readOnly !== null ? null : (
        <Button size="s" variant="quiet" onPress={() => dialogs.show({ is: "pull", full: true })}>
          Pull everything again
        </Button>
      )}
    </p>
  );
}
