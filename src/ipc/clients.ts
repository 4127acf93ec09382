/** All clients: the ledgers of a folder or those that were open last, and the close of the folder. */
import { z } from "zod";
import type { Client } from "../core/review/clients/client.ts";
import { month } from "../schema/values.ts";
import { job } from "./jobs.ts";
import { fault, fileFacts, handle, nothing } from "./values.ts";

/** Which ledgers are listed. */
const shows = z.enum(["recent", "folder"]);

const line = z.object({
  file: fileFacts,
  /** null where it cannot be read. */
  client: z.custom<Client>().nullable(),
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

export const CLIENT_METHODS = {
  /** Reads each ledger, and checks its month where that is asked for. Due dates are as the preferences say. */
  "clients.list": { input: z.strictObject({ checks: z.boolean() }), output: list },
  "clients.show": { input: z.strictObject({ shows }), output: nothing },
  /** Asks for a folder, which is listed from then on; false where none was chosen. */
  "clients.chooseFolder": { input: nothing, output: z.object({ isChosen: z.boolean() }) },
  /** Pulls, checks and exports the month of each ledger of the folder, as `tieout close` does. */
  "clients.close": {
    input: z.strictObject({
      /**
       * `next`: the month to close of each ledger, as it is listed; `last`: the month before today's, in its
       * zone.
       */
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
