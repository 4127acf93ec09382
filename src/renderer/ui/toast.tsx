/**
 * `showToast({ tone: "good", words: "Explained 3 exceptions", action: { label: "Undo", run } })`: a word in
 * passing; F6 goes there. Over a dialog nothing is laid: what was said before waits until it is shut, and
 * what answers it stands within it.
 */
import { useSyncExternalStore } from "react";
import {
  UNSTABLE_Toast as AriaToast,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components";
import type { Tone } from "./badge.tsx";
import { Button, CloseButton } from "./button.tsx";
import { frontDialog, useFrontDialog } from "./front-dialog.ts";

export interface Toast {
  readonly tone: Tone;
  readonly words: string;
  readonly more?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Whether its action would change the review, and goes once that must stay as it is. */
  readonly isOfReview?: true;
}

interface ShownToast extends Toast {
  /**
   * The dialog that it answers; null where none was open, and of what has an action, which is about something
   * before.
   */
  readonly dialog: string | null;
}

/** How long it stays unless somebody looks at it, milliseconds; with something to press it stays longer. */
const STAYS_MS = 6000;
export const STAYS_LONGER_MS = 12_000;

const queue = new ToastQueue<ShownToast>({ maxVisibleToasts: 3 });
const ofReview = new Set<string>();

/** Shows a toast; it is read aloud, too. */
export function showToast(toast: Toast): void {
  const { action, isOfReview } = toast;
  const dialog = action === undefined ? frontDialog() : null;
  const timeout = action === undefined ? STAYS_MS : STAYS_LONGER_MS;
  const key = queue.add({ ...toast, dialog }, { timeout, onClose: () => ofReview.delete(key) });
  if (isOfReview === true) ofReview.add(key);
}

/** Takes all away: they are about what is no longer shown. */
export function clearToasts(): void {
  queue.clear();
  ofReview.clear();
}

/** Takes away what offers to change the review, which must stay as it is. */
export function withdrawOffers(): void {
  for (const key of ofReview) queue.close(key);
}

/** Says that nothing was done, why, and what to do instead. */
export function warn(words: string, more?: string): void {
  showToast({ tone: "warning", words, ...(more === undefined ? {} : { more }) });
}

function useVisibleToasts() {
  return useSyncExternalStore(
    (listener) => queue.subscribe(listener),
    () => queue.visibleToasts,
  );
}

/**
 * Where toasts appear; once in the shell. Their time runs only while they are shown. A region that a control
 * with the focus went out of takes the focus again when a later toast goes: so what is pressed by a pointer
 * takes no focus, and a region without toasts goes.
 */
export function Toasts() {
  const isBehind = useFrontDialog() !== null;
  const isEmpty = useVisibleToasts().length === 0;
  if (isBehind || isEmpty) return null;
  return (
    <ToastRegion queue={queue} className="beside gap-2 toasts" aria-label="Notices">
      {({ toast }) => {
        const { tone, words, more, action } = toast.content;
        return (
          <AriaToast toast={toast} className={`stack gap-2 over pad-2 toast tone-${tone}`}>
            <div className="row at-start gap-2">
              <ToastContent className="stack fill breaks">
                <Text slot="title">{words}</Text>
                {more === undefined ? null : (
                  <Text slot="description" className="small quiet">
                    {more}
                  </Text>
                )}
              </ToastContent>
              <CloseButton slot="close" label="Dismiss" preventFocusOnPress />
            </div>
            {action === undefined ? null : (
              <Button
                size="s"
                preventFocusOnPress
                onPress={() => {
                  action.run();
                  queue.close(toast.key);
                }}
              >
                {action.label}
              </Button>
            )}
          </AriaToast>
        );
      }}
    </ToastRegion>
  );
}

/** What answers a dialog, in its flow, until the dialog is shut or somebody has seen it. */
export function DialogToasts({ dialog }: { readonly dialog: string }) {
  const answers = useVisibleToasts().filter(({ content }) => content.dialog === dialog);
  if (answers.length === 0) return null;
  return (
    <div className="stack gap-2 rigid pad-x-5 pad-under-3 dialog-toasts">
      {answers.map(({ key, content: { tone, words, more } }) => (
        <div key={key} className={`row gap-3 over pad-2 toast tone-${tone}`}>
          <p className="stack fill breaks" role="alert">
            {words}
            {more === undefined ? null : <span className="small quiet">{more}</span>}
          </p>
          <CloseButton label="Dismiss" onPress={() => queue.close(key)} />
        </div>
      ))}
    </div>
  );
}
