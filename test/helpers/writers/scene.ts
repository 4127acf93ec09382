/** A ledger in which every writing command has something to do, pulled from a sandbox that goes on running. */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Day, monthDays } from "../../../src/core/time.ts";
import type { Month } from "../../../src/core/review/close/close.ts";
import { ACCOUNT_PURPOSES } from "../../../src/core/review/file/books.ts";
import { changeAccounts } from "../../../src/main/services/close/accounts.ts";
import { attachFiles } from "../../../src/main/services/review/attach.ts";
import { backUpLedger } from "../../../src/main/services/backup/backup.ts";
import { recordSent } from "../../../src/main/services/review/letter-steps.ts";
import { makePoints, replyToPoint } from "../../../src/main/services/review/points.ts";
import { writeLetter } from "../../../src/main/services/review/letter.ts";
import { prepareMonth, signOffMonth } from "../../../src/main/services/close/close.ts";
import {
  changeTerms,
  confirmBalance,
  readMonthFile,
  tickStep,
} from "../../../src/main/services/close/month-file.ts";
import { checkRecords } from "../../../src/main/services/check/check.ts";
import { takePullStep } from "../../../src/main/services/pull/set-aside.ts";
import type { LinePlace } from "../../../src/core/bank/accepted.ts";
import { NO_PAYREF } from "../../../src/core/reconcile/input/input.ts";
import { checkLedger } from "../../../src/main/services/check/check.ts";
import { addStatements } from "../../../src/main/services/review/bank-statements.ts";
import { decideMatch } from "../../../src/main/services/review/match.ts";
import { type PullRequest, pullIntoLedger } from "../../../src/main/services/pull/pull.ts";
import { decide, readReview } from "../../../src/main/services/review/review.ts";
import { readCheckInput } from "../../../src/main/ledger/records/check-input.ts";
import { readLedger } from "../../../src/main/services/shared/use-ledger.ts";
import type { World } from "../../../sandbox/world.ts";
import { serveWorld } from "../../../sandbox/serve-world.ts";
import { saveWorld } from "../ledgers/world-check.ts";

/** All months but the last of the sandbox's are over. */
export const NOW_MS = Date.UTC(2026, 8, 2);
export const CONTEXT = { now: () => NOW_MS, appVersion: "test" };

export const MONTHS = {
  pointed: "2026-05",
  signed: "2026-06",
  prepared: "2026-07",
  open: "2026-08",
} as Readonly<Record<"pointed" | "signed" | "prepared" | "open", Month>>;

/** The one that was written of the open month, and a day after that. */
export const LETTER = { letter: `${MONTHS.open}/1`, on: "2026-09-01" as Day };

/** Numbers of what is there to be taken back, put back or said anew. */
export const THERE = { pullAside: 3, tickedStep: 3, answeredPoint: 2, match: 1 } as const;

/** What writers are told; it crosses to another process as JSON. */
export interface Scene {
  readonly ledger: string;
  /** Of this pair's own files. */
  readonly folder: string;
  readonly backup: string;
  readonly papers: Readonly<Record<"first" | "second", string>>;
  readonly files: { readonly wallet: string[]; readonly transactions: string[] };
  readonly connection: Pick<PullRequest, "service" | "credentials">;
  /** Undecided, of the open month. */
  readonly open: string;
  /** Decided on. */
  readonly decided: string;
  /** Kept of a check of the open month. */
  readonly run: number;
  /** Records that may be matched. */
  readonly pair: { readonly walletID: number; readonly payID: number };
  /** An entry that no payment supports, and the line of a statement that may be accepted for it. */
  readonly cash: { readonly walletID: number; readonly line: LinePlace };
  readonly figure: "inflow" | "outflow" | "closing";
  readonly wallet: {
    readonly userID: number;
    readonly businessID: number | null;
    readonly currency: string | null;
  };
}

export interface Stage {
  /** Copies the ledger for one pair of writers. */
  readonly scene: (name: string) => Scene;
  readonly close: () => Promise<void>;
}

/** @param folder an empty one, whose owner removes it */
export async function openStage(folder: string, world: World): Promise<Stage> {
  const sandbox = await serveWorld(world, { seed: 1, now: () => NOW_MS });
  const { baseUrl, appId, secretKey, phone, password } = sandbox;
  const connection = {
    service: { baseUrl, pathPrefix: "/sandbox/index", authForm: "key" },
    credentials: { secretKey, appId, phone, password },
  } as const;
  const ledger = join(folder, "made.tieout");
  const backup = join(folder, "backup.tieout");
  const paper = paperIn(folder, "first");
  const facts = await makeLedger(ledger, { connection, paper, folder });
  await backUpLedger(ledger, backup, CONTEXT);
  mkdirSync(join(folder, "saved"));
  const { wallet, transactions } = saveWorld(world, join(folder, "saved"));
  const files = { wallet: [...wallet], transactions: [...transactions] };
  return {
    scene: (name) => {
      const own = join(folder, name);
      mkdirSync(own);
      copyFileSync(ledger, join(own, "made.tieout"));
      const papers = { first: paperIn(own, "first"), second: paperIn(own, "second") };
      return { ...facts, ledger: join(own, "made.tieout"), folder: own, backup, papers, files, connection };
    },
    close: () => sandbox.stop(),
  };
}

