/** What the stand-in knows of the run, and its complaint when a rule of Electron's is broken. */

/** What a test decides about the run before the app begins. */
export interface Setting {
  readonly userData: string;
  /** The operating system that the app is to believe in. */
  readonly platform: NodeJS.Platform;
  readonly argv: readonly string[];
  readonly isPackaged: boolean;
  /** Whether another instance has the lock already. */
  readonly isSecond: boolean;
  readonly keychain: "works" | "basic_text" | "absent" | "changed";
  readonly prefersDark: boolean;
}

/** What can be asked afterwards. */
export const seen = {
  breaches: [] as string[],
  handedOver: null as unknown,
  dialogs: [] as { readonly kind: string; readonly options: unknown }[],
  openedOutside: [] as string[],
  revealed: [] as string[],
  viewed: [] as string[],
  recent: [] as string[],
};

/** What the person will answer, in turn; without an answer they cancel. */
export const answers: unknown[] = [];

let setting: Setting | null = null;
export const run = {
  get setting(): Setting {
    if (setting === null) throw new Error("the stand-in was not told its setting");
    return setting;
  },
  set setting(told: Setting) {
    setting = told;
  },
  isReady: false,
};

/** Electron would throw, refuse or be unsafe here: the test must fail even if the app catches it. */
export function breach(rule: string): never {
  seen.breaches.push(rule);
  throw new Error(`breach of Electron's rules: ${rule}`);
}

export function onlyBeforeReady(what: string): void {
  if (run.isReady) breach(`${what} must come before ready`);
}

export function onlyWhenReady(what: string): void {
  if (!run.isReady) breach(`${what} must come after ready`);
}

export function onlyOn(what: string, ...platforms: readonly NodeJS.Platform[]): void {
  if (!platforms.includes(run.setting.platform)) breach(`${what} is not there on ${run.setting.platform}`);
}

/** What an event lets a listener do. */
export class StandInEvent {
  defaultPrevented = false;
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

/** As values cross between processes. */
export function crossed<T>(value: T, what: string): T {
  try {
    return structuredClone(value);
  } catch (error) {
    return breach(`${what} cannot be cloned: ${String(error)}`);
  }
}
