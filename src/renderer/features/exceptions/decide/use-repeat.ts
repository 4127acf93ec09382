/** Deciding as before: the same decision with the same note on what is shown now, by one key. */
import { formatCount } from "../../../../core/money.ts";
import { showFault } from "../../../app/show-fault.ts";
import { useCheck } from "../../../check/check-provider.tsx";
import type { SelectableException } from "../../../check/protocol.ts";
import { STATUS_WORDS } from "../../../shared/decide/finding-words.ts";
import { speak } from "../../../shared/decide/spoken.tsx";
import { showToast } from "../../../ui/overlays/toast.tsx";
import { isWaiting } from "../finding/movement.ts";

/**
 * @param onDecided told the fingerprints
 * @returns decides on those of some findings that wait; what is decided stays as it is
 */
export function useRepeat(
  onDecided: (decided: ReadonlySet<string>) => void,
): (lines: readonly SelectableException[]) => void {
  const { decide, lastDecided } = useCheck();
  return (lines) => {
    const items = lines
      .filter(({ status }) => isWaiting(status))
      .map(({ fingerprint, seen }) => ({ fingerprint, seen }));
    if (lastDecided === null) {
      refuse(
        "Nothing was decided before",
        "Decide on a finding first. Then this key decides the next in the same way.",
      );
      return;
    }
    if (items.length === 0) {
      refuse("Already decided", "Nothing was done. Go to the next undecided finding.");
      return;
    }
    const { status, note } = lastDecided;
    decide({ items, status, note, about: formatCount(items.length, "finding") }).catch(showFault);
    speak(`${STATUS_WORDS[status]}.`);
    onDecided(new Set(items.map(({ fingerprint }) => fingerprint)));
  };
}

function refuse(words: string, more: string): void {
  showToast({ tone: "warning", words, more });
}
