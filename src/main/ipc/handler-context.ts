/** What all calls share. */
import type { EventMessage } from "../../ipc/events.ts";
import type { BackupSchedule } from "./backup-schedule.ts";
import type { ClientsFolder } from "./stores/clients-folder.ts";
import type { Connections } from "./stores/connections.ts";
import type { Handles } from "./stores/handles.ts";
import type { Jobs } from "./jobs.ts";
import type { OpenLedger } from "./open-ledger.ts";
import type { Platform } from "./platform.ts";
import type { PreferencesFile } from "./stores/preferences.ts";
import type { Recent } from "./stores/recent.ts";
import type { ShownChecks } from "./stores/shown-checks.ts";
import type { Threads } from "./threads/threads.ts";

/** What a host gives the backend. */
export interface HostContext {
  readonly platform: Platform;
  /** The app's own: preferences, recent ledgers, connections, the sandbox's ledgers. Made if absent. */
  readonly dataFolder: string;
  readonly appVersion: string;
  /** Milliseconds UTC. */
  readonly now: () => number;
  /** Tells every window. */
  readonly send: (message: EventMessage) => void;
}

export interface HandlerContext extends HostContext {
  readonly threads: Threads;
  readonly handles: Handles;
  readonly jobs: Jobs;
  readonly ledger: OpenLedger;
  readonly preferences: PreferencesFile;
  readonly recent: Recent;
  readonly clientsFolder: ClientsFolder;
  readonly shownChecks: ShownChecks;
  readonly connections: Connections;
  readonly backups: BackupSchedule;
}
