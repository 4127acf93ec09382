/** Every command that writes to a ledger, as the services behind command line and window run it. */
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TieoutError } from "../../../src/core/errors.ts";
import type { LinkKind } from "../../../src/main/ledger/file/audit.ts";
import { takePullStep } from "../../../src/main/services/pull/set-aside.ts";
import { changeSettings } from "../../../src/main/services/backup/settings.ts";
import { pruneLedger } from "../../../src/main/services/backup/prune.ts";
import { restoreLedger } from "../../../src/main/services/backup/backup.ts";
import { checkRecords } from "../../../src/main/services/check/check.ts";
import { prepareMonth, reopenMonth, signOffMonth } from "../../../src/main/services/close/close.ts";
import { changeAccounts } from "../../../src/main/services/close/accounts.ts";
import { changeKeys } from "../../../src/main/services/close/keys.ts";
import { testKey } from "../ledgers/signing-keys.ts";
import {
  changeTerms,
  confirmBalance,
  explainFluctuation,
  tickStep,
} from "../../../src/main/services/close/month-file.ts";
import { acceptTies } from "../../../src/main/services/review/bank-accept.ts";
import { addStatements } from "../../../src/main/services/review/bank-statements.ts";
import { addBooks } from "../../../src/main/services/review/trial-balance.ts";
import { attachFiles, withdrawEvidence } from "../../../src/main/services/review/attach.ts";
import { recordAnswer, recordSent } from "../../../src/main/services/review/letter-steps.ts";
import { makePoints, replyToPoint, returnMonth } from "../../../src/main/services/review/points.ts";
import { writeLetter } from "../../../src/main/services/review/letter.ts";
import { importIntoLedger } from "../../../src/main/services/import/import.ts";
import { pullIntoLedger } from "../../../src/main/services/pull/pull.ts";
import { decideMatch, undoMatch } from "../../../src/main/services/review/match.ts";
import { acceptReview } from "../../../src/main/services/review/read-review.ts";
import { decideChosen } from "../../../src/main/services/review/review-chosen.ts";
import { decide, readReview, undo } from "../../../src/main/services/review/review.ts";
import { closeFolder } from "../../../src/main/services/practice/practice.ts";
import { exportLedger } from "../../../src/main/services/export/export.ts";
import { monthDays } from "../../../src/core/time.ts";
import { releaseJournal } from "../../../src/main/services/export/journal.ts";
import { anchorLedger } from "../../../src/main/services/pull/anchor.ts";
import { packMonth } from "../../../src/main/services/export/pack-month.ts";
import { TimeStampAuthority, hasOpenssl } from "../time-stamp-authority.ts";
import { CONTEXT, LETTER, MONTHS, type Scene, THERE } from "./scene.ts";

/** Which of two that write at once: where their work could differ, it does. */
export type Who = "first" | "second";

interface Writer {
  readonly run: (scene: Scene, who: Who) => Promise<unknown>;
  /** The link of the trail that acknowledged work leaves. */
  readonly link: LinkKind;
}

const BY = { first: "Cy Dee", second: "Dan Eze" };
const signed = (who: Who, note: string = who) => ({ by: BY[who], note });
const OPEN = { period: monthDays(MONTHS.open), options: {} };

