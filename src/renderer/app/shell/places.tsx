/** What each place of the window shows. */
import type { ComponentType } from "react";
import type { RailPlace } from "../place-names.ts";
import { later } from "./arrival.tsx";

const ClientsPlace = later(
  async () => (await import("../../features/clients/clients-place.tsx")).ClientsPlace,
);
const OverviewPlace = later(
  async () => (await import("../../features/overview/overview-place.tsx")).OverviewPlace,
);
const WalletPlace = later(async () => (await import("../../features/wallet/wallet-place.tsx")).WalletPlace);
const TransactionsPlace = later(
  async () => (await import("../../features/transactions/transactions-place.tsx")).TransactionsPlace,
);
const ExceptionsPlace = later(
  async () => (await import("../../features/exceptions/exceptions-place.tsx")).ExceptionsPlace,
);
const WhatIfPlace = later(async () => (await import("../../features/what-if/what-if-place.tsx")).WhatIfPlace);
const ClosePlace = later(async () => (await import("../../features/close/close-place.tsx")).ClosePlace);
const ActivityPlace = later(
  async () => (await import("../../features/activity/activity-place.tsx")).ActivityPlace,
);
const SettingsPlace = later(
  async () => (await import("../../features/settings/settings-place.tsx")).SettingsPlace,
);

/** By the name of the place. */
export const PLACE_VIEWS: Readonly<Record<RailPlace, ComponentType>> = {
  clients: ClientsPlace,
  overview: OverviewPlace,
  wallet: WalletPlace,
  transactions: TransactionsPlace,
  exceptions: ExceptionsPlace,
  "what-if": WhatIfPlace,
  close: ClosePlace,
  activity: ActivityPlace,
  settings: SettingsPlace,
};
