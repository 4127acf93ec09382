/** Evidence: the files attached to findings, matches and months. */
import { z } from "zod";
import {
  PULL_STEPS,
  type DatedElsewhere,
  RESTATEMENT_KINDS,
  type RestatedClosing,
  type RestatedSignature,
  type Restatement,
  type WalletEffect,
} from "../core/review/restate/restatements.ts";
import {
  type FieldChange,
  BREAK_CAUSES,
  MISMATCH_KINDS,
  type NamedFinding,
} from "../core/reconcile/input/findings.ts";
import type { AskedAmount, Letter, LetterGroup, LetterItem, LetterPreview } from "../core/report/letter.ts";
import { count, integer, listOf, objectOf, text, type ShapeOf, type Schema, id, oneOf } from "./parts.ts";
import { ACT_NOTE, day, json, month, sha256Text, actNote } from "./values.ts";
import type {
  BoundChange,
  BoundEntry,
  BoundRecords,
  BoundTransaction,
} from "../core/review/decisions/bound-records.ts";
import { MATCH_STATES, type StandingMatch } from "../core/review/decisions/manual-match.ts";
import { DATE_ORDERS } from "../core/bank/cells.ts";
import { DECIMAL_MARKS, SEPARATORS } from "../core/csv-text.ts";
import { STATEMENT_FORMATS, type StatementReading, type StatementTable } from "../core/bank/reading.ts";
import { COLUMN_FIELDS } from "../core/bank/table.ts";
import { RULES } from "../core/reconcile/input/rules.ts";
import type { DecidedFinding } from "../core/review/decisions/decision.ts";
import type {
  AttachedFinding,
  AttachmentSubject,
  Evidence,
  WithdrawnEvidence,
} from "../core/review/file/attachment.ts";
import {
  POINT_REPLIES,
  type Point,
  type PointEvent,
  type PointReply,
  type PointReplyKind,
} from "../core/review/close/points.ts";
import type { AskedItem, LetterAddress, LetterEvent } from "../core/review/letters/letter-step.ts";
import {
  ITEM_STATES,
  type LetterStanding,
  type LettersReport,
  type RecordedLetter,
} from "../core/review/letters/letters.ts";

// The restatement register: what later pulls changed, and what it does to signed months.

const fieldChange = {
  field: text,
  before: json.exactOptional(),
  after: json.exactOptional(),
};

const walletEffect = objectOf<WalletEffect>({
  userID: integer,
  businessID: integer.nullable(),
  currency: text.nullable(),
  movement: integer,
  closing: integer,
});

const signature = objectOf<RestatedSignature>({
  month,
  stepId: count,
  by: text,
  atMs: z.number(),
  stillInForce: z.boolean(),
});

/** One change of an entry or a paid transaction that a later pull brought. */
export const restatement = objectOf<Restatement>({
  pullId: count,
  step: z.enum(PULL_STEPS).exactOptional(),
  atMs: z.number().nullable(),
  kind: z.enum(RESTATEMENT_KINDS),
  walletID: integer.nullable(),
  payID: integer.nullable(),
  payref: text,
  userID: integer,
  businessID: integer,
  months: listOf(month),
  dated: objectOf<DatedElsewhere>({ day, month, isSigned: z.boolean() }).nullable(),
  fields: listOf(objectOf<FieldChange>(fieldChange)),
  signature: signature.nullable(),
  effect: objectOf<Restatement["effect"]>({
    movement: integer,
    closing: integer,
    wallets: listOf(walletEffect),
  }),
});

/** A signed month's closing as it was signed and as the ledger says it now. */
export const restatedClosing = objectOf<RestatedClosing>({
  month,
  userID: integer,
  businessID: integer.nullable(),
  currency: text.nullable(),
  signed: integer,
  now: integer,
});

// Matches made by hand, and the records that decisions and matches are bound to.

const boundEntries = listOf(objectOf<BoundEntry>({ walletID: integer, sha256: text }));
const boundTransactions = listOf(objectOf<BoundTransaction>({ payID: integer, sha256: text }));

const boundRecords = objectOf<BoundRecords>({
  entries: boundEntries,
  transactions: boundTransactions,
});

/** What a match ties: at least one record of each kind. */
export const matchedRecords = boundRecords.refine(
  ({ entries, transactions }) => entries.length > 0 && transactions.length > 0,
);

