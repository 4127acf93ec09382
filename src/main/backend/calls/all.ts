/** How every method of the contract is run. */
import { plainName } from "../../services/shared/places.ts";
import { type Calls, asks, inBackend, onLedger, works, done, type Call } from "./call.ts";
import { signatureSentences, signerWords } from "../../../core/review/close/keys.ts";
import { newSigningKey } from "../../services/backup/key-file.ts";
import { backedUpWords, isCompleteProof, LEFT_TO_VERIFY_IN_WINDOW } from "../../../core/words/proof.ts";
import { anchorSentence } from "../../../core/words/anchor.ts";
import { WITHHOLDABLE, packHead } from "../../../core/words/pack.ts";
import type { Fixed, TakenFacts, MethodName } from "../../../ipc/contract.ts";
import type { JobResult } from "../../../ipc/jobs.ts";
import { placeInWords } from "../stores/connections.ts";
import type { JobContext } from "../threads/jobs.ts";
import { type HandlerContext, openFilled, intoPlace, openLedger, placeToWrite, writtenTo } from "./desk.ts";
import { reachWords } from "../../../core/review/clients/reach-words.ts";
import { yearVerdict } from "../../../core/report/year-words.ts";
import { releaseName } from "../../../core/review/file/journal.ts";
import { NO_CURRENCY } from "../../../core/review/file/materiality.ts";
import { TieoutError } from "../../../core/errors.ts";
import type { Decision } from "../../../core/review/decisions/decision.ts";
import { asFarAsItCan } from "../stores/stored-file.ts";
import { CLIENT_CALLS } from "./clients.ts";
import { INTAKE_CALLS } from "./intake.ts";

// What the program is, what the person prefers, files that they choose, long work that goes on.

const APPLICATION_CALLS = {
  "app.describe": inBackend((_, { appVersion, platform, preferences }) => ({
    version: appVersion,
    host: platform.host,
    platform: platform.os,
    preferences: preferences.value,
  })),
  "preferences.change": inBackend(async (change, { preferences, send }) => {
    try {
      return await preferences.change(change);
    } finally {
      // What cannot be written counts all the same while the program runs, in every window.
      send({ event: "preferences.changed", value: preferences.value });
    }
  }),

  "files.chooseToOpen": inBackend(async ({ purpose }, { platform, handles }) => {
    const paths = await platform.chooseToOpen(purpose);
    return { files: paths.map((path) => handles.issue(path, "read")) };
  }),
  "files.chooseToSave": inBackend(async ({ purpose, suggestedName }, { platform, handles }) => {
    const path = await platform.chooseToSave(purpose, plainName(suggestedName));
    return { file: path === null ? null : handles.issue(path, "write") };
  }),
  "table.write": asks("writeTable", {
    ask: ({ target, ...piece }, { handles }) => ({ ...piece, out: handles.path(target, "write") }),
    run: ({ writeTablePiece }) => writeTablePiece,
    answer: (isWritten, { handles }, { out }) => ({ file: isWritten ? handles.issue(out, "read") : null }),
  }),
  "files.reveal": inBackend(async ({ file }, { platform, handles }) => {
    await platform.reveal(handles.path(file, "read"));
    return {};
  }),

  "jobs.list": inBackend((_, { jobs }) => ({ jobs: jobs.list() })),
  "jobs.cancel": inBackend(({ id }, { jobs }) => {
    jobs.cancel(id);
    return {};
  }),
} satisfies Calls;

// Opening and closing ledgers, their settings, their audit trail, proving them, and their backups.

