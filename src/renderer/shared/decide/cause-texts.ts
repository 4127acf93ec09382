/** The records of a cause, and how much of the causes' amounts is explained, in words. */
import type { Cause } from "../../../core/reconcile/causes/cause.ts";

/** @example `walletID 117096, 117097`, `walletID 106891 · payID 10217` */
export function causeRecordWords({ walletIDs, payIDs }: Pick<Cause, "walletIDs" | "payIDs">): string {
  const parts = [
    walletIDs.length === 0 ? "" : `walletID ${walletIDs.join(", ")}`,
    payIDs.length === 0 ? "" : `payID ${payIDs.join(", ")}`,
  ];
  return parts.filter((part) => part !== "").join(" · ");
}
