/**
 * What an examiner asks of a month before relying on it: each question with its answer, whether that is computed,
 * somebody's word or missing, where it stands, who owes it and what closes it. The same list for the same month.
 *
 * The questions follow ISA 500 and PCAOB AS 1105.10A (where information comes from, complete and accurate),
 * ISA 505 and AS 2310 (the balance confirmed, or got at its source), ISA 230 (who did it, who reviewed it, when).
 */
import { formatAmount, formatCount } from "../money.ts";
import { BREAK_RULES } from "../reconcile/input/rules.ts";
import { monthStates } from "../review/close/month-states.ts";
import { isDecided } from "../review/decisions/review.ts";
import { agreesWithProvider, isContradicted, isStepDone } from "../review/file/month-file.ts";
import { askedFinder } from "../review/letters/letters.ts";
import { capitalised } from "../sentence.ts";
import { sayInstant } from "../time.ts";
import { monthTitle } from "../words/month.ts";
import { walletLabel } from "../words/wallet.ts";
import type { MonthStatement } from "./month-statement.ts";
import { unsignedWords } from "./lead/workpaper.ts";
import type { ReportInput, WorkpaperSettings } from "./sheet/input.ts";
import { wholenessOf } from "./about/audit.ts";

/** `computed` from the records; `asserted` by somebody, in words that nothing proves; `missing`. */
type AnswerBasis = "computed" | "asserted" | "missing";

/** Who has to do something about it. */
type OwedBy = "the preparer" | "the reviewer" | "the provider" | "the auditor";

export interface ExaminerQuestion {
  /** Stays the same when a version words it otherwise. */
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly basis: AnswerBasis;
  /** The sheet of the workbook that has it. */
  readonly sheet: string;
  /** What pins the answer down: of a response, an evidence file or a link; null where nothing does. */
  readonly sha256: string | null;
  /** null where nobody owes anything more. */
  readonly owner: OwedBy | null;
  /** What closes it; null with `owner`. */
  readonly closes: string | null;
}

type Open = readonly [owner: OwedBy, closes: string];

function question(
  id: string,
  text: string,
  answer: string,
  about: {
    readonly basis: AnswerBasis;
    readonly sheet: string;
    readonly sha256?: string | null | undefined;
    readonly open?: Open | null | undefined;
  },
): ExaminerQuestion {
  const [owner, closes] = about.open ?? [null, null];
  return {
    id,
    question: text,
    answer,
    basis: about.basis,
    sheet: about.sheet,
    sha256: about.sha256 ?? null,
    owner,
    closes,
  };
}

/** All questions of a month, in the order in which an examiner goes through them. */
export function examinerQuestions(input: ReportInput, statement: MonthStatement): ExaminerQuestion[] {
  return [
    ...recordQuestions(input),
    ...proofQuestions(input, statement),
    ...judgementQuestions(input),
    ...closeQuestions(input, statement),
    ...laterQuestions(input, statement),
  ];
}

/** How many of them somebody still owes something for. */
export function openQuestions(questions: readonly ExaminerQuestion[]): ExaminerQuestion[] {
  return questions.filter(({ owner }) => owner !== null);
}

function recordQuestions(input: ReportInput): ExaminerQuestion[] {
  const { pulls, records } = input;
  const bodies = pulls.flatMap((pull) => pull.bodies);
  const pruned = bodies.filter((body) => body.pruned).length;
  const kept =
    pruned === 0
      ? `Yes: ${formatCount(bodies.length, "response")}, each with its SHA-256.`
      : `${formatCount(bodies.length - pruned, "response")} of ${formatAmount(bodies.length)}; of the others the SHA-256 alone.`;
  return [
    ...pulls.map((pull) => sourceQuestion(pull)),
    ...wholenessOf(input).map(({ question: text, answer }, at) =>
      question(`complete-${at + 1}`, text, answer, {
        basis: "computed",
        sheet: "D2",
        open: records.capped && at === 0 ? (["the preparer", "Pull again with --full."] as const) : null,
      }),
    ),
    question("responses-kept", "Are the service's responses kept as they came?", kept, {
      basis: pruned === 0 ? "computed" : "missing",
      sheet: "D2",
      sha256: input.audit.head,
      open: pruned === 0 ? null : ["the preparer", "Show a backup from before they were pruned."],
    }),
    question(
      "own-pull",
      "Has the examiner got the records from their source?",
      "The ledger does not say so.",
      { basis: "missing", sheet: "D2", open: ["the auditor", "Run tieout audit, and file its page."] },
    ),
  ];
}

