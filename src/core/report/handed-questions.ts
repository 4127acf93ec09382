/**
 * What an examiner asks first: what the client hands over, where that is from, whether it is complete and kept as it came
 * (ISA 500.9, PCAOB AS 1105.10A).
 */
import { formatAmount, formatCount } from "../money.ts";
import { notOverWords } from "../review/close/close-obstacles.ts";
import { type ExaminerQuestion, asked } from "../review/file/examined.ts";
import { shortIds } from "../words/ids.ts";
import { type CompletenessLine, wholenessOf } from "./about/audit.ts";
import { SEEN_WORDS } from "./lead/close-checks.ts";
import { sourceOf } from "./lead/headings.ts";
import type { ReportInput } from "./sheet/input.ts";

export function handedQuestions(input: ReportInput): ExaminerQuestion[] {
  return [...sourceQuestions(input), ...wholenessOf(input).map(wholenessQuestion), ...keptQuestions(input)];
}

function sourceQuestions(input: ReportInput): ExaminerQuestion[] {
  const { pulls } = input;
  const [asking, handed] = [pulls.filter(isOfService), pulls.filter((pull) => !isOfService(pull))];
  const last = pulls.at(-1);
  return [
    asked("source", "Where are the records from?", {
      answer: `${sourceOf(input)}.`,
      basis: last !== undefined && isOfService(last) ? "computed" : "asserted",
      where: "D2, Pulls included",
      sha256: last?.bodies.at(-1)?.sha256,
      standard: "AS 1105.10A",
    }),
    ...(handed.length === 0 ? [] : [providedQuestion(handed)]),
    ...(asking.length === 0 ? [] : [responsesQuestion(asking)]),
  ];
}

function isOfService({ source }: Pick<ReportInput["pulls"][number], "source">): boolean {
  return source !== "files";
}

function providedQuestion(imports: ReportInput["pulls"]): ExaminerQuestion {
  const byName = Map.groupBy(imports, ({ providedBy }) => providedBy);
  const nobody = byName.get(null) ?? [];
  const answers = Array.from(byName, ([name, own]) => {
    const which = `import${own.length === 1 ? "" : "s"} ${shortIds(own.map(({ id }) => id))}`;
    return `${name ?? "Nobody said so"} (${which})`;
  });
  return asked("provided", "Who provided the files?", {
    answer: `${answers.join("; ")}.`,
    basis: nobody.length === 0 ? "asserted" : "missing",
    where: "D2, Why the wallet history is complete",
    sha256: (nobody[0] ?? imports.at(-1))?.bodies.at(-1)?.sha256,
    standard: "AS 1105.10A",
    open:
      nobody.length === 0
        ? null
        : ["the preparer", "Import the files again with the name of who provided them, or pull them."],
  });
}

function responsesQuestion(pulls: ReportInput["pulls"]): ExaminerQuestion {
  const bodies = pulls.flatMap((pull) => pull.bodies);
  const known = bodies.flatMap(({ provenance }) => provenance ?? []);
  const certified = known.filter(({ certificateSha256 }) => certificateSha256 !== null).length;
  const isWhole = certified === bodies.length;
  return asked("requested", "What was asked, and is it the service that answered?", {
    answer: `${formatAmount(known.length)} of ${formatCount(bodies.length, "response")} with request, status and time; ${formatAmount(certified)} with the service's certificate.`,
    basis: isWhole ? "computed" : "asserted",
    where: "D2, Where the responses came from",
    sha256: pulls.at(-1)?.bodies.at(-1)?.sha256,
    standard: "AS 1105.10A",
  });
}

function wholenessQuestion({ id, question, answer, basis, closes }: CompletenessLine): ExaminerQuestion {
  return asked(id, question, {
    answer,
    basis,
    where: "D2, Why the wallet history is complete",
    standard: "ISA 500.9",
    open: closes === null ? null : ["the preparer", closes],
  });
}

function keptQuestions({ pulls, audit, askingLetters, check }: ReportInput): ExaminerQuestion[] {
  const bodies = pulls.flatMap((pull) => pull.bodies);
  const pruned = bodies.filter((body) => body.pruned).length;
  const notOver = notOverWords(check);
  const directly = [...new Set(askingLetters.flatMap(({ address }) => address?.confirmTo || []))].toSorted();
  return [
    asked("seen", "Was everything of the period seen?", {
      answer: `${notOver ?? SEEN_WORDS}.`,
      basis: "computed",
      where: "D2, How it was checked",
      standard: "ISA 500.9",
      open: notOver === null ? null : ["the preparer", "Pull once the period has ended."],
    }),
    asked("kept", "Are the responses kept as they came?", {
      answer:
        pruned === 0
          ? `Yes: ${formatCount(bodies.length, "response")}, each with its SHA-256.`
          : `${formatCount(bodies.length - pruned, "response")} of ${formatAmount(bodies.length)}; of the others the SHA-256 alone.`,
      basis: pruned === 0 ? "computed" : "missing",
      where: "D2, Response bodies",
      sha256: audit.head,
      standard: "AS 1215.14",
      open: pruned === 0 ? null : ["the preparer", "Show a backup of before they were pruned."],
    }),
    asked("own-pull", "Did the examiner get it directly from the provider?", {
      answer:
        directly.length === 0
          ? "The ledger does not say so."
          : `A letter asks to confirm directly to ${directly.join("; ")}.`,
      basis: directly.length === 0 ? "missing" : "asserted",
      where: "D2, Every link of the audit trail",
      standard: "AS 2310, ISA 505.7",
      open: [
        "the auditor",
        "Pull with credentials of your own and compare, or have the provider confirm to you.",
      ],
    }),
  ];
}
