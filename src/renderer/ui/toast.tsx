/** `useToast()({ tone: "good", words: "Explained 3 exceptions", action: { label: "Undo", run } })`: a word in passing; F6 goes there. */
import {
  UNSTABLE_Toast as AriaToast,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components";
import type { Tone } from "./badge.tsx";
import { Button } from "./button.tsx";
import "./toast.css";

export interface Toast {
  readonly tone: Tone;
  readonly words: string;
  readonly more?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** How long it stays unless somebody looks at it, milliseconds; with something to press it stays longer. */
const STAYS_MS = 6000;
const STAYS_LONGER_MS = 12_000;

const queue = new ToastQueue<Toast>({ maxVisibleToasts: 3 });

/** Shows a toast; it is read aloud, too. */
export function showToast(toast: Toast): void {
  queue.add(toast, { timeout: toast.action === undefined ? STAYS_MS : STAYS_LONGER_MS });
}

/** @returns a function that shows a toast */
export function useToast(): (toast: Toast) => void {
  return showToast;
}

/** Where toasts appear; once in the shell. */
export function Toasts() {
  return (
    <ToastRegion queue={queue} className="toasts" aria-label="Notices">
      {({ toast }) => {
        const { tone, words, more, action } = toast.content;
        return (
          <AriaToast toast={toast} className={`toast toast-${tone}`}>
            <ToastContent className="toast-words">
              <Text slot="title">{words}</Text>
              {more === undefined ? null : <Text slot="description">{more}</Text>}
            </ToastContent>
            {action === undefined ? null : (
              <Button
                size="s"
                onPress={() => {
                  action.run();
                  queue.close(toast.key);
                }}
              >
                {action.label}
              </Button>
            )}
            <Button slot="close" variant="quiet" size="s" icon="close" aria-label="Dismiss" />
          </AriaToast>
        );
      }}
    </ToastRegion>
  );
}
