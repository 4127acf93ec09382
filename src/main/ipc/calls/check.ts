/**
 * The records for the check in the window, a run that is kept, one record with all its versions, the files
 * that show it.
 */
import { LEFT_TO_VERIFY_LINE } from "../../../core/words/proof.ts";
import { asFarAsItCan } from "../stores/stored-file.ts";
import { type Calls, jobCall, quickCall, readCall, writeCall } from "./call.ts";

const held = async () => import("../threads/held-ledger.ts");
const checking = async () => import("../../services/check/check.ts");
const record = async () => import("../../services/check/record.ts");

export const CHECK_CALLS = {
  "check.open": readCall(
    held,
    ({ openRecords }) =>
      ({ ledger }) =>
        openRecords(ledger),
  ),
  "check.read": quickCall({
    load: held,
    // Of the records that were opened, whichever ledger is open now.
    ask: (request) => request,
    run: async (request) => (await held()).readRecords(request),
    answer: (batch) => batch,
  }),
  "check.recall": {
    on: "here",
    run: ({ request }, { ledger: { id, facts }, shownChecks }) => ({
      shown: shownChecks.find({ ledger: id, head: facts?.head ?? "", request }),
    }),
  },
  "check.remember": {
    on: "here",
    run: async ({ request, head, decisions, shown }, { ledger: { id, facts }, shownChecks }) => {
      if (facts?.head === head && facts.counts.decisions === decisions)
        await asFarAsItCan(shownChecks.keep({ ledger: id, head, request, shown }));
      return {};
    },
  },
  "check.save": writeCall(checking, ({ keepCheck }) => keepCheck),

  "record.entry": readCall(
    record,
    ({ readEntryRecord }) =>
      ({ ledger, walletID }) =>
        readEntryRecord(ledger, walletID),
  ),
  "record.transaction": readCall(
    record,
    ({ readTransactionRecord }) =>
      ({ ledger, payID }) =>
        readTransactionRecord(ledger, payID),
  ),

  "export.start": jobCall("export", {
    writes: true,
    // Whoever chose the place was asked whether what stands there may be replaced.
    ask: ({ target, ...request }, { handles, ledger, preferences }) => ({
      ...request,
      csv: preferences.value.csv,
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
      compared: LEFT_TO_VERIFY_LINE,
    }),
  }),
} satisfies Calls;
