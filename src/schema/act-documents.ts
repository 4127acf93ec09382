/** The documents of acts: what a decision, a match, evidence, a point, a letter, terms and a mark keep as JSON. */
import { type BoundLine, type BoundLines, DIFFERENCE_CLASSES } from "../core/bank/accepted.ts";
import { DATE_ORDERS } from "../core/bank/cells.ts";
import { STATEMENT_FORMATS, type StatementReading, type StatementTable } from "../core/bank/reading.ts";
import { COLUMN_FIELDS } from "../core/bank/table.ts";
import { DECIMAL_MARKS, SEPARATORS } from "../core/csv-text.ts";
import { z } from "zod";
import { BREAK_CAUSES, MISMATCH_KINDS, type NamedFinding } from "../core/reconcile/input/findings.ts";
import { RULES } from "../core/reconcile/input/rules.ts";
import type { KeyEvent } from "../core/review/close/keys.ts";
import type { PointEvent } from "../core/review/close/points.ts";
import type { BoundEntry, BoundRecords, BoundTransaction } from "../core/review/decisions/bound-records.ts";
import type { DecidedFinding } from "../core/review/decisions/decision.ts";
import type { MatchRecords } from "../core/review/decisions/manual-match.ts";
import type { AttachmentSubject } from "../core/review/file/attachment.ts";
import { ACCOUNT_PURPOSES, type BooksEvent, type LedgerAccount } from "../core/review/file/books.ts";
import {
  JOURNAL_PARTS,
  JOURNAL_PROGRAMS,
  type JournalEntry,
  type JournalLine,
} from "../core/review/file/journal.ts";
import { COMPARED_FIGURES, type MarkSubject, type WalletKey } from "../core/review/file/marks.ts";
import type { Materiality } from "../core/review/file/materiality.ts";
import {
  MOVEMENT_CATEGORIES,
  MOVEMENT_DIRECTIONS,
  type MovementRule,
} from "../core/review/file/movement-rules.ts";
import type { ChecklistStep, FluctuationThreshold, StoredTerms } from "../core/review/file/terms.ts";
import type { AskedItem, LetterAddress, LetterEvent } from "../core/review/letters/letter-step.ts";
import { count, integer, listOf, objectOf, text, type ShapeOf, id, ofKinds, oneOf } from "./parts.ts";
import { day, decimals, keyText, month, sha256Text } from "./values.ts";

// Matches made by hand, and the records that decisions and matches are bound to.

const BOUND_RECORDS: ShapeOf<BoundRecords> = {
  entries: listOf(objectOf<BoundEntry>({ walletID: integer, sha256: text })),
  transactions: listOf(objectOf<BoundTransaction>({ payID: integer, sha256: text })),
};
const boundRecords = objectOf<BoundRecords>(BOUND_RECORDS);

/** What a match ties: entries, and transactions or a bank's lines. */
export const matchedRecords = objectOf<MatchRecords>({
  ...BOUND_RECORDS,
  bank: objectOf<BoundLines>({
    places: count,
    lines: listOf(
      objectOf<BoundLine>({ evidence: id, at: id, day, amount: integer, sha256: sha256Text }),
    ).refine((lines) => lines.length > 0),
    difference: oneOf(DIFFERENCE_CLASSES).nullable(),
  }).exactOptional(),
}).refine(
  ({ entries, transactions, bank }) => entries.length > 0 && transactions.length > 0 !== (bank !== undefined),
);

// The finding of a decision, as it was when it was decided on.

export const rule = z.enum(RULES.map((one) => one.id));

const subject = {
  rule,
  walletID: integer.nullable(),
  payref: text.nullable(),
  payID: integer.nullable(),
  userID: integer.nullable(),
};

const namedFinding: ShapeOf<NamedFinding> = { fingerprint: sha256Text, ...subject };

export const decidedFinding = objectOf<DecidedFinding>({
  ...subject,
  businessID: integer.nullable(),
  expected: integer.exactOptional(),
  actual: integer.exactOptional(),
  difference: integer.exactOptional(),
  cause: z.enum(BREAK_CAUSES).exactOptional(),
  kind: z.enum(MISMATCH_KINDS).exactOptional(),
  message: text,
  records: boundRecords.exactOptional(),
});

