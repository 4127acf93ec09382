/** `<ProgressBar done={1200} total={5000} label="Reading the ledger" />`: total null while unknown. */
import { ProgressBar as AriaProgressBar } from "react-aria-components";

interface ProgressBarProps {
  readonly done: number;
  readonly total: number | null;
  /** What is going on, for screen readers. */
  readonly label: string;
}

export function ProgressBar({ done, total, label }: ProgressBarProps) {
  const isUnknown = total === null || total === 0;
  const part = isUnknown ? 0 : Math.min(1, done / total);
  return (
    <AriaProgressBar className="progress" aria-label={label} value={part * 100} isIndeterminate={isUnknown}>
      <span className="progress-track">
        <span
          className={isUnknown ? "progress-fill progress-unknown" : "progress-fill"}
          style={isUnknown ? undefined : { transform: `scaleX(${part})` }}
        />
      </span>
    </AriaProgressBar>
  );
}