const LEDGER_CALLS = {
  "ledger.recent": inBackend((_, { recent, handles }) => recent.list(handles)),
  "ledger.forget": inBackend(async ({ ledger }, { recent, handles }) => {
    await recent.forget(handles.path(ledger, "read"));
    return {};
  }),
  "ledger.open": inBackend(async ({ file }, app) => openLedger(app, app.handles.path(file, "read"))),
  "ledger.then": onLedger("moments", "readFactsThen"),
  "ledger.current": inBackend((_, { ledger }) => ledger.facts),
  "ledger.close": inBackend(async (_, { jobs, ledger }) => {
    await jobs.aside(async () => ledger.close());
    return {};
  }),
  "ledger.settingsEffect": onLedger("settings", "readSettingsEffect"),
  /** Unlike other writing it fails where the ledger cannot be read again: the answer is what was read. */
  "ledger.changeSettings": inBackend(async (settings, { ledger, threads }) => {
    await threads.quick.call("changeSettings", { ledger: ledger.writablePath, settings });
    return ledger.refresh();
  }),
  "keys.list": inBackend(async (_, app) => keysIn(app)),
  "keys.enrol": inBackend(async ({ by }, app) => {
    const key = newSigningKey();
    await app.ownKeys.keep(key);
    try {
      const change = { kind: "enrolled", key: key.key } as const;
      const ledger = app.ledger.writablePath;
      await app.threads.quick.call("changeKeys", { ledger, change, by, note: "" });
    } catch (error) {
      await app.ownKeys.forget(key);
      throw error;
    }
    await app.ledger.refresh();
    return keysIn(app);
  }),
  "ledger.verify": works("verify", "verify", {
    // It reads alone, in one go: ending its thread is the one way of stopping it.
    endsWhenAborted: true,
    ask: (_, { ledger }) => ledger.path,
    run:
      ({ verifyLedgerFile }) =>
      async (ledger, context) =>
        verifyLedgerFile(ledger, null, context),
    answer: (proof) => {
      const { ok: holds, verdict, problems, facts, notes, head, links } = proof;
      const isComplete = isCompleteProof(proof);
      const signed = proof.signatures === null ? [] : signatureSentences(proof.signatures);
      const stamped = proof.anchors.map(anchorSentence);
      const said = { problems, facts, notes: [...notes, ...signed, ...stamped] };
      return { is: "verified", holds, verdict, isComplete, ...said, head, links };
    },
  }),
  "ledger.backUp": works("back-up", "backup", {
    ask: ({ target }, { handles, ledger: { path: ledger } }) => ({
      ledger,
      to: handles.path(target, "write"),
    }),
    run:
      ({ backUpLedger }) =>
      async ({ ledger, to }, context) =>
        // Whoever chose the place was asked whether what stands there may be replaced.
        backUpLedger(ledger, to, context, true),
    answer: (made, app, { to }) => writtenTo(to, made, { compared: backedUpWords(made.pulls) }, app),
  }),

  "backups.list": inBackend(async ({ ledger: handle }, app) => {
    const { backups, handles, threads } = app;
    const found = await threads.quick.call("listBackups", { ledger: pathOf(handle, app) });
    return {
      backups: found.backups.map(({ path, ...facts }) => ({ ...handles.issue(path, "read"), ...facts })),
      inFolder: placeInWords(found.folder),
      fault: handle === null ? backups.fault : null,
    };
  }),
  "backups.make": inBackend(
    (_, { backups, handles, jobs, ledger: { path: ledger }, preferences, threads }) => {
      const { keep } = preferences.value.backups;
      return jobs.start("back-up", async (context) => {
        await backups.settle();
        const made = await threads.long.call("backUpBeside", { ledger, keep }, context);
        const { bytes, pulls } = made;
        const file = handles.issue(made.path, "read");
        return { is: "backed-up", file, bytes, compared: backedUpWords(pulls) };
      });
    },
  ),
  "backups.restore": inBackend(({ backup, ledger }, app) => {
    const request = { ledger: pathOf(ledger, app), backup: app.handles.path(backup, "read") };
    return app.jobs.start("restore", async (context) => restore(app, request, context));
  }),

  "activity.list": onLedger("activity", "listActivity"),
} satisfies Calls;

