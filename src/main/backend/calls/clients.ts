/** All clients: the ledgers of a folder, or those that were open last, and the close of the folder. */
import { basename, dirname, join } from "node:path";
import { TieoutError } from "../../../core/errors.ts";
import { remedyFor } from "../../../core/remedies.ts";
import { byUrgency } from "../../../core/review/clients/client.ts";
import { closingWords } from "../../../core/review/clients/closing-words.ts";
import type { LedgerClosing, LedgerFailure } from "../../../core/review/clients/ledger-closing.ts";
import type { ClientLine } from "../../../ipc/contract.ts";
import { type Fault, faultOf } from "../../../ipc/envelope.ts";
import type { LedgerClient } from "../../services/practice/clients.ts";
import { credentialsBeside } from "../../services/practice/close-clients.ts";
import { isThere } from "../../services/pull/credentials.ts";
import { ledgerName, ledgersIn } from "../../services/practice/ledgers-in-folder.ts";
import type { ServiceAccess } from "../../services/practice/practice.ts";
import type { Progress } from "../../services/shared/thread-messages.ts";
import { faultInWords, makeFolder, ownLedgers, placeInWords } from "../stores/connections.ts";
import { asFarAsItCan } from "../stores/stored-file.ts";
import type { JobContext } from "../threads/jobs.ts";
import { type Calls, inBackend } from "./call.ts";
import type { HandlerContext } from "./desk.ts";
import { askingWith } from "./intake.ts";

export const CLIENT_CALLS = {
  "clients.list": inBackend(async (_, app) => {
    const { checkedClients, clientsFolder, preferences, threads } = app;
    const { shows } = clientsFolder.value;
    const folder = folderOf(app);
    const { paths, fault } = pathsOf(app, folder);
    const { dueDay } = preferences.value;
    const read = await threads.quick.call("listClients", { paths, dueDay, checks: false });
    return {
      shows,
      folder: folder === null ? null : { name: basename(folder), where: placeInWords(dirname(folder)) },
      lines: byUrgency(read.map((line) => lineOf(checkedClients.recall(line, dueDay), app))),
      fault,
    };
  }),
  "clients.check": inBackend(async ({ files }, app) => {
    const { checkedClients, handles, preferences, threads } = app;
    const { dueDay } = preferences.value;
    const requests = files.map((file) => ({ paths: [handles.path(file, "read")], dueDay, checks: true }));
    const [first, second] = threads.checks;
    const read = await Promise.all(
      requests.map(async (request, at) => (at === 0 ? first : second).call("listClients", request)),
    );
    for (const line of read.flat()) checkedClients.keep(line);
    return { lines: read.flat().map((line) => lineOf(line, app)) };
  }),
  "clients.show": inBackend(async ({ shows }, { clientsFolder }) => {
    await asFarAsItCan(clientsFolder.show(shows));
    return {};
  }),
  "clients.chooseFolder": inBackend(async (_, { clientsFolder, platform }) => {
    const [folder] = await platform.chooseToOpen("clients");
    if (folder === undefined) return { isChosen: false };
    await asFarAsItCan(clientsFolder.choose(folder));
    return { isChosen: true };
  }),
  "clients.close": inBackend(({ month, pull, full, target }, app) => {
    const chosen = target === null ? null : app.handles.path(target, "write");
    const folder = folderOf(app);
    if (folder === null) throw noFolder();
    // What hinders all of it is said before it begins.
    const names = ledgersIn(folder);
    const out = chosen ?? folder;
    return app.jobs.start("close", async (context) => {
      makeFolder(out);
      for (const name of names) context.onLedger({ name, step: null, done: null });
      const kept = pull ? await keptAccess(folder, names, app) : new Map<string, ServiceAccess>();
      const request = { folder, out, month, pull, full, kept };
      const { signal } = context;
      let done = 0;
      const onProgress = (progress: Progress) => {
        if (progress.closing !== undefined) done += 1;
        tellLedger(progress, context);
        context.onProgress({ phase: "Closing", done, total: names.length, unit: "ledgers" });
      };
      try {
        const totals = await app.threads.long.call("closeClients", request, { signal, onProgress });
        return { is: "closed", totals, folder: app.handles.issue(out, "read") };
      } finally {
        // The open one may be among them.
        if (app.ledger.facts !== null) await app.ledger.reread();
      }
    });
  }),
} satisfies Calls;

function lineOf({ path, client, failure }: LedgerClient, { handles }: HandlerContext): ClientLine {
  const fault = failure === null ? null : faultOfLedger(failure);
  return { file: handles.issue(path, "read"), client, fault };
}

/** How to reach the services of ledgers that a connection is kept for, and no credentials file is beside. */
async function keptAccess(
  folder: string,
  names: readonly string[],
  { connections, threads }: HandlerContext,
): Promise<ReadonlyMap<string, ServiceAccess>> {
  const without = names.filter((name) => !isThere(credentialsBeside(folder, ledgerName(name))));
  const ids = await threads.quick.call("ledgerIds", { paths: without.map((name) => join(folder, name)) });
  const kept = new Map<string, ServiceAccess>();
  for (const [path, id] of ids) {
    if (connections.kindOf(id) !== "service") continue;
    try {
      const { service, credentials } = askingWith(await connections.serviceOf(id));
      kept.set(ledgerName(path), { ...service, credentials });
    } catch (error) {
      // One whose secrets are gone, or cannot be read, is as if none were kept.
      if (!(error instanceof TieoutError)) throw error;
    }
  }
  return kept;
}

/** The folder of the clients' ledgers, chosen by a person; in a browser, which cannot, the app's own. */
function folderOf({ clientsFolder, dataFolder, platform }: HandlerContext): string | null {
  return platform.host === "browser" ? ownLedgers(dataFolder) : clientsFolder.value.folder;
}

/** The ledgers that are listed, or why a folder's cannot be. */
function pathsOf(
  { clientsFolder, recent }: HandlerContext,
  folder: string | null,
): { readonly paths: readonly string[]; readonly fault: Fault | null } {
  if (clientsFolder.value.shows === "recent") return { paths: recent.paths(), fault: null };
  try {
    if (folder === null) throw noFolder();
    return { paths: ledgersIn(folder).map((name) => join(folder, name)), fault: null };
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    return { paths: [], fault: faultInWords(error) };
  }
}

function noFolder(): TieoutError {
  return new TieoutError("LEDGER_NOT_FOUND", "No folder was chosen", { remedy: "Choose the folder first." });
}

/** Passes on how one ledger stands. */
function tellLedger(
  { ledger: name, closing, phase, done, total, unit }: Progress,
  { onLedger }: JobContext,
): void {
  if (name === undefined) return;
  onLedger(
    closing === undefined
      ? { name, step: { phase, done, total, unit }, done: null }
      : { name, step: null, done: doneOf(closing) },
  );
}

function doneOf(closing: LedgerClosing) {
  const { undecidedErrors, failure } = closing;
  const fault = failure === null ? null : faultOfLedger(failure);
  return { words: closingWords(closing), undecidedErrors, fault };
}

/** Of what nobody expected only that it happened is told. */
function faultOfLedger({ code, sentence, remedy, file }: LedgerFailure): Fault {
  if (code === "DEFECT") return faultOf(null);
  const where = file === null ? null : placeInWords(file);
  // The environment is no source of credentials here.
  const isOfCommand = remedy === remedyFor("SECRET_MISSING");
  const shown = isOfCommand ? "Check the credentials file beside the ledger." : remedy;
  return { code, sentence, remedy: shown, file: where, record: null, field: null };
}
