/**
 * What an examiner asks of a month before relying on it: each question with its answer, whether that is computed,
 * somebody's word or missing, where it stands, who owes it and what closes it. The same list for the same month. Answers
 * are the sentences of the sheets that they name.
 */
import { bankCountWords } from "../bank/accepted.ts";
import type { JsonValue } from "../canonical.ts";
import { formatAmount, formatCount } from "../money.ts";
import { bankCountsOf } from "../reconcile/bank-support.ts";
import { CHANGE_RULES } from "../reconcile/input/rules.ts";
import { signedWords } from "../review/close/keys.ts";
import { isDecided, isException } from "../review/decisions/review.ts";
import { withdrawnIn } from "../review/file/attachment.ts";
import {
  type ExaminedFile,
  type ExaminerQuestion,
  asked,
  fileQuestions,
  obligationsOf,
} from "../review/file/examined.ts";
import { stepFigures } from "../review/file/step-figures.ts";
import { STANDARD_STEPS } from "../review/file/terms.ts";
import { letterName, letterStateWords, raisedWords } from "../review/letters/letter-words.ts";
import { capitalised } from "../sentence.ts";
import { factTable } from "./about/audit.ts";
import { handedQuestions } from "./handed-questions.ts";
import { misstatementWords } from "./exceptions/misstatements.ts";
import { ownWorkOfSigner } from "./exceptions/own-work.ts";
import { type ConclusionGrounds, conclusionSentence, heldOf } from "./lead/concluded.ts";
import { provenTables } from "./lead/proven-tables.ts";
import { actsSigned, independenceTexts, unsignedWords } from "./lead/workpaper.ts";
import { closeWords } from "./sheet/close-words.ts";
import { exportedStanding, frozenStepOf, signedBefore, unlikePrepared } from "./sheet/closing.ts";
import { type Figures, figuresOf } from "./sheet/figures.ts";
import type { ReportInput } from "./sheet/input.ts";
import { linkWords } from "./sheet/link-words.ts";
import type { Cell } from "./sheet/model.ts";
import { SHEETS } from "./sheet/sheets.ts";
import { ReportTable, columnsOf, head } from "./sheet/table.ts";

/** What the answers rest on beyond the month's input. */
type ExaminedGrounds = Pick<ConclusionGrounds, "proofs" | "checks" | "misstatements">;

/** As `examinerQuestions`, of a month of which nothing else is made. @throws TieoutError SUM_OVERFLOW beyond exact integers */
export function questionsOf(input: ReportInput): ExaminerQuestion[] {
  const figures = figuresOf(input);
  return examinerQuestions(figures, heldOf(figures, { ...provenTables(figures), facts: factTable(figures) }));
}

/** All questions of a month, in the order in which an examiner goes through them; none where no month is exported. */
export function examinerQuestions(figures: Figures, held: ExaminedGrounds): ExaminerQuestion[] {
  const { input } = figures;
  if (exportedStanding(input) === null) return [];
  return [
    ...handedQuestions(input),
    ...recordQuestions(figures),
    ...judgementQuestions(input, held),
    openingQuestion(input),
    ...fileQuestions(fileOf(input), input.attachments),
    ...peopleQuestions(figures),
    ...obligationsOf(input.workpaper?.signedBefore ?? [], input.attachments),
    ...laterQuestions(figures, held),
  ];
}

interface WorkedQuestion extends Pick<ExaminerQuestion, "id" | "question" | "where"> {
  readonly closes: string;
  readonly standard?: string;
}

/** What the figures say of a step of the checklist that they answer; none where they do not. */
function workedQuestion(
  { review, workpaper, decimals }: ReportInput,
  step: keyof typeof STANDARD_STEPS,
  { id, question, closes, ...about }: WorkedQuestion,
): ExaminerQuestion[] {
  const figures = stepFigures(
    { text: STANDARD_STEPS[step] },
    {
      findings: review.findings,
      fluctuations: workpaper?.fluctuations ?? null,
      decimals,
      notOver: null,
      unsignedBefore: 0,
      balances: [],
    },
  );
  if (figures === null) return [];
  return [
    asked(id, question, {
      ...about,
      answer: `${capitalised(figures.words)}.`,
      basis: "computed",
      open: figures.ok ? null : ["the preparer", closes],
    }),
  ];
}

