/** The steps of the close: `tieout months`, `prepare`, `sign-off`, `reopen`. */
import { laterWords, writeMonths, writeStatedStep, writeStep } from "../terminal/months.ts";
import { command, needed, option } from "../terminal/command.ts";
import { LEDGER, LEDGER_MONTH, jsonFlag } from "../terminal/options.ts";
import type { Session } from "../terminal/terminal.ts";

const JSON_MONTHS = jsonFlag("tieout.months/1");

export const MONTH_COMMANDS = {
  months: command({
    takes: { ...LEDGER, ...JSON_MONTHS },
    after: `
Lists every month from the oldest record to the newest pull, newest first, with the steps taken:

  open                not prepared yet, or reopened
  with the reviewer   prepared: every error has a decision, or a note overrides it; run, options, figures and decisions are frozen
  with the preparer   the reviewer returned it, with points to answer
  signed off          a second person signed exactly that

Each line also says what came after a month was prepared or signed: changes by later pulls, other decisions on its
exceptions, and entries dated in it that count in another month. tieout restatements lists them.

The steps are tieout prepare, tieout return, tieout sign-off and tieout reopen.

Example:
  tieout months wallet.tieout`,
    run: async ({ ledger }, { context }) => {
      const { listMonthsSince } = await import("../../main/services/close/months.ts");
      return listMonthsSince(ledger, context);
    },
    print: async (months, { ledger, json }, { terminal }) => writeMonths(terminal, ledger, months, json),
  }),

  prepare: command({
    takes: {
      ...LEDGER_MONTH,
      by: needed("<name>", "who prepares it"),
      override: option("<note>", "prepare it despite obstacles; the note says why"),
      ...JSON_MONTHS,
    },
    after: `
Examples:
  tieout prepare wallet.tieout --month 2026-10 --by "Ada Obi"
  tieout prepare wallet.tieout --month 2026-10 --by "Ada Obi" --override "The provider answers next week, ticket 4711"

The month is checked under the ledger's settings. The run is kept, and its figures, options and decisions are frozen. The
conclusion is printed in the words of the workbook's lead schedule, with what qualifies it.
A month cannot be prepared with:

  undecided errors (tieout review), earlier months' included
  an end after the latest pull: the month is not yet over
  an opening that differs from the last signed closing

--override prepares it anyway. The note says why, and stays with what was overridden. Points of the reviewer (tieout points) are
answered first, whatever the note says.`,
    run: async ({ ledger, month, by, override = null }, session) => {
      const { prepareMonth, readStatement, context } = await closing(session);
      const facts = await prepareMonth({ ledger, month, by, override }, context);
      return { facts, statement: readStatement({ ledger, month }, context) };
    },
    print: async ({ facts, statement }, { ledger, json }, { terminal }) =>
      writeStatedStep(terminal, ledger, facts, statement, json),
  }),

  "sign-off": command({
    takes: {
      ...LEDGER_MONTH,
      by: needed("<name>", "who signs"),
      note: option("<text>", "a comment"),
      ...JSON_MONTHS,
    },
    after: `
Example:
  tieout sign-off wallet.tieout --month 2026-10 --by "Bola Ade"

A second person signs, not the one who prepared the month, once every point is answered (tieout points). Tieout checks the month again and compares figures, exceptions and
decisions. If any differ from those prepared, nothing is signed and the changes are listed. The conclusion that was signed is
printed in the words of the workbook's lead schedule, with what qualifies it. Signed figures stay. Later changes
show as restatements, and the next month must open with the signed closing.`,
    run: async ({ ledger, month, by, note = "" }, session) => {
      const { signOffMonth, readStatement, context } = await closing(session);
      const { listMoments } = await import("../../main/services/close/moments.ts");
      const facts = await signOffMonth({ ledger, month, by, note }, context);
      const [signature] = listMoments({ ledger, month });
      const at = signature === undefined ? ledger : { path: ledger, sequence: signature.sequence };
      return { facts, statement: readStatement({ ledger: at, month }, context) };
    },
    print: async ({ facts, statement }, { ledger, json }, { terminal }) =>
      writeStatedStep(terminal, ledger, facts, statement, json),
  }),

  reopen: command({
    takes: {
      ...LEDGER_MONTH,
      by: needed("<name>", "who reopens it"),
      reason: needed("<text>", "why"),
      ...JSON_MONTHS,
    },
    after: `
Example:
  tieout reopen wallet.tieout --month 2026-10 --by "Bola Ade" --reason "The provider restated three entries"

The month is open again. Its earlier steps stay in the ledger and in its audit trail; tieout months lists them.`,
    run: async ({ ledger, month, by, reason: note }, { context }) => {
      const { reopenMonth } = await import("../../main/services/close/close.ts");
      return reopenMonth({ ledger, month, by, note }, context);
    },
    print: async (facts, { ledger, month, json }, { terminal }) => {
      await writeStep(terminal, ledger, facts, json);
      if (json) return;
      const { listMonths } = await import("../../main/services/close/months.ts");
      terminal.stdout.write(laterWords(listMonths(ledger), month));
    },
  }),
};

/** The steps that freeze a month, with what they check remembered for its statement. */
async function closing({ context }: Session) {
  const { prepareMonth, signOffMonth } = await import("../../main/services/close/close.ts");
  const { readStatement } = await import("../../main/services/close/moments.ts");
  const { CheckMemory } = await import("../../main/services/shared/check-memory.ts");
  return { prepareMonth, signOffMonth, readStatement, context: { ...context, memory: new CheckMemory() } };
}
