/** What brings records into a ledger: the connection to the service, pulls, files. */
import { TieoutError } from "../../../core/errors.ts";
import type { ImportKind, Parsed } from "../../../ipc/contract.ts";
import { askingWith, completed, pullFrom, sandboxConnection } from "../asking.ts";
import type { HandlerContext } from "../handler-context.ts";
import type { JobContext } from "../jobs.ts";
import type { ServiceConnection } from "../service-connection.ts";
import { asFarAsItCan } from "../stores/stored-file.ts";
import { type Calls, quickCall, readCall, writeCall } from "./call.ts";
import { fillTarget } from "./fill-target.ts";

const stepping = async () => import("../../services/pull/set-aside.ts");
const guessing = async () => import("../../services/pull/guess-import-kind.ts");

export const INTAKE_CALLS = {
  "connection.read": {
    on: "here",
    run: async (_, { connections, ledger }) => connections.describe(ledger.id),
  },
  "connection.save": {
    on: "here",
    run: async (input, app) => {
      const { connections, ledger } = app;
      const { id } = ledger;
      const connection = await completed(app, input);
      await connections.keepService(id, connection);
      await ledger.reread();
      const described = await connections.describe(id);
      if (described === null) throw new Error("a connection was just kept");
      return described;
    },
  },
  "connection.forget": {
    on: "here",
    run: async (_, { connections, ledger }) => {
      await connections.forget(ledger.id);
      await ledger.reread();
      return {};
    },
  },
  "connection.test": {
    on: "here",
    run: async (input, app) => {
      const connection = await completed(app, input);
      return app.threads.quick.call("testConnection", askingWith(connection));
    },
  },

  "pull.start": {
    on: "here",
    run: async (request, app) => {
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
    },
  },

  "import.look": quickCall({
    load: guessing,
    ask: ({ files }, { handles }) => files.map((file) => handles.path(file, "read")),
    run: async (paths) => {
      const { lookAtAnswers } = await guessing();
      return paths.map(lookAtAnswers);
    },
    answer: (looks, { handles }, paths) => ({
      files: looks.map((look, at) => ({ ...handles.issue(paths[at] ?? "", "read"), ...look })),
    }),
  }),
  "import.start": {
    on: "here",
    run: ({ mode, target, files, providedBy }, app) => {
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
    },
  },
  "pull.list": readCall(stepping, ({ readPulls }) => ({ ledger }) => ({
    pulls: readPulls(ledger).pulls.map(({ id, aside }) => ({ id, isAside: aside !== null })),
  })),
  "pull.step": writeCall(stepping, ({ takePullStep }) => async (request, context) => {
    await takePullStep(request, context);
    return {};
  }),
} satisfies Calls;

/** What keeps a pull from being asked is told at once; the sandbox starts only when the job has begun. */
async function connectionFinder(
  app: HandlerContext,
  { target, connection }: Parsed<"pull.start">,
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
