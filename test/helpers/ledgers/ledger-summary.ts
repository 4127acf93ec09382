/** What must be the same of a ledger whichever version of the program reads it, and whatever its schema was before. */
import type { HeldNumbers } from "../../../src/core/reconcile/input/column-kinds.ts";
import type { RepeatedRecord } from "../../../src/core/reconcile/input/input.ts";
import { hash } from "node:crypto";
import { canonicalJson } from "../../../src/core/canonical.ts";
import { DEFAULT_KEPT_OPTIONS } from "../../../src/core/options.ts";
import { auditHead } from "../../../src/main/ledger/file/audit.ts";
import { listBodies } from "../../../src/main/ledger/pulls/body.ts";
import { readCheckInput } from "../../../src/main/ledger/records/check-input.ts";
import { listAttachments } from "../../../src/main/ledger/acts/attachment.ts";
import { listCloseSteps } from "../../../src/main/ledger/acts/close-step.ts";
import { listDecisions } from "../../../src/main/ledger/acts/decision.ts";
import { findRecord } from "../../../src/main/ledger/records/history.ts";
import { closeLedger, ledgerIdOf } from "../../../src/main/ledger/file/connection.ts";
import { readJudgements } from "../../../src/main/ledger/acts/judgements.ts";
import { listFiles } from "../../../src/main/ledger/acts/month-file.ts";
import { openForReading } from "../../../src/main/ledger/file/open.ts";
import { listPulls } from "../../../src/main/ledger/trail/pull.ts";
import {
  ENTRY_TABLE,
  PAYMENT_TABLE,
  type RecordTable,
} from "../../../src/main/ledger/tables/record-table.ts";
import { readSettings } from "../../../src/main/ledger/acts/settings.ts";
import { listActs } from "../../../src/main/ledger/trail/acts.ts";

const sum = (column: HeldNumbers) => Array.from(column).reduce((total, value) => total + value, 0);
const sha256 = (text: string) => hash("sha256", text, "hex");

/** Counts, sums and hashes of everything the program reads from a ledger. */
export function summaryOf(path: string) {
  const db = openForReading(path);
  try {
    const input = readCheckInput(db);
    const { entries, transactions, history } = input;
    const decisions = listDecisions(db);
    const matches = listActs(db, "match");
    const closeSteps = listCloseSteps(db);
    const attachments = listAttachments(db);
    const files = listFiles(db);
    const letters = listActs(db, "letter");
    const pullSteps = listActs(db, "pull-step");
    const points = listActs(db, "point");
    const books = listActs(db, "books");
    const keys = listActs(db, "key");
    const newest = <R>(table: RecordTable<R>, ids: ArrayLike<number>) =>
      Array.from(ids, (id) => {
        const record = findRecord(db, table, id).versions.at(-1)?.record;
        return record === undefined || record === null ? null : table.document(record);
      });
    const entryDocuments = newest(ENTRY_TABLE, entries.walletID);
    const transactionDocuments = newest(PAYMENT_TABLE, transactions.payID);
    // Schemas before the third held none.
    const { options, ...shown } = readSettings(db);
    const kept = canonicalJson({ ...options });
    return {
      ledgerId: ledgerIdOf(db),
      settings: kept === canonicalJson({ ...DEFAULT_KEPT_OPTIONS }) ? shown : readSettings(db),
      trail: auditHead(db),
      entries: {
        count: entries.length,
        credit: sum(entries.credit),
        debit: sum(entries.debit),
        balance: sum(entries.balance),
        sha256: sha256(canonicalJson(entryDocuments)),
      },
      transactions: {
        count: transactions.length,
        chargedamount: sum(transactions.chargedamount),
        payableamount: sum(transactions.payableamount),
        scrowfee: sum(transactions.scrowfee),
        taxfee: sum(transactions.taxfee),
        tasks: transactions.tasks.length,
        sha256: sha256(canonicalJson(transactionDocuments)),
      },
      history: {
        entryVersions: history.entryVersions.length,
        entriesVanished: history.entriesVanished.length,
        transactionVersions: history.transactionVersions.length,
        transactionsVanished: history.transactionsVanished.length,
        repeatedEntries: history.repeatedEntries.map(countedOf),
        repeatedTransactions: history.repeatedTransactions.map(countedOf),
        coverage: history.coverage,
      },
      user: input.user,
      businesses: input.businesses,
      pulls: listPulls(db),
      bodies: listBodies(db),
      // Schemas before the second held none.
      ...(decisions.length === 0 ? {} : { decisions }),
      // Schemas before the fourth held none.
      ...(matches.length === 0 ? {} : { matches }),
      // Schemas before the sixth held none.
      ...(attachments.length === 0 ? {} : { attachments }),
      // Schemas before the ninth held none.
      ...(pullSteps.length === 0 ? {} : { pullSteps }),
      // Schemas before the seventh held none.
      ...(files.versions.length === 0 ? {} : { files }),
      // Schemas before the eighth held none.
      ...(letters.length === 0 ? {} : { letters }),
      // Schemas before the tenth held none.
      ...(points.length === 0 ? {} : { points }),
      ...(books.length === 0 ? {} : { books }),
      ...(keys.length === 0 ? {} : { keys }),
      ...(closeSteps.length === 0 ? {} : { closeSteps, human: readJudgements(db) }),
    };
  } finally {
    closeLedger(db);
  }
}

/** What every release said of copies. */
function countedOf({ id, copies, conflicting }: RepeatedRecord) {
  return { id, copies, conflicting };
}