function checkWhole(db: Parameters<typeof readCheckInput>[0]) {
  const { input, result } = checkLedger(db, { period: null, options: {} }, {});
  return { entries: input.entries, result };
}

function paperIn(folder: string, name: string): string {
  const path = join(folder, `${name}.txt`);
  writeFileSync(path, `What the provider wrote for ${basename(folder)}, ${name}.`);
  return path;
}

async function makeLedger(
  ledger: string,
  { connection, paper, folder }: Pick<Scene, "connection" | "folder"> & { readonly paper: string },
) {
  const ada = { by: "Ada Obi", note: "Seen" };
  const pull = async () => pullIntoLedger({ ledger, ...connection, history: { kind: "full" } }, CONTEXT);
  for (let number = 1; number <= THERE.pullAside; number += 1) await pull();
  await takePullStep({ ledger, pullId: THERE.pullAside, step: "set-aside", ...ada }, CONTEXT);
  const prepare = async (month: Month) =>
    prepareMonth({ ledger, month, by: "Ada Obi", override: "As it stands" }, CONTEXT);
  await prepare(MONTHS.signed);
  await signOffMonth({ ledger, month: MONTHS.signed, by: "Ben Cole", note: "" }, CONTEXT);
  const request = { ledger, period: monthDays(MONTHS.open), options: {} };
  const [decided = "", raised = "", open = ""] = readReview(request, CONTEXT).findings.map(
    ({ finding }) => finding.fingerprint,
  );
  const decideOn = async (fingerprint: string, status: "accepted" | "raised") =>
    decide({ ...request, items: [{ fingerprint }], status, ...ada }, CONTEXT);
  await decideOn(decided, "accepted");
  await decideOn(raised, "raised");
  await writeLetter(
    { ledger, month: MONTHS.open, out: join(folder, "first.docx"), replace: false, by: "Ada Obi" },
    CONTEXT,
  );
  await recordSent({ ledger, ...LETTER, to: "Escrow Ltd", how: "", ...ada }, CONTEXT);
  const subject = { kind: "month", month: MONTHS.open } as const;
  await attachFiles({ ledger, files: [{ path: paper }], subject, ...ada }, CONTEXT);
  const records = readLedger(ledger, (db) => {
    const { entries, transactions } = readCheckInput(db);
    return [0, 1].map((at) => ({ walletID: entries.walletID[at] ?? 0, payID: transactions.payID[at] ?? 0 }));
  });
  const [matched, pair] = records as [Scene["pair"], Scene["pair"]];
  await decideMatch({ ledger, walletIDs: [matched.walletID], payIDs: [matched.payID], ...ada }, CONTEXT);
  await changeTerms({ ledger, given: { fluctuation: { amount: 1, percent: 0 } }, ...ada }, CONTEXT);
  const accounts = ACCOUNT_PURPOSES.map((purpose) => ({ purpose, currency: null, account: purpose }));
  await changeAccounts({ ledger, given: accounts, ...ada }, CONTEXT);
  const [moved] = readMonthFile({ ledger, month: MONTHS.open }, CONTEXT).fluctuations;
  await prepare(MONTHS.prepared);
  const points = ["Why?", "Since when?"].map((text) => ({ text, fingerprint: null }));
  await makePoints({ ledger, month: MONTHS.pointed, by: "Ben Cole", points }, CONTEXT);
  const answer = { month: null, point: THERE.answeredPoint, kind: "answered", text: "Since May" } as const;
  await replyToPoint({ ledger, ...answer, by: ada.by }, CONTEXT);
  const inOpen = { ledger, month: MONTHS.open, ...ada };
  await tickStep({ ...inOpen, step: THERE.tickedStep, done: true }, CONTEXT);
  if (moved === undefined) throw new Error("a month of the sandbox moves as no other");
  const { wallet, figure } = moved;
  const statement = { balance: 3, source: "Statement", evidence: null };
  await confirmBalance({ ...inOpen, wallet, ...statement }, CONTEXT);
  const { period, options } = request;
  const cash = readLedger(ledger, (db) => {
    const { entries, result } = checkWhole(db);
    const row = result.entryOutcomes.order.find(
      (one) => entries.payref[one] === NO_PAYREF && (result.entryOutcomes.movement[one] ?? 0) < 0,
    );
    return entries.walletID[row ?? -1] ?? 0;
  });
  const bank = join(folder, "bank.csv");
  writeFileSync(bank, "Date,Debit,Credit\n2026-08-01,,1\n");
  const { evidence } = await addStatements(
    { ledger, files: [bank], account: "Cash", hints: {}, ...ada },
    CONTEXT,
  );
  const { runId } = await checkRecords({ source: { ledger }, period, options, save: true }, CONTEXT);
  const line = { evidence: evidence[0] ?? 0, at: 2 };
  return { decided, open, run: runId ?? 0, pair, cash: { walletID: cash, line }, figure, wallet };
}
