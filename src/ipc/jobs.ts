/** Long work in main, whoever looks: it says how far it is, can be cancelled, and says what it did. */
import { z } from "zod";
import { PROOF_FACT_NAMES } from "../core/words/proof.ts";
import type { ClosingTotals } from "../core/review/clients/ledger-closing.ts";
import type { WorkbookReport } from "../core/report/edits.ts";
import type { ReviewedWorkbook } from "../core/review/decisions/typed-review.ts";
import { count, declaredByCore, fault, fileFacts, instant } from "./values.ts";

const JOB_KINDS = [
  "pull",
  "import",
  "sandbox",
  "export",
  "verify",
  "back-up",
  "restore",
  "verify-workbook",
  "read-review",
  "close",
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** One thing that a job does, e.g. one request of a pull. The last one is under way. */
const step = z.object({
  phase: z.string(),
  done: count,
  /** null while unknown. */
  total: count.nullable(),
  /** `entries`, `bytes` … */
  unit: z.string(),
});
export type JobStep = z.infer<typeof step>;

const kindCounts = z.object({ added: count, changed: count, vanished: count, received: count }).nullable();

/** What a pull, an import or the sandbox brought. */
const pulled = z.object({
  is: z.literal("pulled"),
  pullId: count,
  ledgerCreated: z.boolean(),
  /** In one sentence, e.g. `1,204 new entries, 2 changed since the last pull, 1 vanished.` */
  sentence: z.string(),
  entries: kindCounts,
  transactions: kindCounts,
  notes: z.array(z.string()),
});

/** What an import would do; nothing of it is kept. */
const previewed = z.object({
  is: z.literal("previewed"),
  pullId: count,
  sentences: z.array(z.string()),
  /** Whether a person should read it before the import is kept. */
  isRemarkable: z.boolean(),
});

/** A file that was written. Where it cannot be revealed it is fetched. */
const written = z.object({
  is: z.literal("written"),
  file: fileFacts,
  bytes: count,
  sha256: z.string(),
  /** Of an export: the conclusion in one sentence; of a backup null. */
  verdict: z.string().nullable(),
  /** What of the records was compared with their stored responses, in sentences. */
  compared: z.string(),
});

/** A backup in the folder of its ledger's backups. */
const backedUp = z.object({
  is: z.literal("backed-up"),
  file: fileFacts,
  bytes: count,
  compared: z.string(),
});

const verified = z.object({
  is: z.literal("verified"),
  holds: z.boolean(),
  /** In one sentence, without the full stop, as the terminal prints it. */
  verdict: z.string(),
  /** Whether all pulls were compared and all signed months re-performed. */
  isComplete: z.boolean(),
  problems: z.array(z.object({ code: z.string(), sentence: z.string(), where: z.string().nullable() })),
  facts: z.array(z.object({ name: z.enum(PROOF_FACT_NAMES), count })),
  /** What could not be proven though nothing is wrong, one sentence each. */
  notes: z.array(z.string()),
  head: z.string(),
  links: count,
});

/** A backup in the place of its ledger. */
const restored = z.object({
  is: z.literal("restored"),
  /** Where what stood there is kept. */
  kept: fileFacts.nullable(),
  head: z.string(),
});

/** The ledgers of a folder, each of them closed or not: how each went is in the job's `ledgers`. */
const closed = z.object({
  is: z.literal("closed"),
  totals: declaredByCore<ClosingTotals>(),
  /** Where the workbooks are. */
  folder: fileFacts,
});

const jobLedger = z.object({
  name: z.string(),
  /** What is under way in it; null before it begins. */
  step: step.nullable(),
  /** What was done; null until it is. */
  done: z
    .object({
      /** What it came to, in a few sentences; '' for nothing. */
      words: z.string(),
      undecidedErrors: count.nullable(),
      /** Why it failed; null where it did not. */
      fault: fault.nullable(),
    })
    .nullable(),
});
export type JobLedger = z.infer<typeof jobLedger>;

const workbookVerified = z
  .object({ is: z.literal("workbook-verified") })
  .and(declaredByCore<WorkbookReport>());
const reviewRead = z.object({ is: z.literal("review-read") }).and(declaredByCore<ReviewedWorkbook>());

const result = z.union([
  pulled,
  previewed,
  written,
  backedUp,
  verified,
  restored,
  workbookVerified,
  reviewRead,
  closed,
]);
export type JobResult = z.infer<typeof result>;

export const job = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  startedAtMs: instant,
  /** null while it runs. */
  endedAtMs: instant.nullable(),
  /** The key of the ledger that was open when it ended; null for none, and while it runs. */
  ledger: z.string().nullable(),
  state: z.enum(["running", "done", "failed", "cancelled"]),
  steps: z.array(step),
  /** Of a job over several ledgers: each of them, in their order. */
  ledgers: z.array(jobLedger).exactOptional(),
  /** What it did; null unless it is done. */
  result: result.nullable(),
  /** Why it failed, or that it was cancelled. */
  fault: fault.nullable(),
});
export type Job = z.infer<typeof job>;
