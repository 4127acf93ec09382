/** Asks where a new ledger is to lie. */
import type { Api } from "../bridge/api-provider.tsx";

/** @returns the handle of its file; null where none was chosen */
export async function newLedger(api: Pick<Api, "files.chooseToSave">): Promise<string | null> {
  const { file } = await api["files.chooseToSave"]({ purpose: "ledger", suggestedName: "Wallet.tieout" });
  return file?.handle ?? null;
}
