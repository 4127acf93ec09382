/**
 * The bridge, declared once: for each method what goes in and what comes out. Preload, handlers, the browser
 * host and the renderer's client take their types from here; main parses both ways, so that what is not
 * declared never crosses.
 */
import type { z } from "zod";
import { APPLICATION_METHODS } from "./contract/application.ts";
import { CHECK_METHODS } from "./contract/check.ts";
import { CLIENT_METHODS } from "./contract/clients.ts";
import { EVIDENCE_METHODS } from "./contract/evidence.ts";
import { INTAKE_METHODS } from "./contract/intake.ts";
import { LEDGER_METHODS } from "./contract/ledger.ts";
import { LETTER_METHODS } from "./contract/letters.ts";
import type { Fixed, Methods } from "./contract/method.ts";
import { MONTH_FILE_METHODS } from "./contract/month-file.ts";
import { REVIEW_METHODS } from "./contract/review.ts";

export type { AppFacts, ChosenColumns, Preferences, SavedFilter } from "./contract/application.ts";
export type { RecordFacts } from "./contract/check.ts";
export type { ClientLine, ClientList } from "./contract/clients.ts";
export type { ConnectionFacts, ConnectionInput, ImportKind } from "./contract/intake.ts";
export type { ActivityLink, BackupFacts, KeptSettings, LedgerFacts } from "./contract/ledger.ts";
export type { TakenFacts } from "./contract/review.ts";

export const CONTRACT = {
  ...APPLICATION_METHODS,
  ...LEDGER_METHODS,
  ...INTAKE_METHODS,
  ...CHECK_METHODS,
  ...REVIEW_METHODS,
  ...EVIDENCE_METHODS,
  ...CLIENT_METHODS,
  ...MONTH_FILE_METHODS,
  ...LETTER_METHODS,
} as const satisfies Methods;

export type Contract = typeof CONTRACT;
export type MethodName = keyof Contract;
/** What a caller gives, before it is parsed. */
export type Input<M extends MethodName> = z.input<Contract[M]["input"]>;
/** What the method is run with. */
export type Parsed<M extends MethodName> = z.output<Contract[M]["input"]>;
export type Output<M extends MethodName> = z.output<Contract[M]["output"]>;
/** What the method may answer: its output, of which nothing need be writable. */
export type Answer<M extends MethodName> = Fixed<Output<M>>;
