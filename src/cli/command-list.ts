/**
 * The commands by name, in the order of the help. A run loads the command it names, and none of the others.
 */
import type { Command } from "commander";
import type { Session } from "./session.ts";

/** Makes a command with its arguments, options and what it does. */
export type BuildCommand = (session: Session) => Command;

export interface CommandEntry {
  readonly name: string;
  /** What the help says it does. */
  readonly description: string;
  readonly load: () => Promise<BuildCommand>;
}

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "pull",
    description: "pull the service's records into a ledger (created if absent)",
    load: async () => (await import("./commands/pull.ts")).pullCommand,
  },
  {
    name: "import",
    description:
      "import saved responses of the service into a ledger (created if absent), or a reviewed workbook",
    load: async () => (await import("./commands/import.ts")).importCommand,
  },
  {
    name: "set-aside",
    description: "set a pull or import aside, as if it had never been made, put it back, or list the pulls",
    load: async () => (await import("./commands/set-aside.ts")).setAsideCommand,
  },
  {
    name: "check",
    description: "check a ledger or saved responses of the service, and show which rows break and why",
    load: async () => (await import("./commands/check.ts")).checkCommand,
  },
  {
    name: "review",
    description: "list the exceptions, decide on them, or undo a decision",
    load: async () => (await import("./commands/review.ts")).reviewCommand,
  },
  {
    name: "match",
    description:
      "match entries with transactions by hand, list candidates, undo a match, or list the matches",
    load: async () => (await import("./commands/match.ts")).matchCommand,
  },
  {
    name: "attach",
    description: "attach files as evidence to a finding, a match or a month, or withdraw evidence",
    load: async () => (await import("./commands/attach.ts")).attachCommand,
  },
  {
    name: "evidence",
    description: "list the evidence of a ledger, or save one of its files",
    load: async () => (await import("./commands/evidence.ts")).evidenceCommand,
  },
  {
    name: "export",
    description: "write the month's workbook, or its tables as CSV or JSON",
    load: async () => (await import("./commands/export.ts")).exportCommand,
  },
  {
    name: "letter",
    description: "write a letter to the service's provider about everything raised in a month",
    load: async () => (await import("./commands/letter/letter.ts")).letterCommand,
  },
  {
    name: "letters",
    description: "list the letters to the provider: sent, answered, and what still waits",
    load: async () => (await import("./commands/letter/letters.ts")).lettersCommand,
  },
  {
    name: "letter-sent",
    description: "record that a letter was sent, when and to whom",
    load: async () => (await import("./commands/letter/letter-sent.ts")).letterSentCommand,
  },
  {
    name: "letter-answered",
    description: "record an answer to a letter, and attach its file",
    load: async () => (await import("./commands/letter/letter-answered.ts")).letterAnsweredCommand,
  },
  {
    name: "file",
    description:
      "show or change what every month's file states: purpose, policy, procedures, materiality, checklist; show a month's file",
    load: async () => (await import("./commands/close/file.ts")).fileCommand,
  },
  {
    name: "tick",
    description: "tick a step of a month's checklist, or undo a tick",
    load: async () => (await import("./commands/close/tick.ts")).tickCommand,
  },
  {
    name: "confirm",
    description: "record the closing balance that the provider confirms, with its source or evidence",
    load: async () => (await import("./commands/close/confirm.ts")).confirmCommand,
  },
  {
    name: "fluctuation",
    description: "record why a figure moved since the month before",
    load: async () => (await import("./commands/close/fluctuation.ts")).fluctuationCommand,
  },
  {
    name: "months",
    description: "list the months of a ledger and the state of each",
    load: async () => (await import("./commands/close/months.ts")).monthsCommand,
  },
  {
    name: "begin-review",
    description: "begin the review of an open month",
    load: async () => (await import("./commands/close/begin-review.ts")).beginReviewCommand,
  },
  {
    name: "prepare",
    description: "prepare a month for sign-off: freeze its figures, options and decisions",
    load: async () => (await import("./commands/close/prepare.ts")).prepareCommand,
  },
  {
    name: "sign-off",
    description: "sign off a month that someone else prepared",
    load: async () => (await import("./commands/close/sign-off.ts")).signOffCommand,
  },
  {
    name: "reopen",
    description: "reopen a prepared or signed month for review, with a reason",
    load: async () => (await import("./commands/close/reopen.ts")).reopenCommand,
  },
  {
    name: "close",
    description: "pull, check and export a month for every ledger in a folder",
    load: async () => (await import("./commands/close/close.ts")).closeCommand,
  },
  {
    name: "clients",
    description:
      "list the ledgers of a folder: the month to close, whether it ties out, what waits and for whom",
    load: async () => (await import("./commands/clients.ts")).clientsCommand,
  },
  {
    name: "year",
    description: "show twelve months side by side: openings, restatements, what is unresolved, who signed",
    load: async () => (await import("./commands/close/year.ts")).yearCommand,
  },
  {
    name: "restatements",
    description: "list what later pulls changed in earlier records, signed months included",
    load: async () => (await import("./commands/close/restatements.ts")).restatementsCommand,
  },
  {
    name: "verify",
    description: "prove that a ledger is intact and unchanged",
    load: async () => (await import("./commands/verify.ts")).verifyCommand,
  },
  {
    name: "settings",
    description:
      "show or change how a ledger is checked, which time zone its days follow and how amounts are shown",
    load: async () => (await import("./commands/settings.ts")).settingsCommand,
  },
  {
    name: "prune",
    description:
      "drop the stored responses of older pulls, keeping their hashes; signed months that depend on them can no longer be proven",
    load: async () => (await import("./commands/prune.ts")).pruneCommand,
  },
  {
    name: "back-up",
    description: "copy a ledger and check the copy, even while others write to the ledger",
    load: async () => (await import("./commands/back-up.ts")).backUpCommand,
  },
  {
    name: "restore",
    description: "put a backup in its ledger's place, and keep the file that was there",
    load: async () => (await import("./commands/restore.ts")).restoreCommand,
  },
  {
    name: "sandbox",
    description: "run the Escrow Payment Service on this machine, with records made from a seed",
    load: async () => (await import("./commands/sandbox.ts")).sandboxCommand,
  },
  {
    name: "demo",
    description: "do the whole job once, with nothing to set up",
    load: async () => (await import("./commands/demo.ts")).demoCommand,
  },
  {
    name: "serve",
    description: "open the window in a browser on this machine",
    load: async () => (await import("./commands/serve.ts")).serveCommand,
  },
];