export const WRITERS: Readonly<Record<string, Writer>> = {
  settings: {
    link: "setting",
    run: async ({ ledger }, who) => changeSettings(ledger, { ...OWN_SETTING[who], ...signed(who) }, CONTEXT),
  },
  decide: {
    link: "decision",
    run: async ({ ledger, open }, who) =>
      decide(
        { ledger, ...OPEN, items: [{ fingerprint: open }], status: "accepted", ...signed(who) },
        CONTEXT,
      ),
  },
  "decide by rule": {
    link: "decision",
    run: async ({ ledger, open }, who) => {
      const { findings } = readReview({ ledger, ...OPEN }, CONTEXT);
      const rule = findings.find(({ finding }) => finding.fingerprint === open)?.finding.rule;
      const choice = { by: "rule", rules: rule === undefined ? [] : [rule] } as const;
      return decideChosen(
        { ledger, ...OPEN, choice, status: "raised", ...signed(who) },
        CONTEXT,
        async () => {},
      );
    },
  },
  undo: {
    link: "decision",
    run: async ({ ledger, decided }, who) =>
      undo({ ledger, items: [{ fingerprint: decided }], ...signed(who) }, CONTEXT),
  },
  match: {
    link: "match",
    run: async ({ ledger, pair: { walletID, payID } }, who) =>
      decideMatch({ ledger, walletIDs: [walletID], payIDs: [payID], ...signed(who) }, CONTEXT),
  },
  "undo a match": {
    link: "match",
    run: async ({ ledger }, who) => undoMatch({ ledger, id: 1, ...signed(who) }, CONTEXT),
  },
  "attach to a month": {
    link: "attachment",
    run: async ({ ledger, papers }, who) =>
      attachFiles(
        {
          ledger,
          files: [{ path: papers[who] }],
          subject: { kind: "month", month: MONTHS.open },
          ...signed(who),
        },
        CONTEXT,
      ),
  },
  "attach to a finding": {
    link: "attachment",
    run: async ({ ledger, papers, open }, who) =>
      attachFiles(
        {
          ledger,
          files: [{ path: papers[who] }],
          subject: { kind: "finding", fingerprint: open, ...OPEN },
          ...signed(who),
        },
        CONTEXT,
      ),
  },
  "attach to a match": {
    link: "attachment",
    run: async ({ ledger, papers }, who) =>
      attachFiles(
        {
          ledger,
          files: [{ path: papers[who] }],
          subject: { kind: "match", match: THERE.match },
          ...signed(who),
        },
        CONTEXT,
      ),
  },
  "add a bank's statement": {
    link: "attachment",
    run: async ({ ledger, papers }, who) => {
      const statement = `${papers[who]}.csv`;
      writeFileSync(statement, `Date,Debit,Credit\n2026-08-01,${who === "first" ? 1 : 2},\n`);
      return addStatements(
        { ledger, files: [statement], account: "Bank", hints: {}, ...signed(who) },
        CONTEXT,
      );
    },
  },
  "keep a trial balance": {
    link: "attachment",
    run: async ({ ledger, papers }, who) => {
      const path = `${papers[who]} balance.csv`;
      writeFileSync(path, `Account,Balance\nwallet,${who === "first" ? 1 : 2}\n`);
      return addBooks({ ledger, path, month: MONTHS.open, currency: undefined, ...signed(who) }, CONTEXT);
    },
  },
  "accept a bank's line": {
    link: "match",
    run: async ({ ledger, cash: { walletID, line } }, who) => {
      const choice = { by: "lines", walletIDs: [walletID], lines: [line], difference: "write-off" } as const;
      return acceptTies({ ledger, choice, ...signed(who) }, CONTEXT);
    },
  },
  withdraw: {
    link: "attachment",
    run: async ({ ledger }, who) => withdrawEvidence({ ledger, id: 1, ...signed(who) }, CONTEXT),
  },
  "set a pull aside": {
    link: "pull-step",
    run: async ({ ledger }, who) =>
      takePullStep({ ledger, pullId: who === "first" ? 1 : 2, step: "set-aside", ...signed(who) }, CONTEXT),
  },
  "put a pull back": {
    link: "pull-step",
    run: async ({ ledger }, who) =>
      takePullStep({ ledger, pullId: THERE.pullAside, step: "put-back", ...signed(who) }, CONTEXT),
  },
  terms: {
    link: "terms",
    run: async ({ ledger }, who) => changeTerms({ ledger, given: { purpose: who }, ...signed(who) }, CONTEXT),
  },
  accounts: {
    link: "books",
    run: async ({ ledger }, who) => {
      const given = [{ purpose: "wallet", currency: who, account: "1200" }] as const;
      return changeAccounts({ ledger, given, ...signed(who) }, CONTEXT);
    },
  },
  journal: {
    link: "books",
    run: async ({ ledger, folder }, who) =>
      releaseJournal(
        {
          ledger,
          month: MONTHS.open,
          currency: undefined,
          each: null,
          program: who === "first" ? "qbo" : "hledger",
          taxRate: null,
          out: join(folder, `${who} journal`),
          replace: false,
          ...signed(who),
        },
        CONTEXT,
      ),
  },
  "enrol a key": {
    link: "key",
    run: async ({ ledger }, who) => {
      const keys = { keys: [testKey(who === "first" ? 1 : 2)], isAsked: true };
      return changeKeys(
        { ledger, change: { kind: "enrolled" }, by: `New ${who}`, note: who },
        { ...CONTEXT, keys },
      );
    },
  },
  tick: {
    link: "mark",
    run: async ({ ledger }, who) =>
      tickStep(
        { ledger, month: MONTHS.open, step: who === "first" ? 1 : 2, done: true, ...signed(who) },
        CONTEXT,
      ),
  },
  "undo a tick": {
    link: "mark",
    run: async ({ ledger }, who) =>
      tickStep({ ledger, month: MONTHS.open, step: THERE.tickedStep, done: false, ...signed(who) }, CONTEXT),
  },
  "undo a confirmation": {
    link: "mark",
    run: async ({ ledger, wallet }, who) =>
      confirmBalance(
        { ledger, month: MONTHS.open, wallet, balance: null, source: "", evidence: null, ...signed(who) },
        CONTEXT,
      ),
  },
  confirm: {
    link: "mark",
    run: async ({ ledger, wallet }, who) =>
      confirmBalance(
        {
          ledger,
          month: MONTHS.open,
          wallet,
          balance: who === "first" ? 1 : 2,
          source: "Statement",
          evidence: null,
          ...signed(who),
        },
        CONTEXT,
      ),
  },
  fluctuation: {
    link: "mark",
    run: async ({ ledger, wallet, figure }, who) =>
      explainFluctuation({ ledger, month: MONTHS.open, wallet, figure, ...signed(who) }, CONTEXT),
  },
  prepare: {
    link: "close",
    run: async ({ ledger }, who) =>
      prepareMonth({ ledger, month: MONTHS.open, by: BY[who], override: "As it stands" }, CONTEXT),
  },
  "sign off": {
    link: "close",
    run: async ({ ledger }, who) => signOffMonth({ ledger, month: MONTHS.prepared, ...signed(who) }, CONTEXT),
  },
  return: {
    link: "close",
    run: async ({ ledger }, who) =>
      returnMonth(
        { ledger, month: MONTHS.prepared, by: "Ben Cole", points: [{ text: who, fingerprint: null }] },
        CONTEXT,
      ),
  },
  point: {
    link: "point",
    run: async ({ ledger }, who) =>
      makePoints(
        { ledger, month: MONTHS.pointed, by: BY[who], points: [{ text: who, fingerprint: null }] },
        CONTEXT,
      ),
  },
  answer: {
    link: "point",
    run: async ({ ledger }, who) =>
      replyToPoint({ ledger, month: null, point: 1, kind: "answered", by: BY[who], text: who }, CONTEXT),
  },
  "point again": {
    link: "point",
    run: async ({ ledger }, who) =>
      replyToPoint(
        { ledger, month: null, point: THERE.answeredPoint, kind: "repeated", by: BY[who], text: who },
        CONTEXT,
      ),
  },
  "import a review": {
    link: "point",
    run: async ({ ledger, run, open }, who) =>
      acceptReview(
        {
          ledger,
          run,
          by: BY[who],
          items: [{ fingerprint: open, proposed: { status: "raised", note: "Ask" }, point: "Which ticket?" }],
        },
        CONTEXT,
      ),
  },
  reopen: {
    link: "close",
    run: async ({ ledger }, who) => reopenMonth({ ledger, month: MONTHS.signed, ...signed(who) }, CONTEXT),
  },
  letter: {
    link: "letter",
    run: async ({ ledger, folder }, who) =>
      writeLetter(
        { ledger, month: MONTHS.open, out: join(folder, `${who}.docx`), replace: false, by: BY[who] },
        CONTEXT,
      ),
  },
  "letter sent": {
    link: "letter",
    run: async ({ ledger }, who) =>
      recordSent({ ledger, ...LETTER, to: "Escrow Ltd", how: who, ...signed(who) }, CONTEXT),
  },
  "letter answered": {
    link: "letter",
    run: async ({ ledger, papers }, who) =>
      recordAnswer(
        { ledger, ...LETTER, file: { path: papers[who] }, evidence: null, ...signed(who) },
        CONTEXT,
      ),
  },
  "check --save": {
    link: "run",
    run: async ({ ledger }) => checkRecords({ source: { ledger }, ...OPEN, save: true }, CONTEXT),
  },
  export: {
    link: "export",
    run: async ({ ledger, folder }, who) =>
      exportLedger({ ledger, ...OPEN, format: "json", out: join(folder, `${who} tables`) }, CONTEXT),
  },
  pack: {
    link: "run",
    run: async ({ ledger, folder }, who) =>
      packMonth(
        { ledger, month: MONTHS.signed, out: join(folder, `${who}.zip`), without: [], replace: false },
        CONTEXT,
      ),
  },
  ...(hasOpenssl
    ? {
        anchor: {
          link: "anchor" as const,
          run: async ({ ledger }: Scene) => {
            const { url, pem } = await sharedAuthority();
            return anchorLedger({ ledger, tsa: url, trust: pem }, CONTEXT);
          },
        },
      }
    : {}),
  prune: {
    link: "prune",
    run: async ({ ledger }) => pruneLedger(ledger, 1, CONTEXT),
  },
  pull: {
    link: "pull",
    run: async ({ ledger, connection }) =>
      pullIntoLedger({ ledger, ...connection, history: { kind: "full" } }, CONTEXT),
  },
  import: {
    link: "pull",
    run: async ({ ledger, files }) =>
      importIntoLedger({ ledger, files: { ...files, user: null, business: [] } }, CONTEXT),
  },
  "close a folder": {
    link: "pull",
    run: async ({ folder, connection: { service, credentials } }) => {
      const accessTo = () => ({ ...service, credentials });
      const request = { folder, out: folder, month: MONTHS.open, full: true, accessTo };
      for await (const { failure } of closeFolder(request, CONTEXT)) {
        if (failure?.code === "DEFECT") throw new Error(failure.sentence);
        if (failure !== null) throw new TieoutError(failure.code, failure.sentence);
      }
    },
  },
  restore: {
    link: "restore",
    run: async ({ ledger, backup }) => restoreLedger({ ledger, backup }, CONTEXT),
  },
};

let authority: Promise<TimeStampAuthority> | null = null;

/** An authority for all of a process, which it does not keep from ending. */
async function sharedAuthority(): Promise<{ readonly url: string; readonly pem: string }> {
  const folder = join(tmpdir(), `tieout-authority-${process.pid}`);
  authority ??= TimeStampAuthority.start(folder);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const started = await authority;
  return { url: started.url, pem: started.pem("root") };
}

/** What each of two changes of settings sets; both are in force in the end. */
export const OWN_SETTING = {
  first: { decimals: 3 },
  second: { options: { cutoffDays: 9 } },
} as const;
