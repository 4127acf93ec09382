/**
 * The records for the check in the window, a run that is kept, one record with all its versions, the files
 * that show it.
 */
import { type Calls, job, quick } from "./call.ts";

export const CHECK_CALLS = {
  "check.open": {
    on: "quick",
    run: async ({ ledger }) => (await import("../threads/held-ledger.ts")).openRecords(ledger),
  },
  "check.read": quick({
    // Of the records that were opened, whichever ledger is open now.
    ask: (request) => request,
    run: async (request) => (await import("../threads/held-ledger.ts")).readRecords(request),
    answer: (batch) => batch,
  }),
  "check.save": {
    on: "quick",
    writes: true,
    run: async (request, context) =>
      (await import("../../services/check/check.ts")).keepCheck(request, context),
  },

  "record.entry": {
    on: "quick",
    run: async ({ ledger, walletID }) =>
      (await import("../../services/check/record.ts")).readEntryRecord(ledger, walletID),
  },
  "record.transaction": {
    on: "quick",
    run: async ({ ledger, payID }) =>
      (await import("../../services/check/record.ts")).readTransactionRecord(ledger, payID),
  },

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
