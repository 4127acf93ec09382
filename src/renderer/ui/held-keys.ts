/**
 * Keys that are pressed before what they are meant for is on screen. Held, they wait for it and then do what they would have
 * done, in order. Refused, they do nothing, and the person is told. Either way none of them acts on something else.
 */
const FIELDS = "input, textarea, select, [contenteditable=true], [role=dialog], [role=alertdialog]";

/** Whoever types on after a refused key means the same; a pause ends it, milliseconds. */
const PAUSE_MS = 600;

/** Keys that wait, the oldest first. */
const waiting: KeyboardEvent[] = [];
let holds = 0;
/** Of these holds, how many keep keys out of fields and dialogs too. */
let wholeHolds = 0;
let isReplaying = false;

interface Refusal {
  readonly keys: ReadonlySet<string>;
  readonly tell: () => void;
}

const refusals = new Set<Refusal>();
let refusedAtMs = Number.NEGATIVE_INFINITY;

let isListening = false;
function listen(): void {
  if (!isListening) window.addEventListener("keydown", onKeyDown, true);
  isListening = true;
}

/**
 * Begins to hold keys back; those typed into a field or a dialog go on, unless others wait already.
 *
 * @param everywhere keeps them out of fields and dialogs too, as while a dialog is about to shut
 * @returns a function that ends it, once; what waits is done then, or forgotten
 */
export function holdKeys({ everywhere = false } = {}): (then: "do" | "forget") => void {
  listen();
  holds += 1;
  wholeHolds += everywhere ? 1 : 0;
  let isHeld = true;
  return (then) => {
    if (!isHeld) return;
    isHeld = false;
    holds -= 1;
    wholeHolds -= everywhere ? 1 : 0;
    if (then === "forget") waiting.length = 0;
    replay();
  };
}

/**
 * Begins to refuse keys, and what is typed on after one of them.
 *
 * @param keys as events name them, pressed without Ctrl, Alt or Cmd
 * @param tell says so; once for all that is typed without a pause
 * @returns a function that ends it
 */
export function refuseKeys(keys: ReadonlySet<string>, tell: () => void): () => void {
  listen();
  const refusal = { keys, tell };
  refusals.add(refusal);
  return () => void refusals.delete(refusal);
}

function onKeyDown(event: KeyboardEvent): void {
  if (!event.isTrusted) return;
  if (isRefused(event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  if (holds === 0 && waiting.length === 0) return;
  if (isInField(event) && waiting.length === 0 && wholeHolds === 0) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  waiting.push(event);
}

function isRefused(event: KeyboardEvent): boolean {
  const { key, timeStamp } = event;
  if (isInField(event)) return false;
  const isOn = timeStamp - refusedAtMs < PAUSE_MS;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  const refusal = [...refusals].find(({ keys }) => isPlain && keys.has(key));
  if (!isOn && refusal === undefined) return false;
  refusedAtMs = timeStamp;
  if (!isOn) refusal?.tell();
  return true;
}

function isInField({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}

/** Each key in a turn of its own, so that what the one before it opened is there. */
function replay(): void {
  if (isReplaying || holds > 0) return;
  const [next] = waiting;
  if (next === undefined) return;
  isReplaying = true;
  press(next);
  waiting.shift();
  setTimeout(() => {
    isReplaying = false;
    replay();
  }, 0);
}

function press(event: KeyboardEvent): void {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey, repeat } = event;
  const target = document.activeElement ?? document.body;
  const again = { key, code, ctrlKey, metaKey, shiftKey, altKey, repeat, bubbles: true, cancelable: true };
  const isAllowed = target.dispatchEvent(new KeyboardEvent("keydown", again));
  if (!isAllowed || ctrlKey || metaKey || !target.matches("input, textarea")) return;
  // A browser does by itself what keys do in a field, but not for keys that a page makes. Nothing else types as it does.
  if (key === "Backspace") document.execCommand("delete");
  else if (key === "Enter") document.execCommand("insertText", false, "\n");
  else if (/^.$/u.test(key)) document.execCommand("insertText", false, key);
}
