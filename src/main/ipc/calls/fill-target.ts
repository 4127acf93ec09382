/** Where a pull or an import goes: the open ledger, or a new one that is opened when it is filled. */
import { existsSync, statSync } from "node:fs";
import { TieoutError } from "../../../core/errors.ts";
import type { HandlerContext } from "../handler-context.ts";
import { openFilled } from "../open-for-window.ts";

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
export function fillTarget(app: HandlerContext, handle: string | null): FillTarget {
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
