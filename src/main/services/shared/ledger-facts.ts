/** What a window shows about the open ledger: its owner, its size, its last pull, its settings. */
import { TieoutError } from "../../../core/errors.ts";
import { auditHead } from "../../ledger/file/audit.ts";
import { findUser, listBusinesses } from "../../ledger/trail/caller.ts";
import { type ReadableLedger, ledgerIdOf } from "../../ledger/file/connection.ts";
import { ENTRY_TABLE, PAYMENT_TABLE } from "../../ledger/tables/record-table.ts";
import { countLive } from "../../ledger/records/history.ts";
import { judgementsId } from "../../ledger/acts/judgements.ts";
import { listPulls } from "../../ledger/trail/pull.ts";
import { listFrozenDecimals } from "../../ledger/acts/run.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import type { LedgerAt } from "../../ledger/trail/as-of.ts";
import type { CheckMemory } from "./check-memory.ts";
import { readLedger } from "./use-ledger.ts";
import { listActs, newestAct } from "../../ledger/trail/acts.ts";

/** Reads them as of now, or a link; the bridge declares them. @param memory of the thread, whose records are not counted again */
export function readLedgerFacts(ledger: LedgerAt, memory?: CheckMemory) {
  return readLedger(ledger, (db) => factsOf(db, memory));
}

function factsOf(db: ReadableLedger, memory: CheckMemory | undefined) {
  const held = memory?.recallRecords(db)?.input;
  const pulls = listPulls(db);
  const last = pulls.at(-1);
  const head = auditHead(db);
  return {
    id: ledgerIdOf(db),
    ...ownerFacts(db),
    counts: {
      entries: held?.entries.length ?? countLive(db, ENTRY_TABLE),
      transactions: held?.transactions.length ?? countLive(db, PAYMENT_TABLE),
      pulls: pulls.length,
      pullSteps: listActs(db, "pull-step").length,
      decisions: newestAct(db, "decision"),
      links: head.sequence,
    },
    head: head.hash,
    human: judgementsId(db),
    lastPull:
      last === undefined
        ? null
        : {
            id: last.id,
            source: last.source,
            atMs: last.finishedAtMs ?? last.startedAtMs,
            baseUrl: last.baseUrl,
          },
    settings: readSettings(db),
    frozenDecimals: listFrozenDecimals(db),
  };
}

/** The ids of ledgers by their paths; of those that cannot be read, none. */
export function readLedgerIds(paths: readonly string[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const path of paths) {
    try {
      ids.set(path, readLedger(path, ledgerIdOf));
    } catch (error) {
      // Whoever works on it is told why it cannot be read.
      if (!(error instanceof TieoutError)) throw error;
    }
  }
  return ids;
}

/** Whose records a ledger holds, and in which currency. */
export function ownerFacts(db: ReadableLedger) {
  const user = findUser(db);
  const business = listBusinesses(db).find(({ businessID }) => businessID === user?.businessID);
  return {
    owner: user === null ? null : { userID: user.userID, name: user.name },
    currency: business?.currency ?? user?.defaultCurrency ?? null,
  };
}
