/** What brings records into a ledger: the connection to the service, pulls, files, the sandbox. */
import { existsSync, statSync } from "node:fs";
import { TieoutError } from "../../../core/errors.ts";
import { ledgerName } from "../../services/practice/ledgers-in-folder.ts";
import type { VanishingAcceptance } from "../../../core/review/restate/vanishing.ts";
import type { ConnectionInput, ImportKind, Parsed } from "../../../ipc/contract.ts";
import { type SandboxPlan, ServiceConnection, placeForLedger } from "../stores/connections.ts";
import { asFarAsItCan } from "../stores/stored-file.ts";
import type { JobContext } from "../threads/jobs.ts";
import { type Calls, asks, done, inBackend, onLedger } from "./call.ts";
import { type HandlerContext, openFilled, placeToWrite, writtenTo } from "./desk.ts";

export const INTAKE_CALLS = {
  "connection.read": inBackend(async (_, { connections, ledger }) => connections.describe(ledger.id)),
  "connection.save": inBackend(async (input, app) => {
    const { connections, ledger } = app;
    const { id } = ledger;
    const connection = await completed(app, input);
    await connections.keepService(id, connection);
    await ledger.reread();
    const described = await connections.describe(id);
    if (described === null) throw new Error("a connection was just kept");
    return described;
  }),
  "connection.forget": inBackend(async (_, { connections, ledger }) => {
    await connections.forget(ledger.id);
    await ledger.reread();
    return {};
  }),
  "connection.test": inBackend(async (input, app) => {
    const connection = await completed(app, input);
    return app.threads.quick.call("testConnection", askingWith(connection));
  }),

  "pull.start": inBackend(async (request, app) => {
    const { connections, jobs, ledger } = app;
    const { target, connection: given, full, accepted } = request;
    const { path, finish } = fillTarget(app, target);
    jobs.refuseBusy();
    const find = await connectionFinder(app, request);
    // Meanwhile the window may have opened another ledger, which that connection is none of.
    if (fillTarget(app, target).path !== path) {
      throw new TieoutError("LEDGER_NOT_OPEN", "Another ledger was opened meanwhile");
    }
    return jobs.start("pull", async (context) => {
      const connection = await find(context);
      const asked = { connection, path, full: full || target !== null, accepted };
      const result = await pullFrom(app, asked, context);
      const id = await finish();
      if (given !== null) {
        await asFarAsItCan(connections.keepService(id, connection));
        await ledger.reread();
      }
      return result;
    });
  }),

  "close.ownPull": inBackend(async ({ month, target }, app) => {
    const { dataFolder, jobs, ledger } = app;
    const file = ledger.writablePath;
    const { out, replace } = placeToWrite(target, app);
    jobs.refuseBusy();
    const find = await connectionFinder(app, { target: null, connection: null });
    return jobs.start("export", async (context) => {
      const asking = askingWith(await find(context));
      const own = placeForLedger(dataFolder, `${ledgerName(file)} ${month}, own pull`);
      const of = { is: "ledger", file, month } as const;
      const made = await app.threads.long.call("ownPull", { of, own, out, replace, ...asking }, context);
      return writtenTo(out, made, { compared: `${made.sentence} The pull is in ${own}.` }, app);
    });
  }),

  "import.look": asks("guessImportKind", {
    ask: ({ files }, { handles }) => files.map((file) => handles.path(file, "read")),
    run:
      ({ lookAtAnswers }) =>
      (paths) =>
        paths.map(lookAtAnswers),
    answer: (looks, { handles }, paths) => ({
      files: looks.map((look, at) => ({ ...handles.issue(paths[at] ?? "", "read"), ...look })),
    }),
  }),
  "import.start": inBackend(({ mode, target, files, providedBy }, app) => {
    const { path, finish } = fillTarget(app, target);
    const request = { ledger: path, files: filesByKind(app, files), providedBy };
    return app.jobs.start("import", async (context) => {
      if (mode !== undefined && target === null) {
        const preview = await app.threads.long.call("previewImport", request, context);
        if (mode === "preview" || preview.isRemarkable) return preview;
      }
      const result = await app.threads.long.call("import", request, context);
      await finish();
      return result;
    });
  }),
  "pull.list": onLedger("setAside", ({ readPulls }) => ({ ledger }) => ({
    pulls: readPulls(ledger).pulls.map(({ id, aside }) => ({ id, isAside: aside !== null })),
  })),
  "pull.step": onLedger("setAside", "takePullStep", done),

  "sandbox.fill": inBackend(({ entries }, app) =>
    app.jobs.start("sandbox", async (context) => {
      const plan = { entries, seed: SEED, months: 0 };
      const connection = await sandboxConnection(app, plan, context);
      const path = placeForLedger(app.dataFolder, "Sandbox");
      const result = await pullFrom(app, { connection, path, full: true }, context);
      const { id } = await app.threads.quick.call("readFacts", { ledger: path });
      // Known before it is opened, so that the window learns at once where the next pull goes.
      await asFarAsItCan(app.connections.keepSandbox(id, plan));
      await openFilled(app, path);
      return result;
    }),
  ),
  "sandbox.advance": inBackend(async (_, { connections, jobs, ledger, threads }) =>
    jobs.aside(async () => {
      // Another ledger may be opened meanwhile.
      const { id } = ledger;
      const plan = connections.sandboxOf(id);
      if (plan === null) {
        throw new TieoutError("CONNECTION_MISSING", "This ledger was not filled from the sandbox");
      }
      const moved = await threads.sandbox.call("advance", plan);
      await asFarAsItCan(connections.keepSandbox(id, moved));
      return {};
    }),
  ),
} satisfies Calls;