export const manualMatch = objectOf<StandingMatch>({
  id: count,
  state: z.enum(MATCH_STATES),
  ...ACT_NOTE,
  undone: actNote.nullable(),
  entries: boundEntries,
  transactions: boundTransactions,
  changes: listOf(
    objectOf<BoundChange>({ walletID: integer.nullable(), payID: integer.nullable(), ...fieldChange }),
  ),
});

// The finding of a decision, as it was when it was decided on.

export const rule = z.enum(RULES.map((one) => one.id));

const subject = {
  rule,
  walletID: integer.nullable(),
  payref: text.nullable(),
  payID: integer.nullable(),
  userID: integer.nullable(),
};

export const namedFinding: ShapeOf<NamedFinding> = { fingerprint: sha256Text, ...subject };

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

export const attachmentSubject: Schema<AttachmentSubject> = z.union([
  objectOf<AttachedFinding>({
    kind: oneOf(["finding"]),
    ...namedFinding,
  }),
  objectOf<Extract<AttachmentSubject, { kind: "match" }>>({ kind: oneOf(["match"]), match: id }),
  objectOf<Extract<AttachmentSubject, { kind: "month" }>>({ kind: oneOf(["month"]), month }),
  objectOf<Extract<AttachmentSubject, { kind: "bank" }>>({
    kind: oneOf(["bank"]),
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
  }),
]);

export const evidence = objectOf<Evidence>({
  id,
  subject: attachmentSubject,
  name: text,
  sha256: sha256Text,
  bytes: count,
  ...ACT_NOTE,
  withdrawn: actNote.nullable(),
});

export const WITHDRAWN_EVIDENCE = { evidence: id, ...ACT_NOTE };
const withdrawnEvidence = objectOf<WithdrawnEvidence>(WITHDRAWN_EVIDENCE);

// Letters to the provider: their steps, and how they stand.

export const pointEvent: Schema<PointEvent> = z.union([
  objectOf<Extract<PointEvent, { kind: "made" }>>({
    kind: oneOf(["made"]),
    finding: objectOf<NamedFinding>(namedFinding).nullable(),
  }),
  objectOf<Extract<PointEvent, { kind: PointReplyKind }>>({ kind: oneOf(POINT_REPLIES), point: id }),
]);

export const point = objectOf<Point>({
  id,
  month,
  finding: objectOf<NamedFinding>(namedFinding).nullable(),
  ...ACT_NOTE,
  replies: listOf(objectOf<PointReply>({ kind: oneOf(POINT_REPLIES), ...ACT_NOTE })),
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

const WRITTEN = { items: listOf(askedItem), file: text, sha256: sha256Text, bytes: count, address };
type LetterEventOfKind<K extends LetterEvent["kind"]> = Extract<LetterEvent, { readonly kind: K }>;

export const letterEvent: Schema<LetterEvent> = z.union([
  objectOf<LetterEventOfKind<"written">>({
    kind: oneOf(["written"]),
    ...WRITTEN,
  }),
  objectOf<LetterEventOfKind<"sent">>({ kind: oneOf(["sent"]), on: day, to: text, how: text }),
  objectOf<LetterEventOfKind<"answered">>({ kind: oneOf(["answered"]), on: day, evidence: id.nullable() }),
]);

export const letterPreview = objectOf<LetterPreview>({
  letter: objectOf<Letter>({
    author: text,
    head: listOf(text),
    title: text,
    opening: listOf(text),
    groups: listOf(
      objectOf<LetterGroup>({
        heading: text,
        items: listOf(
          objectOf<LetterItem>({ number: count, record: listOf(text), found: listOf(text), question: text }),
        ),
      }),
    ),
    closing: listOf(text),
  }),
  findings: count,
  amounts: listOf(objectOf<AskedAmount>({ currency: text.nullable(), amount: integer })),
});

export const lettersReport = objectOf<LettersReport>({
  asOf: day.nullable(),
  letters: listOf(
    objectOf<LetterStanding>({
      letter: objectOf<RecordedLetter>({
        ref: text,
        month,
        ...WRITTEN,
        written: actNote,
        sent: objectOf<NonNullable<RecordedLetter["sent"]>>({
          ...ACT_NOTE,
          on: day,
          to: text,
          how: text,
        }).nullable(),
        answers: listOf(
          objectOf<RecordedLetter["answers"][number]>({ ...ACT_NOTE, on: day, evidence: id.nullable() }),
        ),
      }),
      states: listOf(oneOf(ITEM_STATES)),
      days: count.nullable(),
      withdrawn: listOf(withdrawnEvidence),
    }),
  ),
});
