/** The terms of a ledger's monthly file, the marks in it, and how it stands. */
import { z } from "zod";
import { COMPARED_FIGURES, type MarkSubject, type WalletKey } from "../core/review/file/marks.ts";
import type {
  ConfirmedBalance,
  Confirmation,
  Fluctuation,
  KeptMark,
  LapsedConfirmation,
  LapsedNote,
  MonthFile,
  TickedStep,
} from "../core/review/file/month-file.ts";
import type { WithdrawnEvidence } from "../core/review/file/attachment.ts";
import type { ExcessiveMateriality, Materiality } from "../core/review/file/materiality.ts";
import type { StepFigures } from "../core/review/file/step-figures.ts";
import type {
  ChecklistStep,
  FileTerms,
  FluctuationThreshold,
  StoredTerms,
} from "../core/review/file/terms.ts";
import { type Schema, count, id, integer, listOf, objectOf, oneOf, text } from "./parts.ts";
import { ACT_NOTE, decimals, month, actNote } from "./values.ts";
import { WITHDRAWN_EVIDENCE } from "./attachment.ts";

const checklistStep = objectOf<ChecklistStep>({ id, text });

export const oneMateriality = objectOf<Materiality>({
  currency: text.nullable(),
  amount: count,
  performance: count.nullable(),
  trivial: count.nullable(),
  basis: text,
});
const materiality = listOf(oneMateriality);
const TERMS = {
  purpose: text,
  policy: text,
  procedures: text,
  fluctuation: objectOf<FluctuationThreshold>({ amount: count, percent: count }).nullable(),
  checklist: listOf(checklistStep),
};

export const fileTerms = objectOf<FileTerms>({ ...TERMS, materiality });

/** Terms as this version or an older one stored them. */
export const storedTerms = objectOf<StoredTerms>({
  ...TERMS,
  materiality: z.union([count.nullable(), materiality]),
});

export const walletKeySchema = objectOf<WalletKey>({
  userID: integer,
  businessID: integer.nullable(),
  currency: text.nullable(),
});
const figure = oneOf(COMPARED_FIGURES);

type MarkSubjectOfKind<K extends MarkSubject["kind"]> = Extract<MarkSubject, { readonly kind: K }>;

const walletSubject: Schema<KeptMark["subject"]> = z.union([
  objectOf<MarkSubjectOfKind<"confirmation">>({
    kind: oneOf(["confirmation"]),
    wallet: walletKeySchema,
    balance: integer.nullable(),
    source: text,
    evidence: id.nullable(),
  }),
  objectOf<MarkSubjectOfKind<"fluctuation">>({
    kind: oneOf(["fluctuation"]),
    wallet: walletKeySchema,
    figure,
    before: integer,
    now: integer,
  }),
]);

export const markSubject: Schema<MarkSubject> = z.union([
  objectOf<MarkSubjectOfKind<"step">>({ kind: oneOf(["step"]), step: id, done: z.boolean() }),
  walletSubject,
]);

export const monthFile = objectOf<MonthFile>({
  month,
  decimals,
  termsId: count,
  terms: fileTerms,
  excessive: listOf(
    objectOf<ExcessiveMateriality>({ currency: text.nullable(), amount: count, limit: count }),
  ),
  steps: listOf(
    objectOf<TickedStep>({
      id,
      text,
      tick: actNote.nullable(),
      figures: objectOf<StepFigures>({ ok: z.boolean(), words: text }).nullable(),
    }),
  ),
  balances: listOf(
    objectOf<ConfirmedBalance>({
      wallet: walletKeySchema,
      closing: integer,
      confirmation: objectOf<Confirmation>({
        ...ACT_NOTE,
        balance: integer,
        source: text,
        evidence: id.nullable(),
        difference: integer,
      }).nullable(),
      lapsed: objectOf<LapsedConfirmation>({ ...WITHDRAWN_EVIDENCE, confirmedBy: text }).nullable(),
    }),
  ),
  fluctuations: listOf(
    objectOf<Fluctuation>({
      wallet: walletKeySchema,
      figure,
      before: integer,
      now: integer,
      asks: z.boolean(),
      note: actNote.nullable(),
      lapsed: objectOf<LapsedNote>({ ...ACT_NOTE, before: integer, now: integer }).nullable(),
    }),
  ),
  kept: listOf(
    objectOf<KeptMark>({
      ...ACT_NOTE,
      wallet: walletKeySchema,
      subject: walletSubject,
      withdrawn: objectOf<WithdrawnEvidence>(WITHDRAWN_EVIDENCE).nullable(),
    }),
  ),
});
