/** Long work in words: what it is, how far, how it ended. */
import { verdictWords } from "../../core/report/workbook-verdict.ts";
import { formatAmount, formatCount } from "../../core/money.ts";
import { closingTotals } from "../../core/review/clients/closing-words.ts";
import type { Job, JobKind, JobResult, JobStep } from "../../ipc/jobs.ts";
import { sentenceOf } from "../ui/faults.tsx";
import { bytesText } from "../../core/size-text.ts";

const NAMES: Readonly<Record<JobKind, string>> = {
  pull: "Pull",
  import: "Import",
  sandbox: "Sandbox",
  export: "Export",
  verify: "Verify",
  "back-up": "Backup",
  restore: "Restore",
  "verify-workbook": "Verify workbook",
  "read-review": "Import review",
  close: "Close all",
};

export function jobName(kind: JobKind): string {
  return NAMES[kind];
}

/** How far a step is, in its own unit; '' before anything is counted. */
export function stepCounts({ done, total, unit }: JobStep): string {
  if (done === 0 && total === null) return "";
  const isBytes = unit === "bytes";
  const say = isBytes ? bytesText : (count: number) => formatAmount(count);
  const counted = total === null ? say(done) : `${say(done)} of ${say(total)}`;
  return isBytes ? counted : `${counted} ${unit}`;
}

const ATTEMPT = / \(attempt \d+\)$/u;

/** How each step of a job went: one that the next step attempts again has failed. */
export function stepOutcomes({ steps, state }: Pick<Job, "steps" | "state">): readonly StepOutcome[] {
  return steps.map(({ phase }, at) => {
    const next = steps[at + 1];
    if (next === undefined) return state;
    const isRetried =
      ATTEMPT.test(next.phase) && next.phase.replace(ATTEMPT, "") === phase.replace(ATTEMPT, "");
    return isRetried && next.phase !== phase ? "failed" : "done";
  });
}

export type StepOutcome = Job["state"];

export interface JobEnd {
  readonly tone: "good" | "error" | "warning" | "quiet";
  readonly sentence: string;
}

function good(sentence: string): JobEnd {
  return { tone: "good", sentence };
}

export function jobEnd(job: Job): JobEnd | null {
  if (job.state === "running") return null;
  if (job.state === "cancelled") {
    const sentence = `${jobName(job.kind)} cancelled. ${job.fault?.remedy ?? "Nothing was saved."}`;
    return { tone: "quiet", sentence };
  }
  if (job.fault !== null) return { tone: "error", sentence: sentenceOf(job.fault) };
  return job.result === null ? good("Done.") : resultEnd(job.kind, job.result);
}

function verifiedEnd({ holds, verdict, isComplete }: Extract<JobResult, { is: "verified" }>): JobEnd {
  const tone = holds ? (isComplete ? "good" : "warning") : "error";
  return { tone, sentence: `${verdict}.` };
}

function resultEnd(kind: JobKind, result: JobResult): JobEnd {
  switch (result.is) {
    case "pulled":
      return { tone: result.notes.length === 0 ? "good" : "warning", sentence: result.sentence };
    case "previewed":
      return { tone: result.isRemarkable ? "warning" : "good", sentence: "Nothing was imported yet." };
    case "written": {
      const size = bytesText(result.bytes);
      const what = kind === "back-up" ? "The backup" : "The export";
      // In a browser nothing is on disk before it is downloaded.
      return good(`${what} is ready: ${result.file.name}, ${size}. ${result.compared}`);
    }
    case "verified":
      return verifiedEnd(result);
    case "backed-up": {
      const size = bytesText(result.bytes);
      return good(`The ledger is backed up: ${result.file.name}, ${size}. ${result.compared}`);
    }
    case "restored": {
      const kept = result.kept === null ? "" : `. The file it replaced is kept as ${result.kept.name}`;
      return good(`The ledger was restored from the backup${kept}.`);
    }
    case "workbook-verified":
      return {
        tone: result.holds ? "good" : result.isOtherLayout ? "warning" : "error",
        sentence: verdictWords(result),
      };
    case "review-read":
      if (result.items.length === 0) return good("The reviewer columns are empty.");
      return good(`The workbook has ticks or notes on ${formatCount(result.items.length, "finding")}.`);
    case "closed": {
      const { failed, undecided } = result.totals;
      const tone = failed > 0 ? "error" : undecided > 0 ? "warning" : "good";
      return { tone, sentence: closingTotals(result.totals) };
    }
  }
}

/** The pull that a job has brought, of the service or of files; null while it has brought none. */
export function pulledBy(job: Job | undefined): number | null {
  return job?.result?.is === "pulled" ? job.result.pullId : null;
}
