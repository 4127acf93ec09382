/**
 * The bridge, declared once: for each method what goes in and what comes out. Preload, handlers, the browser
 * host and the renderer's client take their types from here. Main parses what is asked, and of what it answers
 * all that it puts together itself; reports that core makes of a ledger's records cross as core declares them.
 */
import { PULL_SOURCES } from "../core/reconcile/input/pull-clocks.ts";
import { z } from "zod";
import { DECIMAL_MARKS, SEPARATORS } from "../core/csv-text.ts";
import { LAST_DUE_DAY, type Client } from "../core/review/clients/client.ts";
import { TABLE_PIECE, TABLE_PIECES } from "./codec.ts";
import { job } from "./jobs.ts";
import {
  fileFacts,
  handle,
  declaredByCore,
  nothing,
  shortText,
  fault,
  asOf,
  count,
  name,
  note,
  vanishedCounts,
  decimals,
  instant,
  json,
  keptOptions,
  timeZone,
} from "./values.ts";
import { month } from "../schema/values.ts";
import { PULL_STEPS } from "../core/review/restate/restatements.ts";
import { MONTH_METHODS } from "./months.ts";
import { REVIEW_METHODS } from "./review.ts";

// The application itself: what it is, how its windows look, files that people choose, long work under way.

/** Filters of a place under a name that a person gave; the place alone knows what its query means. */
const savedFilter = z.strictObject({
  place: z.enum(["wallet", "transactions", "exceptions"]),
  name: z.string().min(1).max(80),
  query: z.string().max(4000),
});
export type SavedFilter = z.infer<typeof savedFilter>;

const columnIds = z.array(z.string().max(40)).max(40);
/** Columns of a grid that a person chose; all others are shown where there is room for them. */
const chosenColumns = z.strictObject({
  grid: z.enum(["entries", "transactions"]),
  shown: columnIds,
  hidden: columnIds,
});
export type ChosenColumns = z.infer<typeof chosenColumns>;

const everyPreference = z.strictObject({
  theme: z.enum(["system", "light", "dark"]),
  contrast: z.enum(["system", "high"]),
  /** Who decides in this window; '' until told. */
  reviewer: z.string().max(200),
  filters: z.array(savedFilter).max(100),
  columns: z.array(chosenColumns).max(2),
  /** Notes that a person uses again; theirs, whichever ledger is open. */
  noteTemplates: z.array(shortText.min(1)).max(50),
  /** How often the open ledger is backed up beside itself, and how many such backups are kept. */
  backups: z.strictObject({ every: z.enum(["never", "day", "week"]), keep: z.int().min(1).max(365) }),
  /** The day of the next month on which a client's month is due; null for no due date. */
  dueDay: z.int().min(1).max(LAST_DUE_DAY).nullable(),
  /** How this person's spreadsheet reads CSV. */
  csv: z.strictObject({ separator: z.enum(SEPARATORS), decimalMark: z.enum(DECIMAL_MARKS) }),
  /** Whether fingerprints, hashes and commands are shown. */
  auditData: z.boolean(),
});
const { filters, columns, noteTemplates, backups, dueDay, csv, auditData } = everyPreference.shape;
/** As they are kept: a file of before lacks those that are newer. */
const preferences = everyPreference.extend({
  filters: filters.default([]),
  columns: columns.default([]),
  noteTemplates: noteTemplates.default([]),
  backups: backups.default({ every: "day", keep: 14 }),
  dueDay: dueDay.default(null),
  csv: csv.default({ separator: "comma", decimalMark: "point" }),
  auditData: auditData.default(false),
});
export type Preferences = z.infer<typeof preferences>;

const app = z.object({
  version: z.string(),
  host: z.enum(["electron", "browser"]),
  platform: z.enum(["darwin", "win32", "linux"]),
  preferences,
});
export type AppFacts = z.infer<typeof app>;