function pathOf(handle: string | null, { handles, ledger }: HandlerContext): string {
  return handle === null ? ledger.path : handles.path(handle, "read");
}

/** The open ledger is closed while the files change places; where that fails, it is opened again. */
async function restore(
  app: HandlerContext,
  request: { readonly ledger: string; readonly backup: string },
  context: JobContext,
): Promise<Fixed<JobResult>> {
  const { backups, handles, ledger, threads } = app;
  await backups.settle();
  const openAs = ledger.facts === null ? null : ledger.path;
  const isOpen = openAs !== null && (await truePath(app, openAs)) === (await truePath(app, request.ledger));
  const prepared = await threads.long.call("prepareRestore", request, context);
  if (isOpen) await ledger.close();
  try {
    const { keptAs, head } = await threads.long.call("finishRestore", prepared, context);
    await openFilled(app, isOpen ? openAs : request.ledger);
    return { is: "restored", kept: keptAs === null ? null : handles.issue(keptAs, "read"), head };
  } catch (error) {
    if (isOpen && ledger.facts === null) await openFilled(app, openAs);
    throw error;
  }
}

/** Where a ledger lies, by whatever name it is opened. */
async function truePath({ threads }: HandlerContext, ledger: string): Promise<string> {
  return (await threads.quick.call("listBackups", { ledger })).path;
}

/** Whose keys the open ledger has, and which of them this program signs with. */
async function keysIn({ ledger, ownKeys, threads }: HandlerContext) {
  await ownKeys.unlock();
  const report = await threads.quick.call("readKeys", { ledger: ledger.path });
  const held = new Set(ownKeys.held?.keys.map(({ key }) => key));
  const own = report.keys.filter(({ key, revoked }) => revoked === null && held.has(key));
  return { sentences: signatureSentences(report), own: own.map(({ name, key }) => signerWords(name, key)) };
}

// Months: how they stand, the steps that people take, their files, and letters about what was raised in them.

const MONTH_CALLS = {
  "close.list": onLedger("monthReads", "listMonthsAndChanged"),
  "close.read": onLedger("moments", "readMonth"),
  "close.statement": onLedger("moments", "readStatement"),
  "close.year": onLedger("year", "readYear", (year) => ({ year })),
  "close.writeYear": works("export", "year", {
    ask: ({ target, to }, app) => ({ ledger: app.ledger.path, to, ...placeToWrite(target, app) }),
    run: ({ writeYear }) => writeYear,
    answer: (written, app, { out }) => {
      if (written === null) throw new Error("a year is written where one is shown");
      const said = { verdict: yearVerdict(written.year), compared: LEFT_TO_VERIFY_IN_WINDOW };
      return writtenTo(out, written.file, said, app);
    },
  }),
  "close.pack": works("export", "pack", {
    ask: ({ without, ...request }, app) => ({
      ...intoPlace(request, app),
      without: WITHHOLDABLE.filter((one) => without.includes(one)),
    }),
    run: ({ packMonth }) => packMonth,
    answer: (pack, app, { out }) => writtenTo(out, pack, { compared: `${packHead(pack.head)}.` }, app),
  }),
  "close.changed": onLedger("changedSince", "readChangedSince", (changed) => ({ changed })),
  "close.moments": onLedger("moments", "listMoments", (moments) => ({ moments })),
  "close.since": onLedger("monthReads", "readSinceLink"),
  "close.prepare": onLedger("close", "prepareMonth"),
  "close.signOff": onLedger("close", "signOffMonth"),
  "close.return": onLedger("points", "returnMonth"),
  "close.reopen": onLedger("close", "reopenMonth"),
  "point.list": onLedger("points", "listPoints", (points) => ({ points })),
  "point.make": onLedger("points", "makePoints", done),
  "point.reply": onLedger("points", "replyToPoint", done),
  "restatements.list": onLedger("register", ({ readRestatements }) => ({ ledger, month }) => {
    const { lastLooks, timeZone, ...register } = readRestatements(ledger, { month });
    return { ...register, reach: reachWords(lastLooks, timeZone) };
  }),

  // The window reads the file anew: it hears that the ledger changed.
  "file.read": onLedger("monthFile", "readMonthFile"),
  "file.terms": onLedger("monthFile", "readTerms"),
  "file.change": onLedger("monthFile", "changeTerms"),
  "file.tick": onLedger("monthFile", "tickStep", done),
  "file.confirm": onLedger("monthFile", "confirmBalance", done),
  "file.explain": onLedger("monthFile", "explainFluctuation", done),

  "letter.list": onLedger("letterStanding", "readLetters"),
  "letter.preview": onLedger("letter", "previewLetter"),
  "letter.write": asks("letter", {
    ask: intoPlace,
    run: ({ writeLetter }) => writeLetter,
    answer: ({ questions, ref, file }, { handles }, { out }) => ({
      questions,
      ref,
      file: file === null ? null : handles.issue(out, "read"),
    }),
  }),
  "journal.release": asks("journal", {
    ask: ({ currency, ...request }, app) => ({
      ...intoPlace(request, app),
      // Left out, it is that of the wallets that moved.
      currency: currency === null ? undefined : currency === NO_CURRENCY ? null : currency,
    }),
    run: ({ releaseJournal }) => releaseJournal,
    answer: ({ released, isNew }, { handles }, { out }) => ({
      release: releaseName(released),
      isNew,
      file: handles.issue(out, "read"),
    }),
  }),
  "letter.sent": onLedger("letterRecord", "recordSent", done),
  "letter.answered": asks("letterRecord", {
    ask: ({ file, ...request }, { handles, ledger }) => ({
      ...request,
      ledger: ledger.writablePath,
      file: file === null ? null : { path: handles.path(file, "read") },
    }),
    run: ({ recordAnswer }) => recordAnswer,
    answer: done,
  }),
} satisfies Calls;

