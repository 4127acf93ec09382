/** The files of an import: what each seems to hold, and what a person says it holds. */
import type { ImportKind } from "../../../ipc/contract.ts";
import type { FileFacts } from "../../../ipc/values.ts";

/** A file as main looked at it; `kind` is null where that cannot be told, or where it is left out. */
export interface FileToImport extends FileFacts {
  readonly bytes: number;
  readonly kind: ImportKind | null;
  /** Why it cannot be imported, in one sentence without a stop; null where it may. */
  readonly problem: string | null;
}

/** What a file can hold, in words; `none` leaves it out. */
export const KIND_CHOICES: readonly { readonly id: ImportKind | "none"; readonly label: string }[] = [
  { id: "wallet", label: "Wallet history" },
  { id: "transactions", label: "Transactions" },
  { id: "user", label: "User" },
  { id: "business", label: "Business" },
  { id: "none", label: "Leave out" },
];

/**
 * The files known so far and more of them; one of the same name and place is there once, as it was corrected.
 */
export function withFiles(
  known: readonly FileToImport[],
  more: readonly FileToImport[],
): readonly FileToImport[] {
  const isKnown = ({ name, where, bytes }: FileToImport) =>
    known.some((file) => file.name === name && file.where === where && file.bytes === bytes);
  return [...known, ...more.filter((file) => !isKnown(file))];
}

export function withKind(
  files: readonly FileToImport[],
  handle: string,
  kind: ImportKind | null,
): readonly FileToImport[] {
  return files.map((file) => (file.handle === handle ? { ...file, kind } : file));
}

/** What is imported: every file of a kind. */
export function chosenFiles(
  files: readonly FileToImport[],
): readonly { readonly file: string; readonly kind: ImportKind }[] {
  return files.flatMap(({ handle, kind }) => (kind === null ? [] : [{ file: handle, kind }]));
}

/** Why these files cannot be imported as they are, in one sentence; null when they can. */
export function importFault(files: readonly FileToImport[]): string | null {
  const chosen = chosenFiles(files);
  if (chosen.length === 0) {
    const isHopeless = files.length > 0 && files.every(({ problem }) => problem !== null);
    return isHopeless ? "No file can be imported." : "Choose the content of at least one file.";
  }
  const users = chosen.filter(({ kind }) => kind === "user").length;
  return users > 1 ? "Only one file can hold the user." : null;
}
