/** The workbook that is being read: its name, how far it is, and why it could not be read. */
import type { Job } from "../../../ipc/jobs.ts";
import type { FileFacts } from "../../../ipc/values.ts";
import { FaultOf } from "../../app/fault-of.tsx";
import { JobView } from "../../app/jobs/job-view.tsx";

interface ReadingWorkbookProps {
  readonly file: FileFacts | null;
  /** null before it began, and once there is a result to show instead. */
  readonly job: Job | null;
  /** For FaultOf; null unless it could not begin. */
  readonly error: unknown;
  readonly onTryAgain: (file: FileFacts) => void;
}

export function ReadingWorkbook({ file, job, error, onTryAgain }: ReadingWorkbookProps) {
  return (
    <>
      {file === null ? null : (
        <p className="breaks">
          <b>{file.name}</b>
        </p>
      )}
      {error === null ? null : (
        <FaultOf error={error} {...(file === null ? {} : { onTryAgain: () => onTryAgain(file) })} />
      )}
      {job === null ? null : <JobView job={job} />}
    </>
  );
}