// The check and what people decide by it: the records for the check in the window, a run that is kept, one record
// with all its versions, exceptions, matches by hand, evidence, and the workbook that goes out and comes back.

const REVIEW_CALLS = {
  "check.open": onLedger("heldLedger", "openRecords"),
  "check.read": asks("heldLedger", {
    // Of the records that were opened, whichever ledger is open now.
    ask: (request) => request,
    run: ({ readRecords }) => readRecords,
    answer: (batch) => batch,
  }),
  "check.recall": inBackend(({ request }, { ledger: { id, facts }, shownChecks }) => ({
    shown: shownChecks.find({ ledger: id, head: facts?.head ?? "", request }),
  })),
  "check.remember": inBackend(
    async ({ request, head, decisions, shown }, { ledger: { id, facts }, shownChecks }) => {
      if (facts?.head === head && facts.counts.decisions === decisions)
        await asFarAsItCan(shownChecks.keep({ ledger: id, head, request, shown }));
      return {};
    },
  ),

  "record.entry": onLedger("record", "readEntryRecord"),
  "record.transaction": onLedger("record", "readTransactionRecord"),

  "export.start": works("export", "export", {
    ask: (request, app) => ({ ...intoPlace(request, app), csv: app.preferences.value.csv }),
    run: ({ exportLedger }) => exportLedger,
    answer: ({ verdict, proof }, app, { out }) =>
      writtenTo(out, proof, { verdict, compared: LEFT_TO_VERIFY_IN_WINDOW }, app),
  }),

  "review.list": onLedger("review", "listNewerDecisions"),
  "review.decide": onLedger("review", "decide", takenOf),
  "review.undo": onLedger("review", "undo", takenOf),
  "review.proposals": onLedger("standing", "readProposals"),

  "match.decide": onLedger("match", "decideMatch"),
  "match.undo": onLedger("match", "undoMatch"),
  "match.list": onLedger("match", ({ listMatches }) => ({ ledger }) => ({ matches: listMatches(ledger) })),

  "bank.preview": asks("bankStatements", {
    ask: ({ files, account }, { handles, ledger }) => ({
      ledger: ledger.path,
      account,
      hints: {},
      files: files.map((file) => handles.path(file, "read")),
    }),
    run: ({ previewWords }) => previewWords,
    answer: (files) => ({ files }),
  }),
  "bank.add": asks("bankStatements", {
    ask: ({ files, ...request }, { handles, ledger }) => ({
      ...request,
      ledger: ledger.writablePath,
      hints: {},
      files: files.map((file) => handles.path(file, "read")),
    }),
    run: ({ addStatements }) => addStatements,
    answer: ({ evidence }) => ({ evidence: [...evidence] }),
  }),
  "bank.list": onLedger("bankStatements", ({ bankWords }) => ({ ledger }) => ({
    accounts: bankWords(ledger),
  })),
  "bank.accept": onLedger("bankAccept", "acceptTies", (matches) => ({ matches })),

  "evidence.list": onLedger("attach", ({ listEvidence }) => ({ ledger }) => ({
    evidence: listEvidence(ledger),
  })),
  "evidence.attach": asks("attach", {
    ask: ({ files, ...request }, { handles, ledger }) => ({
      ...request,
      ledger: ledger.writablePath,
      files: files.map((file) => ({ path: handles.path(file, "read") })),
    }),
    run: ({ attachFiles }) => attachFiles,
    answer: (evidence) => ({ evidence }),
  }),
  "evidence.withdraw": onLedger("attach", "withdrawEvidence"),
  "evidence.save": asks("saveEvidence", {
    ask: ({ id, target }, app) => ({ ledger: app.ledger.path, id, ...placeToWrite(target, app) }),
    run: ({ saveEvidence }) => saveEvidence,
    answer: ({ path }, { handles }) => handles.issue(path, "read"),
  }),
  "evidence.open": asks("saveEvidence", {
    ask: ({ id }, { ledger, platform }) => {
      if (platform.view === null)
        throw new TieoutError("IPC_FORBIDDEN", "A browser downloads the file and cannot open it");
      return { ledger: ledger.path, id };
    },
    run:
      ({ copyToOpen }) =>
      async ({ ledger, id }) =>
        copyToOpen(ledger, id),
    answer: async (path, { platform }) => {
      await platform.view?.(path);
      return {};
    },
  }),

  "workbook.verify": works("verify-workbook", "verifyWorkbook", {
    ask: inWorkbook,
    run: ({ verifyWorkbook }) => verifyWorkbook,
    answer: (verdict) => ({ is: "workbook-verified", ...verdict }),
  }),
  "workbook.readReview": works("read-review", "readReview", {
    ask: inWorkbook,
    run: ({ readReviewedWorkbook }) => readReviewedWorkbook,
    answer: (review) => ({ is: "review-read", ...review }),
  }),
  "workbook.acceptReview": onLedger("readReview", "acceptReview", ({ decisions, points }) => ({
    ...takenOf(decisions),
    points: points.length,
  })),
} satisfies Calls;

/** @throws TieoutError LEDGER_NOT_OPEN, IPC_FORBIDDEN */
function inWorkbook({ file }: { readonly file: string }, { handles, ledger }: HandlerContext) {
  return { ledger: ledger.path, file: handles.path(file, "read") };
}

/** Decisions taken at once, in as few words as say which they are. */
function takenOf(decisions: readonly Decision[]): TakenFacts {
  return { first: decisions[0]?.id ?? 0, count: decisions.length };
}

export const CALLS: { readonly [M in MethodName]: Call<M> } = {
  ...APPLICATION_CALLS,
  ...LEDGER_CALLS,
  ...INTAKE_CALLS,
  ...REVIEW_CALLS,
  ...MONTH_CALLS,
  ...CLIENT_CALLS,
};
