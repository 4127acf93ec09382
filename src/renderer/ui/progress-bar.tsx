/** `<ProgressBar of={{ done: 1200, total: 5000 }} label="Reading the ledger" />` */
import { ProgressBar as AriaProgressBar } from "react-aria-components";

interface ProgressBarProps {
  /** Left out while nothing is known; total null while that is not. */
  readonly of: { readonly done: number; readonly total: number | null } | null | undefined;
  /** What is going on, for screen readers. */
  readonly label: string;
}

export function ProgressBar({ of, label }: ProgressBarProps) {
  const { done, total } = of ?? { done: 0, total: null };
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
