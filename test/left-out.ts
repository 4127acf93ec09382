/**
 * What `npm test` leaves to `npm run test:exhaustive`, which CI runs after it (docs/decisions/0071): whole files, each under what it is
 * about. What a changed rule, text, table or command breaks shows in files that are not listed. Of a file that stays, single
 * tests, and how many cases are tried, are left out by `test/helpers/exhaustive.ts`.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Paths below `test`, without `.test.ts`. */
const BY_SUBJECT: Readonly<Record<string, readonly string[]>> = {
  "a process is killed, a disk fails, or another program works on the same file": [
    "cli/signals",
    "main/ipc/threads/killed",
    "main/ledger/file/failing-sync",
    "main/ledger/file/kill",
    "main/ledger/file/little-room",
    "main/ledger/file/lock",
    "main/ledger/file/log-cut",
    "main/ledger/two-at-once",
    "main/services/practice/month-exports",
    "main/services/pull/changed-file",
    "main/services/pull/packing",
    "main/services/pull/patience",
    "main/services/workbook/killed-export",
    "main/services/workbook/leftovers",
    "main/services/writers",
  ],
  "what was forged, cut or damaged, tried at every place": [
    "main/api/fuzz",
    "main/ledger/proof/bit-flip",
    "main/services/export/packs",
    "main/services/proof/forgeries",
    "main/services/proof/odd-values",
    "main/services/proof/tampered",
    "sandbox/wire",
  ],
  "the same of far more data": [
    "core/causes/bounds",
    "core/reconcile/large-inputs",
    "core/report/long-wallet",
    "main/api/large",
    "main/excel/large",
    "main/excel/read/read-large",
    "main/ledger/long-run",
    "main/ledger/proof/many-pulls",
    "main/services/check/long-checks",
    "main/services/check/many-tasks",
  ],
  "how the program is packaged, started and compiled, and on which machine": [
    "cli/compile-cache",
    "cli/compile-little",
    "cli/small-young-space",
    "core/places",
    "main/electron/keychain",
    "main/electron/opening",
    "main/electron/packed",
    "main/electron/start",
  ],
  "other programs read what Tieout writes, or more of the golden corpus": [
    "golden/changed-since",
    "golden/printed",
    "main/excel/libreoffice",
  ],
};

/** The files that `npm test` leaves out as a whole. */
export const LEFT_OUT: readonly string[] = Object.values(BY_SUBJECT)
  .flat()
  .map((name) => `test/${name}.test.ts`);

/** What `npm run test:exhaustive` runs: the files that are left out, and those that ask how much they try. @param root the project's folder */
export function filesOfLongRun(root: string): string[] {
  const files = globSync("test/**/*.test.ts", { cwd: root }).map((file) => file.replaceAll("\\", "/"));
  const isAsking = (file: string) => readFileSync(join(root, file), "utf8").includes("helpers/exhaustive.ts");
  return files.filter((file) => LEFT_OUT.includes(file) || isAsking(file));
}