export const attachmentSubject = ofKinds<AttachmentSubject>({
  finding: namedFinding,
  match: { match: id },
  month: { month },
  books: {
    month,
    currency: text.nullable(),
    account: text,
    places: decimals,
    at: id,
    named: text,
    balance: integer,
    columns: listOf(text),
  },
  lines: {
    statement: id,
    places: count,
  },
  bank: {
    account: text,
    reading: objectOf<StatementReading>({
      format: oneOf(STATEMENT_FORMATS),
      table: objectOf<StatementTable>({
        titlesAt: id,
        columns: listOf(
          objectOf<StatementTable["columns"][number]>({ title: text, holds: oneOf(COLUMN_FIELDS) }),
        ),
        dateOrder: oneOf(DATE_ORDERS),
        decimalMark: oneOf(DECIMAL_MARKS),
        newestFirst: z.boolean(),
        separator: oneOf(SEPARATORS).nullable(),
        sheet: text.nullable(),
      }).nullable(),
    }),
  },
});

// What happened to points of reviewers and to letters to the provider.

export const pointEvent = ofKinds<PointEvent>({
  made: {
    finding: objectOf<NamedFinding>(namedFinding).nullable(),
  },
  answered: { point: id },
  repeated: { point: id },
});

const askedItem = objectOf<AskedItem>({
  number: id,
  ...namedFinding,
  currency: text.nullable(),
  amount: integer.nullable(),
});

const address = objectOf<LetterAddress>({
  to: text,
  from: text,
  confirmTo: text,
  replyBy: day.nullable(),
}).optional();

export const letterEvent = ofKinds<LetterEvent>({
  written: {
    items: listOf(askedItem),
    file: text,
    sha256: sha256Text,
    bytes: count,
    address,
  },
  sent: { on: day, to: text, how: text },
  answered: { on: day, evidence: id.nullable() },
});

// The terms of a ledger's monthly file, and the marks in it.

const materiality = objectOf<Materiality>({
  currency: text.nullable(),
  amount: count,
  performance: count.nullable(),
  trivial: count.nullable(),
  basis: text,
});

const movementRule = objectOf<MovementRule>({
  action: text,
  description: text.nullable(),
  direction: oneOf(MOVEMENT_DIRECTIONS).nullable(),
  category: oneOf(MOVEMENT_CATEGORIES),
});

/** Terms as this version or an older one stored them. */
export const storedTerms = objectOf<StoredTerms>({
  purpose: text,
  policy: text,
  procedures: text,
  fluctuation: objectOf<FluctuationThreshold>({ amount: count, percent: count }).nullable(),
  checklist: listOf(objectOf<ChecklistStep>({ id, text })),
  materiality: z.union([count.nullable(), listOf(materiality)]),
  movements: listOf(movementRule).exactOptional(),
});

export const walletKeySchema = objectOf<WalletKey>({
  userID: integer,
  businessID: integer.nullable(),
  currency: text.nullable(),
});

export const markSubject = ofKinds<MarkSubject>({
  step: { step: id, done: z.boolean() },
  confirmation: {
    wallet: walletKeySchema,
    balance: integer.nullable(),
    source: text,
    evidence: id.nullable(),
  },
  fluctuation: {
    wallet: walletKeySchema,
    figure: oneOf(COMPARED_FIGURES),
    before: integer,
    now: integer,
  },
});

// A trader's books: the accounts of the general ledger, and the journals that were released.

const journalFile = {
  program: oneOf(JOURNAL_PROGRAMS),
  taxRate: text.nullable(),
  file: text,
  sha256: sha256Text,
  bytes: count,
};

export const booksEvent = ofKinds<BooksEvent>({
  accounts: {
    accounts: listOf(
      objectOf<LedgerAccount>({ purpose: oneOf(ACCOUNT_PURPOSES), currency: text.nullable(), account: text }),
    ),
  },
  released: {
    month,
    currency: text.nullable(),
    each: oneOf(JOURNAL_PARTS),
    decimals,
    opening: integer,
    closing: integer,
    entries: listOf(
      objectOf<JournalEntry>({
        day,
        text,
        lines: listOf(objectOf<JournalLine>({ purpose: text, account: text, amount: integer, text })),
      }),
    ),
    release: id,
    reverses: id.nullable(),
    ...journalFile,
  },
  written: {
    month,
    release: id,
    ...journalFile,
  },
});

// The keys of people.

export const keyEvent = ofKinds<KeyEvent>({
  enrolled: { key: keyText },
  revoked: { key: keyText, from: id },
  demanded: { fromMonth: month.exactOptional() },
  released: {},
});
