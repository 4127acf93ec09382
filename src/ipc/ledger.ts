/** The open ledger: its facts and settings, its audit trail, its backups. */
import { z } from "zod";
import { month } from "../schema/values.ts";
import { job } from "./jobs.ts";
import {
  asOf,
  count,
  decimals,
  fault,
  fileFacts,
  handle,
  instant,
  json,
  keptOptions,
  name,
  note,
  nothing,
  timeZone,
} from "./values.ts";

const settings = z.object({ timeZone, decimals, options: keptOptions });
export type KeptSettings = z.infer<typeof settings>;

/** What a ledger holds, as of now or of a link. */
const stored = z.object({
  id: z.string(),
  owner: z.object({ userID: z.number(), name: z.string().nullable() }).nullable(),
  /** ISO 4217 of the caller's business, else of the caller. */
  currency: z.string().nullable(),
  counts: z.object({
    entries: count,
    transactions: count,
    pulls: count,
    pullSteps: count,
    decisions: count,
    links: count,
  }),
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
  /** Digits after the point of prepared and signed months, which keep theirs, by month. */
  frozenDecimals: z.record(z.string(), decimals),
});

/** The open ledger. */
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

export const LEDGER_METHODS = {
  "ledger.recent": {
    input: nothing,
    output: z.object({ ledgers: z.array(fileFacts.extend({ openedAtMs: instant, isThere: z.boolean() })) }),
  },
  "ledger.forget": { input: z.strictObject({ ledger: handle }), output: nothing },
  "ledger.open": { input: z.strictObject({ file: handle }), output: ledger },
  /**
   * What the open ledger held at a link, with the options that a month signed by then was signed under: its
   * check is that of the signature.
   */
  "ledger.then": { input: z.strictObject({ month, asOf: asOf.unwrap() }), output: stored },
  /** null while none is open. */
  "ledger.current": { input: nothing, output: ledger.nullable() },
  "ledger.close": { input: nothing, output: nothing },
  /** Whether a change takes a name and a reason, and what it moves in prepared and signed months. */
  "ledger.settingsEffect": {
    input: z.strictObject({ given: settings.partial().strict() }),
    output: z.object({ isSigned: z.boolean(), sentences: z.array(z.string()) }),
  },
  /** Zone and decimals; with a name and a reason once a month is prepared or signed. */
  "ledger.changeSettings": {
    input: settings.omit({ options: true }).extend({ by: name, note }).partial().strict(),
    output: ledger,
  },
  "ledger.changeOptions": {
    input: z.strictObject({ options: keptOptions, by: name, note }),
    output: ledger,
  },
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
   * Puts a backup in the place of its ledger and opens it; what stood there is kept beside it under another
   * name.
   */
  "backups.restore": { input: z.strictObject({ backup: handle, ledger: handle.nullable() }), output: job },

  /** Newest first. */
  "activity.list": {
    input: z.strictObject({ before: count.nullable(), count: z.int().min(1).max(500), asOf }),
    output: z.object({ links: z.array(link), more: z.boolean() }),
  },
} as const;
