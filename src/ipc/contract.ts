/**
 * The bridge, declared once: for each method what goes in and what comes out. Preload, handlers, the browser host and the
 * renderer's client take their types from here; main parses both ways, so that what is not declared never crosses.
 */
import { z } from "zod";
import { DECISION_STATUSES, type Decision } from "../core/review/decision.ts";
import { EXPORT_FORMATS } from "../core/report/format.ts";
import { manualMatch, month, monthFacts, monthReport, restatedClosing, restatement } from "./closing.ts";
import { BATCH_ROWS, TABLES, TABLE_NAMES, snapshotHead } from "./columns.ts";
import { job } from "./jobs.ts";
import { fingerprint, items } from "./decided-items.ts";
import type { MethodName } from "./methods.ts";
import {
  checkOptions,
  count,
  decimals,
  fault,
  fileFacts,
  handle,
  instant,
  json,
  keptOptions,
  nothing,
  period,
  shortText,
  timeZone,
} from "./values.ts";

interface Method {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

/** Filters of a place under a name that a person gave; the place alone knows what its query means. */
const savedFilter = z.strictObject({
  place: z.enum(["wallet", "transactions", "exceptions"]),
  name: z.string().min(1).max(80),
  query: z.string().max(4000),
});
export type SavedFilter = z.infer<typeof savedFilter>;

const preferences = z.strictObject({
  theme: z.enum(["system", "light", "dark"]),
  contrast: z.enum(["system", "high"]),
  /** Who decides in this window; '' until told. */
  reviewer: z.string().max(200),
  filters: z.array(savedFilter).max(100).default([]),
  /** How often the open ledger is backed up beside itself, and how many such backups are kept. */
  backups: z
    .strictObject({ every: z.enum(["never", "day", "week"]), keep: z.int().min(1).max(365) })
    .default({ every: "day", keep: 14 }),
});
export type Preferences = z.infer<typeof preferences>;

const app = z.object({
  version: z.string(),
  host: z.enum(["electron", "browser"]),
  platform: z.enum(["darwin", "win32", "linux"]),
  preferences,
});
export type AppFacts = z.infer<typeof app>;

const settings = z.object({ timeZone, decimals, options: keptOptions });
export type KeptSettings = z.infer<typeof settings>;

/** The open ledger. */
const ledger = z.object({
  id: z.string(),
  name: z.string(),
  /** The folder, in words for people. */
  where: z.string(),
  /** Why nothing can be written: LEDGER_READONLY or LEDGER_LOCKED; null when it can. */
  readOnly: fault.nullable(),
  owner: z.object({ userID: z.number(), name: z.string().nullable() }).nullable(),
  /** ISO 4217 of the caller's business, else of the caller. */
  currency: z.string().nullable(),
  counts: z.object({ entries: count, transactions: count, pulls: count, decisions: count, links: count }),
  /** Changes whenever records, decisions or settings do. */
  head: z.string(),
  /** Changes whenever matches by hand or signed closings do: what people decided that a check goes by. */
  human: z.string(),
  lastPull: z
    .object({
      id: count,
      source: z.enum(["service", "files"]),
      atMs: instant,
      baseUrl: z.string().nullable(),
    })
    .nullable(),
  settings,
  /** Where a pull would go: the sandbox, a service that is set up, or nowhere yet. */
  connection: z.enum(["sandbox", "service", "none"]),
});
export type LedgerFacts = z.infer<typeof ledger>;

const secretText = z.string().max(4096).nullable();
/** What is null stays as it is kept. Secrets go in here and never come out anywhere. */
const connectionInput = z.strictObject({
  baseUrl: shortText,
  pathPrefix: shortText,
  authForm: z.enum(["key", "basic", "bearer"]),
  secretKey: secretText,
  appId: secretText,
  phone: secretText,
  password: secretText,
});
export type ConnectionInput = z.infer<typeof connectionInput>;

const connection = z.object({
  baseUrl: z.string(),
  pathPrefix: z.string(),
  authForm: z.enum(["key", "basic", "bearer"]),
  /** Whether each is there; what they are is not told. */
  has: z.object({ secretKey: z.boolean(), appId: z.boolean(), phone: z.boolean(), password: z.boolean() }),
  /** Where the secrets rest: protected by the system, or in memory until the program ends. */
  kept: z.enum(["keychain", "memory", "nowhere"]),
  /** SECRET_UNPROTECTED or SECRET_UNREADABLE, when something must be said of them. */
  fault: fault.nullable(),
});
export type ConnectionFacts = z.infer<typeof connection>;

const decided = {
  items,
  note: z.string().max(20_000),
  by: z.string().max(400),
};
/** Those taken at once have ids that follow each other, in the order of the items; one named twice counts once. */
const taken = z.object({ first: count, count });
export type TakenFacts = z.infer<typeof taken>;

const version = z.object({
  /** The pull that brought it; atMs is null for files, which carry no clock. */
  pull: z.object({ id: count, source: z.enum(["service", "files"]), atMs: instant.nullable() }),
  /** Under the interface's names, without `_alt` fields; null where the pull no longer had the record. */
  document: json.nullable(),
});
const record = z.object({
  /** Oldest first. */
  versions: z.array(version),
  /** The record as the service sent it last, to the byte; null when the answer was pruned. */
  raw: z.string().nullable(),
});
export type RecordFacts = z.infer<typeof record>;

const IMPORT_KINDS = ["wallet", "transactions", "user", "business"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

const link = z.object({
  sequence: count,
  atMs: instant,
  kind: z.string(),
  payload: json,
  hash: z.string(),
});
export type ActivityLink = z.infer<typeof link>;

const name = z.string().max(400);
const note = z.string().max(20_000);

const backup = fileFacts.extend({
  bytes: count,
  /** When it was made, milliseconds UTC. */
  atMs: instant,
  kind: z.enum(["scheduled", "before-update", "before-restore"]),
});
export type BackupFacts = z.infer<typeof backup>;

const matchTargets = {
  walletIDs: z.array(z.int()).min(1).max(200),
  payIDs: z.array(z.int()).min(1).max(200),
};

const target = handle.nullable();

export const CONTRACT = {
  "app.describe": { input: nothing, output: app },
  "preferences.change": { input: preferences.partial(), output: preferences },

  /** Asks with the platform's dialog; in a browser the page uploads instead. Empty when nothing was chosen. */
  "files.chooseToOpen": {
    input: z.strictObject({ purpose: z.enum(["ledger", "answers", "workbook"]) }),
    output: z.object({ files: z.array(fileFacts) }),
  },
  /** Asks where to; in a browser the host finds a place. null when nothing was chosen. */
  "files.chooseToSave": {
    input: z.strictObject({
      purpose: z.enum(["ledger", "workbook", "tables", "back-up"]),
      suggestedName: shortText,
    }),
    output: z.object({ file: fileFacts.nullable() }),
  },
  /** Shows a written file in the system's file manager; in a browser the page fetches it. */
  "files.reveal": { input: z.strictObject({ file: handle }), output: nothing },

  "ledger.recent": {
    input: nothing,
    output: z.object({ ledgers: z.array(fileFacts.extend({ openedAtMs: instant, isThere: z.boolean() })) }),
  },
  "ledger.forget": { input: z.strictObject({ ledger: handle }), output: nothing },
  "ledger.open": { input: z.strictObject({ file: handle }), output: ledger },
  /** null while none is open. */
  "ledger.current": { input: nothing, output: ledger.nullable() },
  "ledger.close": { input: nothing, output: nothing },
  "ledger.changeSettings": { input: settings.partial().strict(), output: ledger },
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
  /**
   * Puts a backup in the place of its ledger and opens it; what stood there is kept beside it under another name.
   */
  "backups.restore": { input: z.strictObject({ backup: handle, ledger: handle.nullable() }), output: job },

  /** null while nothing is set up for the open ledger. */
  "connection.read": { input: nothing, output: connection.nullable() },
  "connection.save": { input: connectionInput, output: connection },
  "connection.forget": { input: nothing, output: nothing },
  /** Logs in and asks who the caller is; nothing is kept. */
  "connection.test": {
    input: connectionInput,
    output: z.object({ userID: z.number(), name: z.string().nullable(), business: z.string().nullable() }),
  },

  /** Into the open ledger, or with a target into a new one, which is opened then. A connection is kept when the pull succeeds. */
  "pull.start": {
    input: z.strictObject({ target, connection: connectionInput.nullable(), full: z.boolean() }),
    output: job,
  },
  /** What files seem to hold, null where that cannot be told. */
  "import.look": {
    input: z.strictObject({ files: z.array(handle).min(1).max(500) }),
    output: z.object({
      files: z.array(fileFacts.extend({ bytes: count, kind: z.enum(IMPORT_KINDS).nullable() })),
    }),
  },
  "import.start": {
    input: z.strictObject({
      target,
      files: z
        .array(z.strictObject({ file: handle, kind: z.enum(IMPORT_KINDS) }))
        .min(1)
        .max(500),
    }),
    output: job,
  },
  /** Starts the sandbox and pulls all of it into a new ledger of its own, which is opened then. */
  "sandbox.fill": { input: z.strictObject({ entries: z.int().min(1).max(1_000_000) }), output: job },
  /** Moves the sandbox on a month, with its later changes; the next pull brings them. */
  "sandbox.advance": { input: nothing, output: nothing },

  "jobs.list": { input: nothing, output: z.object({ jobs: z.array(job) }) },
  "jobs.cancel": { input: z.strictObject({ id: shortText }), output: nothing },

  "check.open": { input: nothing, output: snapshotHead },
  "check.read": {
    input: z.strictObject({
      snapshot: shortText,
      table: z.enum(TABLE_NAMES),
      from: count,
      count: z.int().min(1).max(BATCH_ROWS),
    }),
    output: z.union(Object.values(TABLES)),
  },
  /** Checks again in main and keeps the run: what the renderer computed is never believed, it must only agree. */
  "check.save": {
    input: z.strictObject({ period, options: checkOptions }),
    output: z.object({ runId: count, findings: count, errors: count }),
  },

  "record.entry": { input: z.strictObject({ walletID: z.int() }), output: record },
  "record.transaction": { input: z.strictObject({ payID: z.int() }), output: record },

  /** Ties entries to transactions by hand, with a reason. */
  "match.decide": {
    input: z.strictObject({ ...matchTargets, note, by: name }),
    output: manualMatch,
  },
  "match.undo": { input: z.strictObject({ id: count, note, by: name }), output: manualMatch },
  /** Newest first. */
  "match.list": { input: nothing, output: z.object({ matches: z.array(manualMatch) }) },

  /** Newest first. */
  "close.list": { input: nothing, output: z.object({ months: z.array(monthFacts) }) },
  /** Checks the month in main and says how it stands. */
  "close.read": { input: z.strictObject({ month }), output: monthReport },
  "close.review": { input: z.strictObject({ month, by: name }), output: monthFacts },
  /** What stands in the way is overridden with a note, or refused. */
  "close.prepare": {
    input: z.strictObject({ month, by: name, override: note.nullable() }),
    output: monthFacts,
  },
  "close.signOff": { input: z.strictObject({ month, by: name, note }), output: monthFacts },
  "close.reopen": { input: z.strictObject({ month, by: name, note }), output: monthFacts },
  /** What later pulls changed, newest first, at most 2,000 of them; of one month or of all. */
  "restatements.list": {
    input: z.strictObject({ month: month.nullable() }),
    output: z.object({
      restatements: z.array(restatement),
      total: count,
      closings: z.array(restatedClosing),
    }),
  },

  /** Holds a workbook against the open ledger; ends with what was edited in it. */
  "workbook.verify": { input: z.strictObject({ file: handle }), output: job },
  /** Reads what a reviewer typed into a workbook; nothing is taken in yet. */
  "workbook.readReview": { input: z.strictObject({ file: handle }), output: job },
  /** Takes in what a person accepted of it, all or none. */
  "workbook.acceptReview": {
    input: z.strictObject({
      run: count,
      by: name,
      items: z
        .array(
          z.strictObject({
            fingerprint,
            seen: count.nullable(),
            status: z.enum(DECISION_STATUSES),
            note,
          }),
        )
        .min(1)
        .max(20_000),
    }),
    output: taken,
  },

  /** In the order in which they were taken, as many as come at once: those after one that is known, or the first of all. */
  "review.list": {
    input: z.strictObject({
      after: z.strictObject({ id: count, fingerprint, atMs: instant }).nullable().default(null),
    }),
    output: z.object({
      decisions: z.array(z.custom<Decision>()),
      more: z.boolean(),
      /** Whether they are the first of all: what was known is of another ledger, or of another state of this one. */
      anew: z.boolean(),
    }),
  },
  "review.decide": {
    input: z.strictObject({ period, options: checkOptions, status: z.enum(DECISION_STATUSES), ...decided }),
    output: taken,
  },
  "review.undo": { input: z.strictObject(decided), output: taken },

  "export.start": {
    input: z.strictObject({
      target: handle,
      period,
      options: checkOptions,
      format: z.enum(EXPORT_FORMATS),
    }),
    output: job,
  },

  /** Newest first. */
  "activity.list": {
    input: z.strictObject({ before: count.nullable(), count: z.int().min(1).max(500) }),
    output: z.object({ links: z.array(link), more: z.boolean() }),
  },
} as const satisfies Record<MethodName, Method>;

export type Contract = typeof CONTRACT;
/** What a caller gives, before it is parsed. */
export type Input<M extends MethodName> = z.input<Contract[M]["input"]>;
/** What a handler gets. */
export type Parsed<M extends MethodName> = z.output<Contract[M]["input"]>;
export type Output<M extends MethodName> = z.output<Contract[M]["output"]>;
