/** The ledger that a thread holds for the window, and what is asked for again: its records and a check. */
import { TieoutError } from "../../../core/errors.ts";
import { TEXT_TABLES, type TableName } from "../../../core/reconcile/input/snapshot.ts";
import { readLedgerFacts } from "../../services/shared/ledger-facts.ts";
import { CheckMemory } from "../../services/shared/check-memory.ts";
import { checkAhead } from "../../services/check/check.ts";
import { type HeldSnapshot, openSnapshot, readBatch } from "../../services/check/snapshot.ts";
import type { ServiceContext } from "../../services/shared/thread-messages.ts";
import {
  type LedgerAt,
  type LedgerLock,
  type OpenedLedger,
  holdLedger,
  openedAt,
  refuseReplaced,
} from "../../services/shared/use-ledger.ts";

export interface InLedger {
  readonly ledger: string;
}

/** A request on a ledger as of now, or of a link of its trail. */
export interface AtLedger {
  readonly ledger: LedgerAt;
}

/** The window's ledger; without a lock it can only be read. */
let held: { readonly opened: OpenedLedger; readonly lock: LedgerLock | null } | null = null;
/** What this thread remembers of it as of now, and as of the link that was looked at last. */
const memory = new CheckMemory();
const pastMemory = new CheckMemory();
/** The newest of each only: whoever reads an older one is told to begin again. */
let snapshot: HeldSnapshot | null = null;
let pastSnapshot: HeldSnapshot | null = null;
let reading: NodeJS.Immediate | undefined;
let checking: NodeJS.Timeout | undefined;
let lookingBack: NodeJS.Timeout | undefined;
/** So long after an earlier state was last asked for its records are given back, milliseconds. */
const PAST_MS = 10 * 60_000;
/** What a window reads when it has made its own check. */
const TEXTS: ReadonlySet<TableName> = new Set(TEXT_TABLES);
/** So long nobody reads these once a window has all of them, milliseconds. */
const QUIET_MS = 200;

/** Gives a service what this thread remembers of the ledger, as of now or of a link. */
export function remembering(context: ServiceContext, at?: LedgerAt): ServiceContext {
  return { ...context, memory: memoryOf(at) };
}

function memoryOf(at: LedgerAt | undefined): CheckMemory {
  if (typeof at !== "object") return memory;
  clearTimeout(lookingBack);
  lookingBack = setTimeout(forgetPast, PAST_MS);
  lookingBack.unref();
  return pastMemory;
}

function forgetPast(): void {
  clearTimeout(lookingBack);
  pastSnapshot = null;
  pastMemory.forget();
}

/** Gives back the ledger that is held, and what the thread remembers of it. */
export function letGo(): void {
  held?.lock?.release();
  held = null;
  snapshot = null;
  clearImmediate(reading);
  clearTimeout(checking);
  memory.forget();
  forgetPast();
}

/** A ledger for the window, held against other processes in place of the one before, where it is writable. */
export interface Taken {
  readonly facts: ReturnType<typeof readLedgerFacts>;
  /** Why it can only be read, with one of READ_ONLY; null when it can be written. */
  readonly readOnly: { readonly code: (typeof READ_ONLY)[number]; readonly sentence: string } | null;
  readonly opened: OpenedLedger;
}

/** What hinders writing and leaves reading possible. */
const READ_ONLY = [
  "LEDGER_READONLY",
  "LEDGER_TWO_NAMES",
  "LEDGER_LOCKED",
  "LEDGER_DISK_FULL",
  "LEDGER_DISK_ERROR",
] as const;

/**
 * Where it cannot be opened the one held before stays held; one that is held already stays so.
 *
 * @param isAgain whether it must be the one that the window has open; otherwise another that has its name now
 *   is opened
 * @throws TieoutError LEDGER_REPLACED, what opening raises
 */
export function takeAndRead(ledger: string, context: ServiceContext, isAgain = false): Taken {
  if (isAgain) refuseReplaced(openedAt(ledger, context.opened?.ledgerId ?? ""), context.opened);
  const isHeld = held !== null && held.opened.file === openedAt(ledger, "").file;
  const lock = isHeld ? (held?.lock ?? null) : null;
  // Its name is held still, for another file.
  if (!isHeld && held?.opened.path === ledger) letGo();
  const taken = lock === null ? tryToHold(ledger, context) : { lock, readOnly: null };
  try {
    const facts = readLedgerFacts(ledger, memory);
    const opened = openedAt(ledger, facts.id);
    if (isAgain) refuseReplaced(opened, context.opened);
    // What is remembered of a ledger that can only be read is not read again each time it is looked at.
    if (!isHeld) letGo();
    held = { opened, lock: taken.lock };
    readSoon(ledger);
    return { facts, readOnly: taken.readOnly, opened };
  } catch (error) {
    if (lock === null) taken.lock?.release();
    throw error;
  }
}

function tryToHold(
  ledger: string,
  context: ServiceContext,
): { readonly lock: LedgerLock | null; readonly readOnly: Taken["readOnly"] } {
  try {
    return { lock: holdLedger(ledger, context), readOnly: null };
  } catch (error) {
    const code = error instanceof TieoutError && READ_ONLY.find((one) => one === error.code);
    if (!code || !(error instanceof TieoutError)) throw error;
    return { lock: null, readOnly: { code, sentence: error.message } };
  }
}

/**
 * Opens the records of a ledger as they are now, or were at a link, in the place of those opened before.
 *
 * @throws TieoutError LEDGER_REPLACED where another file has its name than the one that is held
 */
export function openRecords({ ledger: at }: AtLedger): HeldSnapshot["head"] {
  const path = typeof at === "string" ? at : at.path;
  if (held?.opened.path === path) refuseReplaced(openedAt(path, held.opened.ledgerId), held.opened);
  const opened = openSnapshot(at, memoryOf(at));
  if (typeof at === "string") snapshot = opened;
  else pastSnapshot = opened;
  return opened.head;
}

/** What is asked for has the name that its head had; of the same records either will do. */
function heldSnapshot(name: string): HeldSnapshot | null {
  return [snapshot, pastSnapshot].find((one) => one?.head.snapshot === name) ?? null;
}

/** What a window asks of the records that it opened. */
interface BatchRequest {
  readonly snapshot: string;
  readonly table: TableName;
  readonly from: number;
  readonly count: number;
}

/** A batch of the records opened last. @throws TieoutError SNAPSHOT_GONE when others were opened since */
export function readRecords(request: BatchRequest): ReturnType<typeof readBatch> {
  const asked = heldSnapshot(request.snapshot);
  if (asked === null) throw new TieoutError("SNAPSHOT_GONE", "The ledger has been read again since");
  if (typeof asked.ledger === "string" && TEXTS.has(request.table)) checkSoon(asked.ledger);
  return readBatch(asked, request.table, request.from, request.count);
}

/** Reads ahead while the window's page is being loaded. */
function readSoon(ledger: string): void {
  clearImmediate(reading);
  reading = setImmediate(() => {
    try {
      openSnapshot(ledger, memory);
    } catch {
      // Whoever asks for the records is told why they cannot be read.
    }
  });
}

/** Checks ahead, so that who decides then need not wait: after the window's own check has the processor. */
function checkSoon(ledger: string): void {
  clearTimeout(checking);
  checking = setTimeout(() => {
    try {
      checkAhead(ledger, memory);
    } catch {
      // Whoever needs the check is told why it cannot be made.
    }
  }, QUIET_MS);
  checking.unref();
}