const APPLICATION_METHODS = {
  "app.describe": { input: nothing, output: app },
  /** What is not given stays as it is. */
  "preferences.change": { input: everyPreference.partial(), output: preferences },

  /** Asks with the platform's dialog; in a browser the page uploads. Empty when nothing was chosen. */
  "files.chooseToOpen": {
    input: z.strictObject({ purpose: z.enum(["ledger", "answers", "workbook", "evidence"]) }),
    output: z.object({ files: z.array(fileFacts) }),
  },
  /** Asks where to; in a browser the host finds a place. null when nothing was chosen. */
  "files.chooseToSave": {
    input: z.strictObject({
      purpose: z.enum([
        "ledger",
        "workbook",
        "binder",
        "tables",
        "table",
        "workbooks",
        "back-up",
        "evidence",
        "letter",
        "journal",
        "pack",
      ]),
      suggestedName: shortText,
    }),
    output: z.object({ file: fileFacts.nullable() }),
  },
  /** Writes the rows that a window shows as one file, piece by piece; with the last it is in its place. */
  "table.write": {
    input: z.strictObject({
      target: handle,
      text: z.string().max(TABLE_PIECE),
      piece: z
        .int()
        .min(0)
        .max(TABLE_PIECES - 1),
      isLast: z.boolean(),
    }),
    output: z.object({ file: fileFacts.nullable() }),
  },
  /** Shows a written file in the system's file manager; in a browser the page fetches it. */
  "files.reveal": { input: z.strictObject({ file: handle }), output: nothing },

  "jobs.list": { input: nothing, output: z.object({ jobs: z.array(job) }) },
  "jobs.cancel": { input: z.strictObject({ id: shortText }), output: nothing },
} as const;

// All clients: the ledgers of a folder or those that were open last, and the close of the folder.

/** Which ledgers are listed. */
const shows = z.enum(["recent", "folder"]);

const line = z.object({
  file: fileFacts,
  /** null where it cannot be read. */
  client: declaredByCore<Client | null>(),
  fault: fault.nullable(),
});
export type ClientLine = z.infer<typeof line>;

const list = z.object({
  shows,
  /** The folder, by its name and where it lies; null where none was chosen. */
  folder: fileFacts.omit({ handle: true }).nullable(),
  /** The most urgent first. */
  lines: z.array(line),
  /** Why the folder cannot be listed; null where it can. */
  fault: fault.nullable(),
});
export type ClientList = z.infer<typeof list>;

const CLIENT_METHODS = {
  /** Reads each ledger, with the check of a month that is as it was then. Preferences give due dates. */
  "clients.list": { input: nothing, output: list },
  /** Checks the months of ledgers that are listed, in the order in which they are given. */
  "clients.check": {
    input: z.strictObject({ files: z.array(handle).min(1).max(2) }),
    output: z.object({ lines: z.array(line) }),
  },
  "clients.show": { input: z.strictObject({ shows }), output: nothing },
  /** Asks for a folder, which is listed from then on; false where none was chosen. */
  "clients.chooseFolder": { input: nothing, output: z.object({ isChosen: z.boolean() }) },
  /** Pulls, checks and exports the month of each ledger of the folder, as `tieout close` does. */
  "clients.close": {
    input: z.strictObject({
      /** `next`: of each ledger its month to close, as listed; `last`: the month before today's, there. */
      month: z.union([z.enum(["next", "last"]), month]),
      /** With the credentials beside each ledger, or the connection that is kept for it. */
      pull: z.boolean(),
      full: z.boolean(),
      /** Where the workbooks go; null: beside the ledgers. */
      target: handle.nullable(),
    }),
    output: job,
  },
} as const;

// What brings records into a ledger: the connection to the service, pulls, files, the sandbox.

const secretText = z.string().max(4096).nullable();
/** In sentences without the full stop. */
const keys = z.object({ sentences: z.array(z.string()), own: z.array(z.string()) });
const authForm = z.enum(["key", "basic", "bearer"]);
/** What is null stays as it is kept. Secrets go in here and never come out anywhere. */
const connectionInput = z.strictObject({
  baseUrl: shortText,
  pathPrefix: shortText,
  authForm,
  secretKey: secretText,
  appId: secretText,
  phone: secretText,
  password: secretText,
});
export type ConnectionInput = z.infer<typeof connectionInput>;

const connection = z.object({
  baseUrl: z.string(),
  pathPrefix: z.string(),
  authForm,
  /** Whether each is there; what they are is not told. */
  has: z.object({ secretKey: z.boolean(), appId: z.boolean(), phone: z.boolean(), password: z.boolean() }),
  /** Where the secrets rest: protected by the system, or in memory until the program ends. */
  kept: z.enum(["keychain", "memory", "nowhere"]),
  /** SECRET_UNPROTECTED or SECRET_UNREADABLE, when something must be said of them. */
  fault: fault.nullable(),
});
export type ConnectionFacts = z.infer<typeof connection>;

