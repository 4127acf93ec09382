/** Writing the workbook, or its tables. */
import type { HandlerContext } from "../handler-context.ts";
import type { Handlers } from "../handlers.ts";

export function exportHandlers(app: HandlerContext): Handlers<"export.start"> {
  const { handles, jobs, ledger, threads } = app;
  return {
    "export.start": ({ target, ...request }) => {
      const out = handles.path(target, "write");
      const { writablePath } = ledger;
      return jobs.start("export", async (context) => {
        // Whoever chose the place was asked whether what stands there may be replaced.
        const asked = { ...request, ledger: writablePath, out, replace: true };
        const report = await threads.long.call("export", asked, context);
        await ledger.reread();
        const { bytes, sha256 } = report.proof;
        return {
          is: "written",
          file: handles.issue(out, "read"),
          bytes,
          sha256,
          verdict: report.verdict,
        };
      });
    },
  };
}
