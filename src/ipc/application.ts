/**
 * The application itself: what it is, how its windows look, files that people choose, long work under way.
 */
import { z } from "zod";
import { DECIMAL_MARKS, SEPARATORS } from "../core/text/csv-text.ts";
import { LAST_DUE_DAY } from "../core/review/clients/client.ts";
import { TABLE_PIECE, TABLE_PIECES } from "./codec.ts";
import { job } from "./jobs.ts";
import { fileFacts, handle, nothing, shortText } from "./values.ts";

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
});
const { filters, columns, noteTemplates, backups, dueDay, csv } = everyPreference.shape;
/** As they are kept: a file of before lacks those that are newer. */
const preferences = everyPreference.extend({
  filters: filters.default([]),
  columns: columns.default([]),
  noteTemplates: noteTemplates.default([]),
  backups: backups.default({ every: "day", keep: 14 }),
  dueDay: dueDay.default(null),
  csv: csv.default({ separator: "comma", decimalMark: "point" }),
});
export type Preferences = z.infer<typeof preferences>;

const app = z.object({
  version: z.string(),
  host: z.enum(["electron", "browser"]),
  platform: z.enum(["darwin", "win32", "linux"]),
  preferences,
});
export type AppFacts = z.infer<typeof app>;

export const APPLICATION_METHODS = {
  "app.describe": { input: nothing, output: app },
  /** What is not given stays as it is. */
  "preferences.change": { input: everyPreference.partial(), output: preferences },

  /**
   * Asks with the platform's dialog; in a browser the page uploads instead. Empty when nothing was chosen.
   */
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
      ]),
      suggestedName: shortText,
    }),
    output: z.object({ file: fileFacts.nullable() }),
  },
  /**
   * Writes the rows that a window shows as one file, piece by piece; it is in its place, and named, with the
   * last.
   */
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
