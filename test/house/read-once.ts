/**
 * Why a file stands by itself although one file of its folder alone reads it. A file that its reader would have to
 * exceed 500 lines for, a style sheet, and what is loaded only when it is asked for need no line here.
 */

/** Longer files are split. */
export const LONGEST_FILE = 500;

const REASONS: readonly (readonly [files: RegExp, reason: string])[] = [
  [
    /^src\/cli\/program\.ts$/u,
    "tests run the commands without the entry, which takes the process's own signals",
  ],
  [/^src\/ipc\/\w+\.ts$/u, "an area of the bridge; the contract puts them together"],
  [/^src\/main\/electron\/window-state\.ts$/u, "tests read it without Electron"],
  [
    /^src\/main\/electron\/\w+\.ts$/u,
    "a part of Electron's main process; the index only says in which order they start",
  ],
  [
    /^src\/renderer\/features\/overview\/known-language\.ts$/u,
    "has to run before a library that its reader imports is loaded",
  ],
  [/^src\/renderer\/rows\/worker\/serve\.ts$/u, "tests have it answer without a thread of a browser"],
  [/^sandbox\/[\w-]+\.ts$/u, "a part of the service, which the server only composes"],
  [
    /^sandbox\/generate\/[\w-]+\.ts$/u,
    "a kind of record or fault; plan and generator only say which come when",
  ],
];

/** What is known of a file that is read once. */
export interface ReadOnce {
  readonly path: string;
  readonly reader: string;
  /** Of both together. */
  readonly lines: number;
  /** Whether the reader loads it only when it is asked for. */
  readonly isLoadedLater: boolean;
}

/** @returns null where nobody gave one */
export function reasonFor({ path, lines, isLoadedLater }: ReadOnce): string | null {
  if (path.endsWith(".css")) return "a style sheet";
  if (isLoadedLater) return "loaded only when it is asked for";
  if (lines > LONGEST_FILE) return `${lines} lines together with its reader`;
  return REASONS.find(([files]) => files.test(path))?.[1] ?? null;
}