const IMPORT_KINDS = ["wallet", "transactions", "user", "business"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

const target = handle.nullable();

/** Who says so, and why. */
const signedWords = { by: name, note };

const INTAKE_METHODS = {
  /** null while nothing is set up for the open ledger. */
  "connection.read": { input: nothing, output: connection.nullable() },
  "connection.save": { input: connectionInput, output: connection },
  "connection.forget": { input: nothing, output: nothing },
  /** Logs in and asks who the caller is; nothing is kept. */
  "connection.test": {
    input: connectionInput,
    output: z.object({ userID: z.number(), name: z.string().nullable(), business: z.string().nullable() }),
  },

  /**
   * Into the open ledger, or with a target into a new one, which is opened then. A connection is kept when
   * the pull succeeds. Where many records would vanish it fails, unless somebody accepts that, and no more than the
   * fault named.
   */
  "pull.start": {
    input: z.strictObject({
      target,
      connection: connectionInput.nullable(),
      full: z.boolean(),
      accepted: z.strictObject({ ...signedWords, shown: vanishedCounts }).optional(),
    }),
    output: job,
  },
  /** What files seem to hold, null where that cannot be told; `problem` says why one cannot be imported. */
  "import.look": {
    input: z.strictObject({ files: z.array(handle).min(1).max(500) }),
    output: z.object({
      files: z.array(
        fileFacts.extend({
          bytes: count,
          kind: z.enum(IMPORT_KINDS).nullable(),
          problem: z.string().nullable(),
        }),
      ),
    }),
  },
  /**
   * `careful` imports into the open ledger only what is as usual: of everything else the job says what it would
   * do, and keeps nothing; so does `preview` of all files. Left out, they are imported.
   */
  "import.start": {
    input: z.strictObject({
      mode: z.enum(["careful", "preview"]).optional(),
      target,
      files: z
        .array(z.strictObject({ file: handle, kind: z.enum(IMPORT_KINDS) }))
        .min(1)
        .max(500),
      /** Who provided the files, and how. */
      providedBy: z.string().max(400).optional(),
    }),
    output: job,
  },
  /** All pulls, those that are set aside, too; oldest first. */
  "pull.list": {
    input: z.strictObject({ asOf }),
    output: z.object({ pulls: z.array(z.object({ id: count, isAside: z.boolean() })) }),
  },
  /** Sets a pull aside, as if it had never been made, or puts it back. */
  "pull.step": {
    input: z.strictObject({ pullId: count, step: z.enum(PULL_STEPS), ...signedWords }),
    output: nothing,
  },
  /** Starts the sandbox and pulls all of it into a new ledger of its own, which is opened then. */
  "sandbox.fill": { input: z.strictObject({ entries: z.int().min(1).max(1_000_000) }), output: job },
  /** Advances the sandbox one month, with its later changes; the next pull brings them. */
  "sandbox.advance": { input: nothing, output: nothing },
} as const;

// The open ledger: its facts and settings, its audit trail, its backups.

const settings = z.object({ timeZone, decimals, options: keptOptions });
export type KeptSettings = z.infer<typeof settings>;

/** What a ledger holds, as of now or of a link. */
const stored = z.object({
  id: z.string(),
  /** The caller whose records it holds; null while no user record came. */
  owner: z.object({ userID: z.number(), name: z.string().nullable() }).nullable(),
  /** ISO 4217 of the caller's business, else of the caller. */
  currency: z.string().nullable(),
  counts: z.object({
    /** Live ones: those that vanished do not count. */
    entries: count,
    transactions: count,
    /** Those that count. */
    pulls: count,
    /** How often one was set aside or put back. */
    pullSteps: count,
    /** Reversals count, too. */
    decisions: count,
    /** Of the audit trail. */
    links: count,
  }),
  /** Changes whenever records, decisions, runs or settings do. */
  head: z.string(),
  /** Changes whenever matches by hand or signed closings do: what people decided that a check goes by. */
  human: z.string(),
  lastPull: z
    .object({
      id: count,
      source: z.enum(PULL_SOURCES),
      /** When it ended, of files when they were imported. */
      atMs: instant,
      baseUrl: z.string().nullable(),
    })
    .nullable(),
  settings,
  /** Digits after the point of prepared and signed months, which keep theirs, by month. */
  frozenDecimals: z.record(z.string(), decimals),
});

const ledger = stored.extend({
  /** Names the file that is open: a copy of the same ledger in another place has another name. */
  key: z.string(),
  name: z.string(),
  /** The folder, in words for people. */
  where: z.string(),
  /** Why nothing can be written: LEDGER_READONLY, LEDGER_TWO_NAMES, LEDGER_LOCKED …; null when it can. */
  readOnly: fault.nullable(),
  /** Where a pull would go: the sandbox, a service that is set up, or nowhere yet. */
  connection: z.enum(["sandbox", "service", "none"]),
});
export type LedgerFacts = z.infer<typeof ledger>;

const link = z.object({
  sequence: count,
  atMs: instant,
  kind: z.string(),
  payload: json,
  hash: z.string(),
});
export type ActivityLink = z.infer<typeof link>;

const backup = fileFacts.extend({
  bytes: count,
  /** When it was made, milliseconds UTC. */
  atMs: instant,
  kind: z.enum(["scheduled", "before-update", "before-restore"]),
});
export type BackupFacts = z.infer<typeof backup>;

const LEDGER_METHODS = {
  "ledger.recent": {
    input: nothing,
    output: z.object({ ledgers: z.array(fileFacts.extend({ openedAtMs: instant, isThere: z.boolean() })) }),
  },
  "ledger.forget": { input: z.strictObject({ ledger: handle }), output: nothing },
  "ledger.open": { input: z.strictObject({ file: handle }), output: ledger },
  /** What the open ledger held at a link, with the options that a month signed by then was signed under. */
  "ledger.then": { input: z.strictObject({ month, asOf: asOf.unwrap() }), output: stored },
  /** null while none is open. */
  "ledger.current": { input: nothing, output: ledger.nullable() },
  "ledger.close": { input: nothing, output: nothing },
  /** Whether a change takes a name and a reason, and what it moves in prepared and signed months. */
  "ledger.settingsEffect": {
    input: z.strictObject({ given: settings.partial().strict() }),
    output: z.object({ isSigned: z.boolean(), sentences: z.array(z.string()) }),
  },
  /** With a name and a reason for the check's options, and for all once a month is prepared or signed. */
  "ledger.changeSettings": {
    input: settings.extend({ by: name, note }).partial().strict(),
    output: ledger,
  },
  /** Who signs with which key, and which of these keys this program has. */
  "keys.list": { input: nothing, output: keys },
  /** Makes a key that the system's keychain keeps, and enrols it in the open ledger. */
  "keys.enrol": { input: z.strictObject({ by: name }), output: keys },
  "ledger.verify": { input: nothing, output: job },
  "ledger.backUp": { input: z.strictObject({ target: handle }), output: job },

  /** Backups beside a ledger, newest first; of the open one where none is named. */
  "backups.list": {
    input: z.strictObject({ ledger: handle.nullable() }),
    output: z.object({
      backups: z.array(backup),
      /** Where those on a schedule go, in words. */
      inFolder: z.string(),
      /** Why the last one of the open ledger could not be made on schedule; null when it could. */
      fault: fault.nullable(),
    }),
  },
  /** Makes one beside the open ledger now. */
  "backups.make": { input: nothing, output: job },
  /** Puts a backup in its ledger's place and opens it; what stood there is kept under another name. */
  "backups.restore": { input: z.strictObject({ backup: handle, ledger: handle.nullable() }), output: job },

  /** Newest first. */
  "activity.list": {
    input: z.strictObject({ before: count.nullable(), count: z.int().min(1).max(500), asOf }),
    output: z.object({ links: z.array(link), more: z.boolean() }),
  },
} as const;

export type { RecordFacts, TakenFacts } from "./review.ts";

/** For each method what goes in and what comes out. */
type Methods = Readonly<
  Record<`${string}.${string}`, { readonly input: z.ZodType; readonly output: z.ZodType }>
>;

export const CONTRACT = {
  ...APPLICATION_METHODS,
  ...LEDGER_METHODS,
  ...INTAKE_METHODS,
  ...REVIEW_METHODS,
  ...MONTH_METHODS,
  ...CLIENT_METHODS,
} as const satisfies Methods;

type Contract = typeof CONTRACT;
export type MethodName = keyof Contract;
/** What a caller gives, before it is parsed. */
export type Input<M extends MethodName> = z.input<Contract[M]["input"]>;
/** What the method is run with. */
export type Parsed<M extends MethodName> = z.output<Contract[M]["input"]>;
export type Output<M extends MethodName> = z.output<Contract[M]["output"]>;
/** What the method may answer: its output, of which nothing need be writable. */
export type Answer<M extends MethodName> = Fixed<Output<M>>;

/** The same value for whoever only reads it; what has keys of any name is readonly as it is. */
export type Fixed<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Float64Array
    ? Float64Array
    : T extends Float32Array
      ? Float32Array
      : T extends Int32Array
        ? Int32Array
        : T extends Int8Array
          ? Int8Array
          : T extends Uint8Array
            ? Uint8Array
            : T extends readonly (infer Item)[]
              ? readonly Fixed<Item>[]
              : string extends keyof T
                ? T
                : { readonly [K in keyof T]: Fixed<T[K]> };