function sourceQuestion({
  id,
  source,
  baseUrl,
  finishedAtMs,
  providedBy,
  bodies,
}: ReportInput["pulls"][number]): ExaminerQuestion {
  const text = `Where are the records of ${source === "files" ? "import" : "pull"} ${id} from?`;
  const sha256 = bodies.at(-1)?.sha256;
  if (source !== "files") {
    const answer = `Asked of ${baseUrl ?? "the service"} by this program, until ${sayInstant(finishedAtMs)}.`;
    return question(`source-${id}`, text, answer, { basis: "computed", sheet: "D2", sha256 });
  }
  return providedBy === null
    ? question(`source-${id}`, text, "From files. Nobody said who provided them.", {
        basis: "missing",
        sheet: "D2",
        sha256,
        open: ["the preparer", "Import them again with --provided-by, or pull from the service."],
      })
    : question(`source-${id}`, text, `From files. ${providedBy}`, { basis: "asserted", sheet: "D2", sha256 });
}

const UNPAID = ["paid-without-entry"] as const;
const CHANGED = ["entry-changed", "entry-vanished", "transaction-changed", "transaction-vanished"] as const;

function proofQuestions(input: ReportInput, { sentence }: MonthStatement): ExaminerQuestion[] {
  const { findings } = input.check;
  const count = (rules: readonly string[]) => findings.filter(({ rule }) => rules.includes(rule)).length;
  const undecided = (rules: readonly string[]) =>
    input.review.findings.filter(({ finding, status }) => rules.includes(finding.rule) && !isDecided(status))
      .length;
  const ruled = (id: string, text: string, rules: readonly string[], sheet: string) => {
    const [found, waiting] = [count(rules), undecided(rules)];
    const answer =
      found === 0
        ? "Yes."
        : `No: ${formatCount(found, "exception")}, ${waiting === 0 ? "all decided" : `${formatAmount(waiting)} undecided`}.`;
    const open = waiting === 0 ? null : (["the preparer", "Decide on each of them."] as const);
    return question(id, text, answer, { basis: "computed", sheet, open });
  };
  return [
    ruled("chain", "Does every balance follow from the one before?", [...BREAK_RULES], "B1"),
    ruled("nothing-missing", "Has everything that was paid reached the wallet?", UNPAID, "C1"),
    ruled("unchanged", "Is everything as it was when it was first seen?", CHANGED, "C3"),
    question("conclusion", "What does the reconciliation conclude?", sentence, {
      basis: "computed",
      sheet: "Lead",
      sha256: input.audit.head,
    }),
  ];
}

function judgementQuestions(input: ReportInput): ExaminerQuestion[] {
  const { error, warning } = input.review.progress.bySeverity;
  const [total, decided] = [error.total + warning.total, error.reviewed + warning.reviewed];
  const names = [...new Set(input.review.findings.flatMap(({ decision }) => decision?.by ?? []))].toSorted();
  const by = names.length === 0 ? "" : `, by ${names.join(", ")}`;
  const raised = input.review.findings.filter(({ status }) => status === "raised");
  const isAsked = askedFinder(input.askingLetters);
  const unasked = raised.filter(({ finding }) => !isAsked(finding)).length;
  const waiting = input.askingLetters.filter(({ answers }) => answers.length === 0).length;
  const byHand = input.matches.filter(({ state }) => state === "in-force").length;
  const asked =
    raised.length === 0
      ? "Nothing was raised."
      : `${formatCount(raised.length, "exception")} raised; ${unasked === 0 ? "all of them in letters" : `${formatAmount(unasked)} in no letter that was sent`}. ${waiting === 0 ? "" : `${formatCount(waiting, "letter")} without an answer.`}`.trim();
  return [
    question("decided", "Is each exception decided, and by whom?", `${decided} of ${total}${by}.`, {
      basis: "asserted",
      sheet: "C1",
      open: decided === total ? null : ["the preparer", "Decide on the others."],
    }),
    question("asked", "Was the provider asked about what was raised, and what did it answer?", asked, {
      basis: raised.length === 0 ? "computed" : "asserted",
      sheet: "C1",
      open:
        unasked > 0
          ? ["the preparer", "Write and send the letter."]
          : waiting > 0
            ? ["the provider", "Answer the letter."]
            : null,
    }),
    question(
      "matched-by-hand",
      "What was matched by hand?",
      byHand === 0 ? "Nothing." : `Matches in force: ${formatAmount(byHand)}, each with a note.`,
      { basis: byHand === 0 ? "computed" : "asserted", sheet: "D2" },
    ),
  ];
}

