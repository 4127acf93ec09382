/** What brings records into a ledger: the connection to the service, pulls, files, the sandbox. */
import { z } from "zod";
import { PULL_STEPS } from "../core/review/pulls/pull-steps.ts";
import { job } from "./jobs.ts";
import {
  asOf,
  count,
  fault,
  fileFacts,
  handle,
  name,
  note,
  nothing,
  shortText,
  vanishedCounts,
} from "./values.ts";

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

const IMPORT_KINDS = ["wallet", "transactions", "user", "business"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

const target = handle.nullable();

/** Who says so, and why. */
const signedWords = { by: name, note };

export const INTAKE_METHODS = {
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
