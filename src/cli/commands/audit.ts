/** `tieout audit`: an auditor's own pull, held against what a month was signed on. */
import { standsByOwnPull } from "../../core/review/restate/own-pull.ts";
import { readCredentials } from "../../main/services/pull/credentials.ts";
import { command, needed, option } from "../terminal/command.ts";
import { LEDGER, SERVICE, asMonth, jsonFlag } from "../terminal/options.ts";
import { EXIT, harmless, print, writeJson } from "../terminal/terminal.ts";

export const AUDIT_COMMANDS = {
  audit: command({
    takes: {
      ...LEDGER,
      month: needed("<YYYY-MM>", "the signed month", asMonth),
      own: needed("<file>", "the auditor's own ledger (.tieout), created if absent"),
      out: option("<file>", "also write the page to sign there, as .pdf or .xlsx"),
      ...SERVICE,
      ...jsonFlag("tieout.audit/1"),
    },
    after: `
For an auditor, on the auditor's machine and with credentials that the service gave the auditor. Pulls the whole history into a
file of the auditor's own, and compares it record by record with everything that the month was signed on: what is identical, what
differs field by field, what is gone or was not there. Of each difference it says whether the client's ledger states it by itself,
because a later pull found it, too. The client's ledger is only read. The page ends with a line to sign. The responses' hashes are
on it, the responses themselves in the auditor's file, which tieout verify proves.

A .pdf is printed by Chrome, Edge or Chromium, as the binder of tieout export. No existing file is replaced.

Credentials are given as to tieout pull.

Exit status: 0 every record is identical, or the ledger states what differs; 1 otherwise; 2 nothing could be compared.

Example:
  tieout audit client.tieout --month 2026-08 --own "Client, own pull.tieout" --credentials auditor.json --out "Own pull.pdf"`,
    run: async ({ ledger, month, own, out, ...flags }, { terminal, context }) => {
      const { credentials, baseUrl } = readCredentials(terminal.env, flags.credentials, flags.baseUrl);
      const service = { baseUrl, pathPrefix: flags.pathPrefix, authForm: flags.auth };
      const { auditByOwnPull } = await import("../../main/services/practice/own-pull.ts");
      return auditByOwnPull({ ledger, month, own, out, service, credentials }, context);
    },
    print: async (report, { ledger, own, out, json }, session) => {
      const { terminal } = session;
      if (json) await writeJson(terminal, report);
      else {
        const { ownPullLines } = await import("../terminal/own-pull.ts");
        await print(terminal, ownPullLines(report, { ledger, own }));
      }
      if (out !== undefined) terminal.stderr.write(`Wrote ${harmless(out)}.\n`);
      if (!standsByOwnPull(report)) session.exitStatus = EXIT.found;
    },
  }),
};