function closeQuestions(input: ReportInput, statement: MonthStatement): ExaminerQuestion[] {
  const { workpaper = {} } = input;
  const { month } = statement;
  const standing = monthStates(input.closeSteps).get(month);
  const unsigned = unsignedWords(input);
  const [prepared, signed] = [standing?.prepared ?? null, standing?.signed ?? null];
  return [
    question(
      "opening",
      "Does the month open on a closing that was signed?",
      unsigned[0] ?? "Yes, or it opens the ledger.",
      {
        basis: unsigned.length === 0 ? "computed" : "missing",
        sheet: "A1",
        open: unsigned.length === 0 ? null : ["the preparer", "Sign the months before."],
      },
    ),
    ...(workpaper.balances ?? []).map((of) => {
      const { wallet, confirmation } = of;
      const agrees = agreesWithProvider(of);
      const evidence = input.attachments.find(({ id }) => id === confirmation?.evidence);
      return question(
        `confirmed-${wallet.userID}${wallet.businessID === null ? "" : `-${wallet.businessID}`}`,
        `Does the provider confirm the closing balance of ${walletLabel(wallet)}?`,
        confirmation === null
          ? "Nobody recorded a confirmation."
          : `${agrees === true ? "Yes" : `No: it differs by ${formatAmount(confirmation.difference, input.decimals)}`}, says ${confirmation.by}${confirmation.source === "" ? "" : ` by ${confirmation.source}`}.`,
        {
          basis: confirmation === null ? "missing" : "asserted",
          sheet: "Lead",
          sha256: evidence?.sha256,
          open:
            agrees === true && evidence !== undefined
              ? null
              : confirmation === null || agrees !== true
                ? ["the provider", "Confirm the balance in writing."]
                : ["the preparer", "Attach the confirmation."],
        },
      );
    }),
    ...(workpaper.steps ?? []).map((step) => {
      const { tick, figures, text } = step;
      const isDone = isStepDone(step) && !isContradicted(step);
      return question(
        `step-${step.id}`,
        `${capitalised(text)}: done?`,
        tick === null
          ? (figures?.words ?? "Nobody ticked it.")
          : `${tick.by} says so.${figures === null ? "" : ` ${capitalised(figures.words)}.`}`,
        {
          basis: figures !== null ? "computed" : tick === null ? "missing" : "asserted",
          sheet: "Lead",
          open: isDone ? null : ["the preparer", "Do it, and tick it."],
        },
      );
    }),
    statedQuestion(workpaper),
    question(
      "who",
      "Who prepared it, and who reviewed it?",
      `Prepared by ${prepared?.by ?? "nobody"}, signed by ${signed?.by ?? "nobody"}. Names are what was typed.`,
      {
        basis: signed === null ? "missing" : "asserted",
        sheet: "D2",
        open:
          signed !== null
            ? null
            : prepared === null
              ? ["the preparer", "Prepare it."]
              : ["the reviewer", "Sign it."],
      },
    ),
    ...carriedQuestions(input, month),
  ];
}

const STATED = ["purpose", "policy", "procedures"] as const;

function statedQuestion(workpaper: WorkpaperSettings): ExaminerQuestion {
  const lacking = [
    ...STATED.filter((key) => (workpaper[key] ?? "") === ""),
    ...((workpaper.materiality ?? []).length === 0 ? ["materiality"] : []),
  ];
  const answer =
    lacking.length === 0
      ? "Yes: purpose, policy, procedures and materiality."
      : `Not stated: ${lacking.join(", ")}.`;
  return question("stated", "Does the file say why it was done, how, and on which scale?", answer, {
    basis: lacking.length === 0 ? "asserted" : "missing",
    sheet: "Lead",
    open: lacking.length === 0 ? null : ["the preparer", "Write it into the month's file."],
  });
}

/** What was overridden in this month or an earlier one whose signature is in force: it stays open until that month is prepared without. */
function carriedQuestions({ closeSteps }: ReportInput, month: MonthStatement["month"]): ExaminerQuestion[] {
  return [...monthStates(closeSteps).values()]
    .filter((standing) => standing.month <= month)
    .flatMap(({ month: of, prepared }) => {
      const overridden = prepared?.frozen.overridden ?? [];
      if (prepared === null || overridden.length === 0) return [];
      const what = overridden.map(({ sentence }) => sentence).join("; ");
      return question(
        `overridden-${of}`,
        `What was overridden when ${monthTitle(of)} was prepared?`,
        `${what}. ${prepared.by}: ${prepared.note}`,
        {
          basis: "asserted",
          sheet: "D2",
          open: ["the preparer", `Prepare ${monthTitle(of)} again without an override.`],
        },
      );
    });
}

function laterQuestions(input: ReportInput, { changedSince }: MonthStatement): ExaminerQuestion[] {
  const { audit, appVersion, rulesVersion } = input;
  const isChanged = changedSince !== null && changedSince.count > 0;
  return [
    ...(changedSince === null
      ? []
      : [
          question("since", "What changed since it was signed?", changedSince.sentence, {
            basis: "computed",
            sheet: "C3",
            open: isChanged ? ["the preparer", "Prepare the month again, or say why it stands."] : null,
          }),
        ]),
    question(
      "when",
      "Did this exist then?",
      "Times are of the machine's own clock. Nothing outside the ledger says so.",
      {
        basis: "missing",
        sheet: "D2",
        sha256: audit.head,
        open: ["the preparer", "Have this hash kept by somebody else on the day of the signature."],
      },
    ),
    question("program", "By which rules was it checked?", `Rules ${rulesVersion}, Tieout ${appVersion}.`, {
      basis: "computed",
      sheet: "D2",
    }),
  ];
}
