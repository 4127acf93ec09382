/** What differs between the hosts: Electron with its dialogs and keychain, or a browser on this machine. */

/** `clients` is a folder of ledgers. */
export type OpenPurpose = "ledger" | "answers" | "workbook" | "evidence" | "clients";
/** `workbooks` is a folder. */
export type SavePurpose =
  | "ledger"
  | "workbook"
  | "binder"
  | "tables"
  | "table"
  | "workbooks"
  | "back-up"
  | "evidence"
  | "letter";

export interface SecretKeeper {
  /**
   * Protects a text by the system's keychain.
   *
   * @throws TieoutError SECRET_UNPROTECTED where the system offers none
   */
  readonly protect: (text: string) => Promise<Uint8Array>;
  /** @throws TieoutError SECRET_UNREADABLE, SECRET_UNPROTECTED */
  readonly reveal: (protectedText: Uint8Array) => Promise<string>;
}

export interface Platform {
  readonly host: "electron" | "browser";
  readonly os: "darwin" | "win32" | "linux";
  /** As of `ServiceContext`. */
  readonly printer?: readonly string[];
  /** Asks for files, or a folder; paths, none when nothing was chosen. */
  readonly chooseToOpen: (purpose: OpenPurpose) => Promise<readonly string[]>;
  /** Asks where to write. null when nothing was chosen. */
  readonly chooseToSave: (purpose: SavePurpose, suggestedName: string) => Promise<string | null>;
  /** Shows a file in the system's file manager. */
  readonly reveal: (path: string) => Promise<void>;
  /**
   * Opens a copy of evidence with the system's viewer; null where only the page can give it out.
   *
   * @throws TieoutError EVIDENCE_NOT_OPENED where the system has none
   */
  readonly view: ((path: string) => Promise<void>) | null;
  /** Tells the system which ledger was opened, for its own list of recent documents. */
  readonly noteRecent: (path: string) => void;
  readonly secrets: SecretKeeper;
}
