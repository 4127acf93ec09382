/** Saved answers of the service, into a ledger. */
import { TieoutError } from "../../../core/errors.ts";
import type { ImportKind, Parsed } from "../../../ipc/contract.ts";
import type { HandlerContext } from "../handler-context.ts";
import type { Handlers } from "../handlers.ts";
import { fillTarget } from "./target.ts";

export function importHandlers(app: HandlerContext): Handlers<"import.look" | "import.start"> {
  const { handles, jobs, threads } = app;
  return {
    "import.look": async ({ files }) => {
      const paths = files.map((file) => handles.path(file, "read"));
      const looks = await threads.quick.call("lookAtAnswers", { paths });
      return { files: looks.map((look, at) => ({ ...handles.issue(paths[at] ?? "", "read"), ...look })) };
    },
    "import.start": ({ target, files }) => {
      const { path, finish } = fillTarget(app, target);
      const request = { ledger: path, files: filesByKind(app, files) };
      return jobs.start("import", async (context) => {
        const result = await threads.long.call("import", request, context);
        await finish();
        return result;
      });
    },
  };
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
