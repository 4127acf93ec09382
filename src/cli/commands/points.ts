/** Points of a reviewer and their answers: `tieout point`, `points`, `answer`, and `return`, which sends a month back. */
import { usageError } from "../../core/errors.ts";
import { LEAST_DIGITS } from "../../core/review/decisions/fingerprints.ts";
import {
  argument,
  collected,
  command,
  needed,
  option,
  toggle,
  wholeNumber,
  anyText,
} from "../terminal/command.ts";
import { LEDGER, LEDGER_MONTH, asFingerprint, asMonth, jsonFlag } from "../terminal/options.ts";
import { writeStep } from "../terminal/months.ts";
import { writePoints } from "../terminal/points.ts";

const JSON_POINTS = jsonFlag("tieout.points/1");
const ABOUT = {
  fingerprint: option(
    "<digits>",
    `the finding that it is about, at least ${LEAST_DIGITS} digits as listed; left out, the whole month`,
    asFingerprint,
  ),
};

export const POINT_COMMANDS = {
  return: command({
    takes: {
      ...LEDGER_MONTH,
      by: needed("<name>", "who reviewed it"),
      point: option(
        "<text>",
        "a point that the preparer answers; may be given several times",
        collected(anyText),
      ),
      ...ABOUT,
      ...jsonFlag("tieout.months/1"),
    },
    after: `
Examples:
  tieout return wallet.tieout --month 2026-10 --by "Bola Ade" --point "Where is the statement?" --point "Date the letter"
  tieout return wallet.tieout --month 2026-10 --by "Bola Ade" --point "Add the ticket number" --fingerprint 3f2a91bc
  tieout return wallet.tieout --month 2026-10 --by "Bola Ade"
      with the points that tieout point or an imported workbook made before

The month is with its preparer until every point is answered and it is prepared again. Somebody else than the preparer
returns it, with at least one point that waits for an answer. What was prepared stays what later checks compare it with.

Next: tieout points, tieout answer and tieout prepare.`,
    run: async ({ ledger, month, by, point: texts = [], fingerprint = null }, { context }) => {
      if (fingerprint !== null && texts.length === 0)
        throw usageError("--fingerprint says what a point is about. Give the point, too: --point TEXT.");
      const { returnMonth } = await import("../../main/services/review/points.ts");
      const points = texts.map((text) => ({ text, fingerprint }));
      return returnMonth({ ledger, month, by, points }, context);
    },
    print: async (facts, { ledger, month, json }, session) => {
      await writeStep(session.terminal, ledger, facts, json);
      if (!json) await writePoints(session, { ledger, month }, { isAsked: () => true, json });
    },
  }),

  point: command({
    takes: {
      ...LEDGER_MONTH,
      text: needed("<text>", "the point"),
      by: needed("<name>", "who makes it"),
      ...ABOUT,
      again: option(
        "<number>",
        "make this point again, because its answer is not enough; without --fingerprint",
        wholeNumber(1),
      ),
      ...JSON_POINTS,
    },
    after: `
Examples:
  tieout point wallet.tieout --month 2026-10 --text "Add the ticket number" --fingerprint 3f2a91bc --by "Bola Ade"
  tieout point wallet.tieout --month 2026-10 --text "The ticket is of another month" --again 1 --by "Bola Ade"

A point never changes a decision or its note. The month can be prepared and signed off once every point is answered. Somebody
else than the preparer makes points, until the month is signed off. tieout return sends the month back with them.`,
    run: async ({ ledger, month, text, by, fingerprint = null, again }, { context }) => {
      const { makePoints, replyToPoint } = await import("../../main/services/review/points.ts");
      if (again === undefined) {
        const [made] = await makePoints({ ledger, month, by, points: [{ text, fingerprint }] }, context);
        return made?.id ?? 0;
      }
      if (fingerprint !== null) throw usageError("Give either --again or --fingerprint, not both.");
      await replyToPoint({ ledger, month, point: again, kind: "repeated", by, text }, context);
      return again;
    },
    print: async (number, { ledger, json }, session) =>
      writePoints(session, { ledger, month: null }, { isAsked: ({ id }) => id === number, json }),
  }),

  points: command({
    takes: {
      ...LEDGER,
      month: option("<YYYY-MM>", "only the points on this month", asMonth),
      open: toggle("only those that wait for an answer"),
      ...JSON_POINTS,
    },
    after: `
Examples:
  tieout points wallet.tieout --month 2026-10
  tieout points wallet.tieout --open --json

Each point with its number, what it is about, and all that was said on it. An answer closes a point, unless the reviewer
makes it again.`,
    run: async ({ ledger, month, open, json }, session) => {
      const { isAnswered } = await import("../../core/review/close/points.ts");
      return writePoints(
        session,
        { ledger, month: month ?? null },
        { isAsked: (point) => !open || !isAnswered(point), json },
      );
    },
  }),

  answer: command({
    takes: {
      ...LEDGER,
      point: argument("the point's number, as tieout points lists it"),
      text: needed("<text>", "the answer"),
      by: needed("<name>", "who gives it"),
      ...JSON_POINTS,
    },
    after: `
Example:
  tieout answer wallet.tieout 1 --text "Ticket 4712, it is in the note now" --by "Ada Obi"

An answer closes its point, whoever gives it. A reviewer whom it does not satisfy makes the point again: tieout point --again.
Once all are answered, tieout prepare sends a returned month back to the reviewer.`,
    run: async ({ ledger, point, text, by }, { context }) => {
      const number = wholeNumber(1)(point, "The point", undefined);
      const { replyToPoint } = await import("../../main/services/review/points.ts");
      await replyToPoint({ ledger, month: null, point: number, kind: "answered", by, text }, context);
      return number;
    },
    print: async (number, { ledger, json }, session) =>
      writePoints(session, { ledger, month: null }, { isAsked: ({ id }) => id === number, json }),
  }),
};
