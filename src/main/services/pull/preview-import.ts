/** What an import would do: it is made, looked at, and rolled back before anything of it is kept. */
import type { ImportPreview, PreviewedClosing } from "../../../core/review/restate/import-preview.ts";
import { walletKey } from "../../../core/reconcile/chain/wallet-key.ts";
import { SignedChanges } from "../../../core/review/restate/register-timeline.ts";
import { isInForce } from "../../../core/review/restate/signatures.ts";
import { closeLedger, type WritableLedger } from "../../ledger/file/connection.ts";
import { isTaken } from "../../ledger/file/header.ts";
import { openInPassing } from "../../ledger/file/make.ts";
import { phrasesSince } from "../../../core/review/close/since.ts";
import { readSettings } from "../../ledger/acts/settings.ts";
import { readSignatures } from "../../ledger/acts/run-document.ts";
import { entryEffect, transactionEffect } from "../../ledger/pulls/pull-effect.ts";
import { type PullRecord, listPulls, mergedCoverage, newestPullID } from "../../ledger/trail/pull.ts";
import { showCounting } from "../../ledger/trail/counting.ts";
import { driftedIn } from "../close/changed-since.ts";
import { listRestatements } from "../close/register.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { openToPull } from "../shared/use-ledger.ts";
import { type ImportFiles, olderThanHeld, filesPullSource, withSavedFiles } from "../import/import.ts";
import { publishAnswers } from "../import/publish-answers.ts";

export interface PreviewedImport extends ImportPreview {
  /** Digits after the point that the ledger's settings show amounts with. */
  readonly decimals: number;
}

/**
 * Imports files and takes it back: nothing is kept, and no ledger is created. Else it is the import itself,
 * so that a ledger of an older schema is updated first, after a backup.
 *
 * @throws TieoutError as `importIntoLedger`
 */
export async function previewImport(
  { ledger, files }: { readonly ledger: string; readonly files: ImportFiles },
  context: ServiceContext,
): Promise<PreviewedImport> {
  return withSavedFiles(files, context, async (answers, thread) => {
    const isNew = !isTaken(ledger);
    const db = isNew
      ? openInPassing({ ledgerId: "preview", atMs: context.now() })
      : await openToPull(ledger, context);
    let preview: PreviewedImport | null = null;
    const look = () => {
      preview = { ...lookAtNewest(db, context), isNew };
    };
    try {
      await publishAnswers(db, filesPullSource(context), answers, false, context, thread, look);
    } finally {
      closeLedger(db);
    }
    if (preview === null) throw new Error("an import that was made was looked at");
    return preview;
  });
}

/** Looks at the newest pull, inside its transaction. */
function lookAtNewest(db: WritableLedger, context: ServiceContext): Omit<PreviewedImport, "isNew"> {
  const pullId = newestPullID(db);
  showCounting(db);
  const pulls = listPulls(db);
  const pull = pulls.find(({ id }) => id === pullId);
  if (pull === undefined) throw new Error("a pull that was just made counts");
  const { closings, ...signed } = signedMonthsOf(db, pullId);
  const restated = new Set(signed.signedMonths.map(({ month }) => month));
  const drifted = driftedIn(db, { pullId }, context);
  const before = gapsIn(
    db,
    pulls.filter(({ id }) => id !== pullId),
  );
  return {
    pullId,
    entries: entryEffect(db, pull),
    transactions: transactionEffect(db, pull),
    older: olderThanHeld(pulls, pullId),
    gaps: gapsIn(db, pulls).filter(
      (gap) => !before.some((known) => known.after <= gap.after && gap.before <= known.before),
    ),
    ...signed,
    closings,
    differing: drifted.flatMap(({ month, state, prepared, changedSince }) =>
      restated.has(month) ? [] : [{ month, state, prepared, changes: phrasesSince(changedSince) }],
    ),
    decimals: readSettings(db).decimals,
  };
}

function gapsIn(db: WritableLedger, pulls: readonly PullRecord[]): ImportPreview["gaps"] {
  const coverage = mergedCoverage(db, pulls);
  return coverage.slice(1).map(({ from }, at) => ({ after: coverage[at]?.to ?? from, before: from }));
}

/** What the pull changes of signed months, and the closings that it changes. */
function signedMonthsOf(
  db: WritableLedger,
  pullId: number,
): Pick<ImportPreview, "signedMonths" | "closings"> {
  const signatures = readSignatures(db).filter(isInForce);
  if (signatures.length === 0) return { signedMonths: [], closings: [] };
  const changes = new SignedChanges();
  const register = listRestatements(db, { month: null, most: 0 }, (restatement) => {
    if (restatement.pullId === pullId && restatement.step === undefined) changes.add(restatement);
  });
  const differing = new Map(register.closings.map((closing) => [keyOf(closing), closing.now]));
  const closings = changes.finish().flatMap(({ month, wallets }) =>
    wallets.flatMap(({ userID, businessID, currency, closing: by }): PreviewedClosing[] => {
      if (by === 0) return [];
      const wallet = { month, userID, businessID };
      const frozen = signatures.find((one) => one.month === month)?.wallets ?? [];
      const signed = frozen.find((one) => walletKey(one) === walletKey(wallet))?.closing ?? 0;
      const after = differing.get(keyOf(wallet)) ?? signed;
      return [{ ...wallet, currency, signed, today: after - by, after }];
    }),
  );
  return {
    signedMonths: changes.finish().map(({ month, changes: count }) => ({ month, changes: count })),
    closings,
  };
}

function keyOf(closing: Pick<PreviewedClosing, "month" | "userID" | "businessID">): string {
  return `${closing.month} ${walletKey(closing)}`;
}
