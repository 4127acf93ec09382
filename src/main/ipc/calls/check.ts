/**
 * The records for the check in the window, a run that is kept, one record with all its versions, the files
 * that show it.
 */
import { type Calls, job, quick, reading, writing } from "./call.ts";

const held = async () => import("../threads/held-ledger.ts");
const checking = async () => import("../../services/check/check.ts");
const record = async () => import("../../services/check/record.ts");

export const CHECK_CALLS = {
  "check.open": reading(
    held,
    ({ openRecords }) =>
      ({ ledger }) =>
        openRecords(ledger),
  ),
  "check.read": quick({
    load: held,
    // Of the records that were opened, whichever ledger is open now.
    ask: (request) => request,
    run: async (request) => (await held()).readRecords(request),
    answer: (batch) => batch,
  }),
  "check.save": writing(checking, ({ keepCheck }) => keepCheck),

  "record.entry": reading(
    record,
    ({ readEntryRecord }) =>
      ({ ledger, walletID }) =>
        readEntryRecord(ledger, walletID),
  ),
  "record.transaction": reading(
    record,
    ({ readTransactionRecord }) =>
      ({ ledger, payID }) =>
        readTransactionRecord(ledger, payID),
  ),

  "export.start": job("export", {
    writes: true,
    // Whoever chose the place was asked whether what stands there may be replaced.
    ask: ({ target, ...request }, { handles, ledger }) => ({
      ...request,
      out: handles.path(target, "write"),
      ledger: ledger.writablePath,
      replace: true,
    }),
    run: async (request, context) =>
      (await import("../../services/workbook/export.ts")).exportLedger(request, context),
    answer: ({ verdict, proof: { bytes, sha256 } }, { handles }, { out }) => ({
      is: "written",
      file: handles.issue(out, "read"),
      bytes,
      sha256,
      verdict,
    }),
  }),
} satisfies Calls;
