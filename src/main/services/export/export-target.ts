/** Refuses targets that an export must not replace, before anything is computed or kept. */
import {
  type Stats,
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readSync,
  readdirSync,
  realpathSync,
  statSync,
} from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { TieoutError, usageError } from "../../../core/errors.ts";
import { MISSING_FOLDER_REMEDY, OPEN_FILE_REMEDY } from "../../../core/remedies.ts";
import {
  type ExportForm,
  type TableFormat,
  fileEnding,
  isDocument,
  isFolderFormat,
  tableEnding,
} from "../../../core/report/sheet/format.ts";
import { targetError } from "../../excel/output/target-error.ts";

const ZIP = "PK\u0003\u0004";
/** How a workbook, a letter and zipped tables begin, as every zip file does, and a binder. */
const BEGINNINGS = { xlsx: ZIP, docx: ZIP, zip: ZIP, pdf: "%PDF-", text: "" } as const;

/** An export, a letter, or a text. */
type TargetForm = ExportForm | { readonly format: "docx" } | { readonly format: "text" };
const SQLITE = "SQLite format 3";

/**
 * Refuses a place with anything but an earlier export, the ledger above all, or an earlier export that
 * somebody has open: a program that saves it later would put the old figures back.
 *
 * @returns whether an earlier export is there and will be replaced
 * @throws TieoutError EXPORT_TARGET
 */
export function assertTarget(out: string, form: TargetForm, ledger: string): boolean {
  try {
    return lookAtTarget(out, form, ledger);
  } catch (error) {
    throw targetError(error, out);
  }
}

/**
 * As `assertTarget`, of a file in the format of a workbook or a document, which no export records: somebody
 * may have edited what is there.
 *
 * @throws TieoutError EXPORT_TARGET
 */
export function assertFree(
  out: string,
  format: "xlsx" | "docx" | "pdf",
  ledger: string,
  replace: boolean,
): void {
  if (assertTarget(out, { format }, ledger) && !replace) throw perhapsEdited(out);
}

/** The error for a file that would be replaced though nobody said so. */
export function perhapsEdited(out: string): TieoutError {
  const sentence = "A file with this name exists and may have been edited";
  return new TieoutError("EXPORT_TARGET", sentence, { file: out });
}

function lookAtTarget(out: string, form: TargetForm, ledger: string): boolean {
  const refuse = (sentence: string) => new TieoutError("EXPORT_TARGET", sentence, { file: out });
  if (out.trim() === "") throw usageError("Name the file or folder to export to");
  const folder = dirname(resolve(out));
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new TieoutError("EXPORT_TARGET", "The folder to export to does not exist", {
      file: out,
      remedy: MISSING_FOLDER_REMEDY,
    });
  }
  if (isPartOf(out, ledger)) throw refuse("This is the ledger itself");
  const tables = tablesInFolder(form);
  if (tables === null) refuseOtherEnding(out, kindOfFile(form));
  // Without following it: what a link names is not what was asked for.
  const found = lstatSync(out, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (tables !== null) {
    const ending = tableEnding(tables);
    if (!found.isDirectory()) throw refuse(`${kindOf(found)} is in the place of the folder for the tables`);
    const written = readdirSync(out).filter(
      (name) => name.endsWith(`.${ending}`) || name === `${ending}.sha256`,
    );
    for (const table of written) {
      refuseSpecial(join(out, table));
      refuseOpen(join(out, table));
    }
    return written.length > 0;
  }
  if (!found.isFile()) throw refuse(`${kindOf(found)} is in the place of the export`);
  refuseOpen(out);
  if (found.size === 0) return false;
  const start = beginningOf(out);
  if (start.startsWith(SQLITE)) throw refuse("The file there is a ledger or another database");
  if (!start.startsWith(BEGINNINGS[kindOfFile(form)]))
    throw refuse("The file there is of another kind and was not replaced");
  return true;
}

/** The format of tables that go into a folder; null for one file. */
function tablesInFolder(form: TargetForm): TableFormat | null {
  if (form.format === "docx" || form.format === "text" || isDocument(form.format)) return null;
  return isFolderFormat(form) ? form.format : null;
}

function kindOfFile({ format }: TargetForm): keyof typeof BEGINNINGS {
  return format === "docx" || format === "text" ? format : fileEnding(format);
}

/** Endings by which programs open a file: what is in it must be of that kind; null of kinds that are not written. */
const ENDINGS: Readonly<Record<string, keyof typeof BEGINNINGS | null>> = {
  ".xlsx": "xlsx",
  ".docx": "docx",
  ".pdf": "pdf",
  ".zip": "zip",
  ".csv": "text",
  ".txt": "text",
  ".json": "text",
  ".xls": null,
  ".xlsm": null,
  ".xlsb": null,
  ".ods": null,
  ".doc": null,
  ".odt": null,
  ".tieout": null,
};

/** A workbook under the name of a PDF opens in no program. */
function refuseOtherEnding(out: string, kind: keyof typeof BEGINNINGS): void {
  // Windows leaves dots and spaces at the end out.
  const ending = extname(out.replace(/[. ]+$/u, "")).toLowerCase();
  const named = ENDINGS[ending];
  if (named === undefined || named === kind) return;
  const sentence = `What is written here is ${KINDS[kind]}, and the name ends with ${ending}`;
  const remedy = kind === "text" ? "Choose another name." : `End the name with .${kind}.`;
  throw new TieoutError("EXPORT_TARGET", sentence, { file: out, remedy });
}

const KINDS = {
  xlsx: "a workbook",
  docx: "a Word document",
  pdf: "a PDF",
  zip: "a .zip file",
  text: "a text file",
} as const;

/** A folder in a table's place is found when it is to be replaced. */
function refuseSpecial(file: string): void {
  const found = lstatSync(file);
  if (found.isFile() || found.isDirectory()) return;
  throw new TieoutError("EXPORT_TARGET", `${kindOf(found)} is in the place of a table`, { file });
}

function kindOf(found: Stats): string {
  if (found.isFile()) return "A file";
  if (found.isDirectory()) return "A folder";
  if (found.isSymbolicLink()) return "A link";
  if (found.isFIFO()) return "A pipe";
  return found.isSocket() ? "A socket" : "A device";
}

/** Where it is open, LibreOffice and Excel each leave a mark beside it. A crash may leave one behind. */
function refuseOpen(file: string): void {
  const name = basename(file);
  for (const mark of [`.~lock.${name}#`, `~$${name}`]) {
    if (!existsSync(join(dirname(file), mark))) continue;
    throw new TieoutError("EXPORT_TARGET", `The file is open in another program, as ${mark} beside it says`, {
      file,
      remedy: OPEN_FILE_REMEDY,
    });
  }
}

/** Whether a path is the ledger's file, or a log that SQLite keeps beside it. */
export function isPartOf(out: string, ledger: string): boolean {
  const whole = realPath(ledger);
  return ["", "-wal", "-shm", "-journal"].some((suffix) => realPath(out) === `${whole}${suffix}`);
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path);
}

function beginningOf(path: string): string {
  const bytes = Buffer.alloc(16);
  const handle = openSync(path, "r");
  try {
    return bytes.toString("latin1", 0, readSync(handle, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(handle);
  }
}
