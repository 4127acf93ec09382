/** What happens to a letter after it was written, as use cases: it was sent, and it was answered. */
import { letterName } from "../../../core/review/letters/letter-words.ts";
import { StandingEvidence } from "../../../core/review/file/attachment.ts";
import { decisionStates, exceptionKey } from "../../../core/review/decisions/review.ts";
import { nameOf, noteOf } from "../../../core/review/decisions/note-rules.ts";
import { getLetter, isDayOver } from "../../../core/review/letters/letter-rules.ts";
import type { Day } from "../../../core/time.ts";
import { TieoutError } from "../../../core/errors.ts";
import type { RecordedLetter } from "../../../core/review/letters/letters.ts";
import type { ReadableLedger, WritableLedger } from "../../ledger/file/connection.ts";
import { listAttachments } from "../../ledger/acts/attachment.ts";
import { listDecisions } from "../../ledger/acts/decision.ts";
import { insertFiles, FileToAttach } from "./attach.ts";
import type { ServiceContext } from "../shared/thread-messages.ts";
import { type SignedRequest, writeLedger } from "../shared/use-ledger.ts";
import { insertAct } from "../../ledger/trail/acts.ts";
import type { NewAct } from "../../../schema/acts.ts";
import { standingLetters } from "../../ledger/acts/month-file.ts";

interface LetterStepRequest extends SignedRequest {
  /** The letter's reference. */
  readonly letter: string;
  /** When it was sent, or the answer's date. */
  readonly on: Day;
}

/**
 * A step that the rules of letters admit, its words as they are stored. Call it inside the transaction that
 * adds it.
 *
 * @throws TieoutError LETTER_NOT_FOUND, LETTER_INVALID, EVIDENCE_NOT_FOUND, DECISION_INVALID
 */
export function recordingStep(db: ReadableLedger, step: NewAct<"letter">): NewAct<"letter"> {
  const by = nameOf(step.by, "A step of a letter needs the name of the person who records it");
  const stored = { ...step, by, note: noteOf(step.note, null) };
  const evidence = new StandingEvidence(listAttachments(db));
  const decided = decisionStates(step.event.kind === "written" ? listDecisions(db) : []);
  standingLetters(db).admit(stored, {
    isEvidence: (id, month) => evidence.isOfMonth(id, month),
    raisedAs: (fingerprint) => {
      const inForce = decided.get(fingerprint)?.inForce ?? null;
      return inForce?.status === "raised" ? exceptionKey(inForce.finding) : null;
    },
  });
  return stored;
}

/**
 * Records that a letter was sent. A second time corrects the first, with a reason.
 *
 * @throws TieoutError LETTER_NOT_FOUND, LETTER_INVALID, DECISION_INVALID; LEDGER_* as opening for writing
 *   raises
 */
export async function recordSent(
  request: LetterStepRequest & { readonly to: string; readonly how: string },
  context: ServiceContext,
): Promise<void> {
  const { letter, on, by, note } = request;
  const to = nameOf(request.to, "Say to whom the letter was sent");
  const event = { kind: "sent", on, to, how: noteOf(request.how, null) } as const;
  await writeLedger(request.ledger, context, (db) => {
    refuseBeforeWritten(getLetter(standingLetters(db).letters, letter), on);
    insertAct(db, "letter", recordingStep(db, { letter, event, by, note, atMs: context.now() }));
  });
}

/**
 * Refuses a day before the letter was written, and so before the pull that it quotes. Steps of before stand:
 * nobody looked at this then.
 */
function refuseBeforeWritten({ written }: RecordedLetter, on: Day): void {
  if (!isDayOver(on, written.atMs)) return;
  const day = new Date(written.atMs).toISOString().slice(0, 10);
  throw new TieoutError(
    "LETTER_INVALID",
    `The letter was written on ${day}. It cannot have been sent on ${on}`,
  );
}

interface AnswerRequest extends LetterStepRequest {
  /** The answer as a file, which becomes evidence of the letter's month; null without one. */
  readonly file: { readonly path: string; readonly name?: string | undefined } | null;
  /** Evidence of the month that shows it already; null without any. */
  readonly evidence: number | null;
}

/**
 * Records an answer to a letter; its note says what it is. A file is attached in the same transaction.
 *
 * @throws TieoutError as `recordSent`; EVIDENCE_NOT_FOUND, EVIDENCE_INVALID, FILE_UNREADABLE
 */
export async function recordAnswer(request: AnswerRequest, context: ServiceContext): Promise<void> {
  const { ledger, file } = request;
  const read = file === null ? null : new FileToAttach(file.path, file.name);
  try {
    await writeLedger(ledger, context, (db) => addAnswer(db, request, read, context.now()));
  } finally {
    read?.[Symbol.dispose]();
  }
}

function addAnswer(
  db: WritableLedger,
  { letter, on, by, note, evidence: shownBy }: AnswerRequest,
  file: FileToAttach | null,
  atMs: number,
): void {
  const { month } = getLetter(standingLetters(db).letters, letter);
  const said = { by: nameOf(by, "An answer needs the name of the person who records it"), atMs };
  const subject = { kind: "month", month } as const;
  const about = { ...said, subject, note: `Answer to ${letterName(letter)}` };
  const attached = file === null ? [] : insertFiles(db, [file], about);
  const evidence = attached[0]?.id ?? shownBy;
  const event = { kind: "answered", on, evidence } as const;
  insertAct(db, "letter", recordingStep(db, { letter, event, note, ...said }));
}