/** What keeps a pull from being asked is told at once; the sandbox starts only when the job has begun. */
async function connectionFinder(
  app: HandlerContext,
  { target, connection }: Pick<Parsed<"pull.start">, "target" | "connection">,
): Promise<(context: JobContext) => Promise<ServiceConnection>> {
  const { connections, ledger } = app;
  const id = target === null ? ledger.id : null;
  if (connection !== null) {
    const described = await completed(app, connection, id);
    return async () => Promise.resolve(described);
  }
  const plan = id === null ? null : connections.sandboxOf(id);
  if (plan !== null) return async (context) => sandboxConnection(app, plan, context);
  const service = await connections.serviceOf(id ?? "");
  return async () => Promise.resolve(service);
}

/** @throws TieoutError IPC_FORBIDDEN; IMPORT_FORMAT where more than one file is the user's */
function filesByKind({ handles }: HandlerContext, files: Parsed<"import.start">["files"]) {
  const of = (wanted: ImportKind) =>
    files.filter(({ kind }) => kind === wanted).map(({ file }) => handles.path(file, "read"));
  const users = of("user");
  const [user = null] = users;
  if (users.length > 1) {
    throw new TieoutError("IMPORT_FORMAT", "Only one file can be the user's own record");
  }
  return { wallet: of("wallet"), transactions: of("transactions"), user, business: of("business") };
}

const SEED = 1;

/** Where a pull or an import goes: the open ledger, or a new one that is opened when it is filled. */
interface FillTarget {
  readonly path: string;
  /** Opens it, or reads again what is known of it; returns its id. */
  readonly finish: () => Promise<string>;
}

/**
 * @param handle null for the open ledger
 * @throws TieoutError LEDGER_NOT_OPEN, LEDGER_READONLY, LEDGER_LOCKED; IPC_FORBIDDEN; EXPORT_TARGET where
 *   something stands already
 */
function fillTarget(app: HandlerContext, handle: string | null): FillTarget {
  const { ledger, handles } = app;
  if (handle === null) {
    const { writablePath: path, id } = ledger;
    return {
      path,
      finish: async () => {
        await ledger.reread();
        return id;
      },
    };
  }
  const path = handles.path(handle, "write");
  if (existsSync(path) && statSync(path).size > 0) {
    throw new TieoutError("EXPORT_TARGET", "A file with this name already exists", { file: path });
  }
  return { path, finish: async () => (await openFilled(app, path)).id };
}

/** A connection as the services take it. */
export function askingWith(connection: ServiceConnection) {
  return { service: connection.place, credentials: connection.secrets() };
}

/** Has a connection pulled into a ledger. */
async function pullFrom(
  { threads }: HandlerContext,
  request: {
    readonly connection: ServiceConnection;
    readonly path: string;
    readonly full: boolean;
    readonly accepted?: VanishingAcceptance | undefined;
  },
  context: JobContext,
) {
  const { connection, path, full, accepted } = request;
  const history = { kind: full ? "full" : "routine" } as const;
  return threads.long.call("pull", { ledger: path, ...askingWith(connection), history, accepted }, context);
}

/** Starts a sandbox unless it runs, and says how to ask it. */
async function sandboxConnection(
  { threads }: HandlerContext,
  plan: SandboxPlan,
  { onProgress, signal }: JobContext,
): Promise<ServiceConnection> {
  onProgress({ phase: "Starting the sandbox", done: 0, total: plan.entries, unit: "entries" });
  const { baseUrl, ...secrets } = await threads.sandbox.call("start", plan, {
    signal,
    endsWhenAborted: true,
  });
  onProgress({ phase: "Starting the sandbox", done: plan.entries, total: plan.entries, unit: "entries" });
  return new ServiceConnection({ baseUrl, pathPrefix: "/sandbox/index", authForm: "key" }, secrets);
}

/**
 * A connection as a person described it, before a ledger is open too; one that could never be used is refused
 * here.
 *
 * @throws TieoutError USAGE for an address, SECRET_FORMAT for a credential
 */
async function completed(
  { connections, ledger, threads }: HandlerContext,
  input: ConnectionInput,
  ledgerId: string | null = ledger.facts?.id ?? null,
): Promise<ServiceConnection> {
  const connection = await connections.complete(ledgerId, input);
  try {
    await threads.quick.call("assertConnection", askingWith(connection));
  } catch (error) {
    // What is not typed yet can be typed later; whoever asks the service without it is told then.
    if (!(error instanceof TieoutError && error.code === "SECRET_MISSING")) throw error;
  }
  return connection;
}
