/**
 * Which ledger a call that writes is meant for. What a person decides may wait for its turn, or for a name,
 * until another ledger is open: main refuses it then.
 */
import type { MethodName } from "./contract.ts";

/** What writes into the open ledger, or writes files out of it: the backend reads of each call here whether it does. */
const WRITES: ReadonlySet<MethodName> = new Set<MethodName>([
  "export.start",
  "review.decide",
  "review.undo",
  "match.decide",
  "match.undo",
  "bank.add",
  "bank.accept",
  "evidence.attach",
  "evidence.withdraw",
  "file.change",
  "file.tick",
  "file.confirm",
  "file.explain",
  "close.writeYear",
  "close.pack",
  "close.ownPull",
  "letter.write",
  "letter.sent",
  "letter.answered",
  "journal.release",
  "close.prepare",
  "close.signOff",
  "close.return",
  "close.reopen",
  "point.make",
  "point.reply",
  "ledger.changeSettings",
  "keys.enrol",
  "workbook.acceptReview",
  "sandbox.advance",
  "pull.step",
]);

/** What is kept beside the open ledger for it. It has no earlier state. */
const KEPT_BESIDE: ReadonlySet<MethodName> = new Set<MethodName>(["connection.save", "connection.forget"]);

/** What fills or replaces the open ledger where it names no other, and the member that names one. */
const FILLS: ReadonlyMap<MethodName, string> = new Map<MethodName, string>([
  ["pull.start", "target"],
  ["import.start", "target"],
  ["backups.restore", "ledger"],
]);

/** Whether a call writes into the open ledger, or files out of it, whatever it is asked. */
export function alwaysWrites(method: MethodName): boolean {
  return WRITES.has(method);
}

/** Whether a call is for the ledger that is open, so that no other may have taken its place. */
export function isForOpenLedger(method: MethodName, input: object): boolean {
  return KEPT_BESIDE.has(method) || writesOpenLedger(method, input);
}

/** Whether a call writes into the ledger that is open, or fills or replaces it. As of an earlier time it cannot. */
export function writesOpenLedger(method: MethodName, input: object): boolean {
  const other = FILLS.get(method);
  if (other === undefined) return alwaysWrites(method);
  return (input as Readonly<Record<string, unknown>>)[other] === null;
}

/** Beside a call's own input, which has no such member. */
const MEANT_FOR = "meantFor";

/** A call's input with the key of the ledger that it is meant for. */
export function meantFor(ledger: string, input: object): object {
  return { ...input, [MEANT_FOR]: ledger };
}

/** The input of a call by itself, and the key of the ledger that it is meant for; null where it names none. */
export function takeMeantFor(input: unknown): { readonly input: unknown; readonly ledger: unknown } {
  if (typeof input !== "object" || input === null || !Object.hasOwn(input, MEANT_FOR))
    return { input, ledger: null };
  const { [MEANT_FOR]: ledger, ...own } = input as { readonly [MEANT_FOR]?: unknown };
  return { input: own, ledger };
}
