/** Months: how they stand, the steps that people take, their files, and letters about what was raised in them. */
import { LEFT_TO_VERIFY_LINE } from "../../../core/words/proof.ts";
import { reachWords } from "../../../core/review/close/reach-words.ts";
import { yearVerdict } from "../../../core/report/year/year-words.ts";
import { type Calls, asks, done, reads, works, writes } from "./call.ts";
import { placeToWrite } from "./desk.ts";

export const MONTH_CALLS = {
  "close.list": reads("monthReads", "listMonthsAndChanged"),
  "close.read": reads("moments", "readMonth"),
  "close.statement": reads("moments", "readStatement"),
  "close.year": reads("year", "readYear", (year) => ({ year })),
  "close.writeYear": works("export", "year", {
    ask: ({ target, to }, app) => ({ ledger: app.ledger.path, to, ...placeToWrite(target, app) }),
    run: ({ writeYear }) => writeYear,
    answer: (written, { handles }, { out }) => {
      if (written === null) throw new Error("a year is written where one is shown");
      const { bytes, sha256 } = written.file;
      const file = handles.issue(out, "read");
      const verdict = yearVerdict(written.year);
      return { is: "written", file, bytes, sha256, verdict, compared: LEFT_TO_VERIFY_LINE };
    },
  }),
  "close.changed": reads("differences", "readChangedSince", (changed) => ({ changed })),
  "close.moments": reads("moments", "listMoments", (moments) => ({ moments })),
  "close.since": reads("monthReads", "readSinceLink"),
  "close.review": writes("close", "beginReview"),
  "close.prepare": writes("close", "prepareMonth"),
  "close.signOff": writes("close", "signOffMonth"),
  "close.reopen": writes("close", "reopenMonth"),
  "restatements.list": reads("register", ({ readRestatements }) => ({ ledger, month }) => {
    const { lastLooks, timeZone, ...register } = readRestatements(ledger, { month });
    return { ...register, reach: reachWords(lastLooks, timeZone) };
  }),

  // The window reads the file anew: it hears that the ledger changed.
  "file.read": reads("monthFile", "readMonthFile"),
  "file.terms": reads(
    "monthFile",
    ({ readTerms }) =>
      ({ ledger }) =>
        readTerms(ledger),
  ),
  "file.change": writes("monthFile", "changeTerms"),
  "file.tick": writes("monthFile", "tickStep", done),
  "file.confirm": writes("monthFile", "confirmBalance", done),
  "file.explain": writes("monthFile", "explainFluctuation", done),

  "letter.list": reads("letterStanding", "readLetters"),
  "letter.write": asks("letter", {
    writes: true,
    ask: ({ target, ...request }, app) => ({
      ...request,
      ledger: app.ledger.writablePath,
      ...placeToWrite(target, app),
    }),
    run: ({ writeLetter }) => writeLetter,
    answer: ({ questions, ref, file }, { handles }, { out }) => ({
      questions,
      ref,
      file: file === null ? null : handles.issue(out, "read"),
    }),
  }),
  "letter.sent": writes("letterRecord", "recordSent", done),
  "letter.answered": asks("letterRecord", {
    writes: true,
    ask: ({ file, ...request }, { handles, ledger }) => ({
      ...request,
      ledger: ledger.writablePath,
      file: file === null ? null : { path: handles.path(file, "read") },
    }),
    run: ({ recordAnswer }) => recordAnswer,
    answer: done,
  }),
} satisfies Calls;
