/**
 * Keys that are pressed before what they are meant for is on screen do nothing, and the person is told. None
 * of them waits to act on something that nobody has seen yet.
 */
const FIELDS = "input, textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog]";
const MODIFIERS: ReadonlySet<string> = new Set("Shift Control Alt AltGraph Meta CapsLock".split(" "));

/** Whoever types on after a refused key means the same; a pause ends it, milliseconds. */
const PAUSE_MS = 600;

interface KeyRefusal {
  readonly keys: ReadonlySet<string> | null;
  readonly tell: () => void;
  /** A busy page is handed keys late: those pressed before this are refused all the same. */
  untilMs: number;
}

const refusals = new Set<KeyRefusal>();
let refusedAtMs = Number.NEGATIVE_INFINITY;
let isListening = false;

/**
 * Begins to refuse keys outside of fields and dialogs, and what is typed on after one of them. Escape, which
 * only leads back, goes on.
 *
 * @param keys as events name them, pressed without Ctrl, Alt or Cmd; null for all keys wherever they are
 *   pressed, as while a dialog is about to shut
 * @param tell says so; once for all that is typed without a pause
 * @returns a function that ends it, for keys pressed from then on
 */
export function refuseKeys(keys: ReadonlySet<string> | null, tell: () => void): () => void {
  if (!isListening) window.addEventListener("keydown", onKeyDown, true);
  isListening = true;
  const refusal: KeyRefusal = { keys, tell, untilMs: Number.POSITIVE_INFINITY };
  refusals.add(refusal);
  return () => {
    refusal.untilMs = Math.min(refusal.untilMs, performance.now());
  };
}

function onKeyDown(event: KeyboardEvent): void {
  if (!event.isTrusted) return;
  for (const refusal of refusals) if (event.timeStamp >= refusal.untilMs) refusals.delete(refusal);
  if (!isRefused(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function isRefused(event: KeyboardEvent): boolean {
  const { key, timeStamp, repeat } = event;
  if (MODIFIERS.has(key)) return false;
  const refusal = [...refusals].find(({ keys }) => keys === null || isAmong(keys, event));
  const isSoonAfter = timeStamp - refusedAtMs < PAUSE_MS;
  if (refusal === undefined && key === "Escape") {
    refusedAtMs = Number.NEGATIVE_INFINITY;
    return false;
  }
  if (refusal === undefined && (!isSoonAfter || isInField(event))) return false;
  // A key that is held down says nothing new, and goes on once it may.
  if (repeat) return true;
  refusedAtMs = timeStamp;
  if (!isSoonAfter) refusal?.tell();
  return true;
}

function isAmong(keys: ReadonlySet<string>, event: KeyboardEvent): boolean {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  return isPlain && keys.has(event.key) && !isInField(event);
}

function isInField({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}