function recordQuestions(figures: Figures): ExaminerQuestion[] {
  const { input } = figures;
  const { findings } = input.review;
  const changed = findings.filter(({ finding }) => isException(finding) && CHANGE_RULES.has(finding.rule));
  const waiting = changed.filter(({ status }) => !isDecided(status)).length;
  const closes = "Decide on each of them.";
  return [
    ...workedQuestion(input, "breaks", {
      id: "chain",
      question: "Is each balance decided on that does not follow from the one before it?",
      where: "A2, Reconciling items",
      closes,
    }),
    ...workedQuestion(input, "orphans", {
      id: "orphans",
      question: "Is each payref decided on that no payment has?",
      where: "C1",
      closes,
    }),
    ...workedQuestion(input, "outstanding", {
      id: "outstanding",
      question: "Was what is outstanding looked through?",
      where: "C2, Items",
      closes,
    }),
    ...workedQuestion(input, "compared", {
      id: "moved",
      question: "Is it explained what moved since the month before?",
      where: "A, Moved since the month before",
      closes: "Say why each of them moved.",
      standard: "ISA 520.7",
    }),
    unsupportedQuestion(figures),
    asked("unchanged", "Are the records as they were when they were first seen?", {
      answer:
        changed.length === 0
          ? "No exception says otherwise."
          : `${formatCount(changed.length, "exception")}, ${waiting === 0 ? "all decided" : `${formatAmount(waiting)} undecided`}.`,
      basis: "computed",
      where: "C3",
      standard: "AS 1105.10A",
      open: waiting === 0 ? null : ["the preparer", closes],
    }),
  ];
}

/** Of what no payment explains: only a bank's statement can. */
function unsupportedQuestion({ input, untied }: Figures): ExaminerQuestion {
  const counts = bankCountsOf(input.check);
  const { accepted = 0, ...others } = counts ?? {};
  const unfound =
    counts === null ? untied.length : Object.values(others).reduce((sum, count) => sum + count, 0);
  return asked("unsupported", "What supports the entries that no payment explains?", {
    answer:
      counts === null
        ? `${formatCount(untied.length, "entry")} without a payref, and no bank's statement.`
        : `By the bank's statements: ${bankCountWords({ ...counts, accepted })}.`,
    basis: "computed",
    where: "A, Without support",
    standard: "ISA 500.6",
    open: unfound === 0 ? null : ["the preparer", "Add the bank's statements, and accept their lines."],
  });
}

function judgementQuestions(input: ReportInput, { misstatements }: ExaminedGrounds): ExaminerQuestion[] {
  const { decimals, workpaper } = input;
  const { error, warning } = input.review.progress.bySeverity;
  const [total, decided] = [error.total + warning.total, error.reviewed + warning.reviewed];
  const names = [...new Set(input.review.findings.flatMap(({ decision }) => decision?.by ?? []))].toSorted();
  const by = names.length === 0 ? "" : `, by ${names.join(", ")}`;
  const byHand = input.matches.filter(({ state }) => state === "in-force").length;
  return [
    asked("decided", "Is each exception decided, and by whom?", {
      answer:
        total === 0
          ? "There is no exception."
          : `${formatAmount(decided)} of ${formatCount(total, "exception")}${by}.`,
      basis: total === 0 ? "computed" : error.reviewed < error.total ? "missing" : "asserted",
      where: "C1",
      standard: "ISA 230.8",
      open: decided === total ? null : ["the preparer", "Decide on the others."],
    }),
    raisedQuestion(input),
    asked("matched-by-hand", "What was matched by hand?", {
      answer:
        byHand === 0 ? "Nothing." : `Matches in force: ${formatAmount(byHand)}, each with a name and a note.`,
      basis: byHand === 0 ? "computed" : "asserted",
      where: "D2, Every link of the audit trail",
    }),
    asked("uncorrected", "Is what stays uncorrected within the materiality?", {
      answer: [
        ...misstatements.map((one) => misstatementWords(one, decimals)),
        ...(workpaper?.materialityWords ?? []),
      ].join(" "),
      basis: "computed",
      where: "A, Uncorrected misstatements",
      standard: "ISA 450.11",
      open: misstatements.every(({ isWithin }) => isWithin)
        ? null
        : ["the preparer", "Correct it, or have it explained, until it is within the materiality."],
    }),
  ];
}

