/**
 * The commands by name, in the order of the help. A run loads the commands of the one that it names, and none of the
 * others.
 */
import type { CommandDeclaration } from "./terminal/command.ts";

interface CommandEntry {
  readonly name: string;
  /** What the help says it does. */
  readonly description: string;
  readonly load: () => Promise<CommandDeclaration>;
}

export const COMMANDS: readonly CommandEntry[] = [
  ...entries(async () => (await import("./commands/intake.ts")).INTAKE_COMMANDS, {
    pull: "pull the service's records into a ledger (created if absent)",
    import: "import saved responses of the service into a ledger (created if absent), or a reviewed workbook",
    "set-aside": "set a pull or import aside, as if it had never been made, put it back, or list the pulls",
  }),
  ...entries(async () => (await import("./commands/check.ts")).CHECK_COMMANDS, {
    check: "check a ledger or saved responses of the service, and show which rows break and why",
  }),
  ...entries(async () => (await import("./commands/review.ts")).REVIEW_COMMANDS, {
    review: "list the exceptions, decide on them, or undo a decision",
  }),
  ...entries(async () => (await import("./commands/match.ts")).MATCH_COMMANDS, {
    match: "match entries with transactions by hand, list candidates, undo a match, or list the matches",
    attach: "attach files as evidence to a finding, a match or a month, or withdraw evidence",
    evidence: "list the evidence of a ledger, or save one of its files",
  }),
  ...entries(async () => (await import("./commands/export.ts")).EXPORT_COMMANDS, {
    export: "write the month's workbook, or its tables as CSV or JSON",
  }),
  ...entries(async () => (await import("./commands/letters.ts")).LETTER_COMMANDS, {
    letter: "write a letter to the service's provider about everything raised in a month",
    letters: "list the letters to the provider: sent, answered, and what still waits",
    "letter-sent": "record that a letter was sent, when and to whom",
    "letter-answered": "record an answer to a letter, and attach its file",
  }),
  ...entries(async () => (await import("./commands/file.ts")).FILE_COMMANDS, {
    file: "show or change what every month's file states: purpose, policy, procedures, materiality, checklist; show a month's file",
    tick: "tick a step of a month's checklist, or undo a tick",
    confirm: "record the closing balance that the provider confirms, with its source or evidence",
    fluctuation: "record why a figure moved since the month before",
  }),
  ...entries(async () => (await import("./commands/months.ts")).MONTH_COMMANDS, {
    months: "list the months of a ledger and the state of each",
    "begin-review": "begin the review of an open month",
    prepare: "prepare a month for sign-off: freeze its figures, options and decisions",
    "sign-off": "sign off a month that someone else prepared",
    reopen: "reopen a prepared or signed month for review, with a reason",
  }),
  ...entries(async () => (await import("./commands/practice.ts")).PRACTICE_COMMANDS, {
    close: "pull, check and export a month for every ledger in a folder",
    clients: "list the ledgers of a folder: the month to close, whether it ties out, what waits and for whom",
  }),
  ...entries(async () => (await import("./commands/history.ts")).HISTORY_COMMANDS, {
    year: "show twelve months side by side: openings, restatements, what is unresolved, who signed",
    restatements: "list what later pulls changed in earlier records, signed months included",
  }),
  ...entries(async () => (await import("./commands/ledger.ts")).LEDGER_COMMANDS, {
    verify: "prove that a ledger is intact and unchanged",
    settings:
      "show or change how a ledger is checked, which time zone its days follow and how amounts are shown",
    prune:
      "drop the stored responses of older pulls, keeping their hashes; signed months that depend on them can no longer be proven",
    "back-up": "copy a ledger and check the copy, even while others write to the ledger",
    restore: "put a backup in its ledger's place, and keep the file that was there",
  }),
  ...entries(async () => (await import("./commands/programs.ts")).PROGRAM_COMMANDS, {
    sandbox: "run the Escrow Payment Service on this machine, with records made from a seed",
    demo: "do the whole job once, with nothing to set up",
    serve: "open the window in a browser on this machine",
  }),
];

/** The commands of one file, each with what the help says it does: all of them, and no others. */
function entries<Name extends string>(
  load: () => Promise<Readonly<Record<Name, CommandDeclaration>>>,
  descriptions: Readonly<Record<NoInfer<Name>, string>>,
): readonly CommandEntry[] {
  return Object.entries<string>(descriptions).map(([name, description]) => ({
    name,
    description,
    load: async () => (await load())[name as Name],
  }));
}
