/** The browser as a platform: it chooses files itself, saves by downloading, and protects no secrets. */
import { TieoutError } from "../core/errors.ts";
import type { Platform } from "../main/ipc/platform.ts";
import type { Shelf } from "./shelf.ts";

export function browserPlatform(shelf: Shelf): Platform {
  return {
    host: "browser",
    os: ownSystem(),
    chooseToOpen: () => Promise.resolve([]),
    chooseToSave: async (purpose, suggestedName) => shelf.placeFor(purpose, suggestedName),
    reveal: async () => {
      throw new TieoutError("IPC_FORBIDDEN", "A browser downloads the file and cannot show its folder");
    },
    view: null,
    noteRecent: () => {},
    secrets: { protect: unprotected, reveal: unprotected },
  };
}

/** @throws TieoutError SECRET_UNPROTECTED always */
async function unprotected(): Promise<never> {
  throw new TieoutError("SECRET_UNPROTECTED", "A browser has no protected place for credentials");
}

function ownSystem(): Platform["os"] {
  const { platform } = process;
  return platform === "darwin" || platform === "win32" ? platform : "linux";
}
