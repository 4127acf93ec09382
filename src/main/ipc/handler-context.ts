/** What all handlers share. */
import type { BackendSettings } from "./backend.ts";
import type { BackupSchedule } from "./backup-schedule.ts";
import type { Connections } from "./stores/connections.ts";
import type { Handles } from "./stores/handles.ts";
import type { Jobs } from "./jobs.ts";
import type { OpenLedger } from "./open-ledger.ts";
import type { Platform } from "./platform.ts";
import type { PreferencesFile } from "./stores/preferences.ts";
import type { Recent } from "./stores/recent.ts";
import type { Threads } from "./threads/threads.ts";

export interface HandlerContext extends Pick<BackendSettings, "dataFolder" | "appVersion" | "now" | "send"> {
  readonly platform: Platform;
  readonly threads: Threads;
  readonly handles: Handles;
  readonly jobs: Jobs;
  readonly ledger: OpenLedger;
  readonly preferences: PreferencesFile;
  readonly recent: Recent;
  readonly connections: Connections;
  readonly backups: BackupSchedule;
}
