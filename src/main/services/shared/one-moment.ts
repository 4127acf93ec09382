/** Reads a ledger at one moment and writes the result right after that moment; docs/decisions/0008. */
import { TieoutError } from "../../../core/errors.ts";
import { ledgerIdOf } from "../../ledger/trail/audit.ts";
import { closeLedger } from "../../ledger/file/close-handle.ts";
import type { ReadableLedger, WritableLedger } from "../../ledger/file/connection.ts";
import { refuseForged } from "../../ledger/trail/forged.ts";
import { openedAt, refuseOther } from "../../ledger/file/identity.ts";
import { holdMoment, releaseMoment, writeAfter } from "../../ledger/file/moment.ts";
import { openAt } from "../../ledger/trail/as-of.ts";
import { guarded, ledgerError } from "../../ledger/file/sqlite-error.ts";
import { goOn } from "./cancelled.ts";
import type { ServiceContext } from "./context.ts";
import { openToWrite } from "./use-ledger.ts";

/** A ledger open twice: one handle holds a moment while the other writes. */
export interface OpenTwice {
  readonly reading: ReadableLedger;
  readonly writing: WritableLedger;
}

/**
 * Works with a ledger through both handles, and closes them whatever happens.
 *
 * @throws TieoutError LEDGER_* as opening for writing raises; AUDIT_BROKEN, AUDIT_MISMATCH as `refuseForged`;
 *   what the work raises
 */
export async function openTwice<T>(
  ledger: string,
  context: ServiceContext,
  work: (ledger: OpenTwice) => Promise<T>,
): Promise<T> {
  const writing = await openToWrite(ledger, context);
  try {
    const reading = openAt(ledger);
    try {
      refuseOther(reading, ledger, openedAt(ledger, ledgerIdOf(writing)));
      guarded(reading.name, () => refuseForged(reading));
      return await work({ reading, writing });
    } catch (error) {
      throw ledgerError(error, ledger);
    } finally {
      closeLedger(reading);
    }
  } finally {
    closeLedger(writing);
  }
}

/** How often one looks again because another process changed the ledger meanwhile. */
const ATTEMPTS = 3;

/**
 * Looks through the reading handle at one moment, and keeps what follows as the next links after it: what
 * came in between is looked at again. The moment stays open for further reads.
 *
 * @throws TieoutError LEDGER_BUSY where others write faster than one can look; CANCELLED; what looking and
 *   keeping raise
 */
export async function writeAfterReading<L, K>(
  { reading, writing }: OpenTwice,
  context: ServiceContext,
  { look, keep }: { readonly look: () => L; readonly keep: (looked: L) => K },
): Promise<{ readonly looked: L; readonly kept: K }> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    await goOn(context);
    const { sequence } = holdMoment(reading);
    const looked = guarded(reading.name, look);
    await goOn(context);
    const written = writeAfter(writing, sequence, () => ({ kept: keep(looked) }));
    if (written !== null) return { looked, kept: written.kept };
    releaseMoment(reading);
  }
  throw new TieoutError("LEDGER_BUSY", "Other programs change the ledger faster than it can be checked", {
    file: reading.name,
  });
}
