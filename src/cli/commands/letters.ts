/** Letters to the provider: `tieout letter`, `letters`, `letter-sent`, `letter-answered`. */
import { usageError } from "../../core/errors.ts";
import { formatCount } from "../../core/money.ts";
import { letterName } from "../../core/review/letters/letter-words.ts";
import { writeLetters } from "../terminal/month-file.ts";
import { argument, command, needed, option, toggle, wholeNumber } from "../terminal/command.ts";
import { LEDGER, asDay, asMonth, jsonFlag } from "../terminal/options.ts";
import { harmless } from "../terminal/terminal.ts";

const JSON_LETTERS = jsonFlag("tieout.letters/1");
const LEDGER_LETTER = { ...LEDGER, letter: argument("the letter's reference, such as 2026-08/1") };

export const LETTER_COMMANDS = {
  letter: command({
    takes: {
      ...LEDGER,
      month: needed("<YYYY-MM>", "the month whose raised findings are asked about", asMonth),
      out: needed("<path>", "path of the document (.docx)"),
      by: option("<name>", "who writes it; records the letter in the ledger"),
      to: option("<whom>", "to whom it is sent, with the address"),
      from: option("<whom>", "who sends it, with the address"),
      replyBy: option("<YYYY-MM-DD>", "until when an answer is asked for", asDay),
      confirmTo: option("<whom>", "to whom the balance is confirmed directly, such as the auditor"),
      replace: toggle("replace the file at --out, even if it was edited"),
    },
    after: `
Writes a .docx document with a question about every raised finding of the month, also from earlier months. Questions are
grouped by counterparty, with ids, dates, amounts and how the numbers come about. Review notes, and what later pulls
cleared, are left out. Edit it before you send it. An existing file is replaced only with --replace. If no question is
left, no file is written.

With --by, the letter gets a reference such as 2026-08/1, which is printed on it. The ledger records the letter with its questions
and the document's SHA-256. Without --by it is a draft, and nothing is recorded.

Examples:
  tieout letter wallet.tieout --month 2026-08 --out "Draft August.docx"
  tieout letter wallet.tieout --month 2026-08 --out "Questions August.docx" --by "Ada Obi" --from "Marina Foods, 1 Marina, Lagos" \\
    --to "Escrow Ltd" --reply-by 2026-09-15 --confirm-to "Harbour Audit, audit@harbour.example"

Next: tieout letter-sent, tieout letter-answered and tieout letters.`,
    run: async (flags, { context }) => {
      const { ledger, month: asked, out, replace, by = null } = flags;
      const { to = "", from = "", confirmTo = "", replyBy = null } = flags;
      const { writeLetter } = await import("../../main/services/review/letter.ts");
      const address = { to, from, confirmTo, replyBy };
      return writeLetter({ ledger, month: asked, out, replace, by, address }, context);
    },
    print: ({ questions, groups, file, ref }, { out }, { terminal }) => {
      const recorded = ref === null ? "" : ` Recorded as ${letterName(ref)}, reference ${ref}.`;
      const said =
        file === null
          ? "Nothing that is raised is still open. No letter was written."
          : `Wrote ${harmless(out)}: ${formatCount(questions, "question")} in ${formatCount(groups, "group")}.${recorded}`;
      terminal.stdout.write(`${said}\n`);
    },
  }),

  letters: command({
    takes: {
      ...LEDGER,
      month: option("<YYYY-MM>", "only the letters of this month", asMonth),
      ...JSON_LETTERS,
    },
    after: `
Examples:
  tieout letters wallet.tieout
  tieout letters wallet.tieout --month 2026-08 --json

A question waits until the newest pull no longer has its finding, or until somebody explains or accepts it. Days are counted from
the day the letter was sent to the day of the newest pull.`,
    run: async ({ ledger, month: asked, json }, session) =>
      writeLetters(session, ledger, (letter) => asked === undefined || letter.month === asked, json),
  }),

  "letter-sent": command({
    takes: {
      ...LEDGER_LETTER,
      on: needed("<YYYY-MM-DD>", "the day on which it was sent", asDay),
      to: needed("<whom>", "to whom it was sent"),
      how: option("<text>", "how it was sent"),
      by: needed("<name>", "who records it"),
      note: option("<text>", "a comment, or why the record is corrected"),
      ...JSON_LETTERS,
    },
    after: `
Examples:
  tieout letter-sent wallet.tieout 2026-08/1 --on 2026-09-03 --to "Escrow Ltd" --how "By mail" --by "Ada Obi"
  tieout letter-sent wallet.tieout 2026-08/1 --on 2026-09-04 --to "Escrow Ltd" --note "It went out a day later" --by "Ada Obi"
      a second run corrects the first; the note says why

From then on, each finding in the letter shows that it waits for an answer. A signed month stays as it was signed.`,
    run: async ({ ledger, letter, on, to, how = "", by, note = "" }, { context }) => {
      const { recordSent } = await import("../../main/services/review/letter-steps.ts");
      await recordSent({ ledger, letter, on, to, how, by, note }, context);
    },
    print: async (_, { ledger, letter, json }, session) =>
      writeLetters(session, ledger, ({ ref }) => ref === letter, json),
  }),

  "letter-answered": command({
    takes: {
      ...LEDGER_LETTER,
      on: needed("<YYYY-MM-DD>", "the answer's date", asDay),
      note: needed("<text>", "what the answer says"),
      file: option("<path>", "the answer as a file, which is attached to the letter's month"),
      evidence: option("<number>", "the month's evidence that has the answer", wholeNumber(1)),
      by: needed("<name>", "who records it"),
      ...JSON_LETTERS,
    },
    after: `
Examples:
  tieout letter-answered wallet.tieout 2026-08/1 --on 2026-09-10 --note "They correct 3 and 5 this month" --by "Ada Obi"
  tieout letter-answered wallet.tieout 2026-08/1 --on 2026-09-10 --note "Their mail" --file answer.eml --by "Ada Obi"
      attaches the file to the letter's month as evidence, as tieout attach does

A letter may have several answers. An answer clears nothing: a finding waits until a pull no longer has it, or until somebody explains
or accepts it.`,
    run: async ({ ledger, letter, on, file: path, evidence = null, by, note }, { context }) => {
      if (path !== undefined && evidence !== null) throw usageError("Give either --file or --evidence.");
      const { recordAnswer } = await import("../../main/services/review/letter-steps.ts");
      const file = path === undefined ? null : { path };
      await recordAnswer({ ledger, letter, on, file, evidence, by, note }, context);
    },
    print: async (_, { ledger, letter, json }, session) =>
      writeLetters(session, ledger, ({ ref }) => ref === letter, json),
  }),
};