function raisedQuestion(input: ReportInput): ExaminerQuestion {
  const { total, unasked, cleared } = input.raised;
  const letters = input.askingLetters.filter(({ items }) => items.length > 0);
  const withdrawals = withdrawnIn(input.attachments);
  const states = letters.map((letter) => {
    const withdrawn = letter.answers.flatMap(({ evidence }) => withdrawals.get(evidence ?? 0) ?? []);
    return `${letterName(letter.ref)}: ${letterStateWords({ letter, withdrawn })}.`;
  });
  const told =
    unasked === 0
      ? raisedWords(input.raised)
      : `${formatAmount(total)} raised${cleared === 0 ? "" : `, ${formatAmount(cleared)} cleared by later records`}; ${formatAmount(unasked)} in no letter that was sent`;
  const isWaiting = letters.some(({ answers }) => answers.length === 0);
  const evidence = letters.flatMap(({ answers }) => answers.at(-1)?.evidence ?? []).at(-1);
  return asked("raised", "Was the provider asked about what was raised, and what did it answer?", {
    answer: [`${capitalised(told)}.`, ...states].join(" "),
    basis: total + letters.length === 0 ? "computed" : "asserted",
    where: "C1",
    sha256: input.attachments.find(({ id }) => id === evidence)?.sha256,
    standard: "ISA 505.12",
    open:
      unasked > 0
        ? ["the preparer", "Write and send the letter."]
        : isWaiting
          ? ["the provider", "Answer the letter."]
          : null,
  });
}

function openingQuestion(input: ReportInput): ExaminerQuestion {
  const unsigned = unsignedWords(input);
  return asked("opening", "Does the month open on a closing that was signed?", {
    answer:
      unsigned[0] ??
      (signedBefore(input) === null ? "No record is older." : "Yes: every month before is signed off."),
    basis: unsigned.length === 0 ? "computed" : "missing",
    where: "A1",
    standard: "ISA 510.6",
    open: unsigned.length === 0 ? null : ["the preparer", "Sign the months before."],
  });
}

/** The file of the exported month, with the balances that nobody confirmed, too. */
function fileOf(input: ReportInput): ExaminedFile {
  const { policy = "", materiality = [], steps = [], balances } = input.workpaper ?? {};
  const stated = input.check.wallets.map(({ userID, businessID, currency, closing }) => {
    return { wallet: { userID, businessID, currency }, closing, confirmation: null, lapsed: null };
  });
  return {
    policy,
    materiality,
    steps,
    balances: balances ?? stated,
    decimals: input.decimals,
    prepared: exportedStanding(input)?.prepared ?? null,
  };
}

function peopleQuestions(figures: Figures): ExaminerQuestion[] {
  const { input } = figures;
  const { prepared = null, signed = null } = exportedStanding(input) ?? {};
  const own = (ownWorkOfSigner(figures) ?? []).reduce((sum, one) => sum + one.own, 0);
  const counted = actsSigned(input);
  return [
    asked("who", "Who prepared it, and who reviewed it without having done the work?", {
      answer: independenceTexts(figures).join(" "),
      basis: signed === null ? "missing" : "asserted",
      where: "A, Workpaper",
      sha256: input.audit.head,
      standard: "ISA 230.9, AS 1215.6",
      open:
        signed === null
          ? prepared === null
            ? ["the preparer", "Prepare it."]
            : ["the reviewer", "Sign it."]
          : own > 0
            ? ["the reviewer", "Have it signed by somebody who did none of the work."]
            : null,
    }),
    ...(counted.acts === 0
      ? []
      : [
          asked("keys", "Do keys sign what people did, or names alone?", {
            answer: `${signedWords(counted)}.`,
            basis: counted.withKey === counted.acts ? "computed" : "asserted",
            where: "D2, Every link of the audit trail",
            sha256: input.audit.head,
          }),
        ]),
  ];
}

function laterQuestions(figures: Figures, held: ExaminedGrounds): ExaminerQuestion[] {
  const { input } = figures;
  const step = frozenStepOf(input);
  const { appVersion, rulesVersion } = step?.frozen ?? input;
  return [
    asked("conclusion", "What does the reconciliation conclude?", {
      answer: conclusionSentence(figures, held),
      basis: "computed",
      where: "A, Conclusion",
      sha256: input.audit.head,
    }),
    ...(step === null ? [] : [sinceQuestion(figures, held)]),
    whenQuestion(input),
    asked("program", "By which rules was it checked?", {
      answer: `Rules ${rulesVersion}, Tieout ${appVersion}.`,
      basis: "computed",
      where: "D2, How it was checked",
    }),
  ];
}

/** Who outside says by when the signature existed: what was stamped at its link or later. */
function whenQuestion(input: ReportInput): ExaminerQuestion {
  const { audit, trail } = input;
  const { signed = null } = exportedStanding(input) ?? {};
  const own = trail.find(({ kind, id }) => kind === "close" && id === signed?.id);
  const stamp = stampsIn(input).find(({ link }) => own !== undefined && link >= own.sequence);
  return asked("when", "Did this exist then?", {
    answer:
      stamp === undefined
        ? "Times are of the machine's own clock. Nothing outside the ledger says so."
        : `${stamp.sentence} The signature is link ${own?.sequence}.`,
    basis: "asserted",
    where: stamp === undefined ? "D2, How it was checked" : "D2, Every link of the audit trail",
    sha256: stamp === undefined ? audit.head : stamp.hash,
    standard: "ISA 230.9",
    open:
      stamp === undefined
        ? [
            "the preparer",
            "Have the head of the trail stamped by an authority, or kept by somebody else, on the day of the signature.",
          ]
        : null,
  });
}

/** The time stamps of a trail, oldest first: of which link, with its hash and in words. */
function stampsIn({ trail, decimals }: ReportInput) {
  return trail.flatMap((one) => {
    if (one.kind !== "other" || one.written.kind !== "anchor") return [];
    const { link, hash } = one.written.payload as Readonly<Record<string, JsonValue>>;
    const { sentence } = linkWords(one.written, decimals);
    return typeof link === "number" && typeof hash === "string" ? [{ link, hash, sentence }] : [];
  });
}

/** Whether the month is what was prepared or signed of it. */
function sinceQuestion(figures: Figures, { checks }: ExaminedGrounds): ExaminerQuestion {
  const { same, other } = closeWords(figures);
  const isSame = checks.frozen.every(({ holds }) => holds);
  const isAsSigned = isSame && unlikePrepared(figures.input) === null;
  return asked("since", "Is it what was prepared and signed?", {
    answer: isSame ? same : other,
    basis: "computed",
    where: "A, Conclusion",
    standard: "ISA 560.14",
    open: isAsSigned ? null : ["the preparer", "Prepare the month again, or say why it stands."],
  });
}

// E1: all of them, on one sheet.

const QUESTIONS = columnsOf<ExaminerQuestion & { readonly number: number }>()({
  number: { ...head("integer", "No.", 6), value: ({ number }) => number },
  question: { ...head("wrapped", "Question", 34), value: ({ question }) => question },
  answer: { ...head("wrapped", "Answer when this was exported", 62), value: ({ answer }) => answer },
  basis: { ...head("text", "Basis", 10), value: ({ basis }) => basis },
  ref: { ...head("text", "Workpaper", 11), value: ({ where }) => refCell(partsOf(where).ref) },
  table: { ...head("wrapped", "Table", 20), value: ({ where }) => partsOf(where).table },
  owner: { ...head("wrapped", "Owed by", 13), value: ({ owner }) => owner },
  closes: { ...head("wrapped", "What closes it", 30), value: ({ closes }) => closes },
  standard: { ...head("wrapped", "Standard", 14), value: ({ standard }) => standard },
  sha256: { ...head("wrapped", "SHA-256", 36), value: ({ sha256 }) => sha256 },
});

/** The sheet by its reference, and the table on it, if it has several. */
function partsOf(where: string) {
  const [ref = "", table = null] = where.split(", ");
  return { ref, table };
}

function refCell(ref: string): Cell {
  const sheet = Object.values(SHEETS).find((one) => one.ref === ref);
  return sheet === undefined ? ref : { value: ref, link: { sheet: sheet.name, cell: "A1" } };
}

export function questionTable(figures: Figures, questions: readonly ExaminerQuestion[]) {
  return new ReportTable(figures, {
    id: "questions",
    empty: "No month is exported.",
    columns: QUESTIONS,
    lines: questions.map((one, at) => ({ ...one, number: at + 1 })),
    tone: ({ owner }) => (owner === null ? "plain" : "flag"),
  });
}
